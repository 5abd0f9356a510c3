"""Four tasks on a machine for three."""

from pycsp3 import *

s = VarArray(size=4, dom=range(4))

satisfy(
    Cumulative(origins=s, lengths=[2, 1, 3, 2], heights=[1, 2, 1, 2]) <= 3
)
