"""A formula over four bits."""

from pycsp3 import *

a, b, c, d = bits = VarArray(size=4, dom={0, 1})

satisfy(
    (a == 1) | (b == 1) | (c == 1),
    If(a == 1, Then=b != c),
    iff(c, d),
    (b == 0) | (d == 0)
)
