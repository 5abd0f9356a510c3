#!/usr/bin/env python3
"""How should a sum of equal weights become clauses? Compares encodings on problems that depend on their sums.

Needs `pip install python-sat`. Run it from the root of the repository:

    python3 benches/peers/equal_weights.py [--cnfetti target/release/cnfetti] [--limit 20] [--only NAME]

Each problem is an OPB file of clauses and of sums whose weights are equal. cnfetti writes its formula with each
encoding, and solves it with its own solvers; CaDiCaL solves the same formula. Prints the size of the formula and the
CPU seconds of each solver as a Markdown table. All must give the same verdict.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from measure import limited

#: The options of each encoding. Sums are counts where an encoding of counts is chosen.
ENCODINGS = {
    "auto": [],
    "adder": ["--linear", "adder"],
    "decision_diagram": ["--linear", "decision_diagram"],
    "cardinality_network": ["--cardinality", "cardinality_network"],
    "totalizer": ["--cardinality", "totalizer"],
    "sequential_counter": ["--cardinality", "sequential_counter"],
    "modulo_totalizer": ["--cardinality", "modulo_totalizer"],
}
OURS = ["varisat", "batsat"]
CADICAL = """
import sys
from pysat.formula import CNF
from pysat.solvers import Cadical195
with Cadical195(bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    sys.exit(10 if solver.solve() else 20)
"""


class Opb:
    """Sums of equal weights over Boolean variables; a negative number is a negated one."""

    def __init__(self, variables):
        self.variables = variables
        self.lines = []

    def new(self):
        self.variables += 1
        return self.variables

    def at_least(self, lits, bound):
        terms = " ".join(f"+1 {'x' if lit > 0 else '~x'}{abs(lit)}" for lit in lits)
        self.lines.append(f"{terms} >= {bound} ;")

    def at_most(self, lits, bound):
        self.at_least([-lit for lit in lits], len(lits) - bound)

    def exactly(self, lits, number):
        self.at_least(lits, number)
        self.at_most(lits, number)

    def text(self):
        head = f"* #variable= {self.variables} #constraint= {len(self.lines)}\n"
        return head + "\n".join(self.lines) + "\n"


def cover(sets, elements, each, most, seed):
    """At most so many of the sets, such that each element is in one of them."""
    chance = random.Random(seed)
    opb = Opb(sets)
    for _ in range(elements):
        opb.at_least(sorted(chance.sample(range(1, sets + 1), each)), 1)
    opb.at_most(range(1, sets + 1), most)
    return opb


def wrong(variables, clauses, most, seed):
    """At most so many of random clauses of three literals are violated."""
    chance = random.Random(seed)
    opb = Opb(variables)
    paid = []
    for _ in range(clauses):
        chosen = chance.sample(range(1, variables + 1), 3)
        paid.append(opb.new())
        opb.at_least([chance.choice((-1, 1)) * lit for lit in chosen] + [paid[-1]], 1)
    opb.at_most(paid, most)
    return opb


def halves(nodes, edges, most, seed):
    """Two halves of a graph, with at most so many edges between them."""
    chance = random.Random(seed)
    opb = Opb(nodes)
    cut = []
    for _ in range(edges):
        one, other = chance.sample(range(1, nodes + 1), 2)
        cut.append(opb.new())
        opb.at_least([-one, other, cut[-1]], 1)
        opb.at_least([one, -other, cut[-1]], 1)
    opb.exactly(range(1, nodes + 1), nodes // 2)
    opb.at_most(cut, most)
    return opb


def rows_and_columns(size, seed, missing=0):
    """The numbers of filled cells in each row, column and diagonal of a picture; of the first row, so many fewer."""
    chance = random.Random(seed)
    picture = [[chance.random() < 0.5 for _ in range(size)] for _ in range(size)]
    opb = Opb(size * size)
    lines = [[(row, column) for column in range(size)] for row in range(size)]
    lines += [[(row, column) for row in range(size)] for column in range(size)]
    cells = [(row, column) for row in range(size) for column in range(size)]
    lines += [[cell for cell in cells if sum(cell) == number] for number in range(2 * size - 1)]
    for index, line in enumerate(lines):
        filled = sum(picture[row][column] for row, column in line)
        opb.exactly([row * size + column + 1 for row, column in line], filled - (missing if index == 0 else 0))
    return opb


def shifts(people, days, seed):
    """Who works when: enough each day, not too much for anybody in a week, and not where somebody wants to be off."""
    chance = random.Random(seed)
    opb = Opb(people * days)
    at = lambda person, day: person * days + day + 1
    for day in range(days):
        opb.at_least([at(person, day) for person in range(people)], people * 4 // 7)
    for person in range(people):
        for first in range(days - 6):
            opb.at_most([at(person, day) for day in range(first, first + 7)], 5)
        opb.exactly([at(person, day) for day in range(days)], days * 5 // 8)
        for day in chance.sample(range(days), days // 5):
            opb.at_most([at(person, day)], 0)
    return opb


#: From a seed to a problem.
PROBLEMS = {
    "cover, 7 of 60": lambda seed: cover(60, 70, 8, 7, seed),
    "wrong clauses, 3 of 400": lambda seed: wrong(70, 400, 3, seed),
    "halves of 40 nodes, 6 of 60 edges": lambda seed: halves(40, 60, 6, seed),
    "halves of 70 nodes, 14 of 105 edges": lambda seed: halves(70, 105, 14, seed),
    "rows and columns of 8, one short": lambda seed: rows_and_columns(8, seed, missing=1),
    "rows and columns of 30": lambda seed: rows_and_columns(30, seed),
    "cover, 100 of 1,000": lambda seed: cover(1000, 300, 12, 100, seed),
    "cover, 300 of 2,000": lambda seed: cover(2000, 1000, 12, 300, seed),
    "wrong clauses, 40 of 1,000": lambda seed: wrong(220, 1000, 40, seed),
    "halves of 400 nodes, 120 of 600 edges": lambda seed: halves(400, 600, 120, seed),
    "shifts of 400 people": lambda seed: shifts(400, 14, seed),
}
SEEDS = [1, 2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--limit", type=float, default=10.0, help="CPU seconds of each run")
    parser.add_argument("--only", default="", help="problems whose names contain this")
    parser.add_argument("--encodings", default=",".join(ENCODINGS))
    options = parser.parse_args()
    encodings = options.encodings.split(",")
    totals = {encoding: [0.0] * (len(OURS) + 1) for encoding in encodings}
    print("| problem | encoding | clauses | verdicts | varisat | batsat | CaDiCaL |")
    print("|---|---|--:|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, problem in PROBLEMS.items():
            if options.only in name:
                for encoding, seconds in measure(options, encodings, Path(folder), name, problem):
                    totals[encoding] = [a + b for a, b in zip(totals[encoding], seconds)]
    for encoding, seconds in totals.items():
        print(f"| all | {encoding} | | | {' | '.join(f'{value:.1f}' for value in seconds)} |")


def measure(options, encodings, folder, name, problem):
    """The mean seconds of each encoding, of each solver; what takes too long counts twice the limit."""
    file, formula = folder / "problem.opb", folder / "formula.cnf"
    verdicts = {seed: set() for seed in SEEDS}
    for encoding in encodings:
        choices = ENCODINGS[encoding]
        seconds, clauses, said = [0.0] * (len(OURS) + 1), 0, []
        for seed in SEEDS:
            file.write_text(problem(seed).text())
            encode = [options.cnfetti, "encode", *choices, str(file), "-o", str(formula), "--force", "--quiet"]
            limited(encode, options.limit)
            with open(formula) as lines:
                clauses = int(next(line for line in lines if line.startswith("p cnf")).split()[3])
            runs = []
            for solver in OURS:
                command = [options.cnfetti, "solve", "--solver", solver, "--trust-solver", *choices]
                runs.append(limited([*command, "--format", "competition", str(file)], options.limit))
            runs.append(limited([sys.executable, "-c", CADICAL, str(formula)], options.limit))
            answers = [VERDICTS.get(run.code) for run in runs]
            verdicts[seed].update(answer for answer in answers if answer)
            said.append(next(filter(None, answers), "-"))
            took = [run.seconds if answer else 2 * options.limit for run, answer in zip(runs, answers)]
            seconds = [total + one / len(SEEDS) for total, one in zip(seconds, took)]
        times = " | ".join(f"{value:.2f}" for value in seconds)
        print(f"| {name} | {encoding} | {clauses:,} | {' '.join(said)} | {times} |", flush=True)
        yield encoding, seconds
    if any(len(said) > 1 for said in verdicts.values()):
        sys.exit(f"{name}: different verdicts")


#: What the exit codes of solvers mean.
VERDICTS = {10: "yes", 20: "no"}


if __name__ == "__main__":
    main()
