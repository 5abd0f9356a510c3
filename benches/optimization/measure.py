#!/usr/bin/env python3
"""Measures how long cnfetti and CP-SAT take to find optima, and prints a table.

    pip install ortools
    cargo build --release
    python3 benches/optimization/measure.py [--limit SECONDS] [--cnfetti PROGRAM]

The problems are generated, the same ones each time, except the published job shops. Times are CPU seconds, for cnfetti of the
whole process, for CP-SAT (two workers) of its search; the limit is wall-clock time. `>` means no optimum within the
limit, followed by the value found and the bound. `--before PROGRAM` adds a column for another cnfetti.
"""

import argparse
import json
import random
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from ortools.sat.python import cp_model


# Fisher and Thompson, 1963.
FT06 = """
2 1 0 3 1 6 3 7 5 3 4 6
1 8 2 5 4 10 5 10 0 10 3 4
2 5 3 4 5 8 0 9 1 1 4 7
1 5 0 5 2 5 3 3 4 8 5 9
2 9 1 3 4 5 5 4 0 3 3 1
1 3 3 3 5 9 0 10 4 4 2 1
"""

# Lawrence, 1984.
LA01 = """
1 21 0 53 4 95 3 55 2 34
0 21 3 52 4 16 2 26 1 71
3 39 4 98 1 42 2 31 0 12
1 77 0 55 4 79 2 66 3 77
0 83 3 34 2 64 1 19 4 37
1 54 2 43 4 79 0 92 3 62
3 69 4 77 1 87 2 87 0 93
2 38 0 60 1 41 3 24 4 83
3 17 1 49 4 25 0 44 2 98
4 77 3 79 2 43 1 75 0 96
"""


class Problem:
    """A problem, in XCSP3 and for CP-SAT."""

    def __init__(self, name):
        self.name, self.arrays, self.constraints = name, [], []
        self.model, self.cells = cp_model.CpModel(), {}

    def array(self, name, size, low, high):
        self.arrays.append(f'<array id="{name}" size="[{size}]"> {low}..{high} </array>')
        for at in range(size):
            cell = f"{name}[{at}]"
            self.cells[cell] = self.model.new_int_var(low, high, cell)

    def sum(self, terms, relation, bound):
        """Compares a weighted sum of cells with a number; `relation` is le, ge or eq."""
        cells, weights = zip(*terms)
        self.constraints.append(
            f"<sum> <list> {' '.join(cells)} </list> <coeffs> {' '.join(map(str, weights))} </coeffs>"
            f" <condition> ({relation},{bound}) </condition> </sum>"
        )
        total = self.total(terms)
        by = {"le": total <= bound, "ge": total >= bound, "eq": total == bound}
        self.model.add(by[relation])

    def total(self, terms):
        return sum(self.cells[cell] * weight for cell, weight in terms)

    def optimize(self, sense, terms):
        cells, weights = zip(*terms)
        self.objective = (
            f'<{sense} type="sum"> <list> {" ".join(cells)} </list>'
            f" <coeffs> {' '.join(map(str, weights))} </coeffs> </{sense}>"
        )
        getattr(self.model, sense)(self.total(terms))

    def xcsp3(self):
        return (
            '<instance format="XCSP3" type="COP">\n<variables>\n'
            + "\n".join(self.arrays)
            + "\n</variables>\n<constraints>\n"
            + "\n".join(self.constraints)
            + f"\n</constraints>\n<objectives> {self.objective} </objectives>\n</instance>\n"
        )


def job_shop(jobs, machines, longest, seed):
    draw = random.Random(seed)
    tasks = [
        [(machine, draw.randint(1, longest)) for machine in draw.sample(range(machines), machines)]
        for _ in range(jobs)
    ]
    return shop(f"job shop {jobs} × {machines}", tasks, machines)


def shop(name, tasks, machines):
    problem = Problem(name)
    jobs = len(tasks)
    horizon = sum(length for job in tasks for _, length in job)
    problem.array("s", jobs * machines, 0, horizon)
    problem.array("end", 1, 0, horizon)
    on = [[] for _ in range(machines)]
    for number, job in enumerate(tasks):
        for place, (machine, length) in enumerate(job):
            cell = f"s[{number * machines + place}]"
            on[machine].append((cell, length))
            after = f"s[{number * machines + place + 1}]" if place + 1 < machines else "end[0]"
            problem.sum([(after, 1), (cell, -1)], "ge", length)
    for tasks_on in on:
        cells, lengths = zip(*tasks_on)
        problem.constraints.append(
            f"<noOverlap> <origins> {' '.join(cells)} </origins>"
            f" <lengths> {' '.join(map(str, lengths))} </lengths> </noOverlap>"
        )
        intervals = [
            problem.model.new_fixed_size_interval_var(problem.cells[cell], length, cell)
            for cell, length in tasks_on
        ]
        problem.model.add_no_overlap(intervals)
    problem.optimize("minimize", [("end[0]", 1)])
    return problem


def known_shop(name, lines):
    """A job shop from elsewhere: of each job its machines and lengths in turn."""
    tasks = [list(zip(*[iter(map(int, line.split()))] * 2)) for line in lines.strip().splitlines()]
    return shop(f"job shop {name}", tasks, 1 + max(machine for job in tasks for machine, _ in job))


def knapsack(things, sacks, seed):
    draw = random.Random(seed)
    problem = Problem(f"knapsack of {things}, {sacks} limits")
    problem.array("x", things, 0, 1)
    for _ in range(sacks):
        weights = [draw.randint(10, 100) for _ in range(things)]
        terms = [(f"x[{at}]", weight) for at, weight in enumerate(weights)]
        problem.sum(terms, "le", sum(weights) // 2)
    problem.optimize("maximize", [(f"x[{at}]", draw.randint(10, 100)) for at in range(things)])
    return problem


def golomb(marks, longest):
    problem = Problem(f"Golomb ruler {marks}")
    problem.array("x", marks, 0, longest)
    problem.sum([("x[0]", 1)], "eq", 0)
    for at in range(marks - 1):
        problem.sum([(f"x[{at + 1}]", 1), (f"x[{at}]", -1)], "ge", 1)
    pairs = [(f"x[{late}]", f"x[{early}]") for late in range(marks) for early in range(late)]
    distances = " ".join(f"sub({late},{early})" for late, early in pairs)
    problem.constraints.append(f"<allDifferent> {distances} </allDifferent>")
    cells = problem.cells
    problem.model.add_all_different(cells[late] - cells[early] for late, early in pairs)
    problem.optimize("minimize", [(f"x[{marks - 1}]", 1)])
    return problem


def colouring(nodes, share, seed):
    """The largest colour, where neighbours in a random graph differ."""
    problem = Problem(f"colours of {nodes} nodes, {share:.0%} of edges")
    draw, most = random.Random(seed), nodes // 2
    problem.array("c", nodes, 0, most)
    problem.array("largest", 1, 0, most)
    for one in range(nodes):
        for other in range(one):
            if draw.random() < share:
                problem.constraints.append(f"<intension> ne(c[{one}],c[{other}]) </intension>")
                problem.model.add(problem.cells[f"c[{one}]"] != problem.cells[f"c[{other}]"])
        problem.sum([("largest[0]", 1), (f"c[{one}]", -1)], "ge", 0)
    problem.optimize("minimize", [("largest[0]", 1)])
    return problem


def bins(things, size, seed):
    """The number of bins that things of different sizes need."""
    problem = Problem(f"bins for {things} things")
    draw, most = random.Random(seed), things // 2
    sizes = [draw.randint(size // 5, size // 2) for _ in range(things)]
    problem.array("b", things, 0, most)
    problem.array("last", 1, 0, most)
    cells = [f"b[{thing}]" for thing in range(things)]
    problem.constraints.append(
        f"<binPacking> <list> {' '.join(cells)} </list> <sizes> {' '.join(map(str, sizes))} </sizes>"
        f" <condition> (le,{size}) </condition> </binPacking>"
    )
    for number in range(most + 1):
        inside = [problem.model.new_bool_var("") for _ in cells]
        for cell, is_here in zip(cells, inside):
            problem.model.add(problem.cells[cell] == number).only_enforce_if(is_here)
            problem.model.add(problem.cells[cell] != number).only_enforce_if(~is_here)
        problem.model.add(sum(one * of for one, of in zip(inside, sizes)) <= size)
    for cell in cells:
        problem.sum([("last[0]", 1), (cell, -1)], "ge", 0)
    problem.optimize("minimize", [("last[0]", 1)])
    return problem


def bins_by_columns(things, size, seed):
    """The same with a matrix of 0 and 1: its columns are exchangeable."""
    problem = Problem(f"bins for {things} things, as a matrix")
    draw, most = random.Random(seed), things // 2
    sizes = [draw.randint(size // 5, size // 2) for _ in range(things)]
    problem.array("x", things * most, 0, 1)
    problem.array("used", most, 0, 1)
    for thing in range(things):
        problem.sum([(f"x[{thing * most + at}]", 1) for at in range(most)], "eq", 1)
    for at in range(most):
        load = [(f"x[{thing * most + at}]", sizes[thing]) for thing in range(things)]
        problem.sum(load + [(f"used[{at}]", -size)], "le", 0)
    problem.optimize("minimize", [(f"used[{at}]", 1) for at in range(most)])
    return problem


def machines(jobs, number, longest, seed):
    """The load of equal machines, each stated by itself."""
    draw = random.Random(seed)
    problem = Problem(f"{jobs} jobs on {number} equal machines")
    lengths = [draw.randint(longest // 4, longest) for _ in range(jobs)]
    problem.array("x", jobs * number, 0, 1)
    problem.array("last", 1, 0, sum(lengths))
    for job in range(jobs):
        problem.sum([(f"x[{job * number + at}]", 1) for at in range(number)], "eq", 1)
    for at in range(number):
        load = [(f"x[{job * number + at}]", lengths[job]) for job in range(jobs)]
        problem.sum(load + [("last[0]", -1)], "le", 0)
    problem.optimize("minimize", [("last[0]", 1)])
    return problem


def blocks(points, number, size):
    """As few pairs of blocks as possible share as many points as they must: rows and columns are exchangeable."""
    problem = Problem(f"{number} blocks of {size} of {points} points")
    problem.array("x", points * number, 0, 1)
    problem.array("both", points * number * (number - 1) // 2, 0, 1)
    problem.array("most", 1, 0, size)
    at = 0
    for block in range(number):
        problem.sum([(f"x[{point * number + block}]", 1) for point in range(points)], "eq", size)
        for other in range(block):
            shared = []
            for point in range(points):
                one, two, both = f"x[{point * number + block}]", f"x[{point * number + other}]", f"both[{at}]"
                problem.sum([(one, 1), (two, 1), (both, -1)], "le", 1)
                shared.append((both, 1))
                at += 1
            problem.sum(shared + [("most[0]", -1)], "le", 0)
    problem.optimize("minimize", [("most[0]", 1)])
    return problem


def tour(places, seed):
    """The shortest tour through places in a square."""
    draw = random.Random(seed)
    problem = Problem(f"tour of {places} places")
    at = [(draw.randint(0, 99), draw.randint(0, 99)) for _ in range(places)]
    far = [[int(((x - u) ** 2 + (y - v) ** 2) ** 0.5) for u, v in at] for x, y in at]
    problem.array("x", places, 0, places - 1)
    problem.array("c", places, 0, 150)
    problem.constraints.append("<circuit> x[] </circuit>")
    arcs = []
    for one in range(places):
        problem.constraints.append(
            f"<intension> ne(x[{one}],{one}) </intension>"
            f" <element> <list> {' '.join(map(str, far[one]))} </list> <index> x[{one}] </index>"
            f" <value> c[{one}] </value> </element>"
        )
        to = {other: problem.model.new_bool_var("") for other in range(places) if other != one}
        arcs += [(one, other, arc) for other, arc in to.items()]
        problem.model.add(sum(far[one][other] * arc for other, arc in to.items()) == problem.cells[f"c[{one}]"])
    problem.model.add_circuit(arcs)
    problem.optimize("minimize", [(f"c[{at}]", 1) for at in range(places)])
    return problem


def cover(sets, rows, dearest, seed):
    draw = random.Random(seed)
    problem = Problem(f"cover {rows} by {sets}, costs to {dearest}")
    problem.array("x", sets, 0, 1)
    for _ in range(rows):
        problem.sum([(f"x[{at}]", 1) for at in draw.sample(range(sets), 5)], "ge", 1)
    problem.optimize("minimize", [(f"x[{at}]", draw.randint(1, dearest)) for at in range(sets)])
    return problem


def warehouse(shops, houses, seed):
    draw = random.Random(seed)
    problem = Problem(f"warehouse, {shops} shops, {houses} houses")
    problem.array("x", shops * houses, 0, 1)
    problem.array("open", houses, 0, 1)
    room = [draw.randint(2, 4) for _ in range(houses)]
    served = [[f"x[{shop * houses + house}]" for house in range(houses)] for shop in range(shops)]
    for row in served:
        problem.sum([(cell, 1) for cell in row], "eq", 1)
    for house in range(houses):
        cells = [(row[house], 1) for row in served]
        problem.sum(cells + [(f"open[{house}]", -room[house])], "le", 0)
    costs = [(cell, draw.randint(1, 100)) for row in served for cell in row]
    rents = [(f"open[{house}]", draw.randint(30, 60)) for house in range(houses)]
    problem.optimize("minimize", costs + rents)
    return problem


def assignment(size, seed):
    draw = random.Random(seed)
    problem = Problem(f"assignment of {size}")
    problem.array("x", size, 0, size - 1)
    problem.array("c", size, 0, 99)
    problem.constraints.append("<allDifferent> x[] </allDifferent>")
    problem.model.add_all_different(problem.cells[f"x[{at}]"] for at in range(size))
    for at in range(size):
        costs = [draw.randint(0, 99) for _ in range(size)]
        problem.constraints.append(
            f"<element> <list> {' '.join(map(str, costs))} </list> <index> x[{at}] </index>"
            f" <value> c[{at}] </value> </element>"
        )
        problem.model.add_element(problem.cells[f"x[{at}]"], costs, problem.cells[f"c[{at}]"])
    problem.optimize("minimize", [(f"c[{at}]", 1) for at in range(size)])
    return problem


def shortest_path(nodes, seed):
    draw = random.Random(seed)
    problem = Problem(f"shortest path, {nodes} nodes")
    pairs = [(one, two) for one in range(nodes) for two in range(nodes) if one != two]
    edges = [pair for pair in pairs if draw.random() < 0.35]
    problem.array("x", len(edges), 0, 1)
    for node in range(nodes):
        out = [(f"x[{at}]", 1) for at, (one, _) in enumerate(edges) if one == node]
        into = [(f"x[{at}]", -1) for at, (_, two) in enumerate(edges) if two == node]
        problem.sum(out + into, "eq", (node == 0) - (node == nodes - 1))
    lengths = [(f"x[{at}]", draw.randint(10, 500)) for at in range(len(edges))]
    problem.optimize("minimize", lengths)
    return problem


def max_sat(variables, clauses, dearest, seed):
    """Random clauses of three literals, each with a weight that a broken one costs."""
    draw = random.Random(seed)
    problem = Problem(f"MaxSAT, {clauses} clauses, weights to {dearest}")
    problem.array("x", variables, 0, 1)
    problem.array("broken", clauses, 0, 1)
    for at in range(clauses):
        signs = [(cell, draw.choice([1, -1])) for cell in draw.sample(range(variables), 3)]
        negative = sum(sign < 0 for _, sign in signs)
        terms = [(f"x[{cell}]", sign) for cell, sign in signs]
        problem.sum(terms + [(f"broken[{at}]", 1)], "ge", 1 - negative)
    weights = [draw.randint(1, dearest) for _ in range(clauses)]
    problem.optimize("minimize", [(f"broken[{at}]", weights[at]) for at in range(clauses)])
    return problem


def by_cnfetti(program, problem, limit):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.xml"
        path.write_text(problem.xcsp3())
        words = [program, "solve", "-q", "--json", "--time-limit", str(limit), str(path)]
        begin = children_seconds()
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
        seconds = children_seconds() - begin
    answer = json.loads(done.stdout.splitlines()[0])
    return seconds, answer["status"] == "optimal", answer.get("objective"), answer.get("bound")


def children_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def by_cp_sat(problem, limit):
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    solver.parameters.num_workers = 2
    begin = time.process_time()
    status = solver.solve(problem.model)
    seconds = time.process_time() - begin
    is_optimal = status == cp_model.OPTIMAL
    bound = int(solver.best_objective_bound)
    return seconds, is_optimal, int(solver.objective_value), bound


def described(seconds, is_optimal, value, bound, limit):
    return f"{seconds:.2f}" if is_optimal else f"> {limit:g} ({value}; {bound})"


def problems():
    return [
        golomb(7, 49),
        golomb(8, 64),
        golomb(9, 81),
        colouring(30, 0.5, 1),
        colouring(40, 0.5, 2),
        colouring(40, 0.5, 3),
        bins(16, 100, 1),
        bins(24, 100, 2),
        bins_by_columns(16, 100, 1),
        bins_by_columns(24, 100, 2),
        machines(12, 4, 40, 1),
        machines(18, 5, 40, 2),
        blocks(7, 8, 3),
        blocks(9, 13, 3),
        tour(10, 1),
        tour(14, 1),
        tour(18, 1),
        job_shop(6, 6, 10, 6),
        known_shop("ft06", FT06),
        known_shop("la01", LA01),
        job_shop(10, 5, 99, 1),
        knapsack(30, 1, 1),
        knapsack(30, 3, 2),
        cover(60, 90, 1, 3),
        cover(60, 90, 500, 4),
        warehouse(15, 6, 7),
        assignment(15, 3),
        shortest_path(16, 5),
        shortest_path(30, 6),
        max_sat(70, 400, 9, 8),
        max_sat(100, 500, 1, 9),
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--before", help="another cnfetti")
    parser.add_argument("--only", default="", help="problems whose names contain this")
    options = parser.parse_args()
    programs = [program for program in (options.before, options.cnfetti) if program]
    names = ["before", "cnfetti"][-len(programs) :] + ["CP-SAT", "ratio"]
    print(f"| problem | optimum | {' | '.join(names)} |\n|---|{'--:|' * (len(names) + 1)}")
    for problem in problems():
        if options.only not in problem.name:
            continue
        answers = [by_cnfetti(program, problem, options.limit) for program in programs]
        answers.append(by_cp_sat(problem, options.limit))
        optima = {answer[2] for answer in answers if answer[1]}
        assert len(optima) < 2, (problem.name, answers)
        ours, theirs = answers[-2:]
        ratio = f"{ours[0] / max(theirs[0], 0.001):.1f}" if ours[1] and theirs[1] else ""
        cells = " | ".join(described(*answer, options.limit) for answer in answers)
        print(f"| {problem.name} | {next(iter(optima), '')} | {cells} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
