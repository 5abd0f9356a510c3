"""cnfetti's solvers, and external programs, with the interface of PySAT's solvers.

>>> from cnfetti.pysat import Solver
>>> with Solver("varisat", bootstrap_with=[[1, 2], [-1, 3]]) as solver:
...     solver.add_clause([-3])
...     solver.solve(), solver.get_model(), solver.solve(assumptions=[1]), solver.get_core()
(True, [-1, 2, -3], False, [1])
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Optional

from . import _native
from ._options import native
from .errors import InputError, Unknown
from .formula import Core, Formula, Model, clauses_as_lists, decided

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Unpack

    from ._options import Options

__all__ = ["Solver"]


class Solver:
    """A solver with the methods of ``pysat.solvers.Solver`` that add clauses and solve.

    ``name`` is ``"batsat"``, ``"varisat"``, or a program, as in ``"cmd:kissat -q"``. Further arguments are options
    of :class:`cnfetti.Options`, such as ``time_limit`` for each question. Models are checked, and each answer that
    there is none is checked by a proof. ``"batsat"`` keeps what it has learnt from one ``solve`` to the next; the others
    start anew.
    """

    def __init__(
        self,
        name: str = "batsat",
        bootstrap_with: Optional[Iterable[Iterable[int]]] = None,
        use_timer: bool = False,
        **options: Unpack[Options],
    ) -> None:
        self.name = name
        self._options: Options = {**options, "solver": name}
        # Fail now if there is no such solver.
        Formula()._native.problem().solutions(native(self._options), 0)
        self._solver: Optional[_native.Solver] = _native.Solver(None)
        self._answer: Any = None
        self._uses_timer = use_timer
        self._last, self._whole = 0.0, 0.0
        if bootstrap_with is not None:
            self.append_formula(bootstrap_with)

    def __enter__(self) -> Solver:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.delete()

    def delete(self) -> None:
        """Deletes the clauses. The solver cannot be used afterwards."""
        self._solver = self._answer = None

    def _kept(self) -> _native.Solver:
        if self._solver is None:
            raise InputError("the solver was deleted")
        return self._solver

    def add_clause(self, clause: Iterable[int], no_return: bool = True) -> Optional[bool]:
        """Adds a clause."""
        return self.append_formula([clause], no_return)

    def append_formula(self, formula: Iterable[Iterable[int]], no_return: bool = True) -> Optional[bool]:
        """Adds clauses: a list of them, or a PySAT ``CNF``."""
        if getattr(formula, "atmosts", None):
            raise InputError("expected clauses, found constraints atmost, which cnfetti.encodings.at_most encodes")
        added = clauses_as_lists(getattr(formula, "clauses", formula))
        self._kept().add(added, getattr(formula, "nv", 0))
        self._answer = None
        return None if no_return else True

    def solve(self, assumptions: Iterable[int] = ()) -> bool:
        """Whether there is a model in which the assumptions hold. Raises :class:`cnfetti.Unknown` if a limit comes
        first."""
        solver, start = self._kept(), time.perf_counter()
        self._answer = None
        try:
            self._answer = decided(solver, assumptions, native(self._options))
        finally:
            self._last = time.perf_counter() - start
            self._whole += self._last
        return bool(self._answer)

    def solve_limited(self, assumptions: Iterable[int] = (), expect_interrupt: bool = False) -> Optional[bool]:
        """The same, but None if a limit comes first."""
        try:
            return self.solve(assumptions)
        except Unknown:
            return None

    def get_status(self) -> Optional[bool]:
        """Whether the last question found a model; None if it has no answer."""
        return None if self._answer is None else bool(self._answer)

    def get_model(self) -> Optional[list[int]]:
        """The model of the last question, a literal for each variable; None if there is none."""
        return list(self._answer) if isinstance(self._answer, Model) else None

    def get_core(self) -> Optional[list[int]]:
        """Assumptions of the last question that cannot hold together; None if it found a model. Some may be
        redundant. External programs report no core, so theirs contains all assumptions."""
        return sorted(self._answer, key=abs) if isinstance(self._answer, Core) else None

    def enum_models(self, assumptions: Iterable[int] = ()) -> Iterator[list[int]]:
        """Iterates over all models in which the assumptions hold. Clauses that are added in the meantime count."""
        assumed = list(assumptions)
        with Solver(self.name, **self._options) as other:
            known = 0
            while True:
                clauses = self._kept().clauses(known)
                other._kept().add(clauses, self.nof_vars())
                known += len(clauses)
                if not other.solve(assumed):
                    return
                model = other.get_model() or []
                yield model
                other.add_clause([-literal for literal in model])

    def nof_vars(self) -> int:
        """The largest variable."""
        return self._kept().num_variables

    def nof_clauses(self) -> int:
        """The number of added clauses."""
        return self._kept().num_clauses

    def supports_atmost(self) -> bool:
        """False: use :mod:`cnfetti.encodings` to encode cardinality constraints."""
        return False

    def time(self) -> Optional[float]:
        """The seconds of the last question, with ``use_timer``."""
        return self._last if self._uses_timer else None

    def time_accum(self) -> Optional[float]:
        """The seconds of all questions, with ``use_timer``."""
        return self._whole if self._uses_timer else None
