"""The encodings by themselves, used like PySAT's ``CardEnc``.

>>> from cnfetti import encodings
>>> encodings.at_most_one([1, 2, 3], "pairwise")
Encoded(clauses=[[-1, -2], [-1, -3], [-2, -3]], top=3)
>>> clauses, top = encodings.at_most([1, 2, 3, 4], 2, "totalizer", top=10)
>>> top > 10
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Optional

from . import _native
from .errors import InputError
from .formula import clauses_as_lists

__all__ = ["Encoded", "at_least", "at_most", "at_most_one", "exactly", "linear", "names"]


class Encoded(NamedTuple):
    """Clauses, and the largest variable including those that the encoding added."""

    clauses: list[list[int]]
    top: int


def names() -> dict[str, list[str]]:
    """The encodings of each family, beginning with ``auto``, which picks one by size and propagation."""
    return dict(_native.encodings())


def _how(encoding: str, top: int, condition: Optional[int], one_sided: bool) -> dict[str, Any]:
    for name, number in (("top", top), ("condition", condition)):
        if isinstance(number, int) and not -(2**63) <= number < 2**63:
            raise InputError(f"{name}: {number} is too large")
    return {"encoding": encoding, "top": top, "condition": condition, "one_sided": one_sided}


def _bound(number: int, least: int) -> int:
    if not isinstance(number, int) or not least <= number < 2**63:
        raise InputError(f"bound: expected a whole number from {least} on, found {number!r}")
    return number


def at_most_one(
    literals: Iterable[int],
    encoding: str = "auto",
    *,
    top: int = 0,
    condition: Optional[int] = None,
    one_sided: bool = False,
) -> Encoded:
    """At most one of the literals is true.

    New variables come after ``top`` and after the largest variable that occurs. With a ``condition``, a literal, the
    constraint holds if that is true. Each solution extends to the new variables in exactly one way, unless the
    encoding is ``one_sided``.
    """
    how = _how(encoding, top, condition, one_sided)
    return Encoded(*_native.at_most_one(_literals(literals), how))


def at_most(literals: Iterable[int], bound: int, encoding: str = "auto", **how: Any) -> Encoded:
    """At most ``bound`` of the literals are true. The other arguments are those of :func:`at_most_one`."""
    return _cardinality(literals, "at_most", bound, encoding, **how)


def at_least(literals: Iterable[int], bound: int, encoding: str = "auto", **how: Any) -> Encoded:
    """At least ``bound`` of the literals are true."""
    return _cardinality(literals, "at_least", bound, encoding, **how)


def exactly(literals: Iterable[int], bound: int, encoding: str = "auto", **how: Any) -> Encoded:
    """Exactly ``bound`` of the literals are true."""
    return _cardinality(literals, "exactly", bound, encoding, **how)


def _cardinality(
    literals: Iterable[int],
    relation: str,
    bound: int,
    encoding: str,
    *,
    top: int = 0,
    condition: Optional[int] = None,
    one_sided: bool = False,
) -> Encoded:
    how = _how(encoding, top, condition, one_sided)
    return Encoded(*_native.cardinality(_literals(literals), relation, _bound(bound, 0), how))


_RELATIONS = {"<=": "at_most", ">=": "at_least", "==": "exactly"}


def linear(
    weights: Sequence[int],
    literals: Iterable[int],
    relation: str,
    bound: int,
    encoding: str = "auto",
    *,
    top: int = 0,
    condition: Optional[int] = None,
    one_sided: bool = False,
) -> Encoded:
    """The weights of the true literals add up to a sum that meets the bound: ``relation`` is ``"<="``, ``">="`` or
    ``"=="``.

    >>> from cnfetti import encodings
    >>> encodings.linear([2, 3, 5], [1, 2, 3], "<=", 4).top >= 3
    True
    """
    if relation not in _RELATIONS:
        raise InputError(f"relation: expected <=, >= or ==, found {relation!r}")
    numbers, factors = _literals(literals), clauses_as_lists([weights])[0]
    if len(numbers) != len(factors):
        raise InputError(f"expected a weight for each of {len(numbers)} literals, found {len(factors)}")
    how = _how(encoding, top, condition, one_sided)
    terms = list(zip(factors, numbers))
    return Encoded(*_native.linear(terms, _RELATIONS[relation], _bound(bound, -(2**63)), how))


def _literals(literals: Iterable[int]) -> list[int]:
    return clauses_as_lists([literals])[0]
