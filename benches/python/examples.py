"""Runs CPMpy's examples with cnfetti instead of OR-Tools.

    python benches/python/examples.py FOLDER [SECONDS] [NAME…]

FOLDER is the folder `examples` of CPMpy's repository. Each program and each notebook runs in a separate process, for
at most SECONDS (60 by default), with cnfetti whatever solver it names. OR-Tools then answers each question again,
from the model as the program stated it: whether there is a solution, the best objective, the number of all
solutions. The values that cnfetti gave are also put into each constraint, which CPMpy evaluates.

A line for each program says how it ended, how many of its answers agree, and how many were not compared because a
limit was reached first. Names select programs by a part of their paths.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

#: The time limit of OR-Tools for one answer.
ORTOOLS_SECONDS = 20


def prepare(report):
    """Replaces all solvers by cnfetti, and compares its answers."""
    import cnfetti
    import cnfetti.cpmpy
    import cpmpy as cp
    from cpmpy.expressions.utils import argval
    from cpmpy.solvers.solver_interface import ExitStatus

    own = cp.SolverLookup.lookup("ortools")
    nested = 0

    class Compared(cnfetti.cpmpy.CPM_cnfetti):
        """cnfetti, with everything that was stated kept for OR-Tools."""

        def __init__(self, cpm_model=None, subsolver=None):
            self.stated, self.aim = [], None
            super().__init__(cpm_model=cpm_model)

        def add(self, cpm_expr):
            nonlocal nested
            if not nested:
                self.stated.append(cpm_expr)
            nested += 1
            try:
                super().add(cpm_expr)
            finally:
                nested -= 1
            return self

        __add__ = add

        def objective(self, expr, minimize):
            nonlocal nested
            self.aim = (expr, minimize)
            nested += 1
            try:
                super().objective(expr, minimize)
            finally:
                nested -= 1

        def other(self, more=()):
            model = cp.Model(self.stated, list(more))
            if self.aim is not None:
                (model.minimize if self.aim[1] else model.maximize)(self.aim[0])
            return own(model)

        def solve(self, time_limit=None, assumptions=None, **options):
            # Ignore options of other solvers.
            options = {name: options[name] for name in options if name in cnfetti.Options.__annotations__}
            found = super().solve(time_limit=time_limit, assumptions=assumptions, **options)
            status, value = self.cpm_status.exitstatus, self.objective_value_
            kept = {var: var._value for var in self.user_vars}
            wrong = found and not argval(cp.all([argval(con) for con in flat(self.stated)]))
            reached = found and self.aim is not None and int(argval(self.aim[0]))
            other = self.other(() if assumptions is None else assumptions)
            is_there = other.solve(time_limit=ORTOOLS_SECONDS, num_workers=1)
            theirs, best = other.cpm_status.exitstatus, other.objective_value_
            for var, val in kept.items():
                var._value = val
            if wrong:
                verdict = "WRONG: a constraint does not hold"
            elif ExitStatus.UNKNOWN in (status, theirs):
                verdict = "not compared"
            elif found != is_there:
                verdict = f"WRONG: {status}, OR-Tools {theirs}"
            elif found and self.aim is not None and (value != reached):
                verdict = f"WRONG: the objective is {value}, the solution's {reached}"
            elif found and self.aim is not None and {status, theirs} != {ExitStatus.OPTIMAL}:
                verdict = "not compared"
            elif found and self.aim is not None and value != best:
                verdict = f"WRONG: {value}, OR-Tools {best}"
            else:
                verdict = "agrees"
            report("solve", verdict)
            return found

        def solveAll(self, display=None, time_limit=None, solution_limit=None, call_from_model=False, **options):
            number = super().solveAll(display, time_limit, solution_limit, call_from_model)
            status = self.cpm_status.exitstatus
            kept = {var: var._value for var in self.user_vars}
            other = self.other()
            if self.aim is not None:
                verdict = "not compared"
            else:
                theirs = other.solveAll(time_limit=ORTOOLS_SECONDS, solution_limit=solution_limit)
                is_known = ExitStatus.UNKNOWN not in (status, other.cpm_status.exitstatus)
                is_known &= theirs == solution_limit or other.cpm_status.exitstatus != ExitStatus.FEASIBLE
                verdict = "not compared" if not is_known else "agrees" if theirs == number else (
                    f"WRONG: {number} solutions, OR-Tools {theirs}")
            for var, val in kept.items():
                var._value = val
            report("solveAll", verdict)
            return number

    def flat(stated):
        return [con for one in stated for con in (flat(one) if isinstance(one, (list, tuple)) or hasattr(one, "flat") else [one])]

    # Whatever solver a program names, use cnfetti.
    cp.SolverLookup.base_solvers = classmethod(lambda cls: [("cnfetti", Compared)])
    cp.SolverLookup.lookup = classmethod(lambda cls, name=None: Compared)


def notebook(path):
    """The code of a notebook, without what only notebooks understand."""
    cells = [cell["source"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    text = "\n".join("".join(cell) if isinstance(cell, list) else cell for cell in cells)
    return "\n".join(re.sub(r"^(\s*)[!%].*", r"\1pass", line) for line in text.splitlines())


def one(path, log):
    """Runs a program as if it were alone."""
    import builtins

    def report(question, verdict):
        with open(log, "a", encoding="utf-8") as file:
            file.write(f"{question}: {verdict}\n")

    os.environ["MPLBACKEND"] = "Agg"
    prepare(report)
    builtins.input = lambda *_: ""
    text = notebook(path) if path.suffix == ".ipynb" else path.read_text(encoding="utf-8")
    sys.argv = [str(path)]
    sys.path.insert(0, str(path.parent))
    exec(compile(text, str(path), "exec"), {"__name__": "__main__", "__file__": str(path)})


def main():
    if sys.argv[1] == "--one":
        return one(pathlib.Path(sys.argv[2]), sys.argv[3])
    folder = pathlib.Path(sys.argv[1]).resolve()
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    names = sys.argv[3:]
    paths = sorted([*folder.rglob("*.py"), *folder.rglob("*.ipynb")], key=lambda path: (path.suffix, str(path)))
    paths = [path for path in paths if not names or any(name in str(path) for name in names)]
    for path in paths:
        log = pathlib.Path(f"{os.environ.get('TMPDIR', '/tmp')}/cpmpy-example-{os.getpid()}.log")
        log.write_text("")
        start = time.perf_counter()
        try:
            done = subprocess.run([sys.executable, __file__, "--one", str(path), str(log)], capture_output=True, text=True,
                                  cwd=path.parent if path.suffix == ".ipynb" else folder.parent, timeout=seconds, stdin=subprocess.DEVNULL)
            said = [line for line in done.stderr.splitlines() if line.strip()]
            ended = "ran" if done.returncode == 0 else f"ended: {said[-1] if said else done.returncode}"
        except subprocess.TimeoutExpired:
            ended = "took longer"
        verdicts = [line.partition(": ")[2] for line in log.read_text().splitlines()]
        log.unlink()
        wrong = [verdict for verdict in verdicts if verdict.startswith("WRONG")]
        counted = f"{verdicts.count('agrees')} agree, {verdicts.count('not compared')} not compared"
        print(f"{path.relative_to(folder)}: {ended}; {counted}{''.join(f'; {verdict}' for verdict in wrong[:3])} "
              f"({time.perf_counter() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
