"""Expressions over the variables of a model, built with Python's operators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, TypeVar, Union

from .errors import InputError

#: A part of a constraint: its name, its attributes, and its content; a tuple is a condition such as ("le", x).
Part = tuple[str, str, Union[str, "list[Expression]", "tuple[str, Expression]"]]

#: The largest size of an expression.
LARGEST = 5_000_000

#: Whatever can stand for a number.
Number = Union["Expression", int]

#: The largest depth of an expression; sums, products and chains of ``&`` and ``|`` do not count.
DEEPEST = 150


F = TypeVar("F", bound=Callable[..., Any])


def _elementwise(method: F) -> F:
    """Makes a method of two numbers work with arrays: of Python, NumPy, or this package."""

    @wraps(method)
    def for_each(one: Any, other: Any) -> Any:
        if getattr(other, "ndim", 0):
            from .arrays import each

            return each(method, one, other)
        return method(one, other)

    return for_each  # type: ignore[return-value]


class Expression:
    """A number that depends on variables. Comparisons and ``&``, ``|``, ``^``, ``~`` give truth values, which count as
    1 and 0."""

    __slots__ = ()

    #: Lets NumPy leave operators to this class.
    __array_ufunc__ = None

    #: Whether the value is 0 or 1.
    is_boolean: bool = False
    #: The number of operators and operands when written.
    size: int = 1

    @_elementwise
    def __add__(self, other: Number) -> Expression:
        return Apply("add", (self, expression(other)))

    @_elementwise
    def __radd__(self, other: Number) -> Expression:
        return self if isinstance(other, int) and other == 0 else Apply("add", (expression(other), self))

    @_elementwise
    def __sub__(self, other: Number) -> Expression:
        return Apply("add", (self, Apply("neg", (expression(other),))))

    @_elementwise
    def __rsub__(self, other: Number) -> Expression:
        return Apply("add", (expression(other), Apply("neg", (self,))))

    @_elementwise
    def __mul__(self, other: Number) -> Expression:
        return Apply("mul", (self, expression(other)))

    @_elementwise
    def __rmul__(self, other: Number) -> Expression:
        return Apply("mul", (expression(other), self))

    @_elementwise
    def __floordiv__(self, other: Number) -> Expression:
        return _floor("div", self, expression(other))

    @_elementwise
    def __rfloordiv__(self, other: Number) -> Expression:
        return _floor("div", expression(other), self)

    @_elementwise
    def __mod__(self, other: Number) -> Expression:
        return _floor("mod", self, expression(other))

    @_elementwise
    def __rmod__(self, other: Number) -> Expression:
        return _floor("mod", expression(other), self)

    @_elementwise
    def __pow__(self, other: Number) -> Expression:
        return Apply("pow", (self, expression(other)))

    @_elementwise
    def __rpow__(self, other: Number) -> Expression:
        return Apply("pow", (expression(other), self))

    def __neg__(self) -> Expression:
        return Apply("neg", (self,))

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return Apply("abs", (self,))

    @_elementwise
    def __eq__(self, other: Number) -> Expression:  # type: ignore[override]
        return Apply("eq", (self, expression(other)))

    @_elementwise
    def __ne__(self, other: Number) -> Expression:  # type: ignore[override]
        return Apply("ne", (self, expression(other)))

    @_elementwise
    def __lt__(self, other: Number) -> Expression:
        return Apply("lt", (self, expression(other)))

    @_elementwise
    def __le__(self, other: Number) -> Expression:
        return Apply("le", (self, expression(other)))

    @_elementwise
    def __gt__(self, other: Number) -> Expression:
        return Apply("gt", (self, expression(other)))

    @_elementwise
    def __ge__(self, other: Number) -> Expression:
        return Apply("ge", (self, expression(other)))

    @_elementwise
    def __and__(self, other: Number) -> Expression:
        return Apply("and", (truth(self), truth(other)))

    @_elementwise
    def __rand__(self, other: Number) -> Expression:
        return Apply("and", (truth(other), truth(self)))

    @_elementwise
    def __or__(self, other: Number) -> Expression:
        return Apply("or", (truth(self), truth(other)))

    @_elementwise
    def __ror__(self, other: Number) -> Expression:
        return Apply("or", (truth(other), truth(self)))

    @_elementwise
    def __xor__(self, other: Number) -> Expression:
        return Apply("xor", (truth(self), truth(other)))

    @_elementwise
    def __rxor__(self, other: Number) -> Expression:
        return Apply("xor", (truth(other), truth(self)))

    def __invert__(self) -> Expression:
        return Apply("not", (truth(self),))

    @_elementwise
    def implies(self, other: Number) -> Expression:
        """True if ``other`` is true, or this is false."""
        return Apply("imp", (truth(self), truth(other)))

    def isin(self, values: Iterable[int]) -> Expression:
        """Whether the value is one of these numbers."""
        numbers = tuple(expression(value) for value in values)
        if not numbers:
            return Apply("eq", (Constant(0), Constant(1)))
        return Apply("in", (self, *numbers))

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        raise TypeError(
            f"{self!r} is neither true nor false before the model is solved: write & for `and`, | for `or`, ~ for `not`, "
            "(1 <= x) & (x <= 5) for `1 <= x <= 5`, x.isin(values) for `x in values`, cnfetti.if_then_else for `if`, "
            "cnfetti.any, cnfetti.all, cnfetti.minimum and cnfetti.maximum for any, all, min and max"
        )

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"{type(self).__name__} is one number, not a list")

    def __repr__(self) -> str:
        return text(self) if self.size < 1_000 else f"<an expression of {self.size} parts>"


class Constant(Expression):
    """A number."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def is_boolean(self) -> bool:  # type: ignore[override]
        return self.number in (0, 1)


class Interval(Expression):
    """A range, in a constraint on how often something occurs."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high


class Variable(Expression):
    """A variable of a model. Use :meth:`Model.int`, :meth:`Model.bool` and :meth:`Model.array` to make one."""

    __slots__ = ("array", "declaration", "indices", "is_boolean", "low", "high", "name")

    def __init__(
        self, declaration: object, array: str, indices: tuple[int, ...], low: int, high: int
    ) -> None:
        #: What its model and the copies of that have under its name.
        self.declaration = declaration
        #: The name of its array, or its own name.
        self.array = array
        #: Its indices in the array; empty for a single variable.
        self.indices = indices
        #: Its name, such as ``x[1][2]``.
        self.name = array + "".join(f"[{index}]" for index in indices)
        self.low = low
        self.high = high
        self.is_boolean = low >= 0 and high <= 1


def name_of(variable: Any) -> str:
    """The name of a variable or an array, or the name itself."""
    name = variable if isinstance(variable, str) else getattr(variable, "name", None)
    if not isinstance(name, str):
        raise TypeError(f"expected a variable or its name, found {type(variable).__name__}")
    return name


#: Operators that may be written with any number of arguments.
_CHAINS = {"add", "mul", "and", "or", "xor"}

_LOGICAL = {"lt", "le", "ge", "gt", "ne", "eq", "in", "not", "and", "or", "xor", "imp", "iff"}


class Apply(Expression):
    """An operator of XCSP3 with its arguments."""

    __slots__ = ("arguments", "operator", "size")

    def __init__(self, operator: str, arguments: tuple[Expression, ...]) -> None:
        self.operator = operator
        self.arguments = arguments
        #: The number of operators and operands when written.
        self.size: int = 1 + sum([argument.size for argument in arguments])

    @property
    def is_boolean(self) -> bool:  # type: ignore[override]
        return self.operator in _LOGICAL

    def __reduce__(self) -> tuple[Any, ...]:
        # Python nests the sum of a list as deep as it is long, and pickles by recursion.
        last: list[Expression] = []
        first: Expression = self
        while isinstance(first, Apply) and first.operator == self.operator in _CHAINS:
            first, *more = first.arguments
            last.extend(reversed(more))
        return Apply, (self.operator, (first, *reversed(last)) if last else self.arguments)


class Function(Expression):
    """A number that a constraint of XCSP3 computes: a count, an element. See :mod:`cnfetti.constraints`."""

    __slots__ = ("element", "high", "low", "parts")

    def __init__(self, element: str, parts: Sequence[Part], low: int, high: int) -> None:
        self.element = element
        self.parts = parts
        self.low = low
        self.high = high


def expression(value: Any) -> Expression:
    """Converts a number or an expression to an expression."""
    if isinstance(value, Expression):
        return value
    try:
        return Constant(value.__index__())
    except (AttributeError, TypeError):
        if type(value).__name__ in ("bool", "bool_"):
            return Constant(int(value))
        raise InputError(f"expected a whole number or an expression, found {value!r}") from None


def truth(value: Any) -> Expression:
    """Converts a truth value to an expression."""
    found = expression(value)
    if not found.is_boolean:
        raise InputError(f"expected something that is true or false, found {found!r}; compare it, as in x != 0")
    return found


def expressions(values: Any) -> list[Expression]:
    """Flattens a list of numbers, or of such lists."""
    if isinstance(values, (Expression, str, int)) or not hasattr(values, "__iter__"):
        raise InputError(f"expected a list of numbers and variables, found {values!r}")
    found: list[Expression] = []
    for value in values:
        if not isinstance(value, Expression) and hasattr(value, "__iter__"):
            found.extend(expressions(value))
        else:
            found.append(expression(value))
    return found


def _floor(operator: str, first: Expression, second: Expression) -> Expression:
    """Quotient and remainder rounded down, as in Python; XCSP3 rounds towards zero."""
    result = Apply(operator, (first, second))
    if bounds(first)[0] >= 0 and bounds(second)[0] >= 0:
        return result
    left = Apply("mod", (first, second))
    signs = Apply("ne", (Apply("lt", (left, Constant(0))), Apply("lt", (second, Constant(0)))))
    off = Apply("and", (Apply("ne", (left, Constant(0))), signs))
    if operator == "div":
        return Apply("add", (result, Apply("neg", (off,))))
    return Apply("add", (result, Apply("mul", (second, off))))


_WIDE = 1 << 62


def bounds(expr: Expression) -> tuple[int, int]:
    """Bounds on the value, which may be wide if tight ones are hard to find."""
    if isinstance(expr, Constant):
        return expr.number, expr.number
    if isinstance(expr, (Variable, Function)):
        return expr.low, expr.high
    if expr.is_boolean:
        return 0, 1
    if not isinstance(expr, Apply):
        return -_WIDE, _WIDE
    try:
        if expr.operator == "add":
            ranges = [bounds(term) for term in flat("add", expr)]
            return sum(low for low, _ in ranges), sum(high for _, high in ranges)
        ranges = [bounds(argument) for argument in expr.arguments]
    except RecursionError:
        return -_WIDE, _WIDE
    (low, high), *rest = ranges
    if expr.operator == "neg":
        return -high, -low
    if expr.operator == "abs":
        return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
    if expr.operator == "mul":
        corners = [one * other for one in (low, high) for other in rest[0]]
        return min(corners), max(corners)
    if expr.operator in ("min", "max"):
        choose = min if expr.operator == "min" else max
        return choose(low for low, _ in ranges), choose(high for _, high in ranges)
    largest = max(abs(low), abs(high))
    if expr.operator == "div":
        return (0 if low >= 0 and rest[0][0] >= 0 else -largest), largest
    if expr.operator == "mod":
        largest = max(0, min(largest, max(map(abs, rest[0])) - 1))
        return (0 if low >= 0 else -largest), (0 if high <= 0 else largest)
    if expr.operator == "pow":
        exponent = max(0, rest[0][1])
        if largest > 1 and largest.bit_length() * exponent > 62:
            return -_WIDE, _WIDE
        largest = max(1, largest) ** exponent
        return (0 if low >= 0 else -largest), largest
    if expr.operator == "if":
        return min(rest[0][0], rest[1][0]), max(rest[0][1], rest[1][1])
    return -_WIDE, _WIDE


def require_small(expr: Expression) -> None:
    """Refuses expressions that would be too long to write."""
    if expr.size > LARGEST:
        raise InputError(f"an expression has {expr.size} parts, expected at most {LARGEST}: give some a variable")


def flat(operator: str, expr: Expression) -> Iterator[Expression]:
    """The terms of a sum, the factors of a product and so on, at any depth."""
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Apply) and one.operator == operator:
            waiting.extend(reversed(one.arguments))
        else:
            yield one


def text(expr: Expression, name: Any = None, depth: int = 0) -> str:
    """Writes the expression in XCSP3's functional form. ``name`` gives the variable of a :class:`Function`."""
    if isinstance(expr, Constant):
        return str(expr.number)
    if isinstance(expr, Variable):
        return expr.name
    if isinstance(expr, Interval):
        return f"{expr.low}..{expr.high}"
    if isinstance(expr, Function):
        return name(expr) if name else f"{expr.element}(…)"
    if not isinstance(expr, Apply):
        raise TypeError(f"{type(expr).__name__} is no expression by itself")
    if depth > DEEPEST:
        raise InputError(f"an expression is nested more than {DEEPEST} deep: give parts of it a variable")
    if expr.operator in _CHAINS:
        arguments: Iterable[Expression] = flat(expr.operator, expr)
    else:
        arguments = expr.arguments
    texts = [text(argument, name, depth + 1) for argument in arguments]
    if expr.operator == "in":
        return f"in({texts[0]},set({','.join(texts[1:])}))"
    return f"{expr.operator}({','.join(texts)})"


def if_then_else(condition: Number, first: Number, second: Number) -> Expression:
    """The first number if the condition is true, else the second."""
    return Apply("if", (truth(condition), expression(first), expression(second)))
