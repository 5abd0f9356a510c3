"""Lists with as many different values as their first item says."""

from pycsp3 import *

x = VarArray(size=5, dom=range(1, 5))

satisfy(
    NValues(x) == x[0],
    NValues(x[1:], excepting=[2]) <= 2
)
