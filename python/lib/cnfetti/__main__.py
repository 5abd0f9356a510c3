"""``python -m cnfetti`` is the command line."""

from ._program import main

main()
