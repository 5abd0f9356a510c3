"""Solvers with PySAT's interface."""

import itertools
import os
import stat
import sys

import cnfetti
import pytest
from cnfetti.pysat import Solver
from conftest import rounds

# Tries all assignments in order; reads DIMACS, and prints in the format of competitions.
SCRIPT = """#!{python}
import itertools, sys
words = [line.split() for line in open(sys.argv[1]) if line[0] not in "cp"]
header = next(line.split() for line in open(sys.argv[1]) if line.startswith("p cnf"))
clauses = [[int(word) for word in line[:-1]] for line in words if line]
for values in itertools.product((False, True), repeat=int(header[2])):
    if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses):
        print("s SATISFIABLE")
        print("v", *[number if value else -number for number, value in enumerate(values, 1)], 0)
        sys.exit(10)
print("s UNSATISFIABLE")
sys.exit(20)
"""

LIAR = """#!{python}
import sys
print("s UNSATISFIABLE")
sys.exit(20)
"""


def program(folder, text):
    path = folder / "solver"
    path.write_text(text.format(python=sys.executable))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"cmd:{path}"


@pytest.fixture(params=["batsat", "varisat", "program"])
def name(request, tmp_path):
    if request.param == "program":
        if os.name == "nt":
            pytest.skip("scripts are no programs here")
        return program(tmp_path, SCRIPT)
    return request.param


def satisfying(variables, clauses):
    """All models, by brute force."""
    for values in itertools.product((-1, 1), repeat=variables):
        model = [sign * number for number, sign in enumerate(values, 1)]
        if all(any(literal in model for literal in clause) for clause in clauses):
            yield model


def test_answers_are_those_of_brute_force(name):
    verdicts = set()
    for random in rounds(73, 8 if name.startswith("cmd:") else 60):
        variables = random.randint(1, 5)
        literals = [sign * number for number in range(1, variables + 1) for sign in (1, -1)]
        first, second = (
            [random.choices(literals, k=random.randint(1, 3)) for _ in range(random.randint(1, 7))] for _ in range(2)
        )
        top = 0
        with Solver(name, bootstrap_with=first) as solver:
            for clauses in (first, first + second):
                for _ in range(1 if name.startswith("cmd:") else 3):
                    assumed = random.sample(literals, random.randint(0, 2))
                    top = max(abs(literal) for clause in [*clauses, assumed, [top]] for literal in clause)
                    right = list(satisfying(top, [*clauses, *[[literal] for literal in assumed]]))
                    found = solver.solve(assumptions=assumed)
                    assert found == bool(right) == solver.get_status()
                    verdicts.add((found, bool(assumed)))
                    if found:
                        assert solver.get_model() in right and solver.get_core() is None
                    else:
                        core = solver.get_core()
                        assert solver.get_model() is None and set(core) <= set(assumed)
                        assert not any(satisfying(top, [*clauses, *[[literal] for literal in core]]))
                if len(clauses) == len(first):
                    for clause in second[:2]:
                        solver.add_clause(clause)
                    solver.append_formula(second[2:])
            assert (solver.nof_clauses(), solver.nof_vars()) == (len(first + second), top)
            if not name.startswith("cmd:"):
                models = [tuple(model) for model in solver.enum_models()]
                assert sorted(models) == sorted(map(tuple, satisfying(top, first + second)))
    assert verdicts == {(True, True), (True, False), (False, True), (False, False)} or name.startswith("cmd:")


def test_a_solver_that_lies_is_not_believed(tmp_path):
    with Solver(program(tmp_path, LIAR), bootstrap_with=[[1, 2]]) as solver, pytest.raises(cnfetti.InternalError):
        solver.solve()


def test_clauses_of_pysat(name):
    formulas = pytest.importorskip("pysat.formula")
    with Solver(name, bootstrap_with=formulas.CNF(from_clauses=[[1, 2], [-1]])) as solver:
        assert solver.solve() and solver.get_model() == [-1, 2]
    several = formulas.CNFPlus()
    several.append([[1, 2, 3], 1], is_atmost=True)
    with Solver(name) as solver, pytest.raises(cnfetti.InputError, match="atmost"):
        solver.append_formula(several)


def test_it_answers_as_a_solver_of_pysat():
    solvers = pytest.importorskip("pysat.solvers")
    for random in rounds(74, 40):
        clauses = [[random.choice((-1, 1)) * random.randint(1, 6) for _ in range(3)] for _ in range(random.randint(1, 30))]
        assumed = [random.choice((-1, 1)) * number for number in random.sample(range(1, 9), 3)]
        with Solver(bootstrap_with=clauses) as own, solvers.Solver("m22", bootstrap_with=clauses) as other:
            assert own.solve() == other.solve() and own.get_status() == other.get_status()
            assert own.solve(assumptions=assumed) == other.solve(assumptions=assumed)
            assert (own.get_model() is None) == (other.get_model() is None)
            assert bool(own.get_core()) == bool(other.get_core())
            models = lambda solver: {frozenset(abs(literal) * (literal > 0) for literal in model) for model in solver.enum_models()}  # noqa: E731, E501
            assert len(list(own.enum_models([1]))) >= 0 and (models(own) == set()) == (models(other) == set())


def test_limits_and_mistakes():
    pairs = [(i, j) for i in range(12) for j in range(i)]
    holes = range(1, 12)
    hard = [[11 * i + h for h in holes] for i in range(12)] + [[-11 * i - h, -11 * j - h] for i, j in pairs for h in holes]
    with Solver("varisat", bootstrap_with=hard, use_timer=True, time_limit=0.3) as solver:
        assert solver.solve_limited() is None and solver.get_status() is None
        assert solver.get_model() is None and solver.get_core() is None
        assert solver.time() > 0 and solver.time_accum() == solver.time()
        with pytest.raises(cnfetti.Unknown):
            solver.solve()
        with pytest.raises(cnfetti.InputError, match="literals"):
            solver.append_formula([[5], [0]])
        assert solver.nof_clauses() == len(hard) and not solver.supports_atmost()
    with pytest.raises(cnfetti.InputError, match="deleted"):
        solver.solve()
    # What is kept has a new limit for each question, and can be asked after a limit.
    with Solver("batsat", bootstrap_with=[[999]], time_limit=0.3) as solver:
        assert solver.solve() and not solver.solve([-999])
        solver.append_formula([[998, *clause] for clause in hard])
        for _ in range(2):
            assert solver.solve_limited([-998]) is None and solver.solve([998])
    with pytest.raises(cnfetti.InputError, match="no solver called `glucose4`"):
        Solver("glucose4")
    with pytest.raises(cnfetti.InputError, match="solver"):
        Solver(7)
    with pytest.raises(TypeError, match="no option"):
        Solver(colour="blue")
    with Solver() as empty:
        assert empty.solve() and empty.get_model() == [] and list(empty.enum_models()) == [[]]
        assert empty.add_clause([], no_return=False) and not empty.solve() and empty.get_core() == []
