"""Permutations that are their own inverse, without fixed points."""

from pycsp3 import *

x = VarArray(size=6, dom=range(6))

satisfy(
    Channel(x),
    [x[i] != i for i in range(6)]
)
