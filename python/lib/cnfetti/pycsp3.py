"""Asks cnfetti about the PyCSP3 model in memory.

    from pycsp3 import *
    import cnfetti.pycsp3

    x = VarArray(size=4, dom=range(4))
    satisfy(AllDifferent(x))
    cnfetti.pycsp3.count()
    cnfetti.pycsp3.solve()
"""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from typing import TYPE_CHECKING, Any, Optional

from pycsp3.classes.main.variables import Variable
from pycsp3.compiler import Compilation

from .answers import Count, Explanation, Uniqueness
from .errors import InputError, Interrupted
from .problem import Problem, loads
from .solution import Solution

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options
    from .listing import Listing

__all__ = ["count", "explain", "problem", "solutions", "solve", "unique"]


def problem(**options: Unpack[Options]) -> Problem:
    """Returns the model as a problem, for all other questions."""
    with tempfile.TemporaryDirectory() as folder:
        # PyCSP3 prints what it does, and needs a file.
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            compiled = Compilation.compile(os.path.join(folder, "model.xml"), verbose=-1)
        if compiled is None:
            raise InputError(f"PyCSP3 did not compile the model: {said.getvalue().strip()}")
        with open(compiled[0], encoding="utf-8") as file:
            text = file.read()
    return loads(text, name="the model of PyCSP3", **options)


def solve(**options: Unpack[Options]) -> Optional[Solution]:
    """Returns a solution, or the best one if there is an objective; None if there is none. PyCSP3's ``value(x)``
    then gives the values, too."""
    try:
        solution = problem().solve(**options)
    except Interrupted as interrupted:
        _give(interrupted.result)
        raise
    _give(solution)
    return solution


def _give(solution: Optional[Solution]) -> None:
    """Sets the values of PyCSP3's variables."""
    for name, variable in Variable.name2obj.items():
        if not isinstance(variable, Variable):
            continue  # An array, whose variables are in the list as well.
        value = None if solution is None else _value(solution, name)
        variable.value = value
        variable.values = [] if value is None else [value]


def _value(solution: Solution, name: str) -> Any:
    """The value of ``x`` or ``x[1][2]``; None if it takes no part."""
    first, *indices = name.replace("]", "").split("[")
    found: Any = solution.get(first)
    for index in indices:
        if found is None:
            return None
        found = found[int(index)]
    return found


def count(**options: Unpack[Options]) -> Count:
    """Counts the solutions; with an objective, the optimal ones."""
    return problem().count(**options)


def solutions(limit: Optional[int] = None, **options: Unpack[Options]) -> Listing:
    """Iterates over solutions, up to ``limit``, or all if it is None."""
    return problem().solutions(limit, **options)


def unique(**options: Unpack[Options]) -> Uniqueness:
    """Decides whether there is exactly one solution."""
    return problem().unique(**options)


def explain(**options: Unpack[Options]) -> Explanation:
    """Explains the solution, or why there is none."""
    return problem().explain(**options)
