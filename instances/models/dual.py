"""A permutation and its inverse."""

from pycsp3 import *

x = VarArray(size=4, dom=range(4))
y = VarArray(size=4, dom=range(4))
b = VarArray(size=4, dom={0, 1})

satisfy(
    Channel(x, y),
    Channel(b, x[0]),
    x[1] < y[1]
)
