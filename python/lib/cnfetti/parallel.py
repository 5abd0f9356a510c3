"""Questions about many problems in parallel."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Callable, Optional, TypeVar

from . import _native
from .errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
A = TypeVar("A")

#: The interval, in seconds, at which to check for Ctrl-C while waiting ignores it.
_TICK = 0.2


def in_parallel(question: Callable[[A], T], over: Iterable[A], *, threads: Optional[int] = None) -> Iterator[T]:
    """Yields ``question(item)`` for each item of ``over``, in order, on as many threads as there are cores.

    Takes only a few items ahead of what was requested. If a question raises an exception, so does this, at its turn.
    After that, after Ctrl-C, or if nobody wants the rest, all of cnfetti's work for it ends.

    >>> import cnfetti
    >>> files = ["instances/pips/pips1.toml", "instances/signs/leepf.toml"]
    >>> list(cnfetti.in_parallel(lambda file: int(cnfetti.load(file).count()), files))
    [1, 1]
    """
    if not callable(question):
        raise InputError(f"question: expected a function, found {question!r}")
    number = threads if threads is not None else os.cpu_count() or 1
    if not isinstance(number, int) or not 1 <= number <= 10_000:
        raise InputError(f"threads: expected a number from 1 to 10,000, found {number!r}")
    return _answers(question, iter(over), number)


def _answers(question: Callable[[A], T], rest: Iterator[A], threads: int) -> Iterator[T]:
    # Slow to import.
    from concurrent.futures import ThreadPoolExecutor

    ending = _native.Ending()
    waiting: deque[Future[T]] = deque()
    pool = ThreadPoolExecutor(threads, "cnfetti", ending.heed)
    try:
        for one in rest:
            waiting.append(pool.submit(question, one))
            if len(waiting) >= 4 * threads:
                yield _when_done(waiting.popleft())
        while waiting:
            yield _when_done(waiting.popleft())
    finally:
        ending.end()
        pool.shutdown(wait=True, cancel_futures=True)


def _when_done(future: Future[T]) -> T:
    from concurrent.futures import wait

    while not wait([future], _TICK).done:
        pass
    return future.result()
