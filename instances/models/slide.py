"""Lists in which neighbours have small sums."""

from pycsp3 import *

x = VarArray(size=6, dom=range(4))

satisfy(
    Slide(x[i] + x[i + 1] <= 3 for i in range(5)),
    Sum(x) >= 8
)
