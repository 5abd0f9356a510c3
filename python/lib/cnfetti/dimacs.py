"""DIMACS formulas as problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Optional

from . import _native
from .answers import Count
from .errors import InputError
from .formula import Formula
from .problem import Problem

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack

    from ._options import Options


class FormulaProblem(Problem):
    """A DIMACS formula as a problem: the variable 3 is ``x3``, with the values 0 and 1, and the solutions are the
    models. Models that agree on the variables that the file shows (``c p show``) count as one.

    >>> import cnfetti
    >>> problem = cnfetti.loads("p cnf 3 2\\n1 2 0\\n-1 3 0\\n")
    >>> int(problem.count()), problem.formula.num_clauses
    (4, 2)
    """

    __slots__ = ("_formula",)

    def __init__(self, formula: Formula) -> None:
        super().__init__(formula._native.problem())
        self._formula = formula

    def __reduce__(self) -> tuple[Any, ...]:
        return FormulaProblem, (self._formula,)

    @property
    def formula(self) -> Formula:
        """The formula, for questions about literals: :meth:`Formula.solve` takes assumptions."""
        return self._formula

    @property
    def kind(self) -> str:
        """``"cnf"``."""
        return "cnf"

    def count(
        self, *, engine: str = "both", executor: Optional[Executor] = None, **options: Unpack[Options]
    ) -> Count:
        """Counts the models. The default engines are made for formulas; ``"exact"`` and ``"blocking"`` select those for
        puzzles."""
        if executor is not None:
            raise InputError("an executor counts puzzles and models, found a formula")
        if engine == "both":
            return self._formula.count(**options)
        return super().count(engine=engine, **options)

    def encode(self, *, language: str = "dimacs", **options: Unpack[Options]) -> Formula:
        """The formula itself, with its own variables."""
        if language != "dimacs":
            raise InputError(f"a formula is written as dimacs, found the language {language!r}")
        return self._formula

    def certify(self, *arguments: Any, **options: Any) -> NoReturn:
        """Not supported: certify the number of models on the command line."""
        raise InputError("a formula is certified on the command line: cnfetti certify FILE.cnf -o FOLDER")

    def compare(self, *arguments: Any, **options: Any) -> NoReturn:
        """Not supported: a formula is already encoded."""
        raise InputError("expected a puzzle or a model, found a formula, which is encoded already")

    def to_text(self, format: str = "dimacs") -> str:
        """Returns the formula as a DIMACS file, its only format."""
        if format != "dimacs":
            raise InputError(f"a formula is written as dimacs, found the format {format!r}")
        return self._formula.to_text()


def is_formula(name: str, beginning: bytes) -> bool:
    """Whether a file with this name and beginning is a formula."""
    return name.lower().endswith(".cnf") or _native.is_formula(beginning)
