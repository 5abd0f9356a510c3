#!/usr/bin/env python3
"""Counts solutions with cnfetti, clingo, PySAT, Ganak and a backtracker on this machine: prints a table.

    pip install clingo python-sat pyganak
    cargo build --release
    rustc --edition 2024 -O benches/peers/backtrack.rs -o target/backtrack
    python3 benches/peers/count.py [--limit SECONDS] [FILE ...]

cnfetti is measured as a whole process, and so is the backtracker, which is for pips only. The other
peers get the formula that cnfetti emits, already loaded, and enumerate its solutions on the
problem's variables: clingo as choices and integrity constraints with projection, PySAT (CaDiCaL
1.5.3) with a blocking clause for each. Ganak counts the models of the formula, projected on the
problem's variables, in a process of its own that is ended at the limit. Each time is the best of three runs for what takes less than
a second.

A FILE of several puzzles, as pips are published, is one row: all of them together, with the peers
that read formulas left out. So a folder of them shows whether any day is a bad one.
"""

import argparse
import json
import multiprocessing
import subprocess
import tempfile
import time
from pathlib import Path

import clingo
import pyganak
from pysat.solvers import Solver

FILES = [
    "instances/dice/labeled-dice-unlimited.toml",
    "instances/signs/leepf-open.toml",
    "instances/pips/many.toml",
    "instances/seating/cheating-linguists.toml",
    "instances/pips/growing-28.toml",
    "benches/peers/many-ways.toml",
    "benches/peers/seats-5x5.toml",
    "benches/peers/seats-6x6.toml",
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each peer and file")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--backtracker", default="target/backtrack")
    parser.add_argument("files", nargs="*", default=FILES)
    options = parser.parse_args()
    print("| puzzle | solutions | cnfetti | clingo | PySAT, blocking | Ganak | backtracker |")
    print("|---|---|---|---|---|---|---|")
    for file in options.files:
        counted = best(lambda: count_exactly(options.cnfetti, file, options.limit))
        cells = [counted, *peers(options, file)]
        exact = [found for found, _ in cells if found is not None and found[1]]
        known = exact[0] if exact else None
        texts = [describe(cell, known) for cell in cells]
        solutions = f"{known[0]:,}" if known else "?"
        print(f"| {file} | {solutions} | {' | '.join(texts)} |", flush=True)


def peers(options, file):
    """What the peers find: a number, whether it is all, and the seconds; or nothing."""
    nothing = (None, 0.0)
    enumerated = [nothing, nothing, nothing]
    if file.endswith(".toml"):
        clauses, shown = formula(options.cnfetti, file)
        enumerators = [enumerate_clingo, enumerate_pysat, count_ganak]
        enumerated = [best(lambda: peer(clauses, shown, options.limit)) for peer in enumerators]
    with tempfile.TemporaryDirectory() as folder:
        command = [options.cnfetti, "convert", "--to", "text", "-o", folder, file]
        is_pips = subprocess.run(command, capture_output=True).returncode == 0
        texts = sorted(str(path) for path in Path(folder).iterdir())
        if not is_pips or not texts:
            return [*enumerated, nothing]
        return [*enumerated, best(lambda: backtrack(options.backtracker, texts, options.limit))]


def best(run):
    """The result and the time of the fastest of up to three runs."""
    found, took = run()
    for _ in range(2):
        if took < 1:
            found, again = run()
            took = min(took, again)
    return found, took


def describe(cell, known):
    found, seconds = cell
    if found is None:
        return "-"
    number, is_all = found
    assert known is None or number == known[0] or not is_all and number < known[0], (found, known)
    return f"{seconds:.3f} s" if is_all else f"{number:,} in {seconds:.0f} s"


def count_exactly(program, file, limit):
    start = time.perf_counter()
    command = [program, "count", "--json", "--time-limit", str(limit), file]
    answer = subprocess.run(command, capture_output=True, text=True)
    took = time.perf_counter() - start
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    is_all = all(line["status"] == "exact" for line in lines)
    return (sum(int(line["solutions"]) for line in lines), is_all), took


def backtrack(program, texts, limit):
    start = time.perf_counter()
    try:
        run = subprocess.run([program, *texts], capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return (0, False), limit
    took = time.perf_counter() - start
    return (sum(int(line.split()[0]) for line in run.stdout.splitlines()), True), took


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
        is_all = handle.wait(limit)
        if not is_all:
            handle.cancel()
        handle.get()
    took = time.perf_counter() - start
    return (int(control.statistics["summary"]["models"]["enumerated"]), is_all), took


def enumerate_pysat(clauses, shown, limit):
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        start, found, is_all = time.perf_counter(), 0, False
        while time.perf_counter() - start < limit:
            if not solver.solve():
                is_all = True
                break
            model = solver.get_model()
            positive = set(lit for lit in model if lit > 0)
            solver.add_clause([-lit for lit in shown if lit in positive])
            found += 1
        return (found, is_all), time.perf_counter() - start


def count_ganak(clauses, shown, limit):
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=ganak, args=(clauses, shown, theirs))
    process.start()
    is_all = ours.poll(limit)
    found = ours.recv() if is_all else (0, limit)
    process.kill()
    process.join()
    return (found[0], is_all), found[1]


def ganak(clauses, shown, answer):
    counter = pyganak.Counter()
    counter.new_vars(max((abs(lit) for clause in clauses for lit in clause), default=0))
    counter.add_clauses(clauses)
    counter.set_sampling_set(shown)
    start = time.perf_counter()
    found = counter.count()
    answer.send((found, time.perf_counter() - start))


if __name__ == "__main__":
    main()
