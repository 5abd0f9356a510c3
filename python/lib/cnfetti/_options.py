"""The options that all questions have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Optional, TypedDict, TypeVar

from .errors import InputError, Interrupted

#: The families of encodings, which are options by their names.
FAMILIES = ("at_most_one", "cardinality", "linear", "domain")


class Options(TypedDict, total=False):
    """What every question takes."""

    #: Stop after so many seconds, with what is known.
    time_limit: Optional[float]
    #: The exact counter and the formula may take so many bytes; half of what is free by default.
    memory_limit: Optional[int]
    #: No more threads than this; one for each core by default.
    threads: Optional[int]
    #: ``"varisat"``, ``"batsat"``, or ``"cmd:…"`` for a program such as ``"cmd:kissat -q"``.
    solver: Optional[str]
    #: The encoding of this family; ``"auto"`` by default.
    at_most_one: str
    cardinality: str
    linear: str
    domain: str
    #: Only the clauses in one direction: fewer, but the formula may have more models than there are solutions.
    one_sided: bool


_KNOWN = {*FAMILIES, "time_limit", "memory_limit", "threads", "solver", "one_sided"}


def native(options: Mapping[str, Any], *allowed: str) -> dict[str, Any]:
    """The options as the native part reads them."""
    for name in options:
        if name not in _KNOWN:
            raise TypeError(f"there is no option {name!r}; there are {', '.join(sorted(_KNOWN))}")
    return {
        "time_limit": options.get("time_limit"),
        "memory_limit": _natural("memory_limit", options.get("memory_limit")),
        "threads": _natural("threads", options.get("threads")),
        "solver": options.get("solver"),
        "encodings": [(family, options[family]) for family in FAMILIES if family in options],
        "one_sided": options.get("one_sided", False),
    }


def _natural(name: str, number: Any) -> Any:
    """A number that the native part can read, or nothing."""
    if isinstance(number, int) and not 0 <= number < 2**63:
        raise InputError(f"{name}: expected a whole number from 0 on, found {number}")
    return number


T = TypeVar("T")


def ask(build: Callable[[Any], T], question: Callable[..., Any], *arguments: Any) -> T:
    """Asks, and makes an answer of what comes back, also of what is known after Ctrl-C."""
    try:
        told = question(*arguments)
    except Interrupted as interrupted:
        if interrupted.result is not None:
            interrupted.result = build(interrupted.result)
        raise
    return build(told)
