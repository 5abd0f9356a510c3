"""Tours through some of five towns."""

from pycsp3 import *

x = VarArray(size=5, dom=range(5))

satisfy(
    Circuit(x)
)
