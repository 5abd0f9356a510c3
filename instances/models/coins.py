"""Ways to pay one euro with coins of five cents and more."""

from pycsp3 import *

values = [5, 10, 20, 50]

# n[i] is how many coins of the value i are used
n = VarArray(size=4, dom=range(21))

satisfy(
    n * values == 100
)
