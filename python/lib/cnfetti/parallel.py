"""Questions about many problems in parallel, and one count on many machines."""

from __future__ import annotations

import os
import time
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar

from . import _native
from .errors import CnfettiError, InputError, Unknown

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

T = TypeVar("T")
A = TypeVar("A")

#: The interval, in seconds, at which to check for Ctrl-C while waiting ignores it.
_TICK = 0.2

#: How often a part is counted again after its worker was lost.
_TRIES = 5


def in_parallel(
    question: Callable[[A], T],
    over: Iterable[A],
    *,
    threads: Optional[int] = None,
    executor: Optional[Executor] = None,
) -> Iterator[T]:
    """Yields ``question(item)`` for each item of ``over``, in order, on as many threads as there are cores.

    ``executor`` is any executor of ``concurrent.futures`` to use instead: processes, or a cluster's, such as Dask's
    ``client.get_executor()`` or ``mpi4py.futures``. It stays open.

    Takes only a few items ahead of what was requested. If a question raises an exception, so does this, at its turn.
    After that, after Ctrl-C, or if nobody wants the rest, all of cnfetti's work for it ends; an executor of yours ends
    what it has begun.

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
    if executor is not None:
        _require(executor)
        return _ahead(executor, question, iter(over), 4 * max(number, _workers(executor)))
    return _answers(question, iter(over), number)


def _require(executor: Any) -> None:
    if not hasattr(executor, "submit"):
        raise InputError(f"executor: expected an executor of concurrent.futures, found {executor!r}")


def _workers(executor: Any) -> int:
    """The number of workers, as far as the executor tells."""
    number = getattr(executor, "_max_workers", None)
    return number if isinstance(number, int) and number > 0 else 16


def _answers(question: Callable[[A], T], rest: Iterator[A], threads: int) -> Iterator[T]:
    # Slow to import.
    from concurrent.futures import ThreadPoolExecutor

    ending = _native.Ending()
    pool = ThreadPoolExecutor(threads, "cnfetti", ending.heed)
    try:
        yield from _ahead(pool, question, rest, 4 * threads)
    finally:
        ending.end()
        pool.shutdown(wait=True, cancel_futures=True)


def _ahead(executor: Executor, question: Callable[[A], T], rest: Iterator[A], most: int) -> Iterator[T]:
    waiting: deque[Future[T]] = deque()
    try:
        for one in rest:
            waiting.append(executor.submit(question, one))
            if len(waiting) >= most:
                yield _when_done(waiting.popleft())
        while waiting:
            yield _when_done(waiting.popleft())
    finally:
        for future in waiting:
            future.cancel()


def _when_done(future: Future[T]) -> T:
    if hasattr(future, "_condition"):
        from concurrent.futures import wait

        while not wait([future], _TICK).done:
            pass
    return future.result()


def count_in_parts(problem: _native.Problem, executor: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Counts with the executor's workers, in rounds: each part carries some states a few steps further, and equal states
    of different parts are merged before the next round. Returns the answer, with the number of ``parts``."""
    import tempfile

    _require(executor)
    limit = options["time_limit"]
    deadline = None if limit is None else time.monotonic() + limit
    with tempfile.TemporaryDirectory(prefix="cnfetti-") as folder:
        merged = {"missing": [0], **_UNKNOWN}
        try:
            _native.begin_parts(problem, folder, 4 * _workers(executor), _left(options, deadline))
            while merged["missing"]:
                merged = _native.merge_parts(folder, _left(options, deadline))
                _count_all(executor, folder, list(merged["missing"]), options, deadline)
        except Unknown as unknown:
            merged["limit"] = unknown.limit
    return merged


#: What is known before the first round.
_UNKNOWN: dict[str, Any] = {
    "by": "exact", "checked_by": None, "limit": None, "exact": False, "solutions": 0, "up_to_renaming": 0, "classes": 0,
    "projected": {}, "optimum": None, "parts": 0,
}  # fmt: skip


def _left(options: Mapping[str, Any], deadline: Optional[float]) -> dict[str, Any]:
    """The options for what is still to do."""
    limit = None if deadline is None else max(0.0, deadline - time.monotonic())
    return {**options, "time_limit": limit, "progress": None}


def _count_all(
    executor: Any, folder: str, numbers: list[int], options: Mapping[str, Any], deadline: Optional[float]
) -> None:
    """Counts these parts, and writes their results into the folder."""
    tries = dict.fromkeys(numbers, 0)
    waiting: dict[int, Any] = {}
    remote = {**_left(options, None), "threads": options["threads"] or 1}
    while tries:
        for number in tries:
            if number not in waiting:
                part, _ = _native.part_names(number)
                with open(os.path.join(folder, part), "rb") as file:
                    waiting[number] = _submitted(executor, number, file.read(), {**remote, **_time(options, deadline)})
        for number, future in list(waiting.items()):
            del waiting[number]
            try:
                result = _when_done(future)
            except (CnfettiError, KeyboardInterrupt):
                for other in waiting.values():
                    other.cancel()
                raise
            except Exception as lost:  # The executor's own: a worker is gone.
                tries[number] += 1
                if tries[number] >= _TRIES:
                    raise CnfettiError(f"a part was lost {_TRIES} times: {lost!r}") from lost
                continue
            _, name = _native.part_names(number)
            with open(os.path.join(folder, name), "wb") as file:
                file.write(result)
            del tries[number]


def _time(options: Mapping[str, Any], deadline: Optional[float]) -> dict[str, Any]:
    return {"time_limit": _left(options, deadline)["time_limit"]}


def _submitted(executor: Any, number: int, part: bytes, options: dict[str, Any]) -> Any:
    from concurrent.futures import BrokenExecutor, Future

    try:
        return executor.submit(count_part, number, part, options)
    except BrokenExecutor as broken:
        # As a pool of processes that lost one: it takes no more work.
        warnings.warn(f"the executor is broken ({broken}): this process counts the rest", RuntimeWarning, stacklevel=2)
        here: Future[bytes] = Future()
        here.set_result(count_part(number, part, {**options, "threads": None}))
        return here


def count_part(number: int, part: bytes, options: dict[str, Any]) -> bytes:
    """Counts a part, on a worker. Returns its result, which the next merge checks."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="cnfetti-") as folder:
        name, result = _native.part_names(number)
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(part)
        _native.count_part(path, options)
        with open(os.path.join(folder, result), "rb") as file:
            return file.read()
