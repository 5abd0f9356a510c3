"""Rows with a star, and rows that are forbidden."""

from pycsp3 import *

x = VarArray(size=4, dom=range(4))

satisfy(
    (x[0], x[1], x[2]) in {(0, ANY, 1), (1, 2, ANY), (3, 3, 3), (0, 2, ANY)},
    (x[2], x[3]) not in {(0, 0), (1, 1), (2, 3)},
    x[3] in {0, 1, 3}
)
