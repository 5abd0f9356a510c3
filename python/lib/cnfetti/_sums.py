"""Sums as their terms."""

from __future__ import annotations

from typing import Optional

from .expressions import Apply, Constant, Expression, Function, flat, require_small


def linear(expr: Expression) -> tuple[list[tuple[int, Expression]], int]:
    """Splits a sum into its terms with their factors, and a constant. What may have no value stays a term, even if its
    factor is 0."""
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
    return [term for term in terms.values() if term[0] != 0 or _is_partial(term[1])], constant


def _is_partial(expr: Expression) -> bool:
    """Whether it may have no value."""
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Function):
            return True
        if isinstance(one, Apply):
            if one.operator in ("div", "mod", "pow"):
                return True
            waiting.extend(one.arguments)
    return False


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
