"""cnfetti as a solver of CPMpy.

    import cpmpy as cp
    import cnfetti.cpmpy

    cnfetti.cpmpy.register()
    model.solve(solver="cnfetti")
    cp.SolverLookup.get("cnfetti", model).count()

The class has the form of the files in ``cpmpy/solvers``.
"""

from __future__ import annotations

import re
import time
from typing import Any, Optional

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction
from cpmpy.expressions.utils import STAR, argvals, get_bounds, is_any_list, is_num
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.solvers.utils import SolverLookup
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

import cnfetti
from cnfetti import constraints
from cnfetti.errors import InputError, InternalError, Interrupted, Unknown
from cnfetti.expressions import Apply, Constant, Expression, Variable

_FUNCTIONS = frozenset({
    "abs", "among", "count", "div", "element", "max", "min", "mod", "mul", "nvalue", "pow",
})  # fmt: skip

_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

#: Numbers have 32 bits.
_LARGEST = 2**31 - 1


class CPM_cnfetti(SolverInterface):  # type: ignore[misc]
    """Interface to cnfetti.

    Creates the following attributes (see parent constructor for more):

    - ``cnfetti_model``: object, the :class:`cnfetti.Model`
    """

    supported_global_constraints = _FUNCTIONS | frozenset({
        "alldifferent", "alldifferent_except_0", "alldifferent_except_n", "allequal", "circuit", "cumulative",
        "decreasing", "gcc", "increasing", "indomain", "inverse", "ite", "lex_less", "lex_lesseq", "negative_table",
        "no_overlap", "precedence", "regular", "short_table", "strictly_decreasing", "strictly_increasing", "table",
        "xor",
    })  # fmt: skip
    supported_reified_global_constraints = _FUNCTIONS | frozenset({"indomain", "ite", "xor"})

    @staticmethod
    def supported() -> bool:
        return True

    @classmethod
    def version(cls) -> Optional[str]:
        return cnfetti.__version__

    def __init__(self, cpm_model: Any = None, subsolver: Any = None) -> None:
        """``subsolver`` is one of cnfetti's solvers: ``"batsat"``, or ``"cmd:…"``, as in ``"cnfetti:batsat"``."""
        self.cnfetti_model = cnfetti.Model()
        self._options: dict[str, Any] = {"solver": subsolver} if subsolver else {}
        self._fresh = 0
        self._names: set[str] = set()
        self._hint: dict[Variable, int] = {}
        self._core: Optional[list[Any]] = None
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
            self.objective_value_ = solution.objective

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

    def _literals(self, wanted: dict[Variable, int]) -> tuple[cnfetti.Formula, dict[int, Variable]]:
        """The formula without the objective, and the literals that say that variables have these values."""
        problem = self._questions()
        formula = (problem.ignoring_objective() if self.has_objective() else problem).encode()
        by_name = {name: number for number, name in formula.variables.items()}
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
        return formula, literals

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
        formula, literals = self._literals(wanted)
        try:
            found = formula.solve(list(literals), **options)
        except Unknown:
            if not self.has_objective():
                raise
            # It is known that the assumptions contradict each other.
            return None
        if not found:
            self._core = [origins[literals[literal]] for literal in found]
            return None
        if self.has_objective():
            raise InternalError("cnfetti: there is a model under the assumptions, and there was none before")
        return formula.decode(found)

    def _with(self, more: list[Expression]) -> cnfetti.Problem:
        """The problem with additional constraints, which the model does not keep."""
        model = self.cnfetti_model
        kept = len(model._constraints)
        model.add(more)
        try:
            return self._questions()
        finally:
            del model._constraints[kept:]
            model._problem = None

    def get_core(self) -> list[Any]:
        """The assumptions that contradict each other. Some of them may be redundant."""
        if self._core is None or self.cpm_status.exitstatus != ExitStatus.UNSATISFIABLE:
            raise NotSupportedError("cnfetti: there is a core after solve(assumptions=[...]) without a solution only")
        return self._core

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Prefers a solution with these values, if there is one. With an objective, the search is for solutions that
        are at least as good as that one."""
        flat = [var for var in (cpm_vars.flat if hasattr(cpm_vars, "flat") else cpm_vars)]
        values = [value for value in (vals.flat if hasattr(vals, "flat") else vals)]
        self._hint = {}
        for var, value in zip(flat, values):
            if isinstance(var, NegBoolView):
                var, value = var._bv, not value
            self._hint[self.solver_var(var)] = int(value)

    def _near_the_hint(self, options: dict[str, Any]) -> Optional[cnfetti.Solution]:
        formula, literals = self._literals(self._hint)
        begun = time.time()
        found = formula.solve(list(literals), **options)
        if not found:
            return self._questions().solve(**_later(options, begun))
        near = formula.decode(found)
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

    # --- stating ---

    def solver_var(self, cpm_var: Any) -> Any:
        if isinstance(cpm_var, NegBoolView):
            return Apply("not", (self.solver_var(cpm_var._bv),))
        if isinstance(cpm_var, _NumVarImpl):
            if cpm_var.name not in self._varmap:
                low, high = cpm_var.get_bounds()
                self._varmap[cpm_var.name] = self._new(str(cpm_var.name), int(low), int(high))
            return self._varmap[cpm_var.name]
        if is_num(cpm_var):
            return Constant(int(cpm_var))
        raise NotImplementedError(f"Not a known var {cpm_var}")

    def _new(self, name: str, low: int, high: int) -> Variable:
        """A new variable with a name derived from this one."""
        if not -_LARGEST <= low <= high <= _LARGEST:
            raise NotSupportedError(f"cnfetti: {name} is from {low} to {high}, which is more than 32 bits")
        name = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
        if not re.match("[A-Za-z]", name):
            name = "v" + name
        while name in self._names or name == "set" or name.startswith("aux_gb"):
            self._fresh += 1
            name = f"{name}_{self._fresh}".replace("aux_gb", "aux")
        self._names.add(name)
        return self.cnfetti_model.int(name, range(low, high + 1))

    _objective: Any = None
    objective_value_: Optional[int]

    def objective(self, expr: Any, minimize: bool) -> None:
        get_variables(expr, self.user_vars)
        safe, rules = safen_objective(expr)
        safe, more = decompose_objective(
            safe,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        self.add([*rules, *more])
        self._objective = expr
        self.cnfetti_model._objective = None
        aim = self.cnfetti_model.minimize if minimize else self.cnfetti_model.maximize
        aim(self._number(safe))

    def has_objective(self) -> bool:
        return self._objective is not None

    def transform(self, cpm_expr: Any) -> list[Any]:
        cpm_cons = toplevel_list(cpm_expr)
        cpm_cons = no_partial_functions(cpm_cons, safen_toplevel=frozenset({"nd_element"}))
        transformed: list[Any] = decompose_in_tree(
            cpm_cons,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        return transformed

    def add(self, cpm_expr: Any) -> CPM_cnfetti:
        get_variables(cpm_expr, collect=self.user_vars)
        for con in self.transform(cpm_expr):
            self._post(con)
        return self

    __add__ = add

    def _post(self, con: Any) -> None:
        if isinstance(con, DirectConstraint):
            con.callSolver(self, self.cnfetti_model)
        elif isinstance(con, GlobalConstraint) and con.name not in self.supported_reified_global_constraints:
            self.cnfetti_model.add(self._stated(con))
        else:
            truth = self._number(con)
            self.cnfetti_model.add(truth if truth.is_boolean else truth != 0)

    # --- expressions ---

    def _number(self, expr: Any) -> Expression:
        """Converts an expression of CPMpy."""
        if isinstance(expr, BoolVal):
            return Constant(int(bool(expr)))
        if isinstance(expr, _NumVarImpl) or is_num(expr):
            found: Expression = self.solver_var(expr)
            return found
        if isinstance(expr, Comparison):
            first, second = (self._number(arg) for arg in expr.args)
            return Apply(_COMPARISONS[expr.name], (first, second))
        if isinstance(expr, (Operator, GlobalFunction, GlobalConstraint)):
            return self._applied(expr.name, expr.args)
        raise NotImplementedError(f"cnfetti: not a known expression {expr}")

    def _applied(self, name: str, args: Any) -> Expression:
        if name == "wsum":
            weights, values = args
            terms = (Apply("mul", (Constant(int(w)), self._number(v))) for w, v in zip(weights, values))
            return Apply("add", (*terms, Constant(0)))
        if name == "count":
            return constraints.count(self._numbers(args[0]), self._number(args[1]))
        if name == "among":
            return constraints.count(self._numbers(args[0]), [int(value) for value in args[1]])
        if name == "nvalue":
            return constraints.distinct(self._numbers(args))
        if name == "element":
            return constraints.element(self._numbers(args[0]), self._simple(args[1]))
        if name == "indomain":
            return self._number(args[0]).isin([int(value) for value in args[1]])
        found = self._numbers(args)
        if name == "sub":
            return found[0] - found[1]
        if name == "ite":
            condition, first, second = map(self._truth, found)
            return Apply("and", (condition.implies(first), Apply("or", (condition, second))))
        if name in ("and", "or", "xor", "->", "not"):
            operator = {"->": "imp"}.get(name, name)
            return Apply(operator, tuple(map(self._truth, found))) if found else Constant(int(name == "and"))
        operators = {"sum": "add", "-": "neg", "abs": "abs", "min": "min", "max": "max", "mul": "mul",
                     "div": "div", "mod": "mod", "pow": "pow"}  # fmt: skip
        if name not in operators:
            raise NotImplementedError(f"cnfetti: no operator {name}")
        return Apply(operators[name], tuple(found)) if found else Constant(0)

    def _numbers(self, args: Any) -> list[Expression]:
        return [self._number(arg) for arg in args]

    def _truth(self, value: Expression) -> Expression:
        return value if value.is_boolean else value != 0

    def _simple(self, expr: Any) -> Expression:
        """Converts an expression to a variable or a number."""
        found = self._number(expr)
        if isinstance(found, (Variable, Constant)):
            return found
        low, high = get_bounds(expr)
        variable = self._new("part", int(low), int(high))
        self.cnfetti_model.add(variable == found)
        return variable

    def _simples(self, args: Any) -> list[Expression]:
        return [self._simple(arg) for arg in args]

    # --- constraints ---

    def _stated(self, con: Any) -> Any:
        """Converts a constraint that holds by itself."""
        name, args = con.name, con.args
        if name == "alldifferent":
            return constraints.all_different(self._numbers(args)) if args else True
        if name in ("alldifferent_except_0", "alldifferent_except_n"):
            apart = [int(value) for value in (args[1] if is_any_list(args[1]) else [args[1]])]
            return constraints.all_different(self._simples(args[0]), apart_from=apart) if len(args[0]) else True
        if name == "allequal":
            return constraints.all_equal(self._simples(args)) if args else True
        if name in ("increasing", "decreasing", "strictly_increasing", "strictly_decreasing"):
            order = constraints.decreasing if name.endswith("decreasing") else constraints.increasing
            return order(self._simples(args), strictly=name.startswith("strictly")) if args else True
        if name == "circuit":
            return constraints.circuit(self._simples(args))
        if name == "inverse":
            return constraints.inverse(self._simples(args[0]), self._simples(args[1]))
        if name in ("table", "short_table", "negative_table"):
            rows = [[None if _is_star(cell) else int(cell) for cell in row] for row in args[1]]
            state = constraints.forbidden if name == "negative_table" else constraints.table
            if not rows:
                return name == "negative_table"
            return state(self._simples(args[0]), rows)
        if name == "regular":
            array, transitions, start, accepting = args
            return constraints.automaton(self._simples(array), transitions, start, accepting)
        if name in ("lex_less", "lex_lesseq") and len(args[0]) == len(args[1]) > 0:
            return constraints.lex(self._simples(args[0]), self._simples(args[1]), strictly=name == "lex_less")
        if name == "precedence" and len(set(args[1])) == len(args[1]) > 1:
            return constraints.precedence(self._simples(args[0]), [int(value) for value in args[1]])
        if name == "gcc" and len(set(map(int, args[1]))) == len(args[1]) > 0:
            occurs = dict(zip(map(int, args[1]), self._simples(args[2])))
            return constraints.cardinality(self._simples(args[0]), occurs, closed=con.closed)
        if name in ("cumulative", "no_overlap"):
            return self._tasks(name, list(args))
        return self._decomposed(con)

    def _decomposed(self, con: Any) -> Any:
        value, defining = con.decompose()
        self.add(defining)
        self.add(value)
        return []

    def _tasks(self, name: str, args: list[Any]) -> Any:
        starts, lengths = args[0], args[1]
        stated: list[Any] = []
        if len(args) == (5 if name == "cumulative" else 3):
            ends = args.pop(2)
            triples = zip(starts, lengths, ends)
            stated += [self._number(s) + self._number(d) == self._number(e) for s, d, e in triples]
        kept = self._simples(lengths)
        heights = self._simples(args[2]) if name == "cumulative" else []
        stated += [value >= 0 for value in (*kept, *heights) if not _is_natural(value)]
        if not starts:
            return stated
        if name == "no_overlap":
            ones = [Constant(1)] * len(kept)
            return [*stated, constraints.cumulative(self._simples(starts), kept, ones, 1)]
        return [*stated, constraints.cumulative(self._simples(starts), kept, heights, self._simple(args[3]))]


def _later(options: dict[str, Any], begun: float) -> dict[str, Any]:
    """The options for a further question, with the remaining time."""
    limit = options.get("time_limit")
    return options if limit is None else {**options, "time_limit": max(0.0, limit - (time.time() - begun))}


def _is_natural(value: Expression) -> bool:
    return isinstance(value, Constant) and value.number >= 0 or isinstance(value, Variable) and value.low >= 0


def _is_star(cell: Any) -> bool:
    return isinstance(cell, str) and cell == STAR


def register() -> None:
    """Registers the solver ``"cnfetti"`` with CPMpy."""
    known = SolverLookup.base_solvers.__func__

    def base_solvers(cls: Any) -> list[Any]:
        solvers: list[Any] = known(cls)
        return solvers if any(name == "cnfetti" for name, _ in solvers) else [*solvers, ("cnfetti", CPM_cnfetti)]

    if ("cnfetti", CPM_cnfetti) not in SolverLookup.base_solvers():
        SolverLookup.base_solvers = classmethod(base_solvers)
