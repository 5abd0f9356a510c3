"""Items in bins that hold five each."""

from pycsp3 import *

x = VarArray(size=5, dom=range(3))

satisfy(
    BinPacking(x, sizes=[3, 2, 2, 1, 4]) <= 5
)
