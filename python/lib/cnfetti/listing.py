"""Solutions one by one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Optional

from ._options import close_bars
from .answers import Solutions, unknown
from .errors import Interrupted, Unknown
from .solution import Solution

if TYPE_CHECKING:
    from . import _native


#: The fields before the end.
_OPEN = {"by": None, "checked_by": None, "limit": None, "complete": False}


def _values(solutions: list[Solution]) -> list[tuple[int, ...]]:
    return [one._values for one in solutions]


class Listing(Iterator[Solution]):
    """An iterator over solutions, in the order in which they are found, which is always the same.

    A ``for`` loop gets the first solution at once, and keeps none. If a limit is reached before the last requested
    one, the loop ends with :class:`Unknown`, so that code cannot take a part for everything. Ctrl-C raises
    :class:`Interrupted`, whose ``result`` is this listing; in :meth:`all`, it is the solutions so far. :meth:`all`
    returns a list with the attribute ``complete``.
    """

    __slots__ = ("_listing", "_number", "_options", "_problem")

    def __init__(
        self, listing: _native.Listing, problem: _native.Problem, options: Mapping[str, Any]
    ) -> None:
        self._listing = listing
        self._problem = problem
        self._options = options
        self._number = 0

    def __next__(self) -> Solution:
        try:
            values = self._listing.next()
        except Interrupted as interrupted:
            interrupted.result = self
            raise
        if values is not None:
            self._number += 1
            return Solution(self._problem, values)
        close_bars(self._options)
        if self._listing.is_over:
            limit = self._end()["limit"]
            if limit is not None:
                raise unknown(f"whether there are more than these {self._number} solutions", limit)
        raise StopIteration

    def all(self) -> Solutions:
        """Returns the rest as a list. After a limit, it has what was found until then, and the limit in
        ``limit``."""
        found: list[Solution] = []
        try:
            self._take(found)
        except Unknown:
            pass
        except KeyboardInterrupt as error:
            if isinstance(error, Interrupted):
                # Some were found, and are still to be taken.
                with contextlib.suppress(Unknown):
                    self._take(found)
            known = {**_OPEN, "limit": "interrupted", "solutions": _values(found)}
            raise Interrupted(result=Solutions(known, self._problem)) from None
        return Solutions({**self._end(), "solutions": _values(found)}, self._problem)

    def _take(self, found: list[Solution]) -> None:
        for one in self:
            found.append(one)

    @property
    def complete(self) -> bool:
        """Whether it is known that there are no further solutions. Once all requested ones are taken, this looks for
        one more; before that, it is False."""
        return bool(self._end()["complete"])

    @property
    def checked_by(self) -> Optional[str]:
        """What confirmed that there are no others: ``"proof"``, another solver or engine, or None."""
        found: Optional[str] = self._end()["checked_by"]
        return found

    @property
    def limit(self) -> Optional[str]:
        """The limit that cut the listing short, as in :class:`Unknown`; or None."""
        found: Optional[str] = self._end()["limit"]
        return found

    def _end(self) -> Mapping[str, Any]:
        try:
            end = self._listing.end()
        except Interrupted as interrupted:
            interrupted.result = self
            raise
        return _OPEN if end is None else end

    def __repr__(self) -> str:
        over = "" if self._listing.is_over else ", and perhaps more"
        return f"<cnfetti.Listing, {self._number} solutions so far{over}>"
