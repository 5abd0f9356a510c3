"""Six queens that do not attack each other."""

from pycsp3 import *

n = 6

# q[i] is the column of the queen in row i
q = VarArray(size=n, dom=range(n))

satisfy(
    AllDifferent(q),
    AllDifferent(q[i] + i for i in range(n)),
    AllDifferent(q[i] - i for i in range(n))
)
