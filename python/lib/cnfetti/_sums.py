"""Sums as their terms."""

from __future__ import annotations

from typing import Optional

from .expressions import Apply, Constant, Expression, flat, require_small


def linear(expr: Expression) -> tuple[list[tuple[int, Expression]], int]:
    """Splits a sum into its terms with their factors, and a constant."""
    require_small(expr)
    terms: dict[int, tuple[int, Expression]] = {}
    constant = 0
    waiting = [(1, expr)]
    while waiting:
        factor, one = waiting.pop()
        if isinstance(one, Constant):
            constant += factor * one.number
        elif isinstance(one, Apply) and one.operator == "add":
            waiting.extend((factor, term) for term in reversed(one.arguments))
        elif isinstance(one, Apply) and one.operator == "neg":
            waiting.append((-factor, one.arguments[0]))
        else:
            number, rest = _factored(one)
            if rest is None:
                constant += factor * number
            elif rest is not one:
                waiting.append((factor * number, rest))
            else:
                before = terms.get(id(one), (0, one))[0]
                terms[id(one)] = (before + factor, one)
    return [term for term in terms.values() if term[0] != 0], constant


def _factored(expr: Expression) -> tuple[int, Optional[Expression]]:
    """Splits a product into a number and the rest."""
    if not (isinstance(expr, Apply) and expr.operator == "mul"):
        return 1, expr
    number = 1
    rest: list[Expression] = []
    for factor in flat("mul", expr):
        if isinstance(factor, Constant):
            number *= factor.number
        else:
            rest.append(factor)
    if not rest:
        return number, None
    if len(rest) == len(list(flat("mul", expr))):
        return 1, expr
    return number, rest[0] if len(rest) == 1 else Apply("mul", tuple(rest))
