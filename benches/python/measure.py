"""Measures the figures of docs/measurements.md: `python benches/python/measure.py [PROGRAM]`, in an environment with the
wheel of a release build, NumPy, CPMpy and PySAT. PROGRAM is the command to compare with, by default the one on the path.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.chdir(ROOT)


def median(times):
    return statistics.median(times)


def timed(work, repeat=7):
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def imports():
    # CPU time, because the machine may be busy.
    script = "import time; t = time.process_time(); import cnfetti; print(time.process_time() - t)"
    run = lambda: float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout)  # noqa: E731
    return median([run() for _ in range(15)])


def call_overhead():
    """The overhead of a call in CPU seconds, measured on a trivial question."""
    import cnfetti

    trivial = cnfetti.loads("+1 x1 >= 1 ;")
    start = time.process_time()
    for _ in range(1000):
        trivial.check({"x": [1]})
    return (time.process_time() - start) / 1000


def clauses_to_numpy(number=10_000_000):
    import cnfetti
    import numpy

    # Any two of 200 variables differ: a clause for each pair and value.
    model = cnfetti.Model()
    model.add(cnfetti.all_different(model.array("x", 200, range(number // 19_900))))
    formula = model.encode(at_most_one="pairwise", domain="one_hot")
    start = time.perf_counter()
    literals, starts = formula.arrays()
    taken = time.perf_counter() - start
    assert literals.dtype == numpy.int32
    return formula.num_clauses, taken


def memory(calls=10_000):
    """The memory, in bytes, that this many calls leave behind, after a tenth as many to warm up."""
    import resource

    import cnfetti

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def round_of_calls():
        problem = cnfetti.loads("+1 x1 +1 x2 >= 1 ;")
        found = problem.solve()
        problem.count(threads=1), problem.check(found), str(found)

    for _ in range(calls // 50):
        round_of_calls()
    before = resident()
    for _ in range(calls // 5):
        round_of_calls()
    return resident() - before


def many_pips(program, number=1000):
    import cnfetti

    with tempfile.TemporaryDirectory() as folder:
        files = []
        for seed in range(100):
            text = cnfetti.generate("pips", "8", seed=seed).to_text()
            for copy in range(number // 100):
                path = os.path.join(folder, f"pips-{seed}-{copy}.toml")
                pathlib.Path(path).write_text(text, encoding="utf-8")
                files.append(path)
        command = timed(lambda: subprocess.run([program, "count", "--json", folder], capture_output=True, check=True), 3)
        count = lambda file: int(cnfetti.load(file).count())  # noqa: E731
        python = timed(lambda: [count(file) for file in files], 3)
        together = timed(lambda: list(cnfetti.in_parallel(count, files)), 3)
    return command, python, together


def many_questions(number=800):
    """Questions with assumptions about random clauses that have many models, to a solver that stays, in CPU seconds."""
    import random

    from cnfetti.pysat import Solver
    from pysat.solvers import Solver as OfPysat

    random.seed(5)
    some = lambda many: [random.choice((-1, 1)) * v for v in random.sample(range(1, 401), many)]  # noqa: E731
    clauses, asked = [some(3) for _ in range(1000)], [some(4) for _ in range(number)]
    taken = []
    for solver in (Solver("batsat", bootstrap_with=clauses), OfPysat("minisat22", bootstrap_with=clauses)):
        start = time.process_time()
        for assumed in asked:
            assert solver.solve(assumptions=assumed) and solver.get_model()
        taken.append(time.process_time() - start)
    return taken


def building(number=1000):
    """Builds a model with this many variables: neighbours differ, and windows of ten have a sum."""
    import cnfetti
    import cpmpy as cp

    def ours():
        m = cnfetti.Model()
        x = m.array("x", number, range(10))
        for i in range(number - 1):
            m.add(x[i] != x[i + 1])
        for i in range(0, number - 10, 5):
            m.add(sum(2 * x[i + j] for j in range(10)) <= 90)
            m.add(cnfetti.all_different(x[i], x[i + 2], x[i + 4]))
        return m

    def theirs():
        x = cp.intvar(0, 9, shape=number, name="x")
        m = cp.Model()
        for i in range(number - 1):
            m += x[i] != x[i + 1]
        for i in range(0, number - 10, 5):
            m += cp.sum(2 * x[i + j] for j in range(10)) <= 90
            m += cp.AllDifferent(x[i], x[i + 2], x[i + 4])
        return m

    return timed(ours), timed(lambda: ours().problem()), timed(theirs), timed(
        lambda: cp.SolverLookup.get("ortools", theirs())
    )


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "cnfetti"
    print(f"import: {1000 * imports():.1f} ms")
    print(f"a call: {1000 * call_overhead():.3f} ms")
    clauses, taken = clauses_to_numpy()
    print(f"{clauses} clauses to NumPy: {taken:.3f} s")
    ours, theirs = many_questions()
    print(f"800 questions: {ours:.2f} s, PySAT {theirs:.2f} s")
    command, python, together = many_pips(program)
    print(f"1000 Pips: command {command:.2f} s, load and count {python:.2f} s, in parallel {together:.2f} s")
    print(f"10,000 calls: {memory() / 2**20:.1f} MiB more")
    ours, read, theirs, posted = building()
    print(f"1000 variables: {1000 * ours:.1f} ms, read too {1000 * read:.1f} ms; CPMpy {1000 * theirs:.1f} ms, "
          f"posted to OR-Tools {1000 * posted:.1f} ms")


if __name__ == "__main__":
    main()
