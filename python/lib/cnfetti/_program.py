"""The command ``cnfetti``."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Runs the command line with the arguments of this process."""
    from . import _native

    typed = sys.argv[0]
    # The file of ``python -m cnfetti`` is not a program.
    program = None if typed.endswith("__main__.py") else os.path.abspath(typed)
    sys.exit(_native.main(["cnfetti", *sys.argv[1:]], program))
