"""Questions about files, compared with the command line in the package."""

import bz2
import gzip
import itertools
import json
import lzma
import pathlib
import subprocess
import sys
import time

import cnfetti
import pytest

FILES = [
    "instances/dice/labeled-dice.toml",
    "instances/signs/leepf-open.toml",
    "instances/pips/pips1.toml",
    "instances/models/two_and_two.xml",
    "instances/models/delivery.opb",
    "instances/models/ring.fzn",
    "instances/kinds/sudoku.toml",
]


def command(*words, stdin=None):
    done = subprocess.run([sys.executable, "-m", "cnfetti", *words], input=stdin, capture_output=True, text=True)
    return done


def said(*words):
    return json.loads(command(*words, "--json").stdout.splitlines()[0])


@pytest.mark.parametrize("file", FILES)
def test_answers_are_those_of_the_command(file, tmp_path):
    problem = cnfetti.load(file)
    line, count = said("count", file), problem.count()
    assert line["solutions"] == str(int(count)) and line["classes"] == str(count.classes)
    assert line["checked_by"] == count.checked_by and line["engine"] == count.by
    assert line.get("grids") == (None if count.grids is None else str(count.grids))

    line, solution = said("solve", file), problem.solve()
    assert line.get("objective") == solution.objective
    assert set(line["solution"]) == set(solution)
    assert problem.check(line["solution"]) and problem.check(solution) and problem.check(json.dumps(dict(solution)))
    assert command("check", file, json.dumps(dict(solution))).returncode == 0

    line, found = said("candidates", file), problem.candidates()
    expected = {name: {int(v): int(n) for v, n in values.items()} for name, values in line["candidates"].items()}
    assert {name: found[name] for name in expected} == expected

    assert said("solve", "--unique", file)["verdict"] == problem.unique().verdict
    explained = problem.explain()
    steps = said("explain", file)["steps"]
    assert ["\n  ".join([step["text"], *step["course"]]) for step in steps] == explained.sentences
    assert explained.hardest == said("explain", file)["difficulty"]["hardest"]
    assert said("clues", file)["redundant"] == problem.clues().redundant

    formula = problem.encode(at_most_one="ladder")
    assert formula.to_text() == command("encode", "--at-most-one", "ladder", file).stdout
    assert int(formula.count()) == int(count)
    samples = command("solve", "--sample", "3", "--seed", "5", "--json", file).stdout.splitlines()
    assert [json.loads(line)["solution"] for line in samples] == [dict(one) for one in problem.sample(3, seed=5)]
    svg = solution.svg("dark")
    assert svg.startswith("<svg") and svg != problem.svg("dark")
    assert command("draw", file).stdout.startswith(problem.draw().rstrip("\n").split("\n")[0])


def test_solutions_are_listed_once():
    problem = cnfetti.load("instances/signs/leepf-open.toml")
    count = int(problem.count())
    listed = problem.solutions().all()
    assert len(listed) == len(set(listed)) == count and listed.complete and listed.checked_by
    few = problem.solutions(limit=2).all()
    assert len(few) == 2 and not few.complete and set(few) < set(listed)
    assert [one for one in few] == list(few[:]) and few[-1] in listed
    assert all(set(one.variables) == set(problem.variables) for one in listed)


def test_boards_can_be_half_filled():
    problem = cnfetti.load("instances/signs/leepf-open.toml")
    solutions = problem.solutions(limit=None).all()
    row = solutions[0]["board"][0]
    part = {"board": [row] + [[None] * len(row) for _ in solutions[0]["board"][1:]]}
    assert int(problem.with_board(part).count()) == sum(one["board"][0] == row for one in solutions)
    with pytest.raises(cnfetti.InputError):
        problem.with_board({"board": [[99]]})


def test_steps_may_rest_on_it_that_there_is_one_solution():
    rows = ["060802030", "030107060", "200000001", "301906502", "040080010", "070020080", "000764000", "014000690", "0" * 9]
    sudoku = 'kind = "sudoku"\nnumber = """\n{}\n"""\n'
    board = ["".join(digit.replace("0", ".") + " " for digit in row) for row in rows]
    problem = cnfetti.loads(sudoku.format("\n".join(board)))
    rests = [any("With only one solution" in sentence for sentence in problem.explain(unique_is_given=given))
             for given in (False, True)]
    assert rests == [False, True]
    several = cnfetti.loads(sudoku.format("\n".join([*board[:3], *[". " * 9] * 6])))
    with pytest.raises(cnfetti.InputError):
        several.explain(unique_is_given=True)


def test_certificates_hold(tmp_path):
    problem = cnfetti.load("instances/dice/labeled-dice.toml")
    made = problem.certify(tmp_path / "certificate")
    assert made.solutions == int(problem.count()) and made.listed
    assert "verified" in json.dumps(said("certify", "--verify", str(tmp_path / "certificate")))
    with pytest.raises(cnfetti.FileError, match="; replace=True replaces a certificate"):
        problem.certify(tmp_path / "certificate")
    problem.certify(tmp_path / "certificate", replace=True)
    model = cnfetti.Model()
    x = model.array("x", 4, range(4))
    model.add(cnfetti.all_different(x))
    made = model.certify(tmp_path / "model", listed=0)
    assert made.solutions == 24 and not made.listed
    assert command("certify", "--verify", str(tmp_path / "model")).returncode == 0


def test_projections_and_objectives():
    model = cnfetti.Model()
    x, y = model.int("x", range(4)), model.int("y", range(4))
    model.add(x <= y)
    assert int(model.count()) == 10
    assert int(model.problem().counted_over([x]).count()) == 4
    model.maximize(x * y)
    assert model.solve() == {"x": 3, "y": 3} and model.solve().objective == 9
    assert int(model.problem().ignoring_objective().count()) == 10
    wrong = model.check({"x": 1, "y": 3})
    assert not wrong and wrong.broken == "the objective is 3, and 9 is possible"


def test_generated_puzzles_are_unique():
    puzzle = cnfetti.generate("sudoku", seed=3)
    assert puzzle.unique() and puzzle.to_text() == cnfetti.generate("sudoku", seed=3).to_text()
    with pytest.raises(cnfetti.InputError, match="expected one of"):
        cnfetti.generate("chess")


def test_solutions_are_asked_for_variables_and_arrays():
    m = cnfetti.Model()
    x, y = m.array("x", (2, 3), range(6)), m.int("y", range(3))
    m.add(cnfetti.all_different(x.flat), x[0][0] < y)
    found = m.solve()
    assert found[x] == found["x"] == [[found[x[row][column]] for column in range(3)] for row in range(2)]
    assert found[x[1]] == found["x"][1] and found[y] == found["y"] and found.get(x) == found["x"]


def test_packed_files_and_weighted_clauses_are_loaded(tmp_path):
    text = pathlib.Path("instances/models/holiday.wcnf").read_bytes()
    for module in (bz2, gzip, lzma):
        file = tmp_path / "packed"
        file.write_bytes(module.compress(text))
        problem = cnfetti.load(file)
        assert problem.solve().objective == 4 and problem.ignoring_objective().count() == 12
        file.write_bytes(module.compress(text)[:-20])
        with pytest.raises(cnfetti.FileError, match="is the file cut off"):
            cnfetti.load(file)


def test_solutions_draw_themselves():
    solution = cnfetti.load("instances/pips/pips1.toml").solve()
    assert str(solution) == command("solve", "instances/pips/pips1.toml").stdout
    assert solution._repr_svg_().startswith("<svg")
    assert repr(solution).startswith("Solution({'board': [[3, 0")
    assert hash(solution) == hash(cnfetti.load("instances/pips/pips1.toml").solve())


def test_big_numbers_are_ints():
    count = cnfetti.count_cnf([], variables=500)
    assert int(count) == 2**500 and str(count) == str(2**500)
    model = cnfetti.Model()
    model.array("x", 300, range(10))
    assert int(model.count(engine="exact")) == 10**300


def test_nothing_is_printed(capfd):
    problem = cnfetti.load("instances/pips/pips1.toml")
    problem.count(), problem.explain(), problem.clues(), problem.compare(["auto"]), problem.solve(solver="batsat")
    assert capfd.readouterr() == ("", "")


def test_compare_is_a_table():
    problem = cnfetti.load("instances/pips/pips1.toml")
    table = cnfetti.compare(problem, encodings=["auto", "pairwise", "product"], solvers=["varisat", "batsat"])
    assert len(table) == 6 and table.agreed and {row["solver"] for row in table} == {"varisat", "batsat"}
    assert all(row["solutions"] == 1 and row["exact"] for row in table)
    assert str(table).splitlines()[0].startswith("encodings") and "<table>" in table._repr_html_()
    pandas = pytest.importorskip("pandas")
    assert isinstance(table.to_pandas(), pandas.DataFrame) and len(table.to_pandas()) == 6


def test_the_command_is_in_the_package():
    done = command("--version")
    assert done.stdout.split() == ["cnfetti", cnfetti.__version__]
    assert command("count", "nothing.toml").returncode == 1
    assert command("count", "--nonsense").returncode == 2
    assert command("count", "-", stdin="+1 x1 +1 x2 >= 1 ;").stdout == "-: 3 solutions\n"


def test_nothing_asked_means_no_answer():
    hall = cnfetti.load("instances/seating/waiting-room.toml")
    count = hall.count(time_limit=0)
    assert not count.exact and count.limit == "time" and count.checked_by is None
    for ask in (lambda: int(count), lambda: hall.solve(time_limit=0), lambda: bool(hall.unique(time_limit=0)),
                lambda: hall.sample(time_limit=0), lambda: count == 7):
        with pytest.raises(cnfetti.Unknown) as caught:
            ask()
        assert caught.value.limit == "time"
    assert hall.unique(time_limit=0).verdict == "unknown"
    assert not hall.solutions(5, time_limit=0).all().complete
    memory = cnfetti.load("instances/seating/cheating-linguists.toml").count(engine="exact", memory_limit=1000)
    assert memory.limit == "memory" and not memory.exact


def test_a_time_limit_holds_while_large_tables_are_read():
    # Pairs of disjoint or touching triples of a Steiner system: to read all tables takes ten times as long.
    size = 7
    triples = list(itertools.permutations(range(1, size + 1), 3))
    rows = [one + other for one in triples for other in triples if len({*one} & {*other}) <= 1]
    assert len(rows) == 27_720
    model = cnfetti.Model()
    x = model.array("x", (7, 3), range(1, size + 1))
    model.add([cnfetti.table([*one, *other], rows) for one, other in itertools.combinations(x, 2)])
    problem = model.problem()
    for ask in (problem.count, problem.candidates):
        began = time.process_time()
        assert ask(time_limit=0.3).limit == "time"
        assert time.process_time() - began < 2
