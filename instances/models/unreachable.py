"""A model without solutions: the sum of four different numbers up to 3 is even."""

from pycsp3 import *

x = VarArray(size=4, dom=range(4))

satisfy(
    AllDifferent(x),
    Sum(x) == 7
)
