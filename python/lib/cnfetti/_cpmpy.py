"""States the constraints of CPMpy in a :class:`cnfetti.Model`."""

from __future__ import annotations

import itertools
import re
from typing import Any, Optional

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction
from cpmpy.expressions.utils import STAR, get_bounds, is_any_list, is_num
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl
from cpmpy.solvers.solver_interface import SolverInterface
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

import cnfetti
from cnfetti import constraints
from cnfetti.expressions import Apply, Constant, Expression, Variable

_FUNCTIONS = frozenset({
    "abs", "among", "count", "div", "element", "max", "min", "mod", "mul", "nvalue", "nvalue_except", "pow",
})  # fmt: skip

#: Constraints that are expressions, also below others.
_EXPRESSIONS = frozenset({"indomain", "ite", "no_overlap_optional", "xor"})

#: Constraints that below others are numbers of different values.
_REIFIED = frozenset({"alldifferent", "alldifferent_except_0", "alldifferent_except_n"})

_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

#: Numbers have 32 bits.
_LARGEST = 2**31 - 1


class Stating(SolverInterface):  # type: ignore[misc]
    """The half of a CPMpy solver that states variables, constraints and the objective."""

    supported_global_constraints = _FUNCTIONS | _EXPRESSIONS | _REIFIED | frozenset({
        "allequal", "circuit", "cumulative", "decreasing", "gcc", "increasing", "inverse", "lex_less", "lex_lesseq", "negative_table",
        "no_overlap", "precedence", "regular", "short_table", "strictly_decreasing", "strictly_increasing", "table",
    })  # fmt: skip
    supported_reified_global_constraints = _FUNCTIONS | _EXPRESSIONS | _REIFIED

    def __init__(self, name: str, cpm_model: Any) -> None:
        self.cnfetti_model = cnfetti.Model()
        self._fresh = 0
        self._names: set[str] = set()
        super().__init__(name=name, cpm_model=cpm_model)

    def solver_var(self, cpm_var: Any) -> Any:
        if isinstance(cpm_var, NegBoolView):
            return Apply("not", (self.solver_var(cpm_var._bv),))
        if isinstance(cpm_var, _NumVarImpl):
            if cpm_var.name not in self._varmap:
                low, high = cpm_var.get_bounds()
                self._varmap[cpm_var.name] = self._new(str(cpm_var.name), int(low), int(high))
            return self._varmap[cpm_var.name]
        if is_num(cpm_var):
            return Constant(_whole(cpm_var))
        raise NotSupportedError(f"cnfetti: not a known variable {cpm_var}")

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

    def add(self, cpm_expr: Any) -> Stating:
        get_variables(cpm_expr, collect=self.user_vars)
        for con in self.transform(cpm_expr):
            self._post(con)
        return self

    __add__ = add

    def _post(self, con: Any) -> None:
        if isinstance(con, DirectConstraint):
            con.callSolver(self, self.cnfetti_model)
        elif isinstance(con, GlobalConstraint) and con.name not in _EXPRESSIONS:
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
        raise NotSupportedError(f"cnfetti: not a known expression {expr}")

    def _applied(self, name: str, args: Any) -> Expression:
        if name == "wsum":
            weights, values = args
            terms = (Apply("mul", (Constant(_whole(w)), self._number(v))) for w, v in zip(weights, values))
            return Apply("add", (*terms, Constant(0)))
        if name == "count":
            return constraints.count(self._numbers(args[0]), self._number(args[1]))
        if name == "among":
            return constraints.count(self._numbers(args[0]), [_whole(value) for value in args[1]])
        if name == "nvalue":
            return constraints.distinct(self._numbers(args))
        if name == "nvalue_except":
            # One more value, and less.
            return constraints.distinct([*self._numbers(args[0]), self._number(args[1])]) - 1
        if name in _REIFIED:
            values, apart = (args, []) if name == "alldifferent" else (args[0], _apart(args))
            numbers = self._numbers(values)
            if not apart or not numbers:
                return constraints.distinct(numbers) == len(numbers) if numbers else Constant(1)
            # As many values as there are variables, if those that may be equal count once each, and are left out.
            different = constraints.distinct([*numbers, *apart]) - len(apart)
            return different + constraints.count(numbers, apart) == len(numbers)
        if name == "no_overlap_optional":
            return self._optional_tasks(list(args))
        if name == "element":
            return constraints.element(self._numbers(args[0]), self._simple(args[1]))
        if name == "indomain":
            return self._number(args[0]).isin([_whole(value) for value in args[1]])
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
            raise NotSupportedError(f"cnfetti: no operator {name}")
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
            return constraints.all_different(self._simples(args[0]), apart_from=_apart(args)) if len(args[0]) else True
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
            rows = [[None if _is_star(cell) else _whole(cell) for cell in row] for row in args[1]]
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
            return constraints.precedence(self._simples(args[0]), [_whole(value) for value in args[1]])
        if name == "gcc" and len(set(map(_whole, args[1]))) == len(args[1]) > 0:
            occurs = dict(zip(map(_whole, args[1]), self._simples(args[2])))
            return constraints.cardinality(self._simples(args[0]), occurs, closed=con.closed)
        if name in ("cumulative", "no_overlap"):
            return self._tasks(name, list(args))
        return self._decomposed(con)

    def _decomposed(self, con: Any) -> Any:
        value, defining = con.decompose()
        self.add(defining)
        self.add(value)
        return []

    def _optional_tasks(self, args: list[Any]) -> Expression:
        """Present tasks last at least 0, end where they should, and do not overlap. Those that last 0 never do."""
        present = [self._truth(self._number(arg)) for arg in args.pop()]
        starts, lengths = self._numbers(args[0]), self._numbers(args[1])
        ends = [start + length for start, length in zip(starts, lengths)]
        rules = [there.implies(length >= 0) for there, length in zip(present, lengths)]
        if len(args) == 3:
            stated = self._numbers(args[2])
            rules += [there.implies(end == known) for there, end, known in zip(present, ends, stated)]
            ends = stated
        for one, other in itertools.combinations(range(len(starts)), 2):
            apart = [lengths[one] == 0, lengths[other] == 0, ends[one] <= starts[other], ends[other] <= starts[one]]
            rules.append((present[one] & present[other]).implies(cnfetti.any(apart)))
        every: Expression = cnfetti.all(rules)
        return every

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


def _apart(args: Any) -> list[int]:
    """The values that several variables may have."""
    return sorted({_whole(value) for value in (args[1] if is_any_list(args[1]) else [args[1]])})


def _whole(number: Any) -> int:
    """A whole number, also one that is a float."""
    if int(number) != number:
        raise NotSupportedError(f"cnfetti: expected whole numbers, found {number}")
    return int(number)


def _is_natural(value: Expression) -> bool:
    return isinstance(value, Constant) and value.number >= 0 or isinstance(value, Variable) and value.low >= 0


def _is_star(cell: Any) -> bool:
    return isinstance(cell, str) and cell == STAR
