"""The values of expressions in a solution."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from .expressions import Apply, Constant, Expression, Function, Variable


def evaluate(expr: Expression, value_of: Callable[[Variable], int]) -> int:
    """Returns the value of an expression for these values of the variables; truth values are 1 and 0.

    Raises ``ZeroDivisionError``, ``IndexError`` or ``ValueError`` if it has none: such an expression makes the
    constraint around it false.
    """
    # Sums of many terms are nested too deeply for recursion.
    waiting: list[tuple[Expression, bool]] = [(expr, False)]
    values: list[int] = []
    while waiting:
        one, ready = waiting.pop()
        operands = _operands(one)
        if not operands:
            values.append(value_of(one) if isinstance(one, Variable) else _constant(one))
        elif ready:
            given = values[-len(operands) :]
            del values[-len(operands) :]
            values.append(_apply(one, given))
        else:
            waiting.append((one, True))
            waiting.extend((operand, False) for operand in reversed(operands))
    return values[0]


def _operands(expr: Expression) -> Sequence[Expression]:
    if isinstance(expr, Apply):
        return expr.arguments
    if isinstance(expr, Function):
        return [operand for _, _, part in expr.parts if isinstance(part, list) for operand in part]
    return ()


def _constant(expr: Expression) -> int:
    if not isinstance(expr, Constant):
        raise TypeError(f"{type(expr).__name__} has no value by itself")
    return expr.number


def _apply(expr: Expression, given: list[int]) -> int:
    if isinstance(expr, Apply):
        return int(_OPERATORS[expr.operator](given))
    assert isinstance(expr, Function)
    if expr.element == "nValues":
        return len(set(given))
    split = len(expr.parts[0][2])
    listed, rest = given[:split], given[split:]
    if expr.element == "count":
        return sum(value in rest for value in listed)
    if not 0 <= rest[0] < split:
        raise IndexError(f"the index {rest[0]} is outside of a list of {split}")
    return listed[rest[0]]


def _quotient(given: list[int]) -> int:
    """The quotient, rounded towards zero, as in XCSP3."""
    first, second = given
    return abs(first) // abs(second) * (1 if (first < 0) == (second < 0) else -1)


def _remainder(given: list[int]) -> int:
    return given[0] - given[1] * _quotient(given)


def _power(given: list[int]) -> int:
    if given[1] < 0:
        raise ValueError(f"the exponent {given[1]} is negative")
    return int(given[0] ** given[1])


_OPERATORS: dict[str, Callable[[list[int]], int]] = {
    "neg": lambda given: -given[0],
    "abs": lambda given: abs(given[0]),
    "add": sum,
    "mul": math.prod,
    "div": _quotient,
    "mod": _remainder,
    "pow": _power,
    "min": min,
    "max": max,
    "if": lambda given: given[1] if given[0] else given[2],
    "lt": lambda given: given[0] < given[1],
    "le": lambda given: given[0] <= given[1],
    "ge": lambda given: given[0] >= given[1],
    "gt": lambda given: given[0] > given[1],
    "eq": lambda given: given[0] == given[1],
    "ne": lambda given: given[0] != given[1],
    "in": lambda given: given[0] in given[1:],
    "not": lambda given: not given[0],
    "and": all,
    "or": any,
    "xor": lambda given: sum(given) % 2,
    "imp": lambda given: not given[0] or bool(given[1]),
    "iff": lambda given: given[0] == given[1],
}
