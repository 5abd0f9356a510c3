"""Objects can be pickled, copied, compared and printed, and a count can run on other processes."""

import concurrent.futures
import copy
import math
import os
import pickle
import shutil
import signal
import sys

import cnfetti
import pytest
from conftest import rounds


def again(value):
    return pickle.loads(pickle.dumps(value))


def square():
    model = cnfetti.Model("square")
    x = model.array("x", (3, 3), range(1, 10))
    model.add(cnfetti.all_different(x), cnfetti.sum(x, axis=0) == 15, cnfetti.sum(x, axis=1) == 15, note="it is magic")
    model.add(x[0, 0] + x[1, 1] + x[2, 2] == 15, sum(x[i, 2 - i] for i in range(3)) == 15)
    return model, x


def test_models_are_pickled_and_copied():
    model, x = square()
    other, y = again((model, x))
    assert int(other.count()) == 8 and other.to_xcsp3() == model.to_xcsp3()
    other.add(y[0, 0] == 2)
    assert (int(other.count()), int(model.count())) == (2, 8)
    for make in (copy.copy, copy.deepcopy):
        third = make(model)
        third.add(x[0, 0] == 2)
        added = third.int("more", range(2))
        assert (int(third.count()), int(model.count())) == (4, 8)
        model.add(added == 1)
        with pytest.raises(cnfetti.InputError, match="another model"):
            model.count()
        del model._constraints[-1]
    long = cnfetti.Model()
    bits = long.array("b", 1_500, range(2))
    long.add(sum(bits) == 1)
    assert int(again(long).count()) == 1_500


def test_answers_are_pickled():
    model, x = square()
    problem = model.problem().with_board({"x": [[2, None, None], [None] * 3, [None] * 3]})
    assert int(again(problem).count()) == int(problem.count()) == 2 and again(problem) == problem != model.problem()
    projected = model.problem().counted_over(x[0])
    assert int(again(projected).count()) == int(projected.count()) == 8
    solutions = again(model.solutions().all())
    assert len(solutions) == 8 and solutions.complete and solutions[0] in list(model.solutions())
    solution = again(model.solve())
    assert solution.check() and solution == model.solve() and "┬" in str(solution)
    count = again(model.count())
    assert count == 8 and repr(count) == repr(model.count())
    formula = again(model.encode(domain="order"))
    assert formula == model.encode(domain="order") and int(formula.count()) == 8 and formula.decode(formula.solve()).check()
    plain = again(cnfetti.Formula([[1, -2]], variables=4, shown=[1, 2]))
    assert (plain.num_variables, plain.shown, int(plain.count())) == (4, [1, 2], 3)
    assert int(again(cnfetti.loads("p cnf 2 1\n1 2 0\n")).count()) == 3
    pips = again(cnfetti.load("instances/pips/pips1.toml"))
    assert pips.kind == "pips" and pips.unique() and again(pips.unique()).verdict == "unique"
    error = again(cnfetti.Unknown("no", limit="time"))
    assert error.limit == "time" and str(error) == "no"


def test_counts_are_numbers():
    model = cnfetti.Model()
    model.array("x", 5_000, range(10))
    count = model.count()
    assert count == 10**5_000 and count > 10**4_999 and count >= count and not count < 5 and count <= 10**5_000
    assert str(count) == "1" + "0" * 5_000 and repr(count).startswith("Count(exact=True, solutions=10000")
    assert f"{count:,}".startswith("100,000,000") and len(f"{count:_}") == 5_001 + 1_666 and f"{count:d}" == str(count)
    assert count + 1 - 10**5_000 == 1 and sum([count, count]) == 2 * count and count // 10**4_999 == 10 and 7 - (0 * count) == 7
    few = cnfetti.count_cnf([[1, 2]])
    assert (f"{few:>5}", f"{few}", few * 2, 6 / few, few / 2, few % 2, 1.5 < few, few == 3.0) == ("    3", "3", 6, 2, 1.5, 1, True, True)
    assert math.log10(few) == math.log10(3) and sorted([few, 1]) == [1, 3]
    bound = cnfetti.load("instances/seating/waiting-room.toml").count(time_limit=0)
    assert bound >= 0 and not bound < 0 and str(bound) == "at least 0" and f"{bound}" == "at least 0"
    for ask in (lambda: bound < 5, lambda: bound == 5, lambda: bound + 1, lambda: f"{bound:,}"):
        with pytest.raises(cnfetti.Unknown):
            ask()


def test_solutions_are_a_table():
    pandas = pytest.importorskip("pandas")
    model = cnfetti.Model()
    x = model.array("x", 2, range(2))
    model.add(x[0] != x[1])
    table = model.solutions().all().to_pandas()
    expected = pandas.DataFrame({"x[0]": [0, 1], "x[1]": [1, 0]})
    assert table.sort_values("x[0]").reset_index(drop=True).equals(expected)


def derangements(number=16):
    """Permutations without fixed points, and how many they are, by the recurrence."""
    model = cnfetti.Model()
    x = model.array("x", number, range(number))
    model.add(cnfetti.all_different(x), (x[i] != i for i in range(number)))
    before, last = 1, 0
    for i in range(2, number + 1):
        before, last = last, (i - 1) * (before + last)
    return model, last


@pytest.mark.parametrize("pool", [concurrent.futures.ThreadPoolExecutor, concurrent.futures.ProcessPoolExecutor])
def test_an_executor_counts(pool):
    with pool(2) as executor:
        large, expected = derangements()
        count = large.count(executor=executor)
        assert int(count) == expected and count.parts >= 4 and count.checked_by is None
        model, x = square()
        assert int(model.count(executor=executor)) == 8
        assert list(cnfetti.in_parallel(int, ["1", "2"] * 40, executor=executor)) == [1, 2] * 40
        limited = large.count(executor=executor, time_limit=0)
        assert not limited.exact and limited.limit == "time"
        for wrong in (lambda: model.problem().counted_over(x[0]).count(executor=executor),
                      lambda: model.count(executor=3), lambda: model.count(executor=executor, engine="blocking")):
            with pytest.raises(cnfetti.InputError):
                wrong()
        model.minimize(x[0, 0])
        with pytest.raises(cnfetti.InputError, match="objective"):
            model.count(executor=executor)
        assert int(model.problem().ignoring_objective().count(executor=executor)) == 8


class Losing(concurrent.futures.ThreadPoolExecutor):
    """Loses every third part; ``wrong`` returns another part's result instead."""

    def __init__(self, wrong=False):
        super().__init__(2)
        self.asked, self.kept, self.wrong = 0, None, wrong

    def submit(self, question, *arguments):
        self.asked += 1
        if self.asked % 3 or (self.wrong and self.kept is None):
            self.kept = super().submit(question, *arguments)
            return self.kept
        if self.wrong:
            return self.kept
        return super().submit(lost)


def lost():
    raise ConnectionError("the worker is gone")


def test_lost_parts_are_counted_again():
    model, expected = derangements()
    with Losing() as executor:
        count = model.count(executor=executor)
        assert int(count) == expected and executor.asked > count.parts
    with Losing(wrong=True) as executor, pytest.raises(cnfetti.CnfettiError):
        model.count(executor=executor)


def die(number, part, options):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_does_no_harm():
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        executor.submit(die, 0, b"", {})
        model, expected = derangements()
        with pytest.warns(RuntimeWarning, match="broken"):
            assert int(model.count(executor=executor)) == expected


def exported(model, path, **options):
    model.export(path, **options)
    return cnfetti.load(path)


def test_models_are_exported(tmp_path):
    model, x = square()
    for ending in (".xml", ".cnf"):
        assert int(exported(model, tmp_path / f"square{ending}").count()) == 8
    assert int(exported(model, tmp_path / "square.opb", domain="order").count()) == 8
    for wrong, error in (("square.xml", cnfetti.FileError), ("square.pdf", cnfetti.InputError)):
        with pytest.raises(error):
            model.export(tmp_path / wrong)
    model.add(x[0, 0] == 2)
    assert int(exported(model, tmp_path / "square.xml", overwrite=True).count()) == 2


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="there is no minizinc")
def test_models_are_exported_to_minizinc(tmp_path):
    """MiniZinc compiles the text, and the count is that of the model itself, whose own oracle is brute force."""
    from test_random_models import Drawer

    decided = 0
    for random in rounds(70, 8):
        model = cnfetti.Model()
        x = model.array("x", (2, 2), range(3))
        y = model.int("y", [-1, 0, 2])
        drawer = Drawer(random, ["a", "b", "c"])
        at = {"a": x[0, 1], "b": y, "c": x[1, 0]}
        try:
            model.add(drawer.truth(2)(at), drawer.truth(1)(at))
        except ZeroDivisionError:
            continue
        flat = list(x.flat)
        every = [
            cnfetti.all_different(flat, apart_from=[0]), cnfetti.all_different(flat[:2]), cnfetti.all_equal(flat[:2]),
            cnfetti.increasing(flat), cnfetti.decreasing(flat[:2], strictly=True), cnfetti.lex(flat[:2], flat[2:]),
            cnfetti.lex(flat[:2], flat[2:], strictly=True), cnfetti.table(flat[:2], [(0, None), (1, 2)]),
            cnfetti.table([y], [[0], [2]]), cnfetti.forbidden(flat[2:], [(0, 0), (None, 2)]),
            cnfetti.cardinality(flat, {0: 1, 1: (0, 2)}), cnfetti.cardinality(flat, {0: x[0, 0], 2: (0, 4)}, closed=True),
            cnfetti.inverse(flat[:3], flat[1:]), cnfetti.circuit(flat[:3]), cnfetti.precedence(flat, [0, 1]),
            cnfetti.cumulative(flat[:2], flat[2:], [1, 2], 2), cnfetti.no_overlap(flat[:2], flat[2:]),
            cnfetti.bin_packing(flat, [1, 2, 1, 1], 3),
        ]  # fmt: skip
        model.add(random.sample(every, random.randint(0, 2)))
        path = tmp_path / f"{decided}.mzn"
        try:
            expected = int(model.count())
            found = int(exported(model, path).count())
        except cnfetti.InputError as error:
            assert "62 bits" in str(error) or "bounds" in str(error) or "values" in str(error), error
            continue
        assert found == expected, path.read_text()
        decided += 1
    assert decided > 3
