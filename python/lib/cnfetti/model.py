"""Models written in Python."""

from __future__ import annotations

import builtins
import itertools
import math
import operator
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native, constraints
from ._options import ask, native
from ._sums import linear
from .arrays import Array
from .errors import FileError, InputError
from .expressions import (
    Apply,
    Constant,
    Expression,
    Function,
    Number,
    Part,
    Variable,
    expression,
    require_small,
    text,
)
from .problem import Problem, Questions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options

#: The languages of formulas, by the ending of a file's name.
_FORMULAS = {".opb": "opb", ".cnf": "dimacs", ".wcnf": "wcnf"}

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")

#: Names with another meaning in XCSP3.
_TAKEN = {"set", "aux_gb"}

_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}

#: What can be added to a model.
Addable = Union[Expression, constraints.Constraint, bool, Iterable[Any]]


class Model(Questions):
    """A model: variables, constraints and at most one objective. You can ask it every question of a :class:`Problem`.

    >>> import cnfetti
    >>> m = cnfetti.Model()
    >>> x, y = m.int("x", range(1, 10)), m.int("y", range(1, 10))
    >>> m.add(3 * x + y <= 7, x != y)
    >>> int(m.count())
    4
    """

    __slots__ = ("_constraints", "_names", "_objective", "_problem", "title")

    def __init__(self, title: Optional[str] = None) -> None:
        self.title = title
        #: For each name, the sizes and the text of the domain.
        self._names: dict[str, tuple[str, str]] = {}
        self._constraints: list[tuple[Union[Expression, constraints.Constraint], Optional[str]]] = []
        self._objective: Optional[tuple[str, Expression]] = None
        self._problem: Optional[_native.Problem] = None

    def int(self, name: str, domain: Iterable[builtins.int]) -> Variable:
        """Makes a variable with these values: ``m.int("x", range(1, 10))``."""
        values, low, high = _domain(domain)
        return Variable(self._declare(name, "", values), name, (), low, high)

    def bool(self, name: str) -> Variable:
        """Makes a Boolean variable, which is 1 or 0."""
        return self.int(name, range(2))

    def array(self, name: str, shape: Union[builtins.int, Sequence[builtins.int]], domain: Iterable[builtins.int]) -> Array:
        """Makes an array of variables with the same values: ``m.array("x", (9, 9), range(1, 10))``."""
        given = shape if hasattr(shape, "__iter__") else (shape,)
        try:
            sizes = tuple([operator.index(size) for size in given])
        except TypeError:
            sizes = ()
        if min(sizes, default=0) <= 0:
            raise InputError(f"{name}: expected sizes from 1 on, such as (9, 9), found {shape!r}")
        values, low, high = _domain(domain)
        if math.prod(sizes) > 2_000_000:
            raise InputError(f"{name}: expected at most 2000000 variables, found {math.prod(sizes)}")
        declaration = self._declare(name, "".join([f"[{size}]" for size in sizes]), values)
        places = itertools.product(*map(range, sizes))
        return Array(sizes, [Variable(declaration, name, place, low, high) for place in places], name)

    def _declare(self, name: str, sizes: str, values: str) -> tuple[str, str]:
        if not isinstance(name, str) or not _NAME.match(name) or name in _TAKEN or name.startswith("aux_gb"):
            raise InputError(f"expected a name of letters, digits and _ that begins with a letter, found {name!r}")
        if name in self._names:
            raise InputError(f"there is a variable {name!r} already")
        declaration = self._names[name] = (sizes, values)
        self._problem = None
        return declaration

    def __copy__(self) -> Model:
        """A model that goes its own way. The variables so far belong to both."""
        made = Model(self.title)
        made._names, made._constraints = dict(self._names), list(self._constraints)
        made._objective, made._problem = self._objective, self._problem
        return made

    def __deepcopy__(self, memo: object) -> Model:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.title, self._names, self._constraints, self._objective)

    def add(self, *constraint: Addable, note: Optional[str] = None) -> None:
        """Adds constraints: comparisons, Boolean expressions, those of :mod:`cnfetti.constraints`, and lists of them.

        ``note`` is the reason that explanations give: a clause that can follow "because".
        """
        if note is not None and not isinstance(note, str):
            raise InputError(f"note: expected a text, found {note!r}")
        added = list(self._flattened(constraint))
        self._constraints.extend((one, note) for one in added)
        self._problem = None

    def _flattened(self, given: Iterable[Any]) -> Iterator[Union[Expression, constraints.Constraint]]:
        for one in given:
            if isinstance(one, constraints.Constraint):
                yield one
            elif isinstance(one, Expression):
                if not one.is_boolean:
                    raise InputError(f"expected something that is true or false, found the number {one!r}")
                yield one
            elif type(one).__name__ in ("bool_", "bool"):
                yield Constant(builtins.int(one))
            elif hasattr(one, "__iter__") and not isinstance(one, str):
                yield from self._flattened(one)
            else:
                raise InputError(f"expected a constraint, found {one!r}")

    def minimize(self, objective: Number) -> None:
        """Sets the objective: only solutions with the smallest value of this count."""
        self._aim("minimize", objective)

    def maximize(self, objective: Number) -> None:
        """Sets the objective: only solutions with the largest value of this count."""
        self._aim("maximize", objective)

    def _aim(self, sense: str, objective: Number) -> None:
        if self._objective is not None:
            raise InputError("the model has an objective already")
        self._objective = (sense, expression(objective))
        self._problem = None

    @property
    def variables(self) -> list[str]:
        """The names of the variables and arrays."""
        return list(self._names)

    def problem(self) -> Problem:
        """Returns the current model as a :class:`Problem`."""
        return Problem(self._asked())

    def _asked(self) -> _native.Problem:
        if self._problem is None:
            written = _Written(self)
            source = written.text()
            try:
                self._problem = ask(_same, _native.Problem.loads, source, "the model", native({}))
            except InputError as error:
                raise written.explained(error) from None
        return self._problem

    def to_xcsp3(self) -> str:
        """Returns the model as a file in XCSP3."""
        return _Written(self).text()

    def export(self, file: Union[str, os.PathLike[str]], *, overwrite: builtins.bool = False, **options: Unpack[Options]) -> None:
        """Writes the model as a file: ``.xml`` is XCSP3, ``.mzn`` MiniZinc, and ``.opb``, ``.cnf`` and ``.wcnf`` its
        formula. Replaces only formulas that cnfetti wrote, unless ``overwrite`` is set.

        ``options`` are those of :meth:`encode`.
        """
        path = os.fspath(file)
        ending = os.path.splitext(path)[1].lower()
        if ending in _FORMULAS:
            self.encode(language=_FORMULAS[ending], **options).write(path, overwrite=overwrite)
            return
        if ending not in (".xml", ".mzn"):
            known = ", ".join([".xml", ".mzn", *_FORMULAS])
            raise InputError(f"{path}: expected a name that ends with one of {known}")
        from ._minizinc import written

        # Refuses what belongs to another model, too.
        text = self.to_xcsp3()
        if ending == ".mzn":
            text = written(self)
        try:
            with open(path, "w" if overwrite else "x", encoding="utf-8") as out:
                out.write(text)
        except FileExistsError:
            raise FileError(f"{path} exists: overwrite=True overwrites it", file=path) from None

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<cnfetti.Model{title}, {len(self._names)} declarations, {len(self._constraints)} constraints>"


def _restored(title: Optional[str], names: Any, constraints: Any, objective: Any) -> Model:
    """The model that was pickled."""
    made = Model(title)
    made._names, made._constraints, made._objective = names, constraints, objective
    return made


def _quoted(note: str) -> str:
    """Quotes a note as an XML attribute. The standard module for this takes longer to import than all of cnfetti."""
    for found, written in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        note = note.replace(found, written)
    return '"' + "".join([c if c.isprintable() else f"&#{ord(c)};" for c in note]) + '"'


def _same(problem: _native.Problem) -> _native.Problem:
    return problem


def _domain(domain: Iterable[int]) -> tuple[str, int, int]:
    """The values as XCSP3 writes them, with the smallest and the largest."""
    if isinstance(domain, range) and domain.step == 1 and len(domain) > 0:
        low, high = domain[0], domain[-1]
        written = f"{low}..{high}"
    else:
        try:
            values = sorted({value.__index__() for value in domain})
        except (AttributeError, TypeError):
            raise InputError(f"expected values such as range(1, 10), found {domain!r}") from None
        if not values:
            raise InputError("expected at least one value, found none")
        low, high = values[0], values[-1]
        written = " ".join([str(value) for value in values])
    if not -(2**31) < low <= high < 2**31:
        raise InputError(f"expected values of 32 bits, found {low if low < -(2**31) + 1 else high}")
    return written, low, high


class _Written:
    """A model as text, with a line for each constraint."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.functions: dict[int, tuple[str, Function]] = {}
        self.used: set[str] = set()
        #: For each line, its text and the constraint it comes from.
        self.lines: list[tuple[str, Any]] = []
        self.first_line = 0

    def text(self) -> str:
        model = self.model
        self.functions, self.lines, self.used = {}, [], set()
        for constraint, note in model._constraints:
            self.write(constraint, note)
        objective = None
        if model._objective is not None:
            sense, goal = model._objective
            require_small(goal)
            objective = f"<{sense}> {self.of(goal)} </{sense}>"
        self.define_functions()
        self.mention_others()
        declared = [self.declaration(name, *model._names[name]) for name in model._names]
        for name, function in self.functions.values():
            declared.append(f'<var id="{name}"> {function.low}..{function.high} </var>')
        head = '<instance format="XCSP3" type="%s">' % ("COP" if objective else "CSP")
        before = [head, "<variables>", *declared, "</variables>", "<constraints>"]
        self.first_line = len(before) + 1
        after = ["</constraints>"]
        if objective:
            after += ["<objectives>", objective, "</objectives>"]
        return "\n".join([*before, *[line for line, _ in self.lines], *after, "</instance>", ""])

    def declaration(self, name: str, sizes: str, values: str) -> str:
        if sizes:
            return f'<array id="{name}" size="{sizes}"> {values} </array>'
        return f'<var id="{name}"> {values} </var>'

    def mention_others(self) -> None:
        """Mentions the remaining variables: XCSP3 ignores variables without constraints, a model does not."""
        for name, (sizes, values) in self.model._names.items():
            cells = [name]
            for size in sizes[1:-1].split("][") if sizes else ():
                cells = [f"{cell}[{index}]" for cell in cells for index in range(int(size))]
            low = values.split()[0].split("..")[0]
            for cell in cells:
                if cell not in self.used:
                    self.lines.append((f"<intension> ge({cell},{low}) </intension>", cell))

    def of(self, expr: Expression) -> str:
        """Writes an expression, with a variable for each function in it."""
        self.mention(expr)
        return text(expr, self.name)

    def name(self, function: Function) -> str:
        return self.functions.setdefault(id(function), (f"aux_gb_{len(self.functions)}", function))[0]

    def mention(self, expr: Expression) -> None:
        """Records the variables of an expression, and refuses those of another model."""
        waiting = [expr]
        while waiting:
            one = waiting.pop()
            if isinstance(one, Apply):
                waiting.extend(one.arguments)
            elif isinstance(one, Variable):
                if self.model._names.get(one.array) is not one.declaration:
                    raise InputError(f"the variable {one.name} belongs to another model")
                self.used.add(one.name)

    def part(self, part: Part) -> str:
        """Writes a part of a constraint as an element."""
        name, attributes, items = part
        if isinstance(items, tuple):
            items = f"({items[0]},{self.of(items[1])})"
        elif not isinstance(items, str):
            items = " ".join([self.of(item) for item in items])
        return f"<{name}{attributes}> {items} </{name}>"

    def add(self, element: str, parts: Iterable[Part], what: Any, note: Optional[str], attributes: str = "") -> None:
        """Adds a line for a constraint."""
        if note is not None:
            attributes += f" note={_quoted(note)}"
        inner = "".join([self.part(part) for part in parts])
        self.lines.append((f"<{element}{attributes}>{inner}</{element}>", what))

    def write(self, constraint: Union[Expression, constraints.Constraint], note: Optional[str]) -> None:
        if isinstance(constraint, constraints.Constraint):
            self.add(constraint.element, constraint.parts, constraint, note, constraint.attributes)
            return
        require_small(constraint)
        if isinstance(constraint, Apply) and constraint.operator in _MIRRORED:
            if self.compare(constraint, note):
                return
        attributes = f" note={_quoted(note)}" if note is not None else ""
        line = f"<intension{attributes}> {self.of(constraint)} </intension>"
        self.lines.append((line, constraint))

    def compare(self, constraint: Apply, note: Optional[str]) -> bool:
        """Writes a comparison as a function with a condition, or as a sum, if it is one."""
        first, second = constraint.arguments
        relation = constraint.operator
        if isinstance(second, Function) and not isinstance(first, Function):
            first, second, relation = second, first, _MIRRORED[relation]
        if isinstance(first, Function) and isinstance(second, (Constant, Variable)):
            self.add(first.element, [*first.parts, ("condition", "", (relation, second))], constraint, note)
            return True
        terms, constant = linear(Apply("add", (first, Apply("neg", (second,)))))
        if len(terms) < 2:
            return False
        parts: list[Part] = [("list", "", [term for _, term in terms])]
        if any(factor != 1 for factor, _ in terms):
            parts.append(("coeffs", "", " ".join([str(factor) for factor, _ in terms])))
        parts.append(("condition", "", (relation, Constant(-constant))))
        self.add("sum", parts, constraint, note)
        return True

    def define_functions(self) -> None:
        """Defines the functions inside expressions, which may contain further ones."""
        defined = 0
        while defined < len(self.functions):
            for name, function in list(self.functions.values())[defined:]:
                defined += 1
                parts = "".join([self.part(part) for part in function.parts])
                condition = f"<condition> (eq,{name}) </condition>"
                self.lines.append((f"<{function.element}>{parts}{condition}</{function.element}>", function))

    def explained(self, error: InputError) -> InputError:
        """Converts an error in the text to one in the model."""
        at = (error.line or 0) - self.first_line
        said = str(error).split(": ", 1)[-1]
        if 0 <= at < len(self.lines):
            return InputError(f"{self.lines[at][1]!r}: {said}")
        return InputError(f"the model: {said}")
