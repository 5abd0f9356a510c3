#!/usr/bin/env python3
"""Counts solutions with cnfetti, clingo and PySAT on this machine, and prints a table.

    pip install clingo python-sat
    cargo build --release
    python3 benches/peers/count.py [--limit SECONDS] [FILE ...]

cnfetti is measured as a whole process. The peers get the formula that cnfetti emits, already
loaded, and enumerate its solutions on the problem's variables: clingo as choices and integrity
constraints with projection, PySAT (CaDiCaL 1.5.3) with a blocking clause for each. Each time is
the best of three runs for what takes less than a second.
"""

import argparse
import json
import subprocess
import time

import clingo
from pysat.solvers import Solver

FILES = [
    "instances/dice/labeled-dice-unlimited.toml",
    "instances/signs/leepf-open.toml",
    "instances/pips/many.toml",
    "instances/seating/cheating-linguists.toml",
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each peer and file")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("files", nargs="*", default=FILES)
    options = parser.parse_args()
    print("| puzzle | solutions | cnfetti | clingo | PySAT, blocking |")
    print("|---|---|---|---|---|")
    for file in options.files:
        number, took = best(lambda: count_exactly(options.cnfetti, file))
        clauses, shown = formula(options.cnfetti, file)
        peers = [enumerate_clingo, enumerate_pysat]
        cells = [best(lambda: peer(clauses, shown, options.limit)) for peer in peers]
        texts = [describe(found, number, seconds) for found, seconds in cells]
        print(f"| {file} | {number:,} | {took:.3f} s | {texts[0]} | {texts[1]} |", flush=True)


def best(run):
    """The result and the time of the fastest of up to three runs."""
    found, took = run()
    for _ in range(2):
        if took < 1:
            found, again = run()
            took = min(took, again)
    return found, took


def describe(found, number, seconds):
    if found == number:
        return f"{seconds:.3f} s"
    assert found < number, f"{found} of {number} solutions"
    return f"{found:,} in {seconds:.0f} s"


def count_exactly(program, file):
    start = time.perf_counter()
    answer = subprocess.run([program, "count", "--json", file], capture_output=True, check=True)
    took = time.perf_counter() - start
    return int(json.loads(answer.stdout)["solutions"]), took


def formula(program, file):
    text = subprocess.run([program, "encode", file], capture_output=True, check=True, text=True)
    clauses, shown = [], []
    for line in text.stdout.splitlines():
        words = line.split()
        if words[:3] == ["c", "p", "show"]:
            shown += [int(word) for word in words[3:-1]]
        elif words and words[0] not in ("c", "p"):
            clauses.append([int(word) for word in words[:-1]])
    return clauses, shown


def enumerate_clingo(clauses, shown, limit):
    control = clingo.Control(["0", "--project=show", "--warn=none"])
    variables = max((abs(lit) for clause in clauses for lit in clause), default=0)
    rules = [f"{{x(1..{max(variables, max(shown, default=0))})}}."]
    for clause in clauses:
        body = (f"not x({lit})" if lit > 0 else f"x({-lit})" for lit in clause)
        rules.append(f":- {', '.join(body)}.")
    rules.append("#show." + "".join(f"#show x({variable}):x({variable})." for variable in shown))
    control.add("base", [], "".join(rules))
    control.ground([("base", [])])
    start = time.perf_counter()
    with control.solve(async_=True) as handle:
        if not handle.wait(limit):
            handle.cancel()
        handle.get()
    took = time.perf_counter() - start
    return int(control.statistics["summary"]["models"]["enumerated"]), took


def enumerate_pysat(clauses, shown, limit):
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        start, found = time.perf_counter(), 0
        while time.perf_counter() - start < limit and solver.solve():
            model = solver.get_model()
            positive = set(lit for lit in model if lit > 0)
            solver.add_clause([-lit for lit in shown if lit in positive])
            found += 1
        return found, time.perf_counter() - start


if __name__ == "__main__":
    main()
