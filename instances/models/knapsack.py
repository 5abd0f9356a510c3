"""What can be packed and is worth it."""

from pycsp3 import *

x = VarArray(size=4, dom=range(3))

satisfy(
    Knapsack(x, weights=[2, 3, 4, 5], wlimit=12, profits=[3, 4, 5, 7]) >= 14
)
