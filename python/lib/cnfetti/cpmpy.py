"""cnfetti as a solver of CPMpy.

    import cpmpy as cp
    import cnfetti.cpmpy

    cnfetti.cpmpy.register()
    model.solve(solver="cnfetti")
    cp.SolverLookup.get("cnfetti", model).count()

The class has the form of the files in ``cpmpy/solvers``.
"""

from __future__ import annotations

import time
from typing import Any, Optional, Union

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.utils import argvals, flatlist
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverStatus
from cpmpy.solvers.utils import SolverLookup

import cnfetti
from cnfetti import _native
from cnfetti._cpmpy import Stating, _whole
from cnfetti._options import native
from cnfetti.errors import InputError, InternalError, Interrupted, Unknown
from cnfetti.expressions import Expression, Variable
from cnfetti.formula import Core, decided


class CPM_cnfetti(Stating):
    """Interface to cnfetti.

    Creates the following attributes (see parent constructor for more):

    - ``cnfetti_model``: object, the :class:`cnfetti.Model`
    """

    @staticmethod
    def supported() -> bool:
        return True

    @classmethod
    def version(cls) -> Optional[str]:
        return cnfetti.__version__

    def __init__(self, cpm_model: Any = None, subsolver: Any = None) -> None:
        """``subsolver`` is one of cnfetti's solvers: ``"batsat"``, or ``"cmd:…"``, as in ``"cnfetti:batsat"``."""
        self._options: dict[str, Any] = {"solver": subsolver} if subsolver else {}
        self._hint: dict[Variable, int] = {}
        self._core: Optional[list[Any]] = None
        #: The problem that was encoded, its formula with the literals of its names, and the solver, which learns.
        self._encoded: Optional[tuple[_native.Problem, cnfetti.Formula, dict[str, int], _native.Solver]] = None
        super().__init__(name="cnfetti", cpm_model=cpm_model)

    @property
    def native_model(self) -> cnfetti.Model:
        """The :class:`cnfetti.Model`, for all other questions."""
        return self.cnfetti_model

    # --- solving ---

    def solve(
        self,
        time_limit: Optional[float] = None,
        assumptions: Optional[list[Any]] = None,
        **kwargs: Any,
    ) -> bool:
        """Solves the model; with an objective, finds the best solution.

        - ``assumptions``: Boolean variables or their negations, to assume true; if they cannot be,
          :meth:`get_core` returns assumptions that contradict each other
        - ``kwargs``: options of :class:`cnfetti.Options`, such as ``threads`` or ``at_most_one``
        """
        start = time.time()
        self.solver_vars(list(self.user_vars))
        self.cpm_status = SolverStatus(self.name)
        self.objective_value_ = None
        self._core = None
        options = {**self._options, "time_limit": time_limit, **kwargs}
        try:
            if assumptions is not None:
                solution = self._assume(assumptions, options)
            elif self._hint:
                solution = self._near_the_hint(options)
            else:
                solution = self._questions().solve(**options)
        except Unknown:
            self._end(None, ExitStatus.UNKNOWN, start)
        except Interrupted as interrupted:
            known = interrupted.result
            self._end(known, ExitStatus.UNKNOWN if known is None else ExitStatus.FEASIBLE, start)
            raise
        else:
            self._end(solution, self._status_of(solution), start)
        return bool(self._solve_return(self.cpm_status))

    def _end(self, solution: Optional[cnfetti.Solution], status: ExitStatus, start: float) -> None:
        self.cpm_status.exitstatus = status
        self.cpm_status.solve_time = time.time() - start
        self._take(solution)
        if solution is not None:
            # Only MiniZinc models have objectives that are floats.
            found = solution.objective
            self.objective_value_ = None if found is None else int(found)

    def _status_of(self, solution: Optional[cnfetti.Solution]) -> ExitStatus:
        if solution is None:
            return ExitStatus.UNSATISFIABLE
        if self.has_objective() and solution.optimal:
            return ExitStatus.OPTIMAL
        return ExitStatus.FEASIBLE

    def _questions(self) -> cnfetti.Problem:
        try:
            return self.cnfetti_model.problem()
        except InputError as error:
            raise NotSupportedError(f"cnfetti: {error}") from error

    def _take(self, solution: Optional[cnfetti.Solution]) -> None:
        """Sets the values of the user's variables."""
        for cpm_var in self.user_vars:
            if solution is None:
                cpm_var.clear()
            else:
                value = solution[self.solver_var(cpm_var)]
                cpm_var._value = bool(value) if isinstance(cpm_var, _BoolVarImpl) else value

    def solveAll(
        self,
        display: Any = None,
        time_limit: Optional[float] = None,
        solution_limit: Optional[int] = None,
        call_from_model: bool = False,
        **kwargs: Any,
    ) -> int:
        """Finds all solutions; with an objective, all optimal ones. Solutions that agree on the user's variables
        count as one."""
        start = time.time()
        self.cpm_status = SolverStatus(self.name)
        options = {**self._options, "time_limit": time_limit, **kwargs}
        listing, number = self._over_user_vars().solutions(limit=solution_limit, **options), 0
        try:
            for solution in listing:
                number += 1
                self._take(solution)
                if self.has_objective():
                    self.objective_value_ = self._value_of_objective()
                self.print_display(display)
        except Unknown:
            pass
        except KeyboardInterrupt:
            self.cpm_status.exitstatus = ExitStatus.FEASIBLE if number else ExitStatus.UNKNOWN
            self.cpm_status.solve_time = time.time() - start
            raise
        if not number:
            self._take(None)
            none = ExitStatus.UNSATISFIABLE if listing.complete else ExitStatus.UNKNOWN
            self.cpm_status.exitstatus = none
        else:
            all_of_them = listing.complete or self.has_objective()
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL if all_of_them else ExitStatus.FEASIBLE
        self.cpm_status.solve_time = time.time() - start
        return number

    def _value_of_objective(self) -> Optional[int]:
        return None if self._objective is None else argvals([self._objective])[0]

    def _over_user_vars(self) -> cnfetti.Problem:
        own = [self.solver_var(var) for var in sorted(self.user_vars, key=lambda var: str(var.name))]
        problem = self._questions()
        return problem.counted_over(own) if own else problem

    def count(self, **options: Any) -> cnfetti.Count:
        """Counts the different values of the user's variables in solutions, exactly; with an objective, in optimal
        solutions."""
        return self._over_user_vars().count(**{**self._options, **options})

    def explain(self, **options: Any) -> cnfetti.Explanation:
        """Explains the solution, or why there is none."""
        return self._questions().explain(**options)

    # --- assumptions and hints ---

    def _under(
        self, wanted: dict[Variable, int], options: dict[str, Any]
    ) -> tuple[Union[cnfetti.Solution, Core], dict[int, Variable]]:
        """A solution in which variables have these values, whatever the objective, or a core; and what its literals say."""
        problem = self._questions()
        if self._encoded is None or self._encoded[0] is not problem._native:
            formula = (problem.ignoring_objective() if self.has_objective() else problem).encode()
            by_name = {name: number for number, name in formula.variables.items()}
            self._encoded = problem._native, formula, by_name, _native.Solver(formula._native)
        _, formula, by_name, solver = self._encoded
        literals: dict[int, Variable] = {}
        for variable, value in wanted.items():
            for sign, name in ((1, f"{variable.name}={value}"), (-1, f"{variable.name}={1 - value}")):
                if name in by_name:
                    literals[sign * by_name[name]] = variable
                    break
            else:
                at_least = by_name.get(f"{variable.name}>=1", by_name.get(f"{variable.name}:bit0"))
                if variable.is_boolean and at_least is not None:
                    literals[at_least if value else -at_least] = variable
        found = decided(solver, literals, native(options))
        return found if isinstance(found, Core) else formula.decode(found), literals

    def _assume(self, assumptions: list[Any], options: dict[str, Any]) -> Optional[cnfetti.Solution]:
        wanted: dict[Variable, int] = {}
        origins: dict[Variable, Any] = {}
        self._core = []
        for assumption in assumptions:
            if not isinstance(assumption, _BoolVarImpl):
                raise NotSupportedError(f"cnfetti: expected Boolean variables as assumptions, found {assumption}")
            value = 0 if isinstance(assumption, NegBoolView) else 1
            variable = self.solver_var(assumption._bv if value == 0 else assumption)
            if wanted.get(variable, value) != value:
                self._core = [origins[variable], assumption]
                return None
            wanted[variable], origins[variable] = value, assumption
        if self.has_objective():
            begun = time.time()
            best = self._with([variable == value for variable, value in wanted.items()]).solve(**options)
            if best is not None:
                return best
            options, self._core = _later(options, begun), list(origins.values())
        try:
            found, literals = self._under(wanted, options)
        except Unknown:
            if not self.has_objective():
                raise
            # It is known that the assumptions contradict each other.
            return None
        if isinstance(found, Core):
            self._core = [origins[literals[literal]] for literal in found]
            return None
        if self.has_objective():
            raise InternalError("cnfetti: there is a model under the assumptions, and there was none before")
        return found

    def _with(self, more: list[Expression]) -> cnfetti.Problem:
        """The problem with additional constraints, which the model does not keep."""
        model = self.cnfetti_model
        kept, problem = len(model._constraints), model._problem
        model.add(more)
        try:
            return self._questions()
        finally:
            del model._constraints[kept:]
            model._problem = problem

    def get_core(self) -> list[Any]:
        """The assumptions that contradict each other. Some of them may be redundant."""
        if self._core is None or self.cpm_status.exitstatus != ExitStatus.UNSATISFIABLE:
            raise NotSupportedError("cnfetti: there is a core after solve(assumptions=[...]) without a solution only")
        return self._core

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Prefers a solution with these values, if there is one. With an objective, the search is for solutions that
        are at least as good as that one."""
        flat, values = flatlist(cpm_vars), flatlist(vals)
        if len(flat) != len(values):
            raise ValueError(f"expected a value for each of {len(flat)} variables, found {len(values)}")
        self._hint = {}
        for var, value in zip(flat, values):
            if isinstance(var, NegBoolView):
                var, value = var._bv, not value
            self._hint[self.solver_var(var)] = _whole(value)

    def _near_the_hint(self, options: dict[str, Any]) -> Optional[cnfetti.Solution]:
        begun = time.time()
        near, _ = self._under(self._hint, options)
        if isinstance(near, Core):
            return self._questions().solve(**_later(options, begun))
        return self._not_worse(near, _later(options, begun)) if self.has_objective() else near

    def _not_worse(self, near: cnfetti.Solution, options: dict[str, Any]) -> cnfetti.Solution:
        """The best solution, or this one if the time runs out."""
        self._take(near)
        value, aim = int(argvals([self._objective])[0]), self.cnfetti_model._objective
        if aim is None:
            return near
        sense, goal = aim
        try:
            best = self._with([goal <= value if sense == "minimize" else goal >= value]).solve(**options)
        except Unknown:
            near.objective, near.optimal = value, False
            return near
        except Interrupted as interrupted:
            near.objective, near.optimal = value, False
            interrupted.result = interrupted.result or near
            raise
        if best is None:
            raise InternalError(f"cnfetti: no solution is as good as one that has {value}")
        return best


def _later(options: dict[str, Any], begun: float) -> dict[str, Any]:
    """The options for a further question, with the remaining time."""
    limit = options.get("time_limit")
    return options if limit is None else {**options, "time_limit": max(0.0, limit - (time.time() - begun))}


def register() -> None:
    """Registers the solver ``"cnfetti"`` with CPMpy."""
    known = SolverLookup.base_solvers.__func__

    def base_solvers(cls: Any) -> list[Any]:
        solvers: list[Any] = known(cls)
        return solvers if any(name == "cnfetti" for name, _ in solvers) else [*solvers, ("cnfetti", CPM_cnfetti)]

    if ("cnfetti", CPM_cnfetti) not in SolverLookup.base_solvers():
        SolverLookup.base_solvers = classmethod(base_solvers)
