"""Python programs over the API, drawn at random, mean what Python means, or raise.

Each program is a text. It runs twice: with the variables of a model, and with numbers, where NumPy's arrays stand for the
arrays. So the oracle is Python with NumPy, which shares no code with the package.
"""

import collections
import itertools
import warnings

import cnfetti
import pytest
from conftest import CASES, rounds

numpy = pytest.importorskip("numpy")

NUMBERS = range(3)
BITS = range(2)


class Plain:
    """What the functions of the package mean for numbers."""

    @staticmethod
    def _of(values):
        return values if isinstance(values, numpy.ndarray) else numpy.array(list(values))

    def sum(self, values, axis=None):
        return self._of(values).sum(axis=axis)

    def any(self, values, axis=None):
        return self._of(values).any(axis=axis)

    def all(self, values, axis=None):
        return self._of(values).all(axis=axis)

    def minimum(self, values, axis=None):
        return self._of(values).min(axis=axis)

    def maximum(self, values, axis=None):
        return self._of(values).max(axis=axis)

    def count(self, values, of):
        return (self._of(values) == of).sum()

    def distinct(self, values):
        return len(set(self._of(values).ravel().tolist()))

    def element(self, values, index):
        if not 0 <= index < len(values):
            raise IndexError
        return values[index]


class Programs:
    """Draws programs, and notes what they use."""

    def __init__(self, random):
        self.random, self.used = random, set()

    def one(self, *texts):
        text = self.random.choice(texts)
        self.used.add(text)
        return text

    def filled(self, text, depth):
        for sort, draw in (("N", self.number), ("B", self.truth), ("L", self.line), ("G", self.grid)):
            while f"<{sort}>" in text:
                text = text.replace(f"<{sort}>", draw(depth - 1), 1)
        return text

    def number(self, depth=1):
        if depth <= 0:
            return self.one("a", "b", "1", "2", "0", "x[0, 1]", "x[1][0]", "x[-1, -1]", "x.flat[2]", "x.T[0, 1]")
        return self.filled(
            self.one("(<N> + <N>)", "(<N> - <N>)", "<N> * <N>", "<N> // <N>", "<N> % <N>", "-<N>", "abs(<N>)", "0 * <N>",
                     "(<N> // a - <N> // a)", "cn.sum(<G>)", "sum(<L>)", "sum(v for v in <L>)", "cn.sum(<G>, axis=0)[1]",
                     "cn.maximum([<N>, <N>])", "cn.minimum(<G>)", "cn.maximum(<G>, axis=1)[0]", "cn.count(<G>.flat, 1)",
                     "cn.distinct(<L>)", "cn.element(<L>, a)", "max(<N>, <N>)", "min(<L>)", "sorted(<L>)[0]", "a ** <N>",
                     "numpy.int64(2) * <N>"),
            depth,
        )  # fmt: skip

    def grid(self, depth=1):
        if depth <= 0:
            return self.one("x", "x.T", "x[:, ::-1]", "x[::-1]", "x[:, :]", "x[0:2]", "x[...]", "x.reshape(2, 2)",
                            "x.flat.reshape(-1, 2)", "x[[0, 1]]", "x[x == 0]")  # fmt: skip
        return self.filled(
            self.one("(<G> + <N>)", "(<N> - <G>)", "(<G> * <G>)", "(-<G>)", "abs(<G>)", "<G>.T", "(<G> + <L>)", "(<G> % 2)",
                     "(<G> // <N>)", "(numpy.array([1, 2]) * <G>)", "(<G> - numpy.array([[1], [2]]))"),
            depth,
        )  # fmt: skip

    def line(self, depth=1):
        return self.filled(
            self.one("<G>[0]", "<G>[:, 1]", "<G>[1, :]", "<G>[:, 0]", "<G>[-1]", "<G>[..., 1]", "cn.sum(<G>, axis=0)",
                     "cn.sum(<G>, axis=1)", "<G>[1, ::-1]", "<G>.flat[1:3]", "<G>.flat[::2]"),
            depth,
        )  # fmt: skip

    def truth(self, depth=1):
        if depth <= 0:
            return self.one("(a == b)", "(a != b)", "(x[0, 0] < a)", "(x[1, 1] >= b)", "(a > 1)", "(b <= x[0, 1])")
        return self.filled(
            self.one("(<N> == <N>)", "(<N> != <N>)", "(<N> < <N>)", "(<N> >= <N>)", "(<N> <= <N> <= <N>)",
                     "(<N> == <N> == <N>)", "(<N> != <N> != <N>)", "(<B> and <B>)", "(<B> or <B>)", "(not <B>)",
                     "(<B> & <B>)", "(<B> | <B>)", "(<B> ^ <B>)", "(~<B>)", "(<N> in [<N>, <N>])", "(a in <L>)",
                     "(a not in <G>)", "any([<B>, <B>])", "all([<B>, <B>])", "all(v == 1 for v in <L>)", "cn.all([<B>, <B>])",
                     "cn.any([<B>, <B>])", "cn.all(<G> == <G>)", "cn.any(<L> == <N>)", "cn.all(<G> != <N>, axis=0)[1]",
                     "(<B> if <B> else <B>)", "cn.all(v != <N> for v in <L>)", "(<B> == <B>)"),
            depth,
        )  # fmt: skip

    def constraint(self):
        depth = self.random.randint(1, 2)
        return self.filled(
            self.one("<B>", "<B>", "<B>", "<G> == <G>", "<L> != <N>", "<N> >= <L>", "[<B>, <B>]", "(<B> for _ in range(2))",
                     "<G>[:, 0] <= <G>[:, 1]", "(<L> == 1) | (<L> == <N>)", "numpy.array([1, 0]) <= <L>"),
            depth + 1,
        )  # fmt: skip


#: What a program may raise instead of saying something else than Python.
REFUSED = (TypeError, IndexError, cnfetti.InputError)


def everywhere(program):
    """The number of assignments for which the program is true."""
    number, code = 0, compile(program, "program", "eval")
    for a, b, *cells in itertools.product(NUMBERS, NUMBERS, BITS, BITS, BITS, BITS):
        names = {"a": numpy.int64(a), "b": numpy.int64(b), "x": numpy.array(cells).reshape(2, 2)}
        # NumPy's own flat can be neither compared nor reshaped.
        names["x"] = names["x"].view(Grid)
        try:
            value = eval(code, {"cn": Plain(), "numpy": numpy, **names})
            number += bool(numpy.all(value if isinstance(value, (bool, numpy.generic, numpy.ndarray)) else list(value)))
        except (ArithmeticError, IndexError, ValueError):
            # Without a value, the constraint is false.
            continue
    return number


class Grid(numpy.ndarray):
    """An array of NumPy whose flat is an array."""

    @property
    def flat(self):
        return self.reshape(-1)


def test_programs_mean_what_python_means():
    used, refused, decided = set(), collections.Counter(), 0
    for random in rounds(80, 3 * CASES):
        programs = Programs(random)
        program = programs.constraint()
        model = cnfetti.Model()
        names = {"a": model.int("a", NUMBERS), "b": model.int("b", NUMBERS), "x": model.array("x", (2, 2), BITS)}
        try:
            model.add(eval(program, {"cn": cnfetti, "numpy": numpy, **names}))
            found = int(model.count())
        except (*REFUSED, ZeroDivisionError) as error:
            refused[type(error).__name__] += 1
            continue
        with numpy.errstate(all="raise"), warnings.catch_warnings():
            warnings.simplefilter("error")
            expected = everywhere(program)
        assert found == expected, program
        used |= programs.used
        decided += 1
    assert decided > CASES, (decided, refused)
    if CASES >= 150:
        never = {"(<B> and <B>)", "(<B> or <B>)", "(not <B>)", "(<N> <= <N> <= <N>)", "max(<N>, <N>)"}
        drawn = {"(<B> & <B>)", "<G>[:, 1]", "<N> // <N>", "0 * <N>", "cn.sum(<G>, axis=0)", "(<N> - <G>)", "<G>.T",
                 "cn.all(<G> == <G>)", "(~<B>)", "cn.element(<L>, a)", "(numpy.array([1, 2]) * <G>)"}  # fmt: skip
        assert not drawn - used, drawn - used
        assert refused["TypeError"] > 20 and never, refused


@pytest.mark.parametrize(
    "program",
    ["a == b == c", "a != b and b != c", "a == b or b == c", "not a == b", "not a != b", "a < b < c", "a in [b, c]",
     "a == 1 if b == c else a == 2", "any([a == b, b == c])", "all([a != b, b != c])", "max(a, b) == 2", "sorted([a, b])",
     "bool(x == 1)", "a in x", "3 in x", "x and a", "bool(a)", "cn.all_different(a, b) == 1", "x[0.5]", "x[:, True]", "x[a]",
     "x[0, 0, 0]", "x[[0]]", "x[5]", "x[None]", "x + [1, 2, 3]", "x.reshape(3)", "x == 1.5", "a == None"],
)  # fmt: skip
def test_what_is_not_understood_raises(program):
    model = cnfetti.Model()
    names = {name: model.int(name, range(3)) for name in "abc"}
    with pytest.raises(REFUSED):
        model.add(eval(program, {"cn": cnfetti, "x": model.array("x", (2, 2), range(3)), **names}))


def test_variables_are_found_by_identity():
    model = cnfetti.Model()
    x, y = model.int("x", range(3)), model.array("y", (2, 2), range(3))
    named = {x: "x", y: "y", y[0, 1]: "corner"}
    assert named[x] == "x" and named[y[0][1]] == "corner" and named[y] == "y" and y[0, 0] not in named
    assert x in [x] and y[1, 1] in y and len({x, x, y[0, 0]}) == 2


def test_arguments_that_can_be_read_once():
    once = lambda *items: iter(items)  # noqa: E731
    model = cnfetti.Model()
    x, y, z = (model.int(name, once(0, 1, 2)) for name in once("x", "y", "z"))
    model.add(one for one in [cnfetti.all_different(once(x, y, z), apart_from=once(0)), x.isin(once(0, 1))])
    model.add(cnfetti.table(once(x, y), (once(*row) for row in [(0, 1), (1, 2)])), cnfetti.any(once(z == 0, z == 1)))
    model.add(cnfetti.precedence(once(x, y), once(0, 1)), cnfetti.count(once(x, y, z), once(0, 1)) >= 1)
    # 1 comes only after 0, so x and y are 0 and 1; and z, if it is not 0, is another number than y.
    assert [tuple(one.variables.values()) for one in model.solutions()] == [(0, 1, 0)]
    assert int(model.problem().counted_over(once(x, y)).count()) == 1
    for projection in (once(1, 2), map(abs, [-1, 2]), filter(None, [1, 2]), (1, 2), numpy.array([1, 2])):
        assert int(cnfetti.count_cnf(once(once(1, 2)), projection=projection)) == 3
    formula = cnfetti.Formula(once(once(1, 2), once(-1, 3)), shown=once(1, 2))
    assert formula.shown == [1, 2] and len(formula.solve(once(1, 2))) == 3
    for wrong in ([[1.5, 2]], [["1"]], [[None]], numpy.array([[1.0, 2.0]]), [[1, 2.0]]):
        with pytest.raises(cnfetti.InputError):
            cnfetti.count_cnf(wrong)
    with pytest.raises(cnfetti.InputError):
        cnfetti.count_cnf([[1, 2]], projection=[1.5])
