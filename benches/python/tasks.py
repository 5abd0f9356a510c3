"""Five tasks with cnfetti, PySAT, CPMpy with OR-Tools, and PyCSP3 with ACE: lines of code and seconds.

`python benches/python/tasks.py` prints the table of docs/measurements.md. A task that a library cannot do has no program.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

CNFETTI = "import cnfetti\n"
PYSAT = "from pysat.solvers import Solver\nfrom pysat.card import CardEnc\n"
CPMPY = "import cpmpy as cp\n"
PYCSP3 = "from pycsp3 import *\n"

QUEENS = {
    "cnfetti": CNFETTI + """m = cnfetti.Model()
x = m.array("x", N, range(N))
m.add(cnfetti.all_different(x), [cnfetti.all_different([x[i] + s * i for i in range(N)]) for s in (1, -1)])
""",
    "CPMpy": CPMPY + """x = cp.intvar(0, N - 1, shape=N)
m = cp.Model(cp.AllDifferent(x), [cp.AllDifferent([x[i] + s * i for i in range(N)]) for s in (1, -1)])
""",
    "PyCSP3": PYCSP3 + """x = VarArray(size=N, dom=range(N))
satisfy(AllDifferent(x), AllDifferent(x[i] + i for i in range(N)), AllDifferent(x[i] - i for i in range(N)))
""",
    "PySAT": PYSAT + """v = [[N * i + j + 1 for j in range(N)] for i in range(N)]
lines = [*v, *zip(*v)]
diagonals = [[v[i][j] for i in range(N) for j in range(N) if i + s * j == d] for s in (1, -1) for d in range(-N, 2 * N)]
clauses = [list(line) for line in lines]
clauses += [[-a, -b] for line in [*lines, *diagonals] for k, a in enumerate(line) for b in line[k + 1:]]
""",
}

#: For each task, its name, and for each library the code that follows the model; `N` is the size.
TASKS = [
    ("one solution of 30 queens", 30, {
        "cnfetti": "print(m.solve() is not None)",
        "CPMpy": "print(m.solve())",
        "PyCSP3": "print(solve() is SAT)",
        "PySAT": "print(Solver('cadical153', bootstrap_with=clauses).solve())",
    }),
    ("all solutions of 8 queens", 8, {
        "cnfetti": "print(len(list(m.solutions())))",
        "CPMpy": "print(m.solveAll())",
        "PyCSP3": "solve(sols=ALL)\nprint(n_solutions())",
        "PySAT": "s = Solver('cadical153', bootstrap_with=clauses)\nprint(sum(1 for _ in s.enum_models()))",
    }),
    ("the number of solutions of 11 queens", 11, {
        "cnfetti": "print(int(m.count()))",
        "CPMpy": "print(m.solveAll())",
        "PyCSP3": "solve(sols=ALL)\nprint(n_solutions())",
        "PySAT": "s = Solver('cadical153', bootstrap_with=clauses)\nprint(sum(1 for _ in s.enum_models()))",
    }),
    ("a formula with as many models as 8 queens have solutions", 8, {
        "cnfetti": "print(m.encode().num_clauses > 0)",
        "PySAT": "print(len(clauses) > 0)",
    }),
    ("why there is no solution of 3 queens, in words", 3, {
        "cnfetti": "print(m.explain())",
    }),
]  # fmt: skip


def run(library, size, rest):
    text = f"N = {size}\n{QUEENS[library]}{rest}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "task.py"
        path.write_text(text)
        start = time.perf_counter()
        try:
            done = subprocess.run([sys.executable, path], capture_output=True, text=True, cwd=folder, timeout=120)
        except subprocess.TimeoutExpired:
            return None, text, ""
        taken = time.perf_counter() - start
    said = [line for line in done.stdout.splitlines() if line.strip()]
    return taken if done.returncode == 0 else None, text, said[-1] if said else done.stderr[-200:]


def main():
    libraries = list(QUEENS)
    print("| task | " + " | ".join(libraries) + " |")
    for name, size, programs in TASKS:
        cells = []
        for library in libraries:
            if library not in programs:
                cells.append("–")
                continue
            taken, text, said = run(library, size, programs[library])
            lines = len(text.strip().splitlines()) - 1
            cells.append(f"{lines} lines, {taken:.2f} s" if taken is not None else f"{lines} lines, > 120 s")
            print(f"{name}, {library}: {said[:100]}", file=sys.stderr)
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
