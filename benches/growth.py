#!/usr/bin/env python3
"""How time and memory grow with the size of a problem, for cnfetti and for clingo or PySAT beside it.

    pip install clingo python-sat
    cargo build --release
    python3 benches/growth.py [--limit SECONDS] [--cnfetti PROGRAM] [--only NAME]

cnfetti counts puzzles of growing size, and writes formulas of growing counts. clingo lists the models of the same
formula, and PySAT writes the same count. All are whole processes. A series ends at the limit of CPU seconds. The number
is that of the solutions, or of the clauses. The exponent says by which power of the size time and memory grow, from the
first size that takes 0.1 s, or 5 MB more than the smallest, to the last.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "peers"))

from measure import limited

#: Smaller ones are not compared: they are mostly the start of the program.
SECONDS, MEGABYTES = 0.1, 5


def csp(arrays, constraints):
    return f'<instance format="XCSP3" type="CSP"><variables>{arrays}</variables><constraints>{constraints}</constraints></instance>'


def queens(size):
    cells = [f"q[{row}]" for row in range(size)]
    lists = [cells]
    for sign in ("add", "sub"):
        lists.append([f"{sign}(q[{row}],{row})" for row in range(size)])
    different = "".join(f"<allDifferent> {' '.join(one)} </allDifferent>" for one in lists)
    return "queens.xml", csp(f'<array id="q" size="[{size}]"> 0..{size - 1} </array>', different)


def latin(size):
    lines = "".join(
        f"<allDifferent> c[{row}][] </allDifferent><allDifferent> c[][{row}] </allDifferent>"
        for row in range(size)
    )
    return "latin.xml", csp(f'<array id="c" size="[{size}][{size}]"> 0..{size - 1} </array>', lines)


def loops(size):
    return "loops.toml", 'kind = "slitherlink"\nnumber = """\n' + (". " * size + "\n") * size + '"""\n'


def seats(size):
    subjects = ", ".join(f'"{chr(ord("A") + at)}"' for at in range(size))
    figure = ("X" * size + "\n") * size
    text = f'kind = "seating"\nfigure = """\n{figure}"""\nsubjects = [{subjects}]\ncandidates = {size}\n'
    return "seats.toml", text


def dominoes(number):
    file = HERE.parent / "instances" / "pips" / f"growing-{number:02}.toml"
    return "pips.toml", file.read_text()


def at_most(number):
    terms = " ".join(f"-1 x{at}" for at in range(1, number + 1))
    head = f"* #variable= {number} #constraint= 1\n"
    return "count.opb", f"{head}{terms} >= -{number // 10} ;\n"


COUNTED = [
    ("queens", queens, range(8, 15)),
    ("Latin squares", latin, range(4, 8)),
    ("loops in a grid", loops, range(3, 13)),
    ("subjects and rows of seats", seats, range(3, 8)),
    ("dominoes", dominoes, [7, 8, 10, 12, 14, 16, 19, 22, 25, 28]),
]
#: The encodings of at most n/10 of n, and their names in PySAT.
ENCODED = [("totalizer", "totalizer"), ("cardinality_network", "cardnetwrk"), ("modulo_totalizer", "kmtotalizer")]
NUMBERS = [100, 200, 400, 800, 1600, 3200]

CLINGO = """
import sys
import clingo
clauses, shown = [], []
for line in open(sys.argv[1]):
    words = line.split()
    if words[:3] == ["c", "p", "show"]:
        shown += [int(word) for word in words[3:-1]]
    elif words and words[0] not in ("c", "p"):
        clauses.append([int(word) for word in words[:-1]])
control = clingo.Control(["0", "--project=show", "--warn=none"])
with control.backend() as backend:
    most = max(max(map(abs, clause), default=0) for clause in clauses)
    atoms = [backend.add_atom(clingo.Function("x", [clingo.Number(at)])) for at in range(max(most, *shown) + 1)]
    backend.add_rule(atoms[1:], [], True)
    for clause in clauses:
        backend.add_rule([], [-atoms[lit] if lit > 0 else atoms[-lit] for lit in clause])
    backend.add_project([atoms[variable] for variable in shown])
control.configuration.solve.project = "project"
control.solve()
print(int(control.statistics["summary"]["models"]["enumerated"]))
"""

PYSAT = """
import sys
from pysat.card import CardEnc, EncType
from pysat.formula import CNF
number = int(sys.argv[2])
cnf = CardEnc.atmost(list(range(1, number + 1)), number // 10, encoding=getattr(EncType, sys.argv[1]))
CNF(from_clauses=cnf.clauses).to_file(sys.argv[3])
print(len(cnf.clauses))
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--limit", type=float, default=20.0, help="CPU seconds of each run")
    parser.add_argument("--only", default="", help="series whose names contain this")
    options = parser.parse_args()
    print("| series | size | number | cnfetti | memory | peer | its memory |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    grown = []
    with tempfile.TemporaryDirectory() as folder:
        for name, make, sizes in COUNTED:
            if options.only in name:
                grown.append((name, series(options, name, sizes, lambda size: counted(options, Path(folder), make(size)))))
        for name, theirs in ENCODED:
            if options.only in name:
                run = lambda number: encoded(options, Path(folder), name, theirs, number)
                grown.append((name, series(options, name, NUMBERS, run)))
    print("\n| series | exponent of the time | of the memory | peer: of the time | of the memory |")
    print("|---|--:|--:|--:|--:|")
    for name, rows in grown:
        print(f"| {name} | {' | '.join(exponents(rows, 0) + exponents(rows, 1))} |")


def series(options, name, sizes, run):
    """The sizes, with the runs of cnfetti and of the peer: nothing from the limit on."""
    rows, is_over = [], [False, False]
    for size in sizes:
        number, runs = run(size)
        runs = [None if over else one() for over, one in zip(is_over, runs)]
        numbers = [number(at, one) for at, one in enumerate(runs) if ended(one)]
        if name in dict(ENCODED):
            numbers = numbers[:1]
        if len(set(numbers)) > 1:
            sys.exit(f"{name} of {size}: {numbers}")
        cells = [cell for one in runs for cell in told(one)]
        found = f"{numbers[0]:,}" if numbers else ""
        print(f"| {name} | {size} | {found} | {' | '.join(cells)} |", flush=True)
        rows.append((size, runs))
        is_over = [not ended(one) for one in runs]
        if all(is_over):
            break
    return rows


def ended(run):
    return run is not None and not run.was_stopped and run.code == 0


def told(run):
    if run is None:
        return ["", ""]
    seconds = f"{run.seconds:.2f} s" if ended(run) else f"> {run.seconds:.0f} s"
    return [seconds, f"{run.megabytes:.0f} MB"]


def exponents(rows, whose):
    runs = [(size, runs[whose]) for size, runs in rows if ended(runs[whose])]
    if not runs:
        return ["", ""]
    least = min(run.megabytes for _, run in runs)
    seconds = [(size, run.seconds) for size, run in runs if run.seconds > SECONDS]
    memory = [(size, run.megabytes - least) for size, run in runs if run.megabytes - least > MEGABYTES]
    return [slope(seconds), slope(memory)]


def slope(points):
    if len(points) < 2:
        return ""
    (small, before), (large, after) = points[0], points[-1]
    return f"{math.log(after / before) / math.log(large / small):.1f}"


def counted(options, folder, problem):
    name, text = problem
    file, formula = folder / name, folder / "formula.cnf"
    file.write_text(text)

    def ours():
        return limited([options.cnfetti, "count", "--json", str(file)], options.limit)

    def theirs():
        encode = [options.cnfetti, "encode", str(file), "-o", str(formula), "--force", "--quiet"]
        subprocess.run(encode, check=True)
        return limited([sys.executable, "-c", CLINGO, str(formula)], options.limit)

    def number(at, run):
        return int(json.loads(run.stdout)["solutions"]) if at == 0 else int(run.stdout)

    return number, (ours, theirs)


def encoded(options, folder, name, theirs, size):
    file, text = at_most(size)
    file, formula = folder / file, folder / "formula.cnf"
    file.write_text(text)

    def ours():
        choice = ["--cardinality", name, "--force", "--quiet"]
        return limited([options.cnfetti, "encode", *choice, str(file), "-o", str(formula)], options.limit)

    def peer():
        return limited([sys.executable, "-c", PYSAT, theirs, str(size), str(folder / "peer.cnf")], options.limit)

    def number(at, run):
        if at == 1:
            return int(run.stdout)
        with open(formula) as lines:
            return int(next(line for line in lines if line.startswith("p cnf")).split()[3])

    return number, (ours, peer)


if __name__ == "__main__":
    main()
