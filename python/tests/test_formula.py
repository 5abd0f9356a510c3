"""Formulas and encodings, compared with brute force."""

import itertools

import cnfetti
import pytest
from conftest import rounds
from cnfetti import encodings


def models(clauses, variables):
    """All models, by brute force."""
    for values in itertools.product([False, True], repeat=variables):
        true = {n if value else -n for n, value in enumerate(values, 1)}
        if all(any(literal in true for literal in clause) for clause in clauses):
            yield values


def extensions(clauses, top, inputs):
    """For each assignment to the inputs, the number of models that extend it."""
    found = dict.fromkeys(itertools.product([False, True], repeat=inputs), 0)
    for values in models(clauses, top):
        found[values[:inputs]] += 1
    return found


def test_models_are_counted():
    for random in rounds(11):
        variables = random.randint(1, 7)
        clauses = [
            [random.choice([-1, 1]) * random.randint(1, variables) for _ in range(random.randint(0 if random.random() < 0.05 else 1, 4))]
            for _ in range(random.randint(0, 12))
        ]
        expected = list(models(clauses, variables))
        count = cnfetti.count_cnf(clauses, variables=variables)
        assert int(count) == len(expected) and count.checked_by, clauses
        shown = random.sample(range(1, variables + 1), random.randint(1, variables))
        projected = {tuple(values[n - 1] for n in shown) for values in expected}
        assert int(cnfetti.count_cnf(clauses, projection=shown, variables=variables)) == len(projected)
        formula = cnfetti.Formula(clauses, variables=variables, shown=shown)
        again = cnfetti.Formula.reads(formula.to_text())
        assert (again.clauses, sorted(again.shown)) == (formula.clauses, sorted(shown))


def literals(random, number):
    return [random.choice([-1, 1]) * n for n in range(1, number + 1)]


@pytest.mark.parametrize("family", ["at_most_one", "cardinality", "linear"])
def test_encodings_have_one_model_for_each_solution(family):
    names = encodings.names()[family]
    seen = set()
    for random in rounds(12, 200):
        name = random.choice(names)
        number = random.randint(1, 5)
        lits = literals(random, number)
        condition = random.choice([None, number + 1, -number - 1])
        inputs = number + (condition is not None)
        true = lambda values, literal: values[abs(literal) - 1] == (literal > 0)  # noqa: E731
        if family == "at_most_one":
            made = encodings.at_most_one(lits, name, top=inputs, condition=condition)
            holds = lambda values: sum(true(values, lit) for lit in lits) <= 1  # noqa: E731
        elif family == "cardinality":
            relation, bound = random.choice(["at_most", "at_least", "exactly"]), random.randint(0, number + 1)
            made = getattr(encodings, relation)(lits, bound, name, top=inputs, condition=condition)
            compare = {"at_most": int.__le__, "at_least": int.__ge__, "exactly": int.__eq__}[relation]
            holds = lambda values: compare(sum(true(values, lit) for lit in lits), bound)  # noqa: E731
        else:
            relation, bound = random.choice(["<=", ">=", "=="]), random.randint(-6, 9)
            weights = [random.randint(-4, 5) for _ in lits]
            made = encodings.linear(weights, lits, relation, bound, name, top=inputs, condition=condition)
            compare = {"<=": int.__le__, ">=": int.__ge__, "==": int.__eq__}[relation]
            holds = lambda values: compare(  # noqa: E731
                sum(w for w, lit in zip(weights, lits) if true(values, lit)), bound
            )
        if made.top > 16:
            continue
        seen.add(name)
        for values, number_of in extensions(made.clauses, made.top, inputs).items():
            expected = holds(values) or (condition is not None and not true(values, condition))
            assert number_of == int(expected), (family, name, lits, made)
    assert seen == set(names), set(names) - seen


def test_arrays_are_the_clauses():
    numpy = pytest.importorskip("numpy")
    formula = cnfetti.load("instances/pips/pips1.toml").encode()
    found, starts = formula.arrays()
    assert found.dtype == numpy.int32 and len(starts) == formula.num_clauses + 1
    assert [found[a:b].tolist() for a, b in zip(starts, starts[1:])] == formula.clauses
    again = cnfetti.Formula(numpy.array([[1, -2], [2, 3]], dtype=numpy.int32))
    assert again.clauses == [[1, -2], [2, 3]]


def test_cardinality_constraints_of_pysat_are_encoded():
    formula = pytest.importorskip("pysat.formula")
    cnf = formula.CNFPlus()
    cnf.extend([[1, 2, 3]])
    cnf.append([[1, 2, 3], 1], is_atmost=True)
    assert int(cnfetti.Formula.from_pysat(cnf).count()) == 3
    cnf.append([[-3, -4], 1], is_atmost=True)
    rows = itertools.product((0, 1), repeat=4)
    expected = sum(any(row[:3]) and sum(row[:3]) <= 1 and 2 - row[2] - row[3] <= 1 for row in rows)
    assert int(cnfetti.Formula.from_pysat(cnf).count()) == expected


def test_models_are_decoded():
    problem = cnfetti.load("instances/signs/leepf.toml")
    formula = problem.encode()
    by_name = {name: number for number, name in formula.variables.items()}
    assert len(by_name) == len(formula.variables) > 0
    pysat = pytest.importorskip("pysat.solvers")
    with pysat.Solver("cadical153", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        model = solver.get_model()
    assert formula.decode(model) == problem.solve()
    with pytest.raises(cnfetti.InputError, match="no model"):
        formula.decode([-literal for literal in model])
    with pytest.raises(cnfetti.InputError, match="no literal of the variable"):
        formula.decode(model[:-1])
    with pytest.raises(cnfetti.InputError, match="has both"):
        formula.decode([*model, -model[0]])


def test_files_are_written_whole(tmp_path):
    formula = cnfetti.load("instances/pips/pips1.toml").encode()
    formula.write(tmp_path / "x.cnf")
    assert cnfetti.Formula.read(tmp_path / "x.cnf").clauses == formula.clauses
    formula.write(tmp_path / "x.cnf")
    (tmp_path / "mine.cnf").write_text("c mine\np cnf 1 1\n1 0\n")
    with pytest.raises(cnfetti.FileError, match="overwrite=True"):
        formula.write(tmp_path / "mine.cnf")
    assert (tmp_path / "mine.cnf").read_text().startswith("c mine")
    formula.write(tmp_path / "mine.cnf", overwrite=True)
    with pytest.raises(cnfetti.FileError):
        formula.write(tmp_path / "nowhere" / "x.cnf")
    with pytest.raises(cnfetti.InputError) as caught:
        cnfetti.Formula.reads("p cnf 2 2\n1 2 0\n1 x 0\n")
    assert (caught.value.line, caught.value.column) == (3, 3)
    with pytest.raises(cnfetti.InputError, match="cut off"):
        cnfetti.Formula.reads("p cnf 2 2\n1 2 0\n")
