"""Three boxes on a sheet."""

from pycsp3 import *

x = VarArray(size=3, dom=range(3))
y = VarArray(size=3, dom=range(3))

satisfy(
    NoOverlap(origins=[(x[i], y[i]) for i in range(3)], lengths=[(1, 2), (2, 1), (2, 2)])
)
