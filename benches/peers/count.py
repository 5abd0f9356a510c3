#!/usr/bin/env python3
"""Counts solutions with cnfetti, clingo, PySAT, Ganak and a backtracker on this machine: prints a table.

    pip install clingo python-sat pyganak
    cargo build --release
    rustc --edition 2024 -O benches/peers/backtrack.rs -o target/backtrack
    python3 benches/peers/count.py [--cpu] [--limit SECONDS] [FILE or FOLDER ...]

cnfetti is measured as a whole process, and so is the backtracker, which is for pips only. The other peers get
the formula that cnfetti emits, already loaded, and enumerate its solutions on the problem's variables: clingo
as choices and integrity constraints with projection, PySAT (CaDiCaL 1.5.3) with a blocking clause for each.
Ganak counts the models of the formula, projected to the problem's variables, in a separate process that is
killed at the limit. Each time is the best of three runs for what takes less than a second. --cpu measures CPU
time, for a machine that others use, too.

A folder is one row: each peer counts each of its puzzles separately, including those that share a file, and the
times are added up. The row says "of" if some were not counted within the limit. Below the table are the time
that one command takes for all of them, and where cnfetti is slowest compared with the backtracker.
"""

import argparse
import json
import multiprocessing
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import clingo
import pyganak
from pysat.solvers import Solver

CPU = False

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
    parser.add_argument("--cpu", action="store_true", help="CPU seconds: others use the machine")
    options = parser.parse_args()
    global CPU
    CPU = options.cpu
    print("| puzzle | solutions | cnfetti | clingo | PySAT, blocking | Ganak | backtracker |")
    print("|---|---|---|---|---|---|---|")
    folders = []
    for file in options.files:
        if Path(file).is_dir():
            folders.append(count_folder(options, file))
            continue
        counted = best(lambda: count_exactly(options.cnfetti, file, options.limit))
        cells = [counted, *peers(options, file)]
        exact = [found for found, _ in cells if found is not None and found[1]]
        known = exact[0] if exact else None
        texts = [describe(cell, known) for cell in cells]
        solutions = f"{known[0]:,}" if known else "?"
        print(f"| {file} | {solutions} | {' | '.join(texts)} |", flush=True)
    print("\n".join(folders))


def count_folder(options, folder):
    """Prints the row of a folder. Returns how its slowest puzzle and all together are counted."""
    command = [options.cnfetti, "count", "--json", folder]
    together = best(lambda: run_json(command), times=10)
    files = [line["file"] for line in together[0]]
    rows = []
    for file in files:
        counted = best(lambda: count_exactly(options.cnfetti, file, options.limit), times=10)
        rows.append([counted, *peers(options, file)])
        for cell in rows[-1]:
            describe(cell, counted[0])
        print(f"{file}: {rows[-1]}", file=sys.stderr, flush=True)
    texts = []
    for cells in zip(*rows):
        known = [took for found, took in cells if found is not None and found[1]]
        of = "" if len(known) == len(cells) else f", {len(known)} of {len(cells)}"
        texts.append(f"{sum(known):.2f} s{of}" if known else "-")
    solutions = sum(row[0][0][0] for row in rows)
    print(f"| {len(files)} puzzles of {folder} | {solutions:,} | {' | '.join(texts)} |", flush=True)
    later = max((row[0][1] - row[-1][1], file) for row, file in zip(rows, files) if row[-1][0])
    return (
        f"{folder}: all by one command in {together[1]:.3f} s; "
        f"at most {1000 * later[0]:.0f} ms longer than the backtracker ({later[1]})"
    )


def run_json(command):
    """The lines that a command prints, and the seconds it takes."""
    start = seconds(of_processes=True)
    answer = subprocess.run(command, capture_output=True, text=True)
    took = seconds(of_processes=True) - start
    return [json.loads(line) for line in answer.stdout.splitlines()], took


def seconds(of_processes=False):
    """A clock: of this process, or of its child processes that have ended."""
    if not CPU:
        return time.perf_counter()
    whose = resource.RUSAGE_CHILDREN if of_processes else resource.RUSAGE_SELF
    usage = resource.getrusage(whose)
    return usage.ru_utime + usage.ru_stime


def peers(options, file):
    """The results of the peers: a number, whether it is complete, and the seconds; or nothing."""
    nothing = (None, 0.0)
    enumerated = [nothing, nothing, nothing]
    if file.endswith(".toml") or "#" in file:
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


def best(run, times=3):
    """The result and the time of the fastest of this many runs, while they take less than a second."""
    found, took = run()
    for _ in range(times - 1):
        if took < 1:
            found, again = run()
            took = min(took, again)
    return found, took


def describe(cell, known):
    found, took = cell
    if found is None:
        return "-"
    number, is_all = found
    assert known is None or number == known[0] or not is_all and number < known[0], (found, known)
    return f"{took:.3f} s" if is_all else f"{number:,} in {took:.0f} s"


def count_exactly(program, file, limit):
    lines, took = run_json([program, "count", "--json", "--time-limit", str(limit), file])
    is_all = all(line["status"] == "exact" for line in lines)
    return (sum(int(line["solutions"]) for line in lines), is_all), took


def backtrack(program, texts, limit):
    start = seconds(of_processes=True)
    try:
        run = subprocess.run([program, *texts], capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return (0, False), limit
    took = seconds(of_processes=True) - start
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
    start = seconds()
    with control.solve(async_=True) as handle:
        is_all = handle.wait(limit)
        if not is_all:
            handle.cancel()
        handle.get()
    took = seconds() - start
    return (int(control.statistics["summary"]["models"]["enumerated"]), is_all), took


def enumerate_pysat(clauses, shown, limit):
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        start, found, is_all = seconds(), 0, False
        while seconds() - start < limit:
            if not solver.solve():
                is_all = True
                break
            model = solver.get_model()
            positive = set(lit for lit in model if lit > 0)
            solver.add_clause([-lit for lit in shown if lit in positive])
            found += 1
        return (found, is_all), seconds() - start


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
    start = seconds()
    found = counter.count()
    answer.send((found, seconds() - start))


if __name__ == "__main__":
    main()
