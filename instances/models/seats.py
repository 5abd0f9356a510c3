"""Guests in a row, some of them absent."""

from pycsp3 import *

x = VarArray(size=5, dom=range(4))

satisfy(
    AllDifferent(x, excepting=0),
    Count(x, values=[1, 2]) == 2,
    [(x[i] == 0) | (x[i + 1] == 0) | (abs(x[i] - x[i + 1]) > 1) for i in range(4)]
)
