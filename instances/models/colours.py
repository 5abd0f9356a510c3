"""Colourings of a wheel with five spokes in four colours."""

from pycsp3 import *

# x[0] is the hub
x = VarArray(size=6, dom=range(4))

satisfy(
    [x[0] != x[i] for i in range(1, 6)],
    [x[i] != x[i % 5 + 1] for i in range(1, 6)]
)
