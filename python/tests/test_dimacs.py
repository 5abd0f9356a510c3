"""DIMACS formulas as problems."""

import bz2
import gzip
import itertools
import json
import lzma

import cnfetti
import pytest
from conftest import rounds
from test_problem import command


def draw(random):
    """A formula as text, its number of variables, its clauses, and the shown variables."""
    variables = random.randint(0, 5)
    literals = [sign * number for number in range(1, variables + 1) for sign in (1, -1)]
    # Literals may repeat and come with their opposites, and clauses may be empty, which is rare.
    number = random.randint(0, 7) if literals else random.randint(0, 1)
    clauses = [random.choices(literals, k=random.randint(0 if random.random() < 0.1 else 1, 4)) if literals else []
               for _ in range(number)]  # fmt: skip
    shown = None
    if variables and random.random() < 0.4:
        shown = sorted(random.sample(range(1, variables + 1), random.randint(1, variables)))
    lines = [f"p cnf {variables} {len(clauses)}", *[" ".join(map(str, [*clause, 0])) for clause in clauses]]
    if shown:
        lines.insert(1, f"c p show {' '.join(map(str, shown))} 0")
    return "\n".join([*lines, ""]), variables, clauses, shown


def models(variables, clauses, shown):
    """The different values of the shown variables in models, by trying all."""
    found = set()
    for values in itertools.product((0, 1), repeat=variables):
        holds = lambda literal: values[abs(literal) - 1] == (literal > 0)  # noqa: E731
        if all(any(map(holds, clause)) for clause in clauses):
            found.add(tuple(values[number - 1] for number in shown or range(1, variables + 1)))
    return found


def test_answers_are_those_of_brute_force():
    kinds = set()
    for random in rounds(72):
        text, variables, clauses, shown = draw(random)
        expected = models(variables, clauses, shown)
        kinds |= {min(len(expected), 2), ("shown", shown is not None), ("empty", [] in clauses)}
        problem = cnfetti.loads(text)
        of = lambda one: tuple(one.variables[f"x{number}"] for number in shown or range(1, variables + 1))  # noqa: E731
        assert int(problem.count()) == len(expected), text
        assert int(problem.count(engine="exact")) == len(expected), text
        listed = problem.solutions().all()
        assert listed.complete and sorted(map(of, listed)) == sorted(expected), text
        solution = problem.solve()
        assert (solution is None) == (not expected) and (solution is None or of(solution) in expected), text
        assert problem.unique().verdict == ["none", "unique", "several"][min(len(expected), 2)], text
        sample = problem.sample(3, seed=1)
        assert len(sample) == (3 if expected else 0) and all(of(one) in expected for one in sample), text
        assert int(problem.encode().count()) == len(expected), text
        assert problem.formula.clauses == clauses and cnfetti.loads(problem.to_text()).formula.clauses == clauses
    assert kinds >= {0, 1, 2, ("shown", True), ("shown", False), ("empty", True)}


def test_files_are_read_as_the_command_line_reads_them(tmp_path):
    file = "instances/formulas/pigeons.cnf"
    problem = cnfetti.load(file)
    assert problem.kind == "cnf" and "cnf" in repr(problem)
    assert str(problem.count()) == json.loads(command("count", "--json", file).stdout)["solutions"] == "0"
    assert problem.solve() is None and not problem.unique()
    assert problem.explain().has_solution is False
    # By its name, and by its content.
    for name in ("some.CNF", "some.txt"):
        path = tmp_path / name
        path.write_text("c by hand\np cnf 2 1\n1 2 0\n")
        assert int(cnfetti.load(path).count()) == 3
    problem = cnfetti.load(path)
    assert int(problem.with_board({"x1": 0}).count()) == 1 and int(problem.counted_over(["x2"]).count()) == 2
    assert problem.check({"x1": 0, "x2": 1}) and not problem.check({"x1": 0, "x2": 0})
    assert problem.encode().clauses == [[1, 2]]


def test_mistakes_are_told_with_their_place(tmp_path):
    file = tmp_path / "bad.cnf"
    file.write_text("p cnf 2 1\n1 x 0\n")
    with pytest.raises(cnfetti.InputError) as caught:
        cnfetti.load(file)
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(file), 2, 3)
    with pytest.raises(cnfetti.InputError, match="shows the variable 7"):
        cnfetti.loads("p cnf 2 1\nc p show 7 0\n1 2 0\n")
    weighted = cnfetti.loads("p wcnf 2 1 3\n1 1 2 0\n")
    assert weighted.kind == "model" and weighted.solve().objective == 0
    with pytest.raises(cnfetti.InputError):
        cnfetti.loads("p wcnf 2 2 3\n1 1 2 0\n")
    with pytest.raises(cnfetti.InputError):
        cnfetti.loads("no formula at all", name="mine.cnf")
    with pytest.raises(cnfetti.FileError):
        cnfetti.load(tmp_path / "nowhere.cnf")
    with pytest.raises(cnfetti.InputError, match="dimacs"):
        cnfetti.loads("p cnf 2 1\n1 2 0\n").to_text("toml")
    problem = cnfetti.loads("p cnf 2 1\n1 2 0\n")
    for ask in (lambda: problem.certify(tmp_path / "there"), lambda: problem.compare(["auto"])):
        with pytest.raises(cnfetti.InputError, match="a formula"):
            ask()
    with pytest.raises(cnfetti.InputError, match="dimacs"):
        problem.encode(language="opb")
    with pytest.raises(cnfetti.InputError, match="x3"):
        problem.explain("x3")


def test_packed_formulas_are_told_by_what_is_in_them(tmp_path):
    text = b"c by hand\np cnf 3 2\n1 2 0\n-1 3 0\n"
    for module in (bz2, gzip, lzma):
        for name in ("formula", "formula.cnf.xz"):
            file = tmp_path / name
            file.write_bytes(module.compress(text))
            assert int(cnfetti.load(file).count()) == int(cnfetti.Formula.read(file).count()) == 4
    file.write_bytes(gzip.compress(text)[:-9])
    with pytest.raises(cnfetti.FileError, match="is the file cut off"):
        cnfetti.load(file)
