"""Compares encodings and solvers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union, overload

if TYPE_CHECKING:
    import pandas

    from .problem import Questions

Row = dict[str, Any]

#: The columns of the table that ``str`` gives, with their headings.
_SHOWN = (
    ("encodings", "encodings"),
    ("solver", "solver"),
    ("auxiliary_variables", "auxiliary"),
    ("clauses", "clauses"),
    ("conflicts", "conflicts"),
    ("solutions", "solutions"),
    ("seconds", "seconds"),
)


class Comparison(Sequence[Row]):
    """A row for each combination of encodings with each solver; each row is a dictionary.

    ``str`` gives a table, and Jupyter shows it. ``to_pandas`` gives a DataFrame.
    """

    __slots__ = ("_rows", "agreed", "limit")

    #: Whether the rows agree. If not, a solver or an encoding is wrong.
    agreed: bool
    #: The limit because of which the last rows are missing, or None.
    limit: Optional[str]

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self._rows: list[Row] = answer["rows"]
        self.agreed = answer["agreed"]
        self.limit = answer["limit"]

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Row, Sequence[Row]]:
        return self._rows[index]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the rows as a DataFrame. Needs pandas."""
        import pandas

        return pandas.DataFrame(self._rows)

    def _cells(self) -> list[list[str]]:
        rows = [[head for _, head in _SHOWN]]
        for row in self._rows:
            rows.append([_text(row, key) for key, _ in _SHOWN])
        return rows

    def __str__(self) -> str:
        rows = self._cells()
        widths = [max(len(row[column]) for row in rows) for column in range(len(_SHOWN))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        if not self.agreed:
            lines.append("the rows do not agree")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        def row(cells: Sequence[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        head, *rest = self._cells()
        body = "".join(row(cells, "td") for cells in rest)
        note = "" if self.agreed else "<p>The rows do not agree.</p>"
        return f"<table>{row(head, 'th')}{body}</table>{note}"

    def __repr__(self) -> str:
        return f"<cnfetti.Comparison, {len(self)} rows, agreed={self.agreed}>"


def _text(row: Row, key: str) -> str:
    value = row[key]
    if value is None:
        return ""
    if key == "solutions" and not row["exact"]:
        return f"at least {value}"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def compare(
    problem: Questions, encodings: Optional[Sequence[str]] = None, **arguments: Any
) -> Comparison:
    """Compares encodings and solvers on a problem: ``problem.compare(...)``.

    >>> import cnfetti
    >>> pips = cnfetti.load("instances/pips/pips1.toml")
    >>> [row["solutions"] for row in cnfetti.compare(pips, ["auto", "pairwise"])]
    [1, 1]
    """
    from .problem import Questions

    if not isinstance(problem, Questions):
        raise TypeError(f"expected a problem or a model, found {type(problem).__name__}")
    return problem.compare(encodings, **arguments)
