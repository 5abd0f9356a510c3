"""Times cnfetti beside OR-Tools on the questions of CPMpy programs, such as those of github.com/hakank/hakank.

    python benches/python/beside.py FOLDER [SECONDS] [EVERY]

FOLDER has the programs. Each runs in a process of its own, every EVERYth one (1 by default), with OR-Tools on one
thread whatever it asks for. Of each program, the first six questions are measured: both solvers get the model as the
program stated it, for at most SECONDS (10 by default), and find one solution, the best, or up to 2,000. The time is
that of the processor, and includes what CPMpy does to the model.

Prints the median and the 90th percentile of cnfetti's time divided by that of OR-Tools, each counted as at least 5 ms;
the questions that were not answered in time; answers that differ; and the ten largest quotients.
"""

import contextlib
import io
import json
import os
import pathlib
import runpy
import subprocess
import sys
import time

#: The most questions of a program, the most solutions, and the seconds of a whole program.
QUESTIONS, SOLUTIONS, PROGRAM_SECONDS = 6, 2_000, 150

#: Less time counts as this much.
LEAST = 0.005


def measured(ask):
    """The answer, and the seconds of the processor."""
    begun = time.process_time()
    answer = ask()
    return answer, time.process_time() - begun


def watch(seconds, report):
    """Has each question to OR-Tools measured, and asked of cnfetti."""
    import cnfetti.cpmpy
    import cpmpy as cp
    from cpmpy.solvers.ortools import CPM_ortools as Own

    cnfetti.cpmpy.register()
    plain = {name: getattr(Own, name) for name in ("__init__", "add", "solve", "solveAll")}
    models, busy = {}, [False]

    def __init__(self, cpm_model=None, subsolver=None, **options):
        plain["__init__"](self, cpm_model, subsolver, **options)
        model = models[id(self)] = cp.Model()
        if cpm_model is not None:
            model.constraints = list(cpm_model.constraints)
            model.objective_, model.objective_is_min = cpm_model.objective_, cpm_model.objective_is_min

    def add(self, expression):
        if not busy[0] and id(self) in models:
            models[id(self)].add(expression)
        return plain["add"](self, expression)

    def asking(name, wanted):
        def asked(self, *given, **options):
            model = models[id(self)]
            is_new = not busy[0] and report.number < QUESTIONS
            if is_new:
                busy[0] = True
                try:
                    report.number += 1
                    theirs, their_seconds = measured(lambda: wanted(Own(model), plain[name], num_search_workers=1))
                    ask = getattr(cnfetti.cpmpy.CPM_cnfetti, name)
                    ours, our_seconds = measured(lambda: wanted(cp.SolverLookup.get("cnfetti", model), ask))
                    report.tell(name, (theirs, their_seconds), (ours, our_seconds))
                finally:
                    busy[0] = False
            options = {key: value for key, value in options.items() if key not in ("num_workers", "solver")}
            before, busy[0] = busy[0], True
            try:
                return plain[name](self, *given, **{"time_limit": seconds, **options})
            finally:
                busy[0] = before

        return asked

    def one(solver, ask, **options):
        found = ask(solver, time_limit=seconds, **options)
        value = solver.objective_value() if found and solver.has_objective() else None
        return solver.status().exitstatus.name, found, value

    def several(solver, ask, **options):
        options.pop("num_search_workers", None)
        number = ask(solver, time_limit=seconds, solution_limit=SOLUTIONS, **options)
        return solver.status().exitstatus.name, number, None

    Own.__init__, Own.add, Own.__add__ = __init__, add, add
    Own.solve, Own.solveAll = asking("solve", one), asking("solveAll", several)


class Report:
    """Writes a line for each question."""

    def __init__(self, program):
        self.program, self.number = program.name, 0

    def tell(self, name, theirs, ours):
        line = {"program": self.program, "number": self.number, "question": name}
        print(json.dumps({**line, "ortools": theirs, "cnfetti": ours}), file=sys.__stdout__, flush=True)


def run(program, seconds):
    watch(seconds, Report(program))
    os.chdir(program.parent)
    sys.path.insert(0, str(program.parent))
    sys.argv = [str(program)]
    with contextlib.redirect_stdout(io.StringIO()):
        runpy.run_path(str(program), run_name="__main__")


def questions(folder, seconds, every):
    """What each program reports."""
    for program in sorted(folder.glob("*.py"))[::every]:
        words = [sys.executable, __file__, "--one", str(program), str(seconds)]
        try:
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=PROGRAM_SECONDS)
            lines = done.stdout
        except subprocess.TimeoutExpired as late:
            lines = late.stdout or b""
        yield from map(json.loads, lines.decode().splitlines())


def main():
    if sys.argv[1:2] == ["--one"]:
        return run(pathlib.Path(sys.argv[2]).resolve(), float(sys.argv[3]))
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10.0
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    all_questions, late = [], 0
    for line in questions(pathlib.Path(sys.argv[1]), seconds, every):
        (theirs, their_seconds), (ours, our_seconds) = line["ortools"], line["cnfetti"]
        called = f"{line['program']} {line['number']}, {line['question']}"
        all_questions.append((max(our_seconds, LEAST) / max(their_seconds, LEAST), our_seconds, called))
        is_known = [answer[0] in ("OPTIMAL", "UNSATISFIABLE") for answer in (theirs, ours)]
        late += our_seconds > 0.95 * seconds or ours[0] == "UNKNOWN"
        if all(is_known) and theirs[1:] != ours[1:]:
            print(f"{called}: OR-Tools {theirs}, cnfetti {ours}")
    all_questions.sort()
    number = len(all_questions)
    if not number:
        sys.exit(f"no program in {sys.argv[1]} asked a question")
    middle, high = (all_questions[number * part // 100][0] for part in (50, 90))
    print(f"{number} questions: median {middle:.1f}, 90th percentile {high:.1f}; {late} not answered in {seconds:g} s")
    for quotient, our_seconds, called in reversed(all_questions[-10:]):
        print(f"{quotient:6.0f} times, {our_seconds:.2f} s: {called}")


if __name__ == "__main__":
    main()
