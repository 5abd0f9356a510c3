"""Words of a small decision diagram."""

from pycsp3 import *

x = VarArray(size=4, dom=range(3))

satisfy(
    x in MDD([("r", 0, "a"), ("r", 1, "b"), ("r", 2, "b"), ("a", 1, "c"), ("a", 2, "d"), ("b", 0, "c"),
              ("c", 0, "e"), ("c", 2, "e"), ("d", 1, "e"), ("e", 0, "t"), ("e", 1, "t")]),
    x[1] != x[3]
)
