"""cnfetti as a solver of CPMpy: compared with brute force in Python, and with CPMpy's default solver."""

import itertools

import pytest

cp = pytest.importorskip("cpmpy")

import cnfetti.cpmpy  # noqa: E402
from cpmpy.expressions.globalconstraints import NoOverlapOptional  # noqa: E402
from cpmpy.expressions.utils import argval  # noqa: E402
from conftest import rounds  # noqa: E402

cnfetti.cpmpy.register()


def test_it_is_registered_once():
    cnfetti.cpmpy.register()
    names = [name for name, _ in cp.SolverLookup.base_solvers()]
    assert names.count("cnfetti") == 1 and names[0] == "ortools"


def brute(constraints, variables):
    """All solutions by brute force, with CPMpy's own values of expressions."""
    found = []
    for values in itertools.product(*(range(v.lb, v.ub + 1) for v in variables)):
        for variable, value in zip(variables, values):
            variable._value = bool(value) if variable.is_bool() else value
        if all(argval(c) for c in constraints):
            found.append(values)
    return found


def optional_tasks(x, b):
    """Tasks, one of which may last less than 0."""
    return NoOverlapOptional([x[0], x[1], 0], [x[2], 2, x[0]], None, [b[0], b[1], True])


def draw(random, x, b):
    """A constraint of any sort."""
    some = [x[i] for i in sorted(random.sample(range(len(x)), random.randint(2, len(x))))]
    k = random.randint(-1, 3)
    numbers = [
        lambda: cp.sum(some), lambda: cp.max(some), lambda: cp.min(some), lambda: abs(some[0] - some[1]),
        lambda: some[0] * some[1], lambda: some[0] // (some[1] + 3), lambda: some[0] // some[1],
        lambda: some[0] % some[1], lambda: some[0] % 2, lambda: some[0] ** 2, lambda: cp.Count(some, k),
        lambda: cp.NValue(some), lambda: cp.Element(some, x[-1]), lambda: cp.Among(some, [0, 2]),
        lambda: 3 * some[0] - 2 * some[1] + b[0],
        lambda: some[0] - x[1] + 0 * (some[1] // some[0]), lambda: some[0] // some[1] - some[0] // some[1] + x[2],
        lambda: cp.NValueExcept(some, k), lambda: cp.NValueExcept([some[0] // some[1], *some], 1),
    ]
    comparisons = [lambda n: n == k, lambda n: n != k, lambda n: n < k, lambda n: n >= k]

    def number():
        return random.choice(numbers)()

    def compared(value):
        return random.choice(comparisons)(value)

    rule = random.choice([
        lambda: compared(number()),
        lambda: compared(cp.sum([2 * some[0], x[2], b[0], 0 * random.choice([some[0] % some[1], some[1] // some[0]])])),
        lambda: b[0].implies(compared(number())),
        lambda: b[0] == compared(number()),
        lambda: compared(number()) | compared(number()) | ~b[1],
        lambda: cp.any([compared(number()), b[1]]) & ~compared(number()),
        lambda: cp.Xor([compared(number()), b[0], b[1]]),
        lambda: cp.AllDifferent(some),
        lambda: cp.AllDifferentExcept0(some),
        lambda: cp.AllDifferentExceptN([*some, x[0] - b[1]], random.sample(range(-2, 4), 2)),
        lambda: cp.AllEqual(some),
        lambda: ~cp.AllEqual(some),
        lambda: cp.Increasing(some),
        lambda: cp.DecreasingStrict(some),
        lambda: cp.LexLess(some, some[::-1]),
        lambda: cp.Table(some, [[random.randint(-1, 2) for _ in some] for _ in range(4)]),
        lambda: cp.NegativeTable(some, [[random.randint(-1, 2) for _ in some] for _ in range(4)]),
        lambda: cp.ShortTable(some, [[random.choice([0, 1, "*"]) for _ in some] for _ in range(3)]),
        lambda: cp.Circuit(x),
        lambda: cp.Inverse(x, x[::-1]),
        lambda: cp.GlobalCardinalityCount(some, [0, 1], [x[0], 1], closed=random.random() < 0.5),
        lambda: cp.Precedence(some, [0, 1, 2]),
        lambda: cp.Cumulative(some, [1] * len(some), demand=[random.randint(0, 2) for _ in some], capacity=2),
        lambda: cp.NoOverlap(some, [random.randint(0, 2) for _ in some]),
        lambda: optional_tasks(x, b), lambda: b[0] == optional_tasks(x, b), lambda: ~optional_tasks(x, b),
        lambda: cp.InDomain(some[0], [-1, 1, 2]),
        lambda: cp.IfThenElse(b[0], compared(number()), compared(number())),
    ])()  # fmt: skip
    return random.choice([rule, rule, rule, b[0] == rule, ~rule, rule | ~b[1]])


def test_solutions_are_those_of_brute_force():
    for random in rounds(21):
        x, b = cp.intvar(random.randint(-1, 1), 2, shape=3), cp.boolvar(shape=2)
        variables = [*x, *b]
        constraints = [draw(random, x, b) for _ in range(random.randint(1, 2))]
        model = cp.Model(constraints)
        used = cp.transformations.get_variables.get_variables(constraints)
        expected = {
            tuple(v for v, variable in zip(values, variables) if variable in used)
            for values in brute(constraints, variables)
        }
        solver = cp.SolverLookup.get("cnfetti", model)
        assert int(solver.count()) == len(expected), constraints
        found = set()
        number = model.solveAll(
            solver="cnfetti", display=lambda: found.add(tuple(int(v.value()) for v in variables if v in used))
        )
        assert number == len(expected) and found == expected, constraints
        assert model.solve(solver="cnfetti") == bool(expected)
        if expected:
            assert all(argval(constraint) for constraint in constraints)


def test_objectives():
    for random in rounds(22, 60):
        x, b = cp.intvar(-1, 2, shape=3), cp.boolvar(shape=2)
        constraints = [draw(random, x, b) for _ in range(2)] + [cp.sum(x) <= 5]
        goal = random.choice([cp.sum(x) - 3 * b[0], cp.max(x) * 2 - x[0], x[0] * x[1], cp.NValue(x), x[0] - x[1]])
        values = []
        for _ in brute(constraints, [*x, *b]):
            pass
        for assignment in brute(constraints, [*x, *b]):
            for variable, value in zip([*x, *b], assignment):
                variable._value = bool(value) if variable.is_bool() else value
            values.append(argval(goal))
        model = cp.Model(constraints)
        model.maximize(goal) if random.random() < 0.5 else model.minimize(goal)
        best = (min if model.objective_is_min else max)(values, default=None)
        assert model.solve(solver="cnfetti") == bool(values)
        if values:
            assert model.objective_value() == best == goal.value()
            assert model.status().exitstatus.name == "OPTIMAL"
            assert int(cp.SolverLookup.get("cnfetti", model).count()) > 0


def test_assumptions_cores_and_hints():
    x = cp.intvar(0, 4, shape=3, name="x")
    a = cp.boolvar(shape=4, name="a")
    model = cp.Model(a[0].implies(x[0] > 2), a[1].implies(cp.sum(x) < 2), (~a[2]).implies(x[1] == 4), a[3] | True)
    solver = cp.SolverLookup.get("cnfetti", model)
    assert solver.solve(assumptions=[a[0], a[2]]) and a[0].value() and a[2].value() and x[0].value() > 2
    assert not solver.solve(assumptions=[a[3], a[0], a[1]])
    core = solver.get_core()
    assert set(core) <= {a[0], a[1], a[3]} and {a[0], a[1]} <= set(core)
    assert not solver.solve(assumptions=[a[1], ~a[2]])
    assert {str(one) for one in solver.get_core()} == {"a[1]", "~a[2]"}
    assert not solver.solve(assumptions=[a[0], ~a[0]]) and len(solver.get_core()) == 2
    solver.solution_hint(x, [3, 1, 2])
    assert solver.solve() and list(x.value()) == [3, 1, 2]
    solver.solution_hint([x[:2], [x[2]]], [[0, 1], [3]])
    assert solver.solve() and list(x.value()) == [0, 1, 3]
    for few in ([3, 1], [[3, 1]], [1, 2, 3, 4]):
        with pytest.raises(ValueError, match="value for each"):
            solver.solution_hint(x, few)
    solver.add(x[0] == 0)
    assert solver.solve() and x[0].value() == 0
    from cpmpy.tools.explain import mus

    soft = [x[0] > 2, x[0] + x[1] < 2, x[2] > 0, x[1] >= 0]
    assert set(mus(soft, solver="cnfetti")) == {soft[0], soft[1]}


def test_assumptions_and_hints_with_objectives():
    seen = set()
    for random in rounds(23, 60):
        x, b = cp.intvar(-1, 2, shape=3), cp.boolvar(shape=2)
        constraints = [draw(random, x, b) for _ in range(2)] + [cp.sum(x) <= 5, cp.sum(b) <= 2, (~b[0]) | (x[0] > 0)]
        goal = random.choice([cp.sum(x) - 3 * b[0], cp.max(x) * 2 - x[0], x[0] * x[1], x[0] - x[1] + b[1]])
        assumed = random.sample([b[0], b[1], ~b[0], ~b[1]], random.randint(0, 3))
        model = cp.Model(constraints)
        minimized = random.random() < 0.5
        model.minimize(goal) if minimized else model.maximize(goal)

        def best(rules):
            values = []
            for assignment in brute(rules, [*x, *b]):
                for variable, value in zip([*x, *b], assignment):
                    variable._value = bool(value) if variable.is_bool() else value
                values.append(argval(goal))
            return (min if minimized else max)(values, default=None)

        under, free = best(constraints + assumed), best(constraints)
        solver = cp.SolverLookup.get("cnfetti", model)
        for _ in range(2):  # Assumptions are forgotten, whatever the answer was.
            assert solver.solve(assumptions=assumed) == (under is not None)
            seen.add((under is not None, bool(assumed)))
            if under is None:
                core = solver.get_core()
                assert {str(one) for one in core} <= {str(one) for one in assumed}
                assert not brute([*constraints, *core], [*x, *b])
            else:
                assert solver.objective_value() == under == goal.value() and all(argval(one) for one in assumed)
                assert solver.status().exitstatus.name == "OPTIMAL"
            assert solver.solve() == (free is not None) and (free is None or solver.objective_value() == free)
            # Often a solution, and sometimes the best one.
            hint = [*(random.randint(-1, 2) for _ in x), *(random.random() < 0.5 for _ in b)]
            solver.solution_hint([*x, *b], random.choice([hint, *brute(constraints, [*x, *b])]))
            if free is not None:
                assert solver.solve() and solver.objective_value() == free == goal.value()
    assert seen >= {(True, True), (True, False), (False, True)}


def test_a_hint_is_the_answer_if_the_time_is_over():
    """A user with a solution gets that, or a better one."""
    x = cp.intvar(0, 60, shape=40)
    model = cp.Model([cp.AllDifferent(x)], maximize=cp.sum(x[i] * x[i + 1] for i in range(39)))
    solver = cp.SolverLookup.get("cnfetti", model)
    solver.solution_hint(x, list(range(40)))
    assert solver.solve(time_limit=6)
    assert solver.objective_value() >= sum(i * (i + 1) for i in range(39))
    assert solver.status().exitstatus.name in ("FEASIBLE", "OPTIMAL") and len(set(x.value())) == 40


def test_limits_and_limits_of_numbers():
    n = 30
    x = cp.intvar(0, n - 1, shape=n)
    model = cp.Model(cp.AllDifferent(x))
    count = cp.SolverLookup.get("cnfetti", model).count(time_limit=0.2)
    assert not count.exact and count.limit == "time"
    hard = cp.Model(cp.AllDifferent(cp.intvar(0, 11, shape=13) + 0))
    assert hard.solve(solver="cnfetti", time_limit=1e-6) is False
    assert hard.status().exitstatus.name == "UNKNOWN"
    with pytest.raises(cp.exceptions.NotSupportedError):
        cp.Model(cp.intvar(0, 2**40) == 3).solve(solver="cnfetti")
    with pytest.raises(cp.exceptions.NotSupportedError, match="whole"):
        cnfetti._cpmpy._whole(0.5)
    with pytest.raises(cp.exceptions.NotSupportedError):
        cp.Model(cp.intvar(0, 10**6) * cp.intvar(0, 10**6) * cp.intvar(0, 10**6) ** 3 == 3).solve(solver="cnfetti")


def test_wide_variables_that_others_define_are_counted():
    s, q = cp.intvar(1, 50, name="s"), cp.intvar(1, 3, name="q")
    for wide, rule, expected in [
        (100_000, lambda v: v == s * s * s, 46),
        (10**6, lambda v: v == s * s * s, 50),
        (10**6 - 1, lambda v: v == 5 * q, 3),
        (10**6, lambda v: (v == s * s) & (v > 5), 48),
    ]:
        model = cp.Model(rule(cp.intvar(1, wide)))
        assert model.solve(solver="cnfetti") and model.solveAll(solver="cnfetti") == expected
        assert int(cp.SolverLookup.get("cnfetti", model).count()) == expected


def test_explanations_and_the_native_model():
    x = cp.intvar(1, 3, shape=3, name="x")
    model = cp.Model(cp.AllDifferent(x), x[0] > 2)
    solver = cp.SolverLookup.get("cnfetti", model)
    assert solver.explain().has_solution
    assert isinstance(solver.native_model, cnfetti.Model) and "allDifferent" in solver.native_model.to_xcsp3()
    assert int(cp.SolverLookup.get("cnfetti:batsat", model).count()) == 2
    solver.native_model.int("own", range(5))
    assert int(solver.count()) == 2 and solver.solveAll() == 2
