"""Two hands that differ by a remainder."""

from pycsp3 import *

h, m = hands = VarArray(size=2, dom=range(60))

satisfy(
    h % 12 == m // 5,
    abs(h - m) >= 25,
    (h + m) % 7 == 3
)
