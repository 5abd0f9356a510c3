"""Solutions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from .arrays import Array, nested
from .evaluation import evaluate
from .expressions import Expression, Variable, name_of

if TYPE_CHECKING:
    from ._native import Problem as _NativeProblem
    from .answers import Checked


class Solution(Mapping[str, Any]):
    """A checked solution: a value for each variable. It is a mapping from the keys that ``cnfetti solve --json`` prints,
    as in ``solution["x"]``. Variables, arrays and expressions of the model are accepted too: ``solution[2 * x + y]`` is
    a number, and ``solution[x < y]`` is 1 or 0. ``str`` draws the solution, and Jupyter displays the drawing."""

    __slots__ = ("_native", "_told", "_values", "checked_by", "objective", "optimal")

    #: The value of the objective, or None if there is no objective. A float if the objective of a MiniZinc model is one.
    objective: Union[int, float, None]
    #: Whether it is proved that no solution is better; False if a limit was reached first, True without an objective.
    optimal: bool
    #: What confirmed that no solution is better.
    checked_by: Optional[str]

    def __init__(
        self,
        native: _NativeProblem,
        values: Sequence[int],
        objective: Union[int, float, None] = None,
        optimal: bool = True,
        checked_by: Optional[str] = None,
    ) -> None:
        self._native = native
        self._values = tuple(values)
        self._told: Optional[dict[str, Any]] = None
        self.objective = objective
        self.optimal = optimal
        self.checked_by = checked_by

    def _json(self) -> dict[str, Any]:
        if self._told is None:
            self._told = json.loads(self._native.json(list(self._values)))
        return self._told

    def __getitem__(self, key: Union[str, Expression, Array]) -> Any:
        if isinstance(key, str):
            return self._json()[key]
        if not isinstance(key, Variable):
            if isinstance(key, Array):
                return nested(key, self.__getitem__)
            if isinstance(key, Expression):
                return evaluate(key, self.__getitem__)
            return self._json()[name_of(key)]
        found: Any = self._json()[key.array]
        for index in key.indices:
            found = found[index]
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._json())

    def __len__(self) -> int:
        return len(self._json())

    def __hash__(self) -> int:
        return hash(self._native.json(list(self._values)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Solution) and self._native is other._native:
            return self._values == other._values
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __reduce__(self) -> tuple[Any, ...]:
        return Solution, (self._native, self._values, self.objective, self.optimal, self.checked_by)

    def check(self) -> Checked:
        """Checks it once more against the rules, by evaluating them as they are written. With an objective, it need not
        be the best."""
        from .answers import Checked

        _, _, broken = self._native.check(json.dumps(self._json()))
        return Checked(broken, None if broken else self)

    @property
    def variables(self) -> dict[str, int]:
        """The value of each variable of the constraints, by its name. Puzzles have names such as ``cell[1][2]``."""
        names = [name for name, _ in self._native.variables()]
        return dict(zip(names, self._values))

    def svg(self, theme: str = "auto") -> str:
        """The solution as a picture: ``theme`` is ``"light"``, ``"dark"``, ``"print"`` or ``"auto"``."""
        return self._native.svg(list(self._values), theme)

    def _repr_svg_(self) -> str:
        return self.svg("light")

    def __str__(self) -> str:
        return self._native.draw(list(self._values))

    def __repr__(self) -> str:
        return f"Solution({self._json()!r})"
