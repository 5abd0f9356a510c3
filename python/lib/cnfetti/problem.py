"""Problems: puzzles and models from files and texts, and the questions you can ask about them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native
from ._options import ask, native, natural
from .arrays import Array
from .answers import (
    Candidates,
    Certificate,
    Checked,
    Clues,
    Count,
    Explanation,
    Solutions,
    Uniqueness,
    unknown,
)
from .errors import InputError
from .expressions import name_of
from .solution import Solution

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack

    from ._options import Options
    from .comparison import Comparison
    from .expressions import Variable
    from .formula import Formula
    from .listing import Listing


def _board(board: Any) -> str:
    """Converts a solution, or a part of one, to JSON."""
    if isinstance(board, str):
        return board
    if isinstance(board, Mapping):
        board = dict(board)
    try:
        return json.dumps(board)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"expected a solution as cnfetti has it, found {type(board).__name__}: {error}") from None


def _the_best(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Requires that the solution is known to be the best one."""
    if answer["limit"]:
        raise unknown("whether there is a better solution", answer["limit"])
    return answer


class Questions:
    """The questions that you can ask about a problem. Each takes the options in :class:`~cnfetti.Options`."""

    __slots__ = ()

    def _asked(self) -> _native.Problem:
        """The problem of the native part."""
        raise NotImplementedError

    def count(
        self, *, engine: str = "both", executor: Optional[Executor] = None, **options: Unpack[Options]
    ) -> Count:
        """Counts the solutions, or the optimal ones if there is an objective.

        ``engine`` is ``"both"`` (two engines that check each other), ``"exact"``, ``"blocking"`` or ``"clauses"``.
        After a limit, the count has ``exact=False``.

        ``executor`` is an executor of ``concurrent.futures``, such as one of processes or of a Dask cluster. Its workers
        count the problem in parts with the exact engine, a lost part is counted again, and the sums over all parts are
        checked. The problem must be as its file or model states it, without an objective.

        >>> import cnfetti
        >>> cnfetti.load("instances/pips/pips1.toml").count()
        Count(exact=True, solutions=1, grids=1, checked_by='blocking')
        """
        if executor is not None:
            if engine not in ("both", "exact"):
                raise InputError(f"engine: an executor counts with the exact engine, found {engine!r}")
            from .parallel import count_in_parts

            return Count(count_in_parts(self._asked(), executor, native(options)))
        return ask(Count, self._asked().count, native(options), engine)

    def solve(self, **options: Unpack[Options]) -> Optional[Solution]:
        """Returns a solution, or the best one if there is an objective; None if there is none.

        If a limit comes first, it raises :class:`Unknown`. With an objective, it returns the best solution so far,
        which has ``optimal=False``.
        """
        problem = self._asked()

        def build(answer: Mapping[str, Any]) -> Optional[Solution]:
            if answer["values"] is None:
                if answer["limit"]:
                    raise unknown("whether there is a solution", answer["limit"])
                return None
            optimal = answer["limit"] is None
            return Solution(problem, answer["values"], answer["objective"], optimal, answer["checked_by"])

        return ask(build, problem.solve, native(options))

    def solutions(self, limit: Optional[int] = None, **options: Unpack[Options]) -> Listing:
        """Iterates over solutions, up to ``limit``, or all if it is None; over optimal ones if there is an objective.

        A time limit starts with the first one, and includes what you do in between.

        >>> import cnfetti
        >>> m = cnfetti.Model()
        >>> x = m.array("x", 100, range(2))
        >>> for solution in m.solutions(limit=2):
        ...     print(len(solution["x"]))
        100
        100
        """
        from .listing import Listing

        problem, asked = self._asked(), native(options)
        most = None if limit is None else natural("limit", limit)
        return Listing(problem.solutions(asked, most), problem, asked)

    def sample(self, number: int = 1, *, seed: int = 0, **options: Unpack[Options]) -> Solutions:
        """Draws random solutions, each with the same probability; the same one may come twice.

        It raises :class:`Unknown` if a limit comes first. If there is no solution, the list is empty.
        """
        problem = self._asked()

        def build(answer: Mapping[str, Any]) -> Solutions:
            # After Ctrl-C, the solutions drawn so far are an answer.
            if answer["limit"] and not (answer["limit"] == "interrupted" and answer["solutions"]):
                raise unknown("what the solutions are", answer["limit"])
            return Solutions(answer, problem)

        number, seed = natural("number", number), natural("seed", seed)
        return ask(build, problem.sample, native(options), number, seed)

    def unique(self, **options: Unpack[Options]) -> Uniqueness:
        """Decides whether there is exactly one solution; solutions that differ only by renaming count as one."""
        problem = self._asked()
        return ask(lambda answer: Uniqueness(answer, problem), problem.unique, native(options))

    def candidates(self, **options: Unpack[Options]) -> Candidates:
        """Returns the possible values of each variable, each with its number of solutions."""
        return ask(Candidates, self._asked().candidates, native(options))

    def explain(
        self,
        only: Union[str, Variable, None] = None,
        *,
        steps: str = "needed",
        effort: Optional[int] = None,
        unique_is_given: bool = False,
        **options: Unpack[Options],
    ) -> Explanation:
        """Explains the solution step by step, in sentences, or why there is none.

        If ``only`` is a variable, explains only that one. ``steps`` are the ``"needed"`` ones, ``"all"``, or the
        ``"first"``. A larger ``effort`` looks longer for the fewest rules that show a value or a contradiction. With
        ``unique_is_given``, steps may rest on it that there is one solution.
        """
        name = None if only is None else name_of(only)
        effort = None if effort is None else natural("effort", effort)
        return ask(Explanation, self._asked().explain, native(options), name, steps, effort, unique_is_given)

    def clues(self, *, sets: int = 20, solutions: int = 1_000, **options: Unpack[Options]) -> Clues:
        """Finds the clues that the puzzle needs, and values that would make it unique."""
        sets, solutions = natural("sets", sets), natural("solutions", solutions)
        return ask(Clues, self._asked().clues, native(options), sets, solutions)

    def check(self, solution: Any, **options: Unpack[Options]) -> Checked:
        """Checks a solution against the rules: a :class:`Solution`, a dictionary with the same keys, or its JSON.

        With an objective, only optimal solutions are right. That may take time to decide: raises :class:`Unknown` if
        a limit is reached first.
        """
        problem = self._asked()
        values, objective, broken = problem.check(_board(solution))
        if values is None:
            return Checked(broken, None)
        checked_by = None
        if objective is not None:
            best = ask(_the_best, problem.solve, native(options))
            if best["objective"] != objective:
                return Checked(f"the objective is {objective}, and {best['objective']} is possible", None)
            checked_by = best["checked_by"]
        return Checked(None, Solution(problem, values, objective, True, checked_by))

    def certify(
        self,
        folder: Union[str, os.PathLike[str]],
        *,
        listed: int = 100_000,
        replace: bool = False,
        **options: Unpack[Options],
    ) -> Certificate:
        """Writes a certificate into a new folder, which anyone can check without cnfetti.

        It lists the solutions if there are at most ``listed``; otherwise it has a proof of their number.
        """
        place = os.fspath(folder)
        listed = natural("listed", listed)
        certify = self._asked().certify
        return ask(lambda answer: Certificate(answer, place), certify, native(options), place, listed, replace)

    def encode(self, *, language: str = "dimacs", **options: Unpack[Options]) -> Formula:
        """Compiles the problem to a formula, in the ``language`` ``"dimacs"``, ``"wcnf"`` or ``"opb"``."""
        from .formula import Formula

        problem = self._asked()
        how = native(options)
        build = lambda formula: Formula._of(formula, problem, how, language)  # noqa: E731
        return ask(build, problem.encode, how, language)

    def compare(
        self,
        encodings: Optional[Iterable[str]] = None,
        *,
        solvers: Iterable[str] = (),
        task: str = "count",
        repeat: int = 1,
        shuffle: Optional[int] = None,
        combinations: bool = False,
        **options: Unpack[Options],
    ) -> Comparison:
        """Compares encodings and solvers. Their counts must agree.

        ``encodings`` are names such as ``"ladder"``, or all if it is None. ``task`` is the task to time: ``"solve"``,
        ``"count"`` or ``"unsat"``. ``combinations`` tries every combination of families.
        """
        from .comparison import Comparison

        what = {
            "encodings": [] if encodings is None else [str(name) for name in encodings],
            "combinations": combinations,
            "solvers": [str(name) for name in solvers],
            "task": task,
            "repeat": natural("repeat", repeat, 1),
            "shuffle": None if shuffle is None else natural("shuffle", shuffle),
        }
        return ask(Comparison, self._asked().compare, native(options), what)

    def with_board(self, board: Any) -> Problem:
        """Returns the problem whose solutions have these values: a part of a solution, with None for open places."""
        return Problem(self._asked().changed(_board(board), None, False))

    def counted_over(self, variables: Iterable[Union[str, Variable, Array]]) -> Problem:
        """Returns the problem in which solutions that agree on these variables count as one."""
        if isinstance(variables, str):
            raise InputError(f"expected a list of variables, found {variables!r}")
        names = [name_of(one) for given in variables for one in (given.flat if isinstance(given, Array) else [given])]
        return Problem(self._asked().changed(None, names, False))

    def ignoring_objective(self) -> Problem:
        """Returns the problem of all solutions, whatever their value."""
        return Problem(self._asked().changed(None, None, True))

    def draw(self) -> str:
        """Draws the board without a solution, as text."""
        return self._asked().draw(None)

    def svg(self, theme: str = "auto") -> str:
        """Draws the board without a solution, as SVG."""
        return self._asked().svg(None, theme)

    def _repr_svg_(self) -> str:
        return self.svg("light")


class Problem(Questions):
    """A puzzle or a model. Use :func:`load` and :func:`loads` to read one."""

    __slots__ = ("_native",)

    def __init__(self, problem: _native.Problem) -> None:
        if not isinstance(problem, _native.Problem):
            raise TypeError("a problem comes from cnfetti.load(file), cnfetti.loads(text) or cnfetti.Model()")
        self._native = problem

    def _asked(self) -> _native.Problem:
        return self._native

    def __eq__(self, other: object) -> bool:
        """Whether it is the same problem, with the same changes, whatever its file is called."""
        if not isinstance(other, Problem):
            return NotImplemented
        return self._native is other._native or self._native.__reduce__()[1][1:] == other._native.__reduce__()[1][1:]

    def __hash__(self) -> int:
        return hash((self.kind, self.title))

    @property
    def kind(self) -> str:
        """The kind of puzzle; ``"model"`` for models."""
        return self._native.kind or ""

    @property
    def title(self) -> Optional[str]:
        """The title, if the file has one."""
        return self._native.title

    @property
    def variables(self) -> dict[str, list[int]]:
        """The variables of the constraints, each with its values."""
        return dict(self._native.variables())

    @property
    def constraints(self) -> list[tuple[str, str]]:
        """The constraints, each with its reason in words."""
        return self._native.constraints()

    def to_text(self, format: str = "toml") -> str:
        """Returns the puzzle as a file in this format; the names are those of ``cnfetti convert --to``."""
        return self._native.text(format)

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<cnfetti.Problem {self.kind}{title}, {len(self._native.variables())} variables>"


def load(file: Union[str, os.PathLike[str]], **options: Unpack[Options]) -> Problem:
    """Reads a problem from a file, in any format that the command line reads, or from a puzz.link address; ``-`` is
    standard input.

    ``FILE#NAME`` is the puzzle with that name in a file that contains several. A DIMACS file is a problem of Boolean
    variables, ``x1``, ``x2`` and so on, whose solutions are the models.

    >>> import cnfetti
    >>> cnfetti.load("instances/signs/leepf.toml").kind
    'signs'
    """
    try:
        path = os.fsdecode(file)
    except TypeError:
        raise InputError(f"expected the name of a file, found {file!r}") from None
    if path == "-":
        # Python's own reading handles Ctrl-C.
        return loads(sys.stdin.read(), name="-", **options)
    from . import dimacs
    from .formula import Formula

    asked = native(options)
    if _native.is_formula_file(path):
        return dimacs.FormulaProblem(Formula.read(path))
    return ask(Problem, _native.Problem.load, path, asked)


def loads(text: str, *, name: str = "the text", **options: Unpack[Options]) -> Problem:
    """Reads a problem from a text. ``name`` is its name in error messages.

    >>> import cnfetti
    >>> opb = "+1 x1 +1 x2 >= 1 ;"
    >>> int(cnfetti.loads(opb).count())
    3
    >>> int(cnfetti.loads("p cnf 2 1\\n1 2 0\\n").count())
    3
    """
    from . import dimacs
    from .formula import Formula

    if not isinstance(text, str):
        raise InputError(f"expected the text of a problem as a str, found {type(text).__name__}")
    asked = native(options)
    if dimacs.is_formula(str(name), text[: 1 << 20].encode("utf-8", "replace")):
        return dimacs.FormulaProblem(Formula.reads(text, name=name))
    return ask(Problem, _native.Problem.loads, text, name, asked)


def generate(
    kind: str,
    size: Union[str, int, None] = None,
    *,
    seed: int = 0,
    difficulty: Optional[str] = None,
    time_limit: Optional[float] = None,
) -> Problem:
    """Generates a puzzle with exactly one solution and no redundant clues, the same for the same size, seed and
    difficulty. ``size`` is a number, or several as in ``"6x8"``; ``cnfetti generate --help`` says what they mean.

    ``difficulty`` is ``"easy"``, ``"medium"``, ``"hard"``, or a range for the hardest step, such as ``"3..6"``.
    """
    if size is not None and not isinstance(size, (str, int)):
        raise InputError(f'size: expected a number or a text such as "6x8", found {size!r}')
    size = None if size is None else str(size)
    made: Any = _native.generate(kind, size, natural("seed", seed), difficulty, time_limit)
    return loads(made[0], name=f"{kind}, seed {seed}")
