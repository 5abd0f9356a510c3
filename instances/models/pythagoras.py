"""Right triangles with sides up to forty."""

from pycsp3 import *

a, b, c = sides = VarArray(size=3, dom=range(1, 41))

satisfy(
    a * a + b * b == c * c,
    a < b
)
