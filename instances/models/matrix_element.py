"""A cell of a matrix that its row and its column choose."""

from pycsp3 import *

m = VarArray(size=[2, 3], dom=range(3))
r = Var(dom=range(2))
c = Var(dom=range(3))

satisfy(
    m[r, c] == r + c,
    Sum(m) == 4,
    LexIncreasing(m[0], m[1])
)
