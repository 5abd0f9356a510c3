"""The options of all questions."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from operator import index
from typing import Any, Callable, Optional, TypedDict, TypeVar, Union

from .errors import InputError, Interrupted, Unknown

#: The families of encodings, whose names are options.
FAMILIES = ("at_most_one", "cardinality", "linear", "domain")


class Options(TypedDict, total=False):
    """Options of every question."""

    #: Stop after this many seconds, with what is known.
    time_limit: Optional[float]
    #: How many bytes the question may take; by default three quarters of the memory of the machine.
    memory_limit: Optional[int]
    #: The largest number of threads; by default one for each core.
    threads: Optional[int]
    #: ``"varisat"``, ``"batsat"``, or ``"cmd:…"`` for a program such as ``"cmd:kissat -q"``.
    solver: Optional[str]
    #: The encoding of this family; ``"auto"`` by default.
    at_most_one: str
    cardinality: str
    linear: str
    domain: str
    #: Only the clauses in one direction: fewer, but the formula may have more models than the problem has solutions.
    one_sided: bool
    #: True shows a progress bar while solutions are counted or listed, with tqdm if it is installed. A function is
    #: called now and then with the number of solutions known so far.
    progress: Union[bool, Callable[[int], Any]]


_KNOWN = {*FAMILIES, "time_limit", "memory_limit", "threads", "solver", "one_sided", "progress"}


#: The types of options, and how messages describe them.
_SORTS: dict[str, tuple[Any, str]] = {
    "time_limit": ((int, float), "a number of seconds"),
    "solver": (str, 'a name such as "batsat"'),
    **{family: (str, 'the name of an encoding, or "auto"') for family in FAMILIES},
}


def native(options: Mapping[str, Any], *allowed: str) -> dict[str, Any]:
    """Converts the options for the native part."""
    for name in options:
        if name not in _KNOWN:
            raise TypeError(f"there is no option {name!r}; there are {', '.join(sorted(_KNOWN))}")
        if name in _SORTS and options[name] is not None and not isinstance(options[name], _SORTS[name][0]):
            raise InputError(f"{name}: expected {_SORTS[name][1]}, found {options[name]!r}")
    return {
        "time_limit": options.get("time_limit"),
        "memory_limit": _natural("memory_limit", options),
        "threads": _natural("threads", options, 1),
        "solver": options.get("solver"),
        "encodings": [(family, options[family]) for family in FAMILIES if options.get(family)],
        "one_sided": bool(options.get("one_sided", False)),
        "progress": _listener(options.get("progress")),
    }


class _Bar:
    """A progress bar, or a line if tqdm is not installed."""

    def __init__(self) -> None:
        self.bar: Any = None
        self.was_called = False

    def __call__(self, known: int) -> None:
        if not self.was_called:
            self.was_called = True
            try:
                from tqdm.auto import tqdm

                self.bar = tqdm(unit=" solutions", unit_scale=True)
            except ModuleNotFoundError:
                pass
        if self.bar is not None:
            self.bar.update(known - self.bar.n)
        else:
            sys.stderr.write(f"\r{known} solutions so far")
            sys.stderr.flush()

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
        elif self.was_called:
            sys.stderr.write("\n")
        self.bar, self.was_called = None, False


def _listener(progress: Any) -> Optional[Callable[[int], Any]]:
    if progress is None or progress is False:
        return None
    if progress is True:
        return _Bar()
    if not callable(progress):
        raise InputError(f"progress: expected True, False or a function, found {progress!r}")
    heard: Callable[[int], Any] = progress
    return heard


def natural(name: str, number: Any, least: int = 0) -> int:
    """Returns a whole number that the native part can read."""
    try:
        whole = index(number)
    except TypeError:
        whole = least - 1
    if whole < least:
        raise InputError(f"{name}: expected a whole number from {least} on, found {number!r}")
    if whole >= 2**63:
        raise InputError(f"{name}: expected a number below 2**63, found {whole}")
    return whole


def _natural(name: str, options: Mapping[str, Any], least: int = 0) -> Optional[int]:
    """Returns an option that is a whole number, if it is set."""
    number = options.get(name)
    return None if number is None else natural(name, number, least)


T = TypeVar("T")


def close_bars(*arguments: Any) -> None:
    """Closes the progress bars among these options."""
    for found in arguments:
        bar = found.get("progress") if isinstance(found, dict) else None
        if isinstance(bar, _Bar):
            bar.close()


def _known(build: Callable[[Any], T], answer: Any) -> Optional[T]:
    """Builds the partial answer after Ctrl-C; None if it does not answer the question."""
    try:
        return build(answer)
    except Unknown:
        return None


def ask(build: Callable[[Any], T], question: Callable[..., Any], *arguments: Any) -> T:
    """Asks a question and builds its answer, or the partial answer after Ctrl-C."""
    try:
        answer = question(*arguments)
    except Interrupted as interrupted:
        if interrupted.result is not None:
            interrupted.result = _known(build, interrupted.result)
        raise
    finally:
        close_bars(*arguments)
    return build(answer)
