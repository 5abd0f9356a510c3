"""The answers to questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Optional, Union, overload

from .errors import InputError, Unknown
from .expressions import name_of
from .solution import Solution

if TYPE_CHECKING:
    import pandas

    from ._native import Problem as _NativeProblem
    from .expressions import Variable

#: Python writes numbers with more digits as text only if it was asked to. This many bits have fewer.
_PYTHON_WRITES = 14_000


def digits(value: Any, spec: str = "") -> str:
    """Formats a value as Python does, and a whole number whatever its size."""
    if not isinstance(value, int) or value.bit_length() < _PYTHON_WRITES:
        return format(value, spec) if spec else repr(value)
    from decimal import Decimal

    written = format(Decimal(value), spec.replace("_", ",").rstrip("dn") + "f")
    return written.replace(",", "_") if "_" in spec else written

_LIMITS = {
    "time": "the time limit was reached",
    "memory": "the memory limit was reached",
    "steps": "the solver gave up",
    "interrupted": "it was interrupted",
    "proof": "the solver's answer was not proved in time",
}


def unknown(what: str, limit: Optional[str]) -> Unknown:
    """The exception for an answer that a limit prevented."""
    return Unknown(f"{what} is not known: {_LIMITS.get(limit or '', 'a limit was reached')}", limit=limit)


class Answer:
    """What all answers share: who found them, what confirmed them, and which limit stopped them."""

    __slots__ = ("by", "checked_by", "limit")

    #: The solver or engine that found the answer.
    by: str
    #: What confirmed that there is nothing else: ``"proof"``, another solver or engine, or None.
    checked_by: Optional[str]
    #: The limit that cut the answer short: ``"time"``, ``"memory"``, ``"steps"``, ``"interrupted"``, ``"proof"``; or None.
    limit: Optional[str]

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.by = answer["by"]
        self.checked_by = answer["checked_by"]
        self.limit = answer["limit"]

    def _said(self) -> dict[str, Any]:
        """The parts of its ``repr``."""
        return {}

    def __repr__(self) -> str:
        said = self._said()
        said["limit" if self.limit else "checked_by"] = self.limit or self.checked_by
        return f"{type(self).__name__}({', '.join(f'{key}={digits(value)}' for key, value in said.items())})"


class Count(Answer):
    """The number of solutions, or of optimal ones if there is an objective. ``int(count)`` is the number if it is
    exact, and raises :class:`Unknown` if it is a lower bound. It computes and compares like a number: ``count + 1``,
    ``count > 1000``, ``f"{count:,}"``. A lower bound answers what follows from it."""

    __slots__ = ("classes", "exact", "optimum", "parts", "projected", "solutions", "up_to_renaming")

    #: Whether the numbers are exact; otherwise each is a lower bound.
    exact: bool
    #: The number of solutions.
    solutions: int
    #: The number of solutions up to renaming of interchangeable values.
    up_to_renaming: int
    #: The number of solutions up to all symmetries.
    classes: int
    #: Further counts, such as ``{"grids": 1}`` for Pips.
    projected: dict[str, int]
    #: The best value of the objective, or None. A float if the objective of a MiniZinc model is one.
    optimum: Union[int, float, None]
    #: The number of parts that were counted by an executor; None without one.
    parts: Optional[int]

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(answer)
        self.parts = answer.get("parts")
        self.exact = answer["exact"]
        self.solutions = answer["solutions"]
        self.up_to_renaming = answer["up_to_renaming"]
        self.classes = answer["classes"]
        self.projected = answer["projected"]
        self.optimum = answer["optimum"]

    @property
    def grids(self) -> Optional[int]:
        """For Pips, the number of different grids of numbers; otherwise None."""
        return self.projected.get("grids")

    def __int__(self) -> int:
        if not self.exact:
            raise unknown(f"the number of solutions, at least {digits(self.solutions)},", self.limit)
        return self.solutions

    def __index__(self) -> int:
        return int(self)

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return self.solutions > 0 or int(self) > 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Count):
            return (self.exact, self.solutions) == (other.exact, other.solutions)
        if isinstance(other, int):
            return False if not self.exact and self.solutions > other else int(self) == other
        return int(self) == other if isinstance(other, float) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.solutions)

    def __lt__(self, other: Union[int, float, Count]) -> bool:
        return not self >= other

    def __ge__(self, other: Union[int, float, Count]) -> bool:
        bound = int(other) if isinstance(other, Count) else other
        return self.solutions >= bound or int(self) >= bound

    def __gt__(self, other: Union[int, float, Count]) -> bool:
        bound = int(other) if isinstance(other, Count) else other
        return self.solutions > bound or int(self) > bound

    def __le__(self, other: Union[int, float, Count]) -> bool:
        return not self > other

    def __add__(self, other: Union[int, Count]) -> int:
        return int(self) + index(other)

    __radd__ = __add__

    def __sub__(self, other: Union[int, Count]) -> int:
        return int(self) - index(other)

    def __rsub__(self, other: int) -> int:
        return index(other) - int(self)

    def __mul__(self, other: Union[int, Count]) -> int:
        return int(self) * index(other)

    __rmul__ = __mul__

    def __floordiv__(self, other: Union[int, Count]) -> int:
        return int(self) // index(other)

    def __rfloordiv__(self, other: int) -> int:
        return index(other) // int(self)

    def __mod__(self, other: Union[int, Count]) -> int:
        return int(self) % index(other)

    def __truediv__(self, other: Union[int, float, Count]) -> float:
        return int(self) / (int(other) if isinstance(other, Count) else other)

    def __rtruediv__(self, other: Union[int, float]) -> float:
        return other / int(self)

    def __format__(self, spec: str) -> str:
        return digits(int(self), spec) if spec else str(self)

    def __str__(self) -> str:
        return digits(self.solutions) if self.exact else f"at least {digits(self.solutions)}"

    def _said(self) -> dict[str, Any]:
        said: dict[str, Any] = {"exact": self.exact, "solutions": self.solutions, **self.projected}
        if self.parts is not None:
            said["parts"] = self.parts
        for name in ("up_to_renaming", "classes"):
            if getattr(self, name) != self.solutions:
                said[name] = getattr(self, name)
        if self.optimum is not None:
            said["optimum"] = self.optimum
        return said


class Solutions(Answer, Sequence[Solution]):
    """A list of solutions. ``complete`` says whether these are all."""

    __slots__ = ("_list", "complete")

    #: Whether these are all solutions.
    complete: bool

    def __init__(self, answer: Mapping[str, Any], native: _NativeProblem) -> None:
        super().__init__(answer)
        self._list = [Solution(native, values) for values in answer["solutions"]]
        self.complete = answer.get("complete", False)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Solution]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Solution, Sequence[Solution]]:
        return self._list[index]

    def __len__(self) -> int:
        return len(self._list)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a DataFrame with a row for each solution and a column for each variable. Needs pandas."""
        import pandas

        return pandas.DataFrame([solution.variables for solution in self._list])

    def _said(self) -> dict[str, Any]:
        return {"number": len(self), "complete": self.complete}


class Uniqueness(Answer):
    """Whether there is exactly one solution. ``bool`` is True if there is, False for none or several, and raises
    :class:`Unknown` if a limit was reached first."""

    __slots__ = ("solutions", "verdict")

    #: ``"unique"``, ``"several"``, ``"none"`` or ``"unknown"``.
    verdict: str
    #: The only solution, two of several, or what was found before a limit.
    solutions: list[Solution]

    def __init__(self, answer: Mapping[str, Any], native: _NativeProblem) -> None:
        super().__init__(answer)
        self.verdict = answer["verdict"]
        self.solutions = [Solution(native, values) for values in answer["solutions"]]

    def __bool__(self) -> bool:
        if self.verdict == "unknown":
            raise unknown("whether there is exactly one solution", self.limit)
        return self.verdict == "unique"

    def _said(self) -> dict[str, Any]:
        return {"verdict": self.verdict}


class Candidates(Answer, Mapping[str, "dict[int, int]"]):
    """For each variable, its possible values, each with its number of solutions.

    A variable with too many values for the constraints, such as a cost that follows from others, is among them if it has
    at most 1,000 values in solutions. Where solutions are counted over variables that do not determine it, its numbers are
    those of all solutions.
    """

    __slots__ = ("_unlisted", "_values", "exact", "solutions")

    #: Whether all solutions were considered; otherwise there may be further values.
    exact: bool
    #: The number of solutions, or a lower bound.
    solutions: int

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(answer)
        self.exact = answer["exact"]
        self.solutions = answer["solutions"]
        self._values: dict[str, dict[int, int]] = answer["values"]
        self._unlisted: dict[str, Optional[str]] = answer["unlisted"]

    def __getitem__(self, name: Union[str, Variable]) -> dict[int, int]:
        name = name_of(name)
        if name in self._unlisted:
            limit = self._unlisted[name]
            if limit is not None:
                raise unknown(f"which values {name} has", limit)
            raise InputError(
                f"the values of {name} are not listed: more than 1,000 are possible, or several such variables are "
                f"counted; `counted_over([{name!r}])` is a problem whose solutions are these values"
            )
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def forced(self) -> dict[str, int]:
        """The variables that have the same value in every solution."""
        if not self.exact:
            raise unknown("which values are forced", self.limit)
        only = ((name, list(values)) for name, values in self._values.items())
        return {name: values[0] for name, values in only if len(values) == 1}

    def _said(self) -> dict[str, Any]:
        return {"exact": self.exact, "solutions": self.solutions, "variables": len(self)}


class Explanation(Answer, Sequence[str]):
    """Sentences, one for each step; if there is no solution, the rules that contradict each other."""

    __slots__ = ("has_solution", "sentences", "steps")

    #: Whether there is a solution.
    has_solution: bool
    #: The sentences, in order.
    sentences: list[str]
    #: For each step, its technique and its difficulty: the number of rules and facts to consider together. If a step has
    #: several thoughts, it is the largest.
    steps: list[tuple[str, int]]

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(answer)
        self.has_solution = answer["has_solution"]
        self.sentences = answer["sentences"]
        self.steps = answer["steps"]

    @property
    def hardest(self) -> int:
        """The difficulty of the hardest step; 0 without steps."""
        return max((difficulty for _, difficulty in self.steps), default=0)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[str, Sequence[str]]:
        return self.sentences[index]

    def __len__(self) -> int:
        return len(self.sentences)

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _said(self) -> dict[str, Any]:
        return {"has_solution": self.has_solution, "sentences": len(self)}


class Clues(Answer):
    """The clues that a puzzle needs, and values that would make it unique."""

    __slots__ = (
        "all_sets",
        "all_solutions",
        "deciding",
        "fewest",
        "minimal_sets",
        "number_of_solutions",
        "redundant",
    )

    #: The redundant clues; each can go by itself. None if they are unknown, or if there are no clues.
    redundant: Optional[list[str]]
    #: Sets of clues without redundant ones; None if they are unknown, or if there are no clues.
    minimal_sets: Optional[list[list[str]]]
    #: Whether there are no other minimal sets.
    all_sets: bool
    #: The number of solutions considered.
    number_of_solutions: int
    #: Whether these are all solutions.
    all_solutions: bool
    #: Values each of which would make the puzzle unique.
    deciding: list[tuple[str, int]]
    #: A smallest set of values that makes the puzzle unique; None if it was not found.
    fewest: Optional[list[tuple[str, int]]]

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(answer)
        for name in Clues.__slots__:
            setattr(self, name, answer[name])

    def _said(self) -> dict[str, Any]:
        return {"redundant": self.redundant, "solutions": self.number_of_solutions}


class Checked:
    """The result of a check against the rules: true for a solution, otherwise false with the ``broken`` rule."""

    __slots__ = ("broken", "solution")

    #: The broken rule, in words; None for a solution.
    broken: Optional[str]
    #: The solution; None if a rule is broken.
    solution: Optional[Solution]

    def __init__(self, broken: Optional[str], solution: Optional[Solution]) -> None:
        self.broken = broken
        self.solution = solution

    def __bool__(self) -> bool:
        return self.broken is None

    def __repr__(self) -> str:
        return "Checked(right)" if self else f"Checked(wrong: {self.broken})"


class Certificate:
    """A certificate that cnfetti has written and checked."""

    __slots__ = ("folder", "listed", "solutions", "verdict")

    #: The path of the folder.
    folder: str
    #: The claim, in a sentence.
    verdict: str
    #: The number of solutions.
    solutions: int
    #: Whether it lists the solutions.
    listed: bool

    def __init__(self, answer: Mapping[str, Any], folder: str) -> None:
        self.folder = folder
        self.verdict = answer["verdict"]
        self.solutions = answer["solutions"]
        self.listed = answer["listed"]

    def __repr__(self) -> str:
        return f"Certificate(folder={self.folder!r}, verdict={self.verdict!r})"
