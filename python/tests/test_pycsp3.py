"""The PyCSP3 model in memory."""

import importlib.util
import subprocess
import sys

import pytest

if importlib.util.find_spec("pycsp3") is None:
    pytest.skip("PyCSP3 is not installed", allow_module_level=True)

SCRIPT = """
from pycsp3 import *
import cnfetti.pycsp3

x = VarArray(size=[2, 3], dom=range(6))
y = Var(range(3), id="y")
satisfy(AllDifferent(x), Sum(x[0]) == y + 5, x[0][0] < x[0][1])
print(int(cnfetti.pycsp3.count()))
solution = cnfetti.pycsp3.solve()
print(solution["y"] == value(y), sum(solution["x"], []) == list(values(x)))
print(len(list(cnfetti.pycsp3.solutions(5))), cnfetti.pycsp3.unique().verdict)
maximize(y * 10 + x[1][2])
best = cnfetti.pycsp3.solve()
print(best.objective, value(y) * 10 + value(x[1][2]))
clear()
z = VarArray(size=3, dom=range(2), id="z")
satisfy(AllDifferent(z))
print(cnfetti.pycsp3.solve(), len(cnfetti.pycsp3.explain()) > 0)
"""


def test_the_model_in_memory(tmp_path):
    (tmp_path / "model.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "model.py"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name != "__pycache__"] == ["model.py"]
    number, values, some, best, none = done.stdout.splitlines()
    import itertools

    rows = itertools.permutations(range(6))
    expected = sum(p[0] < p[1] and 0 <= sum(p[:3]) - 5 <= 2 for p in rows)
    assert int(number) == expected
    assert values == "True True" and some == "5 several" and none == "None True"
    assert best.split()[0] == best.split()[1] == "25"
