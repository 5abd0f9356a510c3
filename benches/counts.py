#!/usr/bin/env python3
"""Should `auto` state a sum of equal weights as a count, or as a sum?

    cargo build --release
    pip install python-sat
    python3 benches/counts.py [--limit SECONDS] [--cnfetti PROGRAM]

Solves twelve pseudo-Boolean problems whose difficulty is a bound on a count, with CaDiCaL and with Glucose (in PySAT)
and with varisat (in cnfetti), once with the formula that `--cardinality` writes and once with the adder. Prints the
number of clauses and CPU seconds of the solver; `-` is the limit.
"""

import argparse
import multiprocessing
import os
import random
import subprocess
import tempfile
import time


def graph(nodes, edges, seed):
    chance = random.Random(seed)
    pairs = [(a, b) for a in range(nodes) for b in range(a)]
    return chance.sample(pairs, edges)


def some(at_least, literals, negated=False):
    if negated:
        at_least, sign = at_least - len(literals), "-1"
    else:
        sign = "+1"
    return " ".join(f"{sign} x{v + 1}" for v in literals) + f" >= {at_least};"


def at_most(number, literals):
    return " ".join(f"-1 x{v + 1}" for v in literals) + f" >= {-number};"


def cover(nodes, edges, seed, number):
    rows = [some(1, edge) for edge in graph(nodes, edges, seed)]
    return nodes, rows + [at_most(number, range(nodes))]


def independent(nodes, edges, seed, number):
    rows = [at_most(1, edge) for edge in graph(nodes, edges, seed)]
    return nodes, rows + [some(number, range(nodes))]


def dominating(nodes, edges, seed, number):
    near = {node: {node} for node in range(nodes)}
    for a, b in graph(nodes, edges, seed):
        near[a].add(b)
        near[b].add(a)
    return nodes, [some(1, sorted(row)) for row in near.values()] + [at_most(number, range(nodes))]


def hitting(nodes, sets, size, seed, number):
    chance = random.Random(seed)
    rows = [some(1, chance.sample(range(nodes), size)) for _ in range(sets)]
    return nodes, rows + [at_most(number, range(nodes))]


def shifts(people, days, need, most):
    """Each day so many people, nobody on three days in a row, each at most so often."""
    at = lambda person, day: person * days + day
    rows = [some(need, [at(person, day) for person in range(people)]) for day in range(days)]
    rows += [at_most(most, [at(person, day) for day in range(days)]) for person in range(people)]
    rows += [
        at_most(2, [at(person, day + step) for step in range(3)])
        for person in range(people)
        for day in range(days - 2)
    ]
    return people * days, rows


PROBLEMS = {
    "2,000 variables, 3,000 clauses of 3, at most 800": lambda: hitting(2000, 3000, 3, 1, 800),
    "2,000 variables, 2,000 clauses of 5, at most 400": lambda: hitting(2000, 2000, 5, 2, 400),
    "hitting set, 60 of 3, at most 14": lambda: hitting(40, 60, 3, 3, 14),
    "hitting set, 60 of 3, at most 12": lambda: hitting(40, 60, 3, 3, 12),
    "cover, 60 nodes, at most 38": lambda: cover(60, 150, 4, 38),
    "cover, 60 nodes, at most 33": lambda: cover(60, 150, 4, 33),
    "independent, 80 nodes, at least 34": lambda: independent(80, 160, 5, 34),
    "independent, 80 nodes, at least 38": lambda: independent(80, 160, 5, 38),
    "dominating, 50 nodes, at most 12": lambda: dominating(50, 100, 6, 12),
    "dominating, 50 nodes, at most 10": lambda: dominating(50, 100, 6, 10),
    "shifts, 20 people, 28 days, 13 needed, at most 19": lambda: shifts(20, 28, 13, 19),
    "shifts, 20 people, 28 days, 14 needed, at most 19": lambda: shifts(20, 28, 14, 19),
}

WAYS = {"sum": [], "count": ["--cardinality", "COUNT"], "modulo": ["--cardinality", "modulo_totalizer"]}


def by_pysat(name, path, queue):
    from pysat.formula import CNF
    from pysat.solvers import Solver

    clauses = CNF(from_file=path).clauses
    with Solver(name=name, bootstrap_with=clauses) as solver:
        before = time.process_time()
        answer = solver.solve()
        queue.put((answer, time.process_time() - before))


def solved(name, path, limit):
    queue = multiprocessing.Queue()
    process = multiprocessing.Process(target=by_pysat, args=(name, path, queue))
    process.start()
    process.join(limit)
    if process.is_alive():
        process.kill()
        process.join()
        return None, None
    return queue.get()


def by_cnfetti(program, path, limit):
    begin = os.times()
    words = [program, "solve", "--quiet", "--time-limit", str(limit), path]
    run = subprocess.run(words, capture_output=True, text=True)
    end = os.times()
    took = end.children_user - begin.children_user
    return None if run.returncode == 3 else "no solution" not in run.stdout, took


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=20.0)
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--cardinality", default="totalizer")
    options = parser.parse_args()
    print("problem | way | clauses | CaDiCaL | Glucose | varisat")
    for title, problem in PROBLEMS.items():
        variables, rows = problem()
        answers = set()
        with tempfile.TemporaryDirectory() as folder:
            model = f"{folder}/model.opb"
            with open(model, "w") as file:
                print(f"* #variable= {variables} #constraint= {len(rows)}", *rows, sep="\n", file=file)
            for way, words in WAYS.items():
                words = [word.replace("COUNT", options.cardinality) for word in words]
                path = f"{folder}/{way}.cnf"
                subprocess.run([options.cnfetti, "encode", "--quiet", *words, model, "-o", path], check=True)
                with open(path) as file:
                    clauses = next(line for line in file if line.startswith("p cnf")).split()[3]
                cells = [way, clauses]
                for name in ["cadical195", "glucose4"]:
                    answer, took = solved(name, path, options.limit)
                    answers.add(answer)
                    cells.append("-" if answer is None else f"{took:.2f}")
                answer, took = by_cnfetti(options.cnfetti, path, options.limit)
                answers.add(answer)
                cells.append("-" if answer is None else f"{took:.2f}")
                print(title, *cells, sep=" | ", flush=True)
        assert len(answers - {None}) <= 1, answers


if __name__ == "__main__":
    main()
