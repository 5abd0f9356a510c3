"""Lists by their largest, their smallest and where they are."""

from pycsp3 import *

x = VarArray(size=4, dom=range(-2, 3))
top = Var(dom=range(-5, 6))
at = Var(dom=range(4))

satisfy(
    Maximum(x) == top,
    Minimum(x) < 0,
    MaximumArg(x) == at,
    top + at == 3
)
