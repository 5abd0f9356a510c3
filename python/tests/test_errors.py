"""Wrong input gives one clear error, with its place."""

import cnfetti
import pytest


def raised(ask, kind=cnfetti.InputError):
    with pytest.raises(kind) as caught:
        ask()
    return caught.value


def test_files_and_texts(tmp_path):
    error = raised(lambda: cnfetti.load("nowhere.toml"), cnfetti.FileError)
    assert str(error) == "nowhere.toml: No such file or directory" and error.errno == 2
    assert isinstance(error, OSError) and error.file == "nowhere.toml"
    file = tmp_path / "bad.toml"
    file.write_text('kind = "pips"\n\nbord = 3\n')
    error = raised(lambda: cnfetti.load(file))
    assert (error.file, error.line, error.column) == (str(file), 3, 1)
    assert str(error).startswith(f"{file}:3:1: unknown key `bord`")
    assert isinstance(error, ValueError) and isinstance(error, cnfetti.CnfettiError)
    error = raised(lambda: cnfetti.loads("<instance", name="mine.xml"))
    assert error.file == "mine.xml" and error.line == 1
    error = raised(lambda: cnfetti.loads('kind = "signs"\n[expect]\nsolutions = 3\n'))
    wrong = open("instances/pips/pips1.toml").read().replace("solutions = 1", "solutions = 2")
    assert "solutions = 2" in wrong
    error = raised(lambda: cnfetti.loads(wrong).count(), cnfetti.ExpectationError)
    assert "expects solutions = 2, found 1" in str(error)


def test_models():
    m = cnfetti.Model()
    x, y = m.int("x", range(5)), m.int("y", [1, 2])
    cases = [
        (lambda: m.int("x", range(3)), "already"),
        (lambda: m.int("2x", range(3)), "begins with a letter"),
        (lambda: m.int("z", []), "at least one value"),
        (lambda: m.int("z", ["a"]), "expected values"),
        (lambda: m.int("z", [2**40]), "32 bits"),
        (lambda: m.array("z", (0, 2), range(3)), "sizes from 1 on"),
        (lambda: m.array("z", (2**40,), range(3)), "at most 2000000"),
        (lambda: m.add(x + y), "found the number add"),
        (lambda: m.add("x < 3"), "expected a constraint"),
        (lambda: m.add(3), "expected a constraint"),
        (lambda: m.add((x + 1) & (y == 1)), "true or false"),
        (lambda: x + 1.5, "whole number"),
        (lambda: x == "a", "whole number"),
        (lambda: cnfetti.all_different(), "at least one"),
        (lambda: cnfetti.all_different(3), "list"),
        (lambda: cnfetti.table([x, y], [[1]]), "rows of 2"),
        (lambda: cnfetti.cardinality([x, y], {}), "how often"),
        (lambda: cnfetti.cardinality([x, y], {1: (3, 2)}), "the least and the most"),
        (lambda: (m.minimize(x), m.minimize(y)), "objective already"),
    ]
    for ask, said in cases:
        assert said in str(raised(ask)), said
    solution, candidates = m.solve(), m.candidates()
    for ask in (lambda: solution[None], lambda: 3 in solution, lambda: candidates.get(x < 3), lambda: cnfetti.compare("x"),
                lambda: m.explain(only=1.5), lambda: m.problem().counted_over(3), lambda: cnfetti.Formula.from_pysat([[1]])):
        assert "expected a" in str(raised(ask, TypeError)) or "not iterable" in str(raised(ask, TypeError))
    assert solution[x] == solution["x"] and list(candidates[x]) == [0]
    for ask in (lambda: bool(x < 3), lambda: 1 < x < 3, lambda: x and y, lambda: bool(cnfetti.all_different(x, y)),
                lambda: list(x)):
        raised(ask, TypeError)
    other = cnfetti.Model().int("x", range(3))
    m.add(other == 1)
    assert "another model" in str(raised(m.count))


def test_errors_in_a_model_name_the_constraint():
    m = cnfetti.Model()
    x, y = m.int("x", range(10**6)), m.int("y", range(10**6))
    m.add(x != y)
    m.add(x**9 * y**9 == 3)
    error = raised(m.count)
    assert "pow(x,9)" in str(error) and "62 bits" in str(error), error


def test_deep_and_large_expressions():
    m = cnfetti.Model()
    x = m.int("x", range(2))
    deep = x
    for _ in range(100_000):
        deep = abs(deep)
    m.add(deep == 1)
    assert "deep" in str(raised(m.count))
    doubled = x
    for _ in range(100):
        doubled = doubled + doubled
    m = cnfetti.Model()
    m.add(doubled == 0)
    assert "parts" in str(raised(m.count)) and "parts" in repr(doubled)
    m = cnfetti.Model()
    xs = m.array("x", 2_000, range(2))
    m.add(sum(xs) == 1_999)
    long = xs[0] == 1
    for x in xs:
        long = long | (x == 1)
    m.add(long)
    assert int(m.count()) == 2_000


def test_options():
    problem = cnfetti.load("instances/pips/pips1.toml")
    cases = [
        (lambda: problem.count(time_limit=-1), "time_limit"),
        (lambda: problem.count(time_limit=float("nan")), "time_limit"),
        (lambda: problem.count(threads=0), "threads"),
        (lambda: problem.count(time_limit="ten"), "expected a number of seconds, found 'ten'"),
        (lambda: problem.encode(domain=3), "name of an encoding"),
        (lambda: problem.solve(solver=3), "a name such as"),
        (lambda: problem.count(threads=-1), "threads"),
        (lambda: problem.count(memory_limit=-1), "memory_limit"),
        (lambda: problem.count(engine="fast"), "engine"),
        (lambda: problem.count(solver="best"), "no solver"),
        (lambda: problem.encode(at_most_one="best"), "no at_most_one encoding"),
        (lambda: problem.encode(language="latin"), "language"),
        (lambda: problem.svg("pink"), "theme"),
        (lambda: problem.explain("nothing"), "no variable"),
        (lambda: problem.explain(steps="few"), "steps"),
        (lambda: problem.solutions(limit=-1), "limit"),
        (lambda: problem.sample(-1), "number"),
        (lambda: problem.sample(1, seed=-1), "seed"),
        (lambda: problem.compare(["best"]), "no encoding"),
        (lambda: problem.compare(task="play"), "task"),
        (lambda: problem.compare(repeat=0), "repeat"),
        (lambda: problem.counted_over(["nothing"]), "no variable"),
        (lambda: problem.counted_over("x"), "list of variables"),
        (lambda: problem.to_text("latin"), "latin"),
        (lambda: cnfetti.Formula([[1, 0]]), "found 0"),
        (lambda: cnfetti.Formula([[2**31]]), "literals"),
        (lambda: cnfetti.Formula([1, 2]), "clauses"),
        (lambda: cnfetti.Formula([[1]], variables=-1), "variables"),
        (lambda: cnfetti.Formula([[1]], shown=[2]), "variables from 1 to 1"),
        (lambda: cnfetti.Formula([[1]]).decode([1]), "no problem"),
        (lambda: cnfetti.encodings.linear([1], [1, 2], "<=", 1), "weight for each"),
        (lambda: cnfetti.encodings.linear([1], [1], "<", 1), "relation"),
        (lambda: cnfetti.encodings.at_most([1], -1), "bound"),
        (lambda: cnfetti.encodings.at_most_one([1], top=-5), "top"),
        (lambda: cnfetti.encodings.linear([2**62, 2**62], [1, 2], "<=", 1), "2^63"),
    ]
    for ask, said in cases:
        assert said in str(raised(ask)), said
    raised(lambda: problem.count(tme_limit=3), TypeError)


def test_answers_are_kept_apart():
    problem = cnfetti.load("instances/pips/pips1.toml")
    assert not problem.check({"board": "no"}) and not problem.check({}) and not problem.check("{")
    assert not problem.check(3) and not problem.check([1])
    raised(lambda: problem.check(object()))
