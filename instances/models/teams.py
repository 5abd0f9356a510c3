"""Eight players in three teams of bounded sizes, closed."""

from pycsp3 import *

x = VarArray(size=6, dom=range(5))
n = Var(dom=range(7))

satisfy(
    Cardinality(x, occurrences={0: range(1, 3), 1: 2, 3: n}, closed=True),
    x[0] < x[5],
    n > 1
)
