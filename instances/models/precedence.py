"""Partitions of six things into at most three blocks."""

from pycsp3 import *

x = VarArray(size=6, dom=range(3))

satisfy(
    Precedence(x)
)
