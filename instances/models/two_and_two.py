"""TWO + TWO = FOUR with a digit for each letter."""

from pycsp3 import *

t, w, o, f, u, r = letters = VarArray(size=6, dom=range(10))

satisfy(
    AllDifferent(letters),
    t > 0,
    f > 0,
    2 * (100 * t + 10 * w + o) == 1000 * f + 100 * o + 10 * u + r
)
