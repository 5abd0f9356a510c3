#!/usr/bin/env python3
"""Compiles every model of this folder to XCSP3: `pip install pycsp3 && python3 make.py`."""

import pathlib
import subprocess
import sys
import tempfile

folder = pathlib.Path(__file__).parent.resolve()
for source in sorted(folder.glob("*.py")):
    if source.name == "make.py":
        continue
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, source], cwd=scratch, check=True, stdout=subprocess.DEVNULL)
        compiled = pathlib.Path(scratch) / f"{source.stem}.xml"
        (folder / compiled.name).write_text(compiled.read_text())
