"""A number at an index that is itself looked up."""

from pycsp3 import *

prices = [7, 3, 9, 4, 5]

i, j = pair = VarArray(size=2, dom=range(5))
x = VarArray(size=5, dom=range(5))
total = Var(dom=range(30))

satisfy(
    x[i] == j,
    cp_array(prices)[j] + cp_array(prices)[i] == total,
    total >= 12,
    Increasing(x)
)
