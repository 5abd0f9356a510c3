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

from ._options import native
from .errors import InputError, Unknown
from .formula import Core, Formula, Model, clauses_as_lists

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Unpack

    from ._options import Options

__all__ = ["Solver"]


class Solver:
    """A solver with the methods of ``pysat.solvers.Solver`` that add clauses and solve.

    ``name`` is ``"batsat"``, ``"varisat"``, or a program, as in ``"cmd:kissat -q"``. Further arguments are options
    of :class:`cnfetti.Options`, such as ``time_limit`` for each question. Models are checked, and each answer that
    there is none is checked by a proof. Every ``solve`` starts from scratch: the solver keeps clauses, but not what
    it has learnt.
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
        self._clauses: Optional[list[list[int]]] = []
        self._variables = 0
        #: The clauses as a formula, until further ones are added.
        self._formula: Optional[Formula] = None
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
        self._clauses = self._formula = self._answer = None

    def _all(self) -> list[list[int]]:
        if self._clauses is None:
            raise InputError("the solver was deleted")
        return self._clauses

    def add_clause(self, clause: Iterable[int], no_return: bool = True) -> Optional[bool]:
        """Adds a clause."""
        return self.append_formula([clause], no_return)

    def append_formula(self, formula: Iterable[Iterable[int]], no_return: bool = True) -> Optional[bool]:
        """Adds clauses: a list of them, or a PySAT ``CNF``."""
        if getattr(formula, "atmosts", None):
            raise InputError("expected clauses, found constraints atmost, which cnfetti.encodings.at_most encodes")
        clauses = self._all()
        added = clauses_as_lists(getattr(formula, "clauses", formula))
        # All or none.
        self._variables = max(self._variables, Formula(added).num_variables, getattr(formula, "nv", 0))
        clauses.extend(added)
        self._formula = self._answer = None
        return None if no_return else True

    def solve(self, assumptions: Iterable[int] = ()) -> bool:
        """Whether there is a model in which the assumptions hold. Raises :class:`cnfetti.Unknown` if a limit comes
        first."""
        assumed = clauses_as_lists([assumptions])[0]
        clauses, start = self._all(), time.perf_counter()
        self._answer = None
        largest = max(map(abs, assumed), default=0)
        if self._formula is None or self._formula.num_variables < largest:
            self._variables = max(self._variables, largest)
            self._formula = Formula(clauses, variables=self._variables)
        try:
            self._answer = self._formula.solve(assumed, **self._options)
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
                clauses = self._all()
                other.append_formula(clauses[known:])
                known, other._variables = len(clauses), max(other._variables, self._variables)
                if not other.solve(assumed):
                    return
                model = other.get_model() or []
                yield model
                other.add_clause([-literal for literal in model])

    def nof_vars(self) -> int:
        """The largest variable."""
        self._all()
        return self._variables

    def nof_clauses(self) -> int:
        """The number of added clauses."""
        return len(self._all())

    def supports_atmost(self) -> bool:
        """False: use :mod:`cnfetti.encodings` to encode cardinality constraints."""
        return False

    def time(self) -> Optional[float]:
        """The seconds of the last question, with ``use_timer``."""
        return self._last if self._uses_timer else None

    def time_accum(self) -> Optional[float]:
        """The seconds of all questions, with ``use_timer``."""
        return self._whole if self._uses_timer else None
