"""Arrays of variables and expressions, which behave as NumPy's."""

from __future__ import annotations

import builtins
import itertools
import math
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Callable, Optional, Union

from .errors import InputError
from .expressions import Apply, Constant, Expression, expression, expressions, truth

#: One axis, or all together.
Axis = Optional[int]


class Array:
    """An array of variables or expressions: ``x[1, 2]``, ``x[:, j]``, ``x[1:3, ::2]``, ``x.T``. Operators apply to each
    element, and iterating gives the rows, as with NumPy."""

    __slots__ = ("_items", "name", "shape")

    #: Lets NumPy leave operators to this class.
    __array_ufunc__ = None

    def __init__(self, shape: tuple[int, ...], items: Sequence[Any], name: Optional[str] = None) -> None:
        #: The length of each axis.
        self.shape = shape
        self._items = tuple(items)
        #: Its name in the model, or None.
        self.name = name

    @staticmethod
    def of(values: Any) -> Array:
        """Converts a list, a list of lists and so on, or an array of NumPy."""
        if isinstance(values, Array):
            return values
        if hasattr(values, "tolist"):
            return Array(tuple(values.shape), [expression(one) for one in values.ravel().tolist()])
        if isinstance(values, (str, bytes, dict)) or not hasattr(values, "__iter__"):
            raise InputError(f"expected a list of numbers and variables, found {values!r}")
        rows = list(values)
        if not builtins.any(_is_list(row) for row in rows):
            return Array((len(rows),), [expression(row) for row in rows])
        inner = [Array.of(row) for row in rows]
        for one in inner:
            if one.shape != inner[0].shape:
                raise InputError(f"expected rows of the same shape, found {inner[0].shape} and {one.shape}")
        return Array((len(rows), *inner[0].shape), [item for one in inner for item in one._items])

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self._items)

    @property
    def flat(self) -> Array:
        """All elements, row by row."""
        return self if self.ndim == 1 else Array((self.size,), self._items)

    @property
    def T(self) -> Array:
        """The transposed array, whose axes are in the reverse order."""
        places = itertools.product(*map(range, reversed(self.shape)))
        steps = _steps(self.shape)[::-1]
        return Array(self.shape[::-1], [self._items[builtins.sum(map(operator.mul, place, steps))] for place in places])

    def reshape(self, *shape: Any) -> Array:
        """The same elements in another shape. One length may be -1: it follows from the others."""
        sizes = [operator.index(size) for size in (shape[0] if len(shape) == 1 and _is_list(shape[0]) else shape)]
        known = math.prod(size for size in sizes if size != -1)
        if sizes.count(-1) == 1 and known > 0:
            sizes[sizes.index(-1)] = self.size // known
        if min(sizes, default=-1) < 0 or math.prod(sizes) != self.size:
            raise InputError(f"an array of {self.size} elements has no shape {shape}")
        return Array(tuple(sizes), self._items)

    def __getitem__(self, index: Any) -> Any:
        given = index if isinstance(index, tuple) else (index,)
        open_axes = self.ndim - builtins.sum(one is not Ellipsis for one in given)
        if open_axes < 0:
            raise IndexError(f"the array has {self.ndim} axes, found {len(given)} indices")
        if builtins.sum(one is Ellipsis for one in given) > 1:
            raise IndexError("expected at most one ... among the indices")
        at = next((place for place, one in enumerate(given) if one is Ellipsis), len(given))
        full = (*given[:at], *[slice(None)] * open_axes, *given[at + 1 :])
        places, shape, fixed = [0], [], []
        for one, length, step in zip(full, self.shape, _steps(self.shape)):
            if isinstance(one, slice):
                chosen: Sequence[int] = range(*one.indices(length))
                shape.append(len(chosen))
            else:
                chosen = [_place(one, length)]
                fixed.append(chosen[0])
            places = [place + step * number for place in places for number in chosen]
        if not shape:
            return self._items[places[0]]
        is_part = self.name is not None and builtins.all(one == slice(None) for one in full[len(fixed) :])
        name = "".join([self.name or "", *[f"[{number}]" for number in fixed]]) if is_part else None
        return Array(tuple(shape), [self._items[place] for place in places], name)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items) if self.ndim == 1 else (self[row] for row in range(self.shape[0]))

    def __contains__(self, value: Any) -> bool:
        if builtins.any(value is item for item in self._items):
            return True
        raise TypeError("an array cannot tell what it contains before the model is solved: write cnfetti.any(x == value)")

    def __bool__(self) -> bool:
        raise TypeError("an array is neither true nor false: write cnfetti.all(x == y) or cnfetti.any(x == y)")

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        if self.name is not None or self.size > 100:
            return f"<{self.name or 'an array'}, {' × '.join(map(str, self.shape))}>"
        return f"Array({nested(self, repr)})".replace("'", "")

    # Operators of each element.

    def __add__(self, other: Any) -> Array:
        return each(operator.add, self, other)

    def __radd__(self, other: Any) -> Array:
        return each(operator.add, other, self)

    def __sub__(self, other: Any) -> Array:
        return each(operator.sub, self, other)

    def __rsub__(self, other: Any) -> Array:
        return each(operator.sub, other, self)

    def __mul__(self, other: Any) -> Array:
        return each(operator.mul, self, other)

    def __rmul__(self, other: Any) -> Array:
        return each(operator.mul, other, self)

    def __floordiv__(self, other: Any) -> Array:
        return each(operator.floordiv, self, other)

    def __rfloordiv__(self, other: Any) -> Array:
        return each(operator.floordiv, other, self)

    def __mod__(self, other: Any) -> Array:
        return each(operator.mod, self, other)

    def __rmod__(self, other: Any) -> Array:
        return each(operator.mod, other, self)

    def __pow__(self, other: Any) -> Array:
        return each(operator.pow, self, other)

    def __rpow__(self, other: Any) -> Array:
        return each(operator.pow, other, self)

    def __and__(self, other: Any) -> Array:
        return each(operator.and_, self, other)

    def __rand__(self, other: Any) -> Array:
        return each(operator.and_, other, self)

    def __or__(self, other: Any) -> Array:
        return each(operator.or_, self, other)

    def __ror__(self, other: Any) -> Array:
        return each(operator.or_, other, self)

    def __xor__(self, other: Any) -> Array:
        return each(operator.xor, self, other)

    def __rxor__(self, other: Any) -> Array:
        return each(operator.xor, other, self)

    def __eq__(self, other: Any) -> Array:  # type: ignore[override]
        return each(operator.eq, self, other)

    def __ne__(self, other: Any) -> Array:  # type: ignore[override]
        return each(operator.ne, self, other)

    def __lt__(self, other: Any) -> Array:
        return each(operator.lt, self, other)

    def __le__(self, other: Any) -> Array:
        return each(operator.le, self, other)

    def __gt__(self, other: Any) -> Array:
        return each(operator.gt, self, other)

    def __ge__(self, other: Any) -> Array:
        return each(operator.ge, self, other)

    def __neg__(self) -> Array:
        return Array(self.shape, [-item for item in self._items])

    def __pos__(self) -> Array:
        return self

    def __abs__(self) -> Array:
        return Array(self.shape, [abs(item) for item in self._items])

    def __invert__(self) -> Array:
        return Array(self.shape, [~item for item in self._items])

    def implies(self, other: Any) -> Array:
        """For each element, whether the other's is true, or this one's is false."""
        return each(lambda one, another: one.implies(another), self, other)

    def isin(self, values: Iterable[int]) -> Array:
        """For each element, whether its value is one of these numbers."""
        numbers = list(values)
        return Array(self.shape, [item.isin(numbers) for item in self._items])


def array(values: Any) -> Array:
    """Makes an array of a list of variables, expressions and numbers, or of a list of such lists.

    >>> import cnfetti
    >>> m = cnfetti.Model()
    >>> a, b = m.int("a", range(3)), m.int("b", range(3))
    >>> cnfetti.array([[a, b], [b, a + b]])[:, 1]
    Array([b, add(a,b)])
    """
    return Array.of(values)


def _is_list(value: Any) -> bool:
    return not isinstance(value, (Expression, str, bytes)) and hasattr(value, "__iter__")


def _steps(shape: Sequence[int]) -> list[int]:
    """How far apart neighbours are, along each axis."""
    return [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]


def _place(index: Any, length: int) -> int:
    if isinstance(index, bool) or not hasattr(index, "__index__"):
        raise IndexError(f"expected numbers, slices and ... as indices, found {index!r}; an index that depends on "
                         "variables is cnfetti.element(x, index)")  # fmt: skip
    place = operator.index(index)
    if not -length <= place < length:
        raise IndexError(f"the index {place} is outside of an axis of length {length}")
    return place % length


def each(function: Callable[[Any, Any], Any], one: Any, other: Any) -> Array:
    """The function of each pair of elements. An axis of length 1 is repeated, as in NumPy."""
    sides = [Array.of(side) if _is_list(side) else Array((), [expression(side)]) for side in (one, other)]
    axes = max(side.ndim for side in sides)
    shapes = [(*[1] * (axes - side.ndim), *side.shape) for side in sides]
    shape: list[int] = []
    for first, second in zip(*shapes):
        if first != second and 1 not in (first, second):
            raise InputError(f"arrays of the shapes {sides[0].shape} and {sides[1].shape} do not fit together")
        shape.append(second if first == 1 else first)
    items = []
    places = list(itertools.product(*map(range, shape)))
    for side, sizes in zip(sides, shapes):
        steps = [0 if size == 1 else step for size, step in zip(sizes, _steps(sizes))]
        items.append([side._items[builtins.sum(map(operator.mul, place, steps))] for place in places])
    return Array(tuple(shape), list(map(function, *items)))


def nested(values: Array, of: Callable[[Any], Any]) -> list[Any]:
    """What the function gives for each element, as a list of lists and so on."""
    return [nested(one, of) if isinstance(one, Array) else of(one) for one in values]


def _along(values: Any, axis: Axis, function: Callable[[list[Expression]], Expression]) -> Any:
    """The function of all elements, or of those along an axis."""
    if axis is None:
        return function(expressions(values))
    full = Array.of(values)
    if not isinstance(axis, int) or not -full.ndim <= axis < full.ndim:
        raise InputError(f"axis: expected a number below {full.ndim}, found {axis!r}")
    axis %= full.ndim
    rest = full.shape[:axis] + full.shape[axis + 1 :]
    lines = [
        function(list(full[(*place[:axis], slice(None), *place[axis:])]))
        for place in itertools.product(*map(range, rest))
    ]
    return Array(rest, lines) if rest else lines[0]


def _chain(operator: str, neutral: int, terms: list[Expression]) -> Expression:
    return Apply(operator, tuple(terms)) if terms else Constant(neutral)


def sum(values: Any, axis: Axis = None) -> Any:
    """The sum of all, or the sums along an axis: ``cnfetti.sum(x, axis=0)`` is an array with a sum for each column.

    >>> import cnfetti
    >>> x = cnfetti.Model().array("x", (2, 3), range(10))
    >>> cnfetti.sum(x, axis=0) == 4
    Array([eq(add(x[0][0],x[1][0]),4), eq(add(x[0][1],x[1][1]),4), eq(add(x[0][2],x[1][2]),4)])
    """
    return _along(values, axis, lambda terms: _chain("add", 0, terms))


def all(values: Any, axis: Axis = None) -> Any:
    """Whether all are true."""
    return _along(values, axis, lambda terms: _chain("and", 1, [truth(term) for term in terms]))


def any(values: Any, axis: Axis = None) -> Any:
    """Whether at least one is true."""
    return _along(values, axis, lambda terms: _chain("or", 0, [truth(term) for term in terms]))


def minimum(values: Any, axis: Axis = None) -> Any:
    """The smallest."""
    return _along(values, axis, lambda terms: Apply("min", _some(terms)))


def maximum(values: Any, axis: Axis = None) -> Any:
    """The largest."""
    return _along(values, axis, lambda terms: Apply("max", _some(terms)))


def _some(terms: list[Expression]) -> tuple[Expression, ...]:
    if not terms:
        raise InputError("expected at least one number, found none")
    return tuple(terms)
