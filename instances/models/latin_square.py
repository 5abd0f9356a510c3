"""A latin square of order four with its first row in order."""

from pycsp3 import *

x = VarArray(size=[4, 4], dom=range(4))

satisfy(
    AllDifferent(x, matrix=True),
    [x[0][j] == j for j in range(4)]
)
