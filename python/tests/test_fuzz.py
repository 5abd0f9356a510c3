"""No call ends the interpreter: random arguments for everything that can be called.

The calls are made in a separate process, so that a crash is noticed; an InternalError would be a fault of cnfetti.
"""

import os
import subprocess
import sys

import pytest
from conftest import CASES

SCRIPT = r"""
import faulthandler, random, sys
import cnfetti
from cnfetti import _native, encodings, pysat

seed, number = int(sys.argv[1]), int(sys.argv[2])
random = random.Random(seed)
PIPS = sys.argv[3] + "/instances/pips/pips1.toml"
problem = cnfetti.load(PIPS)
signs = cnfetti.load(sys.argv[3] + "/instances/signs/leepf-open.toml")
model = cnfetti.Model()
x = model.array("x", (2, 2), range(3))
model.add(cnfetti.all_different(x[0]), x[0][0] < x[1][1])
formula = problem.encode()
plain = cnfetti.Formula([[1, -2], [2, 3]], shown=[1, 2])
options = {"time_limit": 0.2, "memory_limit": None, "threads": 1, "solver": None, "encodings": [], "one_sided": False, "progress": None}

WORDS = ["", "a", "\0", "\ud800", "x" * 10_000, "ladder", "auto", "dimacs", "solve", "needed", "both", "x[0][0]",
         PIPS, "nowhere", "{", "[" * 5_000, '{"board":[]}', "p cnf 1 1\n1 0\n", "kind = 'pips'",
         "<instance><variables>", "+1 x1 >= 1 ;", "at_most", "exactly", "sudoku", "4", "3..6", "time", "-", "cmd:false"]
NUMBERS = [0, 1, -1, 2, 3, 7, 10**3, 2**31, -2**31, 2**31 - 1, 2**32, 2**63, 2**64, -2**63, 10**40, True, False]
OTHERS = [None, 0.5, -1.0, float("nan"), float("inf"), 1e300, b"bytes", object(), int, len, {}, [], (), set(), {"a": 1},
          range(3), range(10**3), problem, signs, model, formula, plain, x, x[0], x[0][0], x[0][0] < 2, problem.solve(),
          problem.count(), cnfetti.count(x[0], 1), cnfetti.all_different(x), options, dict(options, threads=0),
          dict(options, encodings=[("at_most_one", "product")]), {"encoding": "product", "top": 3, "condition": None,
          "one_sided": True}, [[1, 2], [-3]], [[0]], [1, 2, 3], [-1], [10**30], [[None]], ["a"], [[1.5]],
          {"x": [[0, 1], [2, 2]]}, {"board": [[1, None]]}]


def value(depth=2):
    sort = random.random()
    if sort < 0.25:
        return random.choice(WORDS)
    if sort < 0.5:
        return random.choice(NUMBERS)
    if sort < 0.9 or depth == 0:
        return random.choice(OTHERS)
    inner = [value(depth - 1) for _ in range(random.randint(0, 4))]
    return random.choice([inner, tuple(inner), {str(random.choice(WORDS[:7])): one for one in inner}])


def callables(owner):
    for name in dir(owner):
        if name.startswith("__") and name not in ("__init__", "__getitem__", "__eq__", "__add__", "__floordiv__", "__len__"):
            continue
        try:
            found = getattr(owner, name)
        except Exception:
            continue
        if callable(found) and name not in ("main", "register", "_panic"):
            yield found


def shown(value):
    try:
        return str(value)[:80].encode("ascii", "backslashreplace").decode()
    except Exception as error:
        return f"{type(value).__name__}, of which str says {type(error).__name__}"


owners = [cnfetti, _native, encodings, _native.Problem, _native.Formula, problem, problem._native, signs, model, formula,
          formula._native, plain, plain._native, x, x[0][0], x[0][0] + 1, problem.solve(), problem.count(),
          problem.candidates(), problem.explain(), problem.solutions(3).all(), problem.solutions(3), problem.solutions(3)._listing,
          problem.unique(), problem.compare(["auto"]), pysat, pysat.Solver(bootstrap_with=[[1, 2]]), _native.Solver(plain._native),
          cnfetti.loads("p cnf 2 1\n1 2 0\n")]
everything = [one for owner in owners for one in callables(owner)]
names = ["time_limit", "threads", "solver", "at_most_one", "limit", "seed", "top", "variables", "projection", "strictly"]
for _ in range(number):
    call = random.choice(everything)
    arguments = [value() for _ in range(random.choice([0, 0, 1, 1, 2, 3, 4, 7]))]
    named = {name: value() for name in random.sample(names, random.choice([0, 0, 0, 1, 2]))}
    # Two thousand million random solutions take as long as they take.
    if random.random() < 0.5 or getattr(call, "__name__", None) == "sample":
        named["time_limit"] = 0.05
    faulthandler.dump_traceback_later(100, exit=True)
    asked = (shown(call), [shown(a) for a in arguments], {key: shown(a) for key, a in named.items()})
    print("ASKED", asked, file=sys.stderr, flush=True)
    try:
        call(*arguments, **named)
    except cnfetti.InternalError as error:
        print("FAULT", asked, error)
    except MemoryError:
        pass
    except Exception as error:
        pass
print("survived", len(everything))
"""


@pytest.mark.parametrize("seed", range(max(2, CASES // 50)))
def test_random_arguments_do_no_harm(seed, tmp_path):
    here = os.getcwd()
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", SCRIPT, str(seed), "3000", here],
        capture_output=True,
        text=True,
        errors="replace",
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        timeout=570,
    )
    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-500:]
    assert "FAULT" not in done.stdout, done.stdout[-3000:]
    assert "survived" in done.stdout


def test_panics_become_exceptions():
    """The message of a thread's panic becomes an InternalError, and nothing is printed."""
    script = """
import cnfetti
from cnfetti import _native
try:
    _native._panic("on purpose")
except cnfetti.InternalError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done
    assert done.stdout.startswith("on purpose (src/"), done
