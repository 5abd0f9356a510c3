"""Constraints other than comparisons, and numbers that constraints compute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn, Union

from .errors import InputError
from .expressions import Constant, Expression, Function, Interval, Number, Part, bounds, expression, expressions

__all__ = [
    "Constraint",
    "all_different",
    "all_equal",
    "automaton",
    "bin_packing",
    "cardinality",
    "circuit",
    "count",
    "cumulative",
    "decreasing",
    "distinct",
    "element",
    "forbidden",
    "increasing",
    "inverse",
    "lex",
    "no_overlap",
    "precedence",
    "table",
]


class Constraint:
    """A constraint that holds by itself, and cannot be part of an expression."""

    __slots__ = ("attributes", "element", "parts")

    def __init__(self, element: str, parts: Sequence[Part], attributes: str = "") -> None:
        self.element = element
        self.attributes = attributes
        self.parts = list(parts)

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} holds by itself, with Model.add: it cannot be a part of an expression")

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError(f"{self!r} holds by itself, with Model.add: it cannot be compared")

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"{self.element}({', '.join([_shown(items) for _, _, items in self.parts])})"


def _shown(items: Any) -> str:
    """A part for people to read, abbreviated if it is long."""
    if isinstance(items, str):
        return items if len(items) < 80 else items[:80] + "…"
    shown = [item if isinstance(item, str) else repr(item) for item in items[:10]]
    return " ".join(shown) + ("…" if len(items) > 10 else "")


def _filled(values: Any) -> list[Expression]:
    found = expressions(values)
    if not found:
        raise InputError("expected at least one variable, found none")
    return found


def _numbers(values: Iterable[int]) -> str:
    """Formats numbers as an XCSP3 list."""
    try:
        return " ".join([str(value.__index__()) for value in values])
    except (AttributeError, TypeError):
        raise InputError(f"expected a list of whole numbers, found {values!r}") from None


def _lists(*arguments: Any) -> list[Expression]:
    """Accepts both ``f(a, b, c)`` and ``f([a, b, c])``."""
    return _filled(arguments[0] if len(arguments) == 1 else arguments)


def all_different(*values: Any, apart_from: Iterable[int] = ()) -> Constraint:
    """No two are equal, except those with a value in ``apart_from``: ``all_different(a, b, c)``, or a list."""
    parts: list[Part] = [("list", "", _lists(*values))]
    except_for = _numbers(apart_from)
    if except_for:
        parts.append(("except", "", except_for))
    return Constraint("allDifferent", parts)


def all_equal(*values: Any) -> Constraint:
    """All are equal."""
    return Constraint("allEqual", [("list", "", _lists(*values))])


def _ordered(values: Any, operator: str) -> Constraint:
    return Constraint("ordered", [("list", "", _filled(values)), ("operator", "", operator)])


def increasing(values: Sequence[Number], *, strictly: bool = False) -> Constraint:
    """Each is at most the next; with ``strictly``, less."""
    return _ordered(values, "lt" if strictly else "le")


def decreasing(values: Sequence[Number], *, strictly: bool = False) -> Constraint:
    """Each is at least the next; with ``strictly``, greater."""
    return _ordered(values, "gt" if strictly else "ge")


def lex(first: Sequence[Number], second: Sequence[Number], *, strictly: bool = False) -> Constraint:
    """The first list is lexicographically less than the second, or equal unless ``strictly``."""
    lists: list[Part] = [("list", "", _filled(first)), ("list", "", _filled(second))]
    return Constraint("lex", [*lists, ("operator", "", "lt" if strictly else "le")])


def count(values: Sequence[Number], of: Union[Number, Sequence[int]]) -> Function:
    """The number of values that are equal to a number, or to one of several."""
    found = _filled(values)
    wanted = [expression(of)] if isinstance(of, (int, Expression)) else _filled(of)
    parts: list[Part] = [("list", "", found), ("values", "", wanted)]
    return Function("count", parts, 0, len(found))


def distinct(values: Sequence[Number]) -> Function:
    """The number of different values."""
    found = _filled(values)
    return Function("nValues", [("list", "", found)], 1, len(found))


def element(values: Sequence[Number], index: Number) -> Function:
    """The value at an index, from 0. The index must be valid, wherever the element is used."""
    found = _filled(values)
    ranges = [bounds(value) for value in found]
    parts: list[Part] = [("list", "", found), ("index", "", [expression(index)])]
    return Function("element", parts, min(low for low, _ in ranges), max(high for _, high in ranges))


def cardinality(
    values: Sequence[Number],
    occurs: Mapping[int, Union[Number, tuple[int, int]]],
    *,
    closed: bool = False,
) -> Constraint:
    """How often numbers occur: ``{1: 2, 2: (0, 3), 3: n}``. With ``closed``, no other numbers occur."""
    if not isinstance(occurs, Mapping) or not occurs:
        raise InputError(f"expected how often numbers occur, such as {{1: 2, 2: (0, 3)}}, found {occurs!r}")
    numbers: list[Expression] = []
    for often in occurs.values():
        numbers.append(_between(often) if isinstance(often, tuple) else expression(often))
    attributes = ' closed="true"' if closed else ""
    parts: list[Part] = [("list", "", _filled(values)), ("values", attributes, _numbers(occurs))]
    return Constraint("cardinality", [*parts, ("occurs", "", numbers)])


def _between(ends: tuple[Any, ...]) -> Interval:
    if len(ends) != 2 or not all(isinstance(end, int) for end in ends) or ends[0] > ends[1]:
        raise InputError(f"expected the least and the most, such as (0, 3), found {ends!r}")
    return Interval(*ends)


def _rows(rows: Iterable[Sequence[Any]], width: int) -> str:
    """Formats the rows of a table; None stands for any number."""
    texts = []
    for row in rows:
        cells: list[Any] = list(row) if hasattr(row, "__iter__") else [row]
        if len(cells) != width:
            raise InputError(f"expected rows of {width} numbers, found one of {len(cells)}: {row!r}")
        shown = ["*" if cell is None else _numbers([cell]) for cell in cells]
        texts.append(f"({','.join(shown)})" if width > 1 else shown[0])
    return (" " if width == 1 else "").join(texts)


def table(values: Sequence[Number], rows: Iterable[Sequence[Any]]) -> Constraint:
    """The values are one of the rows; None in a row stands for any number."""
    found = _filled(values)
    return Constraint("extension", [("list", "", found), ("supports", "", _rows(rows, len(found)))])


def forbidden(values: Sequence[Number], rows: Iterable[Sequence[Any]]) -> Constraint:
    """The values are none of the rows."""
    found = _filled(values)
    return Constraint("extension", [("list", "", found), ("conflicts", "", _rows(rows, len(found)))])


def automaton(
    values: Sequence[Number],
    transitions: Iterable[tuple[Any, int, Any]],
    start: Any,
    finals: Iterable[Any],
) -> Constraint:
    """The values lead from the start to one of the final states. A transition is a state, a number and the next
    state."""
    states: dict[Any, str] = {}

    def state(one: Any) -> str:
        return states.setdefault(one, f"s{len(states)}")

    steps = "".join([f"({state(one)},{_numbers([by])},{state(other)})" for one, by, other in transitions])
    ends = " ".join([state(one) for one in finals])
    parts: list[Part] = [("list", "", _filled(values)), ("transitions", "", steps)]
    return Constraint("regular", [*parts, ("start", "", state(start)), ("final", "", ends)])


def inverse(first: Sequence[Number], second: Sequence[Number]) -> Constraint:
    """The first list has j at i if and only if the second has i at j, counted from 0."""
    return Constraint("channel", [("list", "", _filled(first)), ("list", "", _filled(second))])


def circuit(successors: Sequence[Number]) -> Constraint:
    """The successors form one circuit through all places."""
    found = _filled(successors)
    return Constraint("circuit", [("list", "", found), ("size", "", str(len(found)))])


def precedence(values: Sequence[Number], order: Sequence[int]) -> Constraint:
    """Each number of the order occurs only after the one before it."""
    return Constraint("precedence", [("list", "", _filled(values)), ("values", "", _numbers(order))])


def cumulative(
    starts: Sequence[Number], lengths: Sequence[Number], heights: Sequence[Number], capacity: Number
) -> Constraint:
    """The heights of tasks that run at the same time add up to at most the capacity."""
    parts: list[Part] = [
        ("origins", "", _filled(starts)),
        ("lengths", "", _filled(lengths)),
        ("heights", "", _filled(heights)),
    ]
    return Constraint("cumulative", [*parts, ("condition", "", ("le", expression(capacity)))])


def no_overlap(starts: Sequence[Number], lengths: Sequence[Number]) -> Constraint:
    """No two tasks run at the same time. Tasks of length 0 never overlap."""
    parts: list[Part] = [("origins", "", _filled(starts)), ("lengths", "", _filled(lengths))]
    return Constraint("noOverlap", parts)


def bin_packing(bins: Sequence[Number], sizes: Sequence[int], capacity: int) -> Constraint:
    """Items of these sizes are in these bins, and no bin exceeds the capacity."""
    parts: list[Part] = [("list", "", _filled(bins)), ("sizes", "", _numbers(sizes))]
    return Constraint("binPacking", [*parts, ("condition", "", ("le", expression(capacity)))])

