"""Three jobs on one machine."""

from pycsp3 import *

s = VarArray(size=3, dom=range(7))

satisfy(
    NoOverlap(origins=s, lengths=[2, 3, 1])
)
