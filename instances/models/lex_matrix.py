"""Matrices of bits whose rows and columns are in order."""

from pycsp3 import *

x = VarArray(size=[3, 3], dom={0, 1})

satisfy(
    LexIncreasing(x, matrix=True),
    Sum(x) in {3, 5}
)
