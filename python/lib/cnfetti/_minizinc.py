"""Models as MiniZinc.

An expression without a value makes the constraint around it false, also below an `or`. MiniZinc's own rule is another one, so
what must hold for a value is a constraint of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any, Optional

from .constraints import Constraint
from .errors import InputError
from .expressions import Apply, Constant, Expression, Function, Interval, Variable, flat

if TYPE_CHECKING:
    from .model import Model

_RELATIONS = {"lt": "<", "le": "<=", "ge": ">=", "gt": ">", "ne": "!=", "eq": "="}

#: Chains of operators between numbers and between truth values.
_SUMS = {"add": " + ", "mul": " * "}
_LOGIC = {"and": " /\\ ", "or": " \\/ ", "xor": " xor ", "imp": " -> ", "iff": " <-> "}


def written(model: Model) -> str:
    """The text of a MiniZinc model."""
    writer = _Writer()
    lines = ['include "globals.mzn";']
    for name, (sizes, values) in model._names.items():
        of = values if ".." in values else "{" + values.replace(" ", ",") + "}"
        spans = ",".join(f"0..{int(size) - 1}" for size in re.findall(r"\d+", sizes))
        lines.append(f"array[{spans}] of var {of}: {name};" if spans else f"var {of}: {name};")
    rules = [writer.rule(constraint) for constraint, _ in model._constraints]
    goal = "satisfy"
    if model._objective is not None:
        sense, expr = model._objective
        goal = f"{sense} {writer.number(expr)}"
    lines += [f"constraint {rule};" for rule in [*writer.needed, *rules]]
    return "\n".join([*lines, f"solve {goal};", ""])


class _Writer:
    def __init__(self) -> None:
        #: What must hold for expressions to have values, each once.
        self.needed: dict[str, None] = {}

    def need(self, rule: str) -> None:
        self.needed[rule] = None

    def numbers(self, values: Iterable[Expression]) -> list[str]:
        return [self.number(value) for value in values]

    def number(self, expr: Expression) -> str:
        if isinstance(expr, Constant):
            return f"({expr.number})"
        if isinstance(expr, Variable):
            return expr.array + (f"[{','.join(map(str, expr.indices))}]" if expr.indices else "")
        if isinstance(expr, Function):
            return self.function(expr)
        if not isinstance(expr, Apply):
            raise InputError(f"{type(expr).__name__} is no expression by itself")
        if expr.is_boolean:
            return f"bool2int({self.truth(expr)})"
        operator = expr.operator
        if operator in _SUMS:
            return "(" + _SUMS[operator].join(self.numbers(flat(operator, expr))) + ")"
        if operator == "if":
            condition, first, second = expr.arguments
            chosen = f"then {self.number(first)} else {self.number(second)}"
            return f"(if {self.truth(condition)} {chosen} endif)"
        given = self.numbers(expr.arguments)
        if operator in ("div", "mod"):
            self.need(f"{given[1]} != 0")
            return f"({given[0]} {operator} {given[1]})"
        if operator == "pow":
            self.need(f"{given[1]} >= 0")
        return f"(-{given[0]})" if operator == "neg" else f"{operator}({_list(given, operator)})"

    def truth(self, expr: Expression) -> str:
        if isinstance(expr, Constant):
            return "true" if expr.number else "false"
        if not isinstance(expr, Apply) or not expr.is_boolean:
            return f"({self.number(expr)} != 0)"
        operator = expr.operator
        if operator in _RELATIONS:
            first, second = self.numbers(expr.arguments)
            return f"({first} {_RELATIONS[operator]} {second})"
        if operator == "in":
            first, *others = self.numbers(expr.arguments)
            return "(" + " \\/ ".join(f"{first} = {other}" for other in others) + ")"
        terms = flat(operator, expr) if operator in ("and", "or", "xor") else expr.arguments
        truths = [self.truth(term) for term in terms]
        return f"(not {truths[0]})" if operator == "not" else "(" + _LOGIC[operator].join(truths) + ")"

    def function(self, function: Function) -> str:
        parts: dict[str, Any] = {name: items for name, _, items in function.parts}
        listed = self.numbers(parts["list"])
        if function.element == "element":
            (index,) = self.numbers(parts["index"])
            self.need(f"0 <= {index} /\\ {index} < {len(listed)}")
            return f"[{','.join(listed)}][{index} + 1]"
        if function.element == "count":
            wanted = self.numbers(parts["values"])
            is_wanted = [" \\/ ".join(f"{one} = {value}" for value in wanted) for one in listed]
            return _sum(is_wanted)
        # The number of those that differ from all before them.
        firsts = [" /\\ ".join([f"{one} != {before}" for before in listed[:at]]) for at, one in enumerate(listed)]
        return _sum([text or "true" for text in firsts])

    def rule(self, constraint: Any) -> str:
        if not isinstance(constraint, Constraint):
            return self.truth(constraint)
        parts: dict[str, Any] = {name: items for name, _, items in constraint.parts}
        lists = [self.numbers(items) for name, _, items in constraint.parts if name == "list" and isinstance(items, list)]
        rule = getattr(self, f"_{constraint.element}", None)
        if rule is None:
            raise InputError(f"{constraint.element} cannot be written as MiniZinc: export the model as .xml")
        text: str = rule(parts, lists, constraint)
        return text

    def _allDifferent(self, parts: Any, lists: list[list[str]], _: Any) -> str:
        if "except" not in parts:
            return f"alldifferent([{','.join(lists[0])}])"
        apart = "{" + parts["except"].replace(" ", ",") + "}"
        return _all(f"({one} != {other} \\/ {one} in {apart})" for one, other in combinations(lists[0], 2))

    def _allEqual(self, _: Any, lists: list[list[str]], __: Any) -> str:
        return _all(f"{lists[0][0]} = {other}" for other in lists[0][1:])

    def _ordered(self, parts: Any, lists: list[list[str]], _: Any) -> str:
        relation = _RELATIONS[parts["operator"]]
        return _all(f"{one} {relation} {other}" for one, other in zip(lists[0], lists[0][1:]))

    def _lex(self, parts: Any, lists: list[list[str]], _: Any) -> str:
        name = "lex_less" if parts["operator"] == "lt" else "lex_lesseq"
        return f"{name}([{','.join(lists[0])}],[{','.join(lists[1])}])"

    def _extension(self, parts: Any, lists: list[list[str]], _: Any) -> str:
        text = parts.get("supports", parts.get("conflicts"))
        rows = [row.split(",") for row in re.findall(r"[^()\s]+", text)]
        either = [_all(f"{one} = {cell}" for one, cell in zip(lists[0], row) if cell != "*") for row in rows]
        found = " \\/ ".join(f"({row})" for row in either) or "false"
        return f"({found})" if "supports" in parts else f"(not ({found}))"

    def _cardinality(self, parts: Any, lists: list[list[str]], constraint: Constraint) -> str:
        values = parts["values"].split()
        rules = []
        for value, often in zip(values, parts["occurs"]):
            number = _sum([f"{one} = {value}" for one in lists[0]])
            is_range = isinstance(often, Interval)
            rules.append(f"{number} in {often.low}..{often.high}" if is_range else f"{number} = {self.number(often)}")
        if any("closed" in attributes for _, attributes, _ in constraint.parts):
            rules += [f"{one} in {{{','.join(values)}}}" for one in lists[0]]
        return _all(rules)

    def _channel(self, _: Any, lists: list[list[str]], __: Any) -> str:
        first, second = lists
        if len(first) != len(second):
            raise InputError("an inverse of lists of different lengths cannot be written as MiniZinc")
        pairs = ((i, one, j, other) for i, one in enumerate(first) for j, other in enumerate(second))
        inside = [f"{one} in 0..{len(first) - 1}" for one in (*first, *second)]
        return _all([*inside, *(f"({one} = {j} <-> {other} = {i})" for i, one, j, other in pairs)])

    def _circuit(self, _: Any, lists: list[list[str]], __: Any) -> str:
        return f"circuit([{','.join(f'{one} + 1' for one in lists[0])}])"

    def _precedence(self, parts: Any, lists: list[list[str]], _: Any) -> str:
        return f"value_precede_chain([{parts['values'].replace(' ', ',')}],[{','.join(lists[0])}])"

    def _cumulative(self, parts: Any, _: Any, __: Any) -> str:
        given = [f"[{','.join(self.numbers(parts[name]))}]" for name in ("origins", "lengths", "heights")]
        return f"cumulative({','.join(given)},{self.number(parts['condition'][1])})"

    def _noOverlap(self, parts: Any, _: Any, __: Any) -> str:
        starts, lengths = self.numbers(parts["origins"]), self.numbers(parts["lengths"])
        pairs = combinations(list(zip(starts, lengths)), 2)
        return _all(f"({d} = 0 \\/ {e} = 0 \\/ {s} + {d} <= {t} \\/ {t} + {e} <= {s})" for (s, d), (t, e) in pairs)

    def _binPacking(self, parts: Any, lists: list[list[str]], _: Any) -> str:
        capacity = self.number(parts["condition"][1])
        sizes = parts["sizes"].split()
        of_bin = [" + ".join(f"{size} * bool2int({other} = {one})" for size, other in zip(sizes, lists[0])) for one in lists[0]]
        return _all(f"{load} <= {capacity}" for load in of_bin)


def _list(given: list[str], operator: str) -> str:
    return f"[{','.join(given)}]" if operator in ("min", "max") else ",".join(given)


def _sum(conditions: list[str]) -> str:
    return "(" + " + ".join(f"bool2int({condition})" for condition in conditions) + ")"


def _all(rules: Iterable[Optional[str]]) -> str:
    return " /\\ ".join(f"({rule})" for rule in rules) or "true"
