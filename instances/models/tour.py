"""Tours through exactly four of five towns."""

from pycsp3 import *

x = VarArray(size=5, dom=range(5))

satisfy(
    Circuit(x, size=4),
    x[0] != 1
)
