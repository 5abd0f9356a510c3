"""Three pairs that differ."""

from pycsp3 import *

x = VarArray(size=[3, 2], dom=range(3))

satisfy(
    AllDifferentList(x[0], x[1], x[2]),
    LexIncreasing(x[0], x[1], x[2]),
    Increasing(x[:, 0])
)
