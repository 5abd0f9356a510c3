"""The exceptions of this package."""

from __future__ import annotations

from typing import Any, Optional

__all__ = [
    "CnfettiError",
    "ExpectationError",
    "FileError",
    "InputError",
    "InternalError",
    "Interrupted",
    "Unknown",
]


class CnfettiError(Exception):
    """The base class. ``file``, ``line`` and ``column`` give the place of an error in a file; lines and columns
    count from 1."""

    def __init__(
        self,
        message: str,
        *,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column


class InputError(CnfettiError, ValueError):
    """A file, a text or an argument is not what was expected."""


class FileError(CnfettiError, OSError):
    """A file cannot be read, or must not be overwritten."""

    def __init__(
        self, message: str, *, file: Optional[str] = None, errno: Optional[int] = None
    ) -> None:
        super().__init__(message, file=file)
        self.errno = errno

    def __str__(self) -> str:
        return str(self.args[0])


class ExpectationError(CnfettiError):
    """The file states a number of solutions under ``[expect]``, and the count found another one."""


class Unknown(CnfettiError):
    """A limit was reached before there was an answer. ``limit`` is ``"time"``, ``"memory"``, ``"steps"`` or
    ``"interrupted"``. Unknown is neither yes nor no: code that does not handle it stops here."""

    def __init__(self, message: str, *, limit: Optional[str] = None) -> None:
        super().__init__(message)
        self.limit = limit


class InternalError(CnfettiError, RuntimeError):
    """A fault of cnfetti or of a solver: two engines disagree, or an answer breaks a rule. Please report it."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. ``result`` is what the call would have returned with what is known so far; None if nothing is
    known."""

    def __init__(self, message: str = "interrupted", *, result: Any = None) -> None:
        super().__init__(message)
        self.result = result

    def __str__(self) -> str:
        if self.result is None:
            return "interrupted; nothing is known yet"
        return f"interrupted; known so far: {self.result!r}"
