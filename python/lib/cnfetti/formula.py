"""Formulas in CNF: from a problem, from a file, or from clauses."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native
from ._options import ask, native
from .answers import Count, unknown
from .errors import InputError
from .solution import Solution

if TYPE_CHECKING:
    import numpy
    from pysat.formula import CNF
    from typing_extensions import Unpack

    from ._options import Options

#: Clauses as in PySAT, or as rows of a NumPy array.
Clauses = Iterable[Iterable[int]]


def clauses_as_lists(clauses: Clauses) -> list[list[int]]:
    """The clauses as lists of numbers."""
    try:
        if hasattr(clauses, "tolist"):
            clauses = clauses.tolist()
        lists = [[index(literal) for literal in clause] for clause in clauses]
    except TypeError:
        raise InputError("expected clauses, lists of literals such as [[1, -2], [3]]") from None
    if any(not -(2**63) <= literal < 2**63 for clause in lists for literal in clause):
        raise InputError("expected literals, whole numbers from -2147483647 to 2147483647 but 0, found a larger one")
    return lists


class Model(list[int]):
    """A model: a literal for each variable."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"Model({list(self)})"


class Core(list[int]):
    """Assumptions that cannot hold together; empty if there is no model at all. It need not be minimal."""

    __slots__ = ("checked_by",)

    def __init__(self, literals: Iterable[int], checked_by: Optional[str]) -> None:
        super().__init__(literals)
        #: What confirmed it.
        self.checked_by = checked_by

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"Core({list(self)}, checked_by={self.checked_by!r})"


def decided(
    asked: Union[_native.Formula, _native.Solver], assumptions: Iterable[int], options: dict[str, Any]
) -> Union[Model, Core]:
    """A model in which the assumptions hold, or a core."""

    def build(answer: Mapping[str, Any]) -> Union[Model, Core]:
        if answer["limit"]:
            raise unknown("whether there is a model", answer["limit"])
        if answer["model"] is None:
            return Core(answer["core"], answer["checked_by"])
        return Model(answer["model"])

    return ask(build, asked.solve, options, clauses_as_lists([assumptions])[0])


class Formula:
    """A formula in conjunctive normal form. Variables are numbers from 1 on; literals are as in DIMACS and PySAT.

    >>> import cnfetti
    >>> formula = cnfetti.Formula([[1, 2], [-1, 3]])
    >>> formula.num_variables, formula.num_clauses, int(formula.count())
    (3, 2, 4)
    """

    __slots__ = ("_how", "_native", "_problem")

    def __init__(
        self,
        clauses: Clauses = (),
        *,
        variables: Optional[int] = None,
        shown: Optional[Iterable[int]] = None,
    ) -> None:
        """``variables`` is the number of variables, if there are more than the clauses mention. ``shown`` are those
        that models are projected to."""
        if variables is not None and not 0 <= variables < 2**31:
            raise InputError(f"variables: expected a number from 0 to 2147483647, found {variables}")
        projected = None if shown is None else clauses_as_lists([shown])[0]
        self._native = _native.Formula.of(clauses_as_lists(clauses), variables, projected)
        self._problem: Optional[_native.Problem] = None
        self._how: tuple[dict[str, Any], str] = ({}, "dimacs")

    @classmethod
    def _of(
        cls,
        formula: _native.Formula,
        problem: Optional[_native.Problem] = None,
        options: Mapping[str, Any] = {},
        language: str = "dimacs",
    ) -> Formula:
        made = cls.__new__(cls)
        made._native, made._problem = formula, problem
        made._how = {**options, "progress": None, "time_limit": None}, language
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        if self._problem is None:
            return Formula.reads, (self.to_text(),)
        return _encoded, (self._problem, *self._how)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formula):
            return NotImplemented
        return self._native is other._native or self.to_text() == other.to_text()

    def __hash__(self) -> int:
        return hash((self.num_variables, self.num_clauses))

    @classmethod
    def read(cls, file: Union[str, os.PathLike[str]]) -> Formula:
        """Reads a DIMACS file, with its ``c p show`` and ``c ind`` lines."""
        return cls._of(_native.Formula.read(os.fspath(file)))

    @classmethod
    def reads(cls, text: str, *, name: str = "the text") -> Formula:
        """Reads the text of a DIMACS file."""
        return cls._of(_native.Formula.reads(text, name))

    @classmethod
    def from_pysat(cls, cnf: CNF) -> Formula:
        """Makes a formula from a PySAT ``CNF``, or a ``CNFPlus``, whose constraints on how many literals are true are
        encoded; models are then projected to the variables of the ``CNFPlus``."""
        if not hasattr(cnf, "clauses") or not hasattr(cnf, "nv"):
            raise TypeError(f"expected a CNF of PySAT, found {type(cnf).__name__}")
        if not getattr(cnf, "atmosts", None):
            return cls(cnf.clauses, variables=cnf.nv)
        from . import encodings

        clauses, top = clauses_as_lists(cnf.clauses), cnf.nv
        for literals, bound, *weights in cnf.atmosts:
            factors = weights[0] if weights else [1] * len(literals)
            encoded = encodings.linear(factors, literals, "<=", bound, top=top)
            clauses, top = clauses + encoded.clauses, encoded.top
        return cls(clauses, variables=top, shown=range(1, cnf.nv + 1))

    @property
    def num_variables(self) -> int:
        """The number of variables."""
        return self._native.num_variables

    @property
    def num_clauses(self) -> int:
        """The number of clauses."""
        return self._native.num_clauses

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses as lists of literals. For large formulas :meth:`arrays` is faster."""
        return self._native.clauses()

    def arrays(self) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
        """Returns all literals, one after the other (int32), and the index at which each clause begins (int64):
        clause i is ``literals[starts[i]:starts[i + 1]]``. Needs NumPy. The arrays are read-only."""
        import numpy

        literals = numpy.frombuffer(self._native.literals(), dtype=numpy.int32)
        return literals, numpy.frombuffer(self._native.starts(), dtype=numpy.int64)

    @property
    def shown(self) -> Optional[list[int]]:
        """The variables that models are counted over; None for all."""
        return self._native.shown

    @property
    def variables(self) -> dict[int, str]:
        """The meaning of each variable of the problem if it is true, such as ``x=3``; without auxiliary variables."""
        return dict(enumerate(self._native.names(), 1))

    def count(self, **options: Unpack[Options]) -> Count:
        """Counts the models, projected to the shown variables. Two engines check each other."""
        return ask(Count, self._native.count, native(options))

    def solve(
        self, assumptions: Iterable[int] = (), **options: Unpack[Options]
    ) -> Union[Model, Core]:
        """Returns a model in which the assumptions hold, or a core: assumptions that cannot hold together.

        ``bool`` of the answer is True if there is a model.

        >>> import cnfetti
        >>> cnfetti.Formula([[1, 2], [-1, 3]], variables=4).solve([-3, -2, 4])
        Core([-2, -3], checked_by='proof')
        """
        return decided(self._native, assumptions, native(options))

    def decode(self, model: Iterable[int]) -> Solution:
        """Turns a model from any SAT solver into a solution of the problem, and checks it against the rules."""
        if self._problem is None:
            raise InputError("the formula belongs to no problem: there is nothing to decode")
        return Solution(self._problem, self._native.decode(clauses_as_lists([model])[0]))

    def write(self, file: Union[str, os.PathLike[str]], *, overwrite: bool = False) -> None:
        """Writes it as a file, whole or not at all. Replaces only formulas that cnfetti wrote, unless ``overwrite``
        is set."""
        self._native.write(os.fspath(file), overwrite)

    def to_text(self) -> str:
        """Returns the text of the file."""
        return self._native.text()

    def to_pysat(self) -> CNF:
        """Returns a PySAT ``CNF``."""
        from pysat.formula import CNF

        cnf = CNF(from_clauses=self.clauses)
        cnf.nv = max(cnf.nv, self.num_variables)
        return cnf

    def __repr__(self) -> str:
        return f"<cnfetti.Formula, {self.num_variables} variables, {self.num_clauses} clauses>"


def _encoded(problem: _native.Problem, options: dict[str, Any], language: str) -> Formula:
    """The formula that was pickled."""
    return Formula._of(problem.encode(options, language), problem, options, language)


def count_cnf(
    clauses: Clauses,
    *,
    projection: Optional[Iterable[int]] = None,
    variables: Optional[int] = None,
    **options: Unpack[Options],
) -> Count:
    """Counts the models of clauses or, with ``projection``, the different assignments to these variables that extend
    to a model. A variable that no clause mentions, up to ``variables``, takes both values.

    >>> import cnfetti
    >>> int(cnfetti.count_cnf([[1, 2, 3]]))
    7
    >>> int(cnfetti.count_cnf([[1, 2, 3]], projection=[1, 2]))
    4
    """
    shown = None if projection is None else clauses_as_lists([projection])[0]
    variables = max(variables or 0, *shown) if shown else variables
    return Formula(clauses, variables=variables, shown=shown).count(**options)
