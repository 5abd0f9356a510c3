"""Marks that are at least so far apart."""

from pycsp3 import *

x = VarArray(size=4, dom=range(10))

satisfy(
    Increasing(x, lengths=[1, 2, 3]),
    x[3] - x[0] <= 8
)
