"""Items in bins whose loads differ."""

from pycsp3 import *

x = VarArray(size=4, dom=range(3))
load = VarArray(size=3, dom=range(9))

satisfy(
    BinPacking(x, sizes=[3, 2, 2, 1], loads=load),
    AllDifferent(load)
)
