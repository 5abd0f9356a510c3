"""The command ``cnfetti``."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Runs the command line with the words that were typed."""
    from . import _native

    typed = sys.argv[0]
    # ``python -m cnfetti`` is no file that starts by itself.
    program = None if typed.endswith("__main__.py") else os.path.abspath(typed)
    sys.exit(_native.main(["cnfetti", *sys.argv[1:]], program))
