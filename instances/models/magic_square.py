"""The square of order three whose lines have equal sums."""

from pycsp3 import *

n, magic = 3, 15

# x[i][j] is the number in row i and column j
x = VarArray(size=[n, n], dom=range(1, n * n + 1))

satisfy(
    AllDifferent(x),
    [Sum(x[i]) == magic for i in range(n)],
    [Sum(x[:, j]) == magic for j in range(n)],
    Sum(x[i][i] for i in range(n)) == magic,
    Sum(x[i][n - 1 - i] for i in range(n)) == magic
)
