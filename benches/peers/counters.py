#!/usr/bin/env python3
"""Measures how long cnfetti and Ganak take to count the models of 40 formulas, as a Markdown table.

Needs `pip install pyganak`. Run it from the root of the repository:

    cargo build --release
    python3 benches/peers/counters.py [--limit SECONDS] [--program COMMAND] [NAME…]

Seconds are CPU time. A name selects the formulas that begin with it.
"""

import argparse
import json
import math
import pathlib
import shlex
import sys
import tempfile

import formulas
import measure

GANAK = """
import json, sys, pyganak
sys.set_int_max_str_digits(0)
variables, clauses, shown = json.load(open(sys.argv[1]))
counter = pyganak.Counter()
counter.new_vars(variables)
counter.add_clauses(clauses)
if shown is not None:
    counter.set_sampling_set(shown)
print(json.dumps({"solutions": str(counter.count())}))
"""


def count(command, limit):
    """The number as text, or None, and the CPU seconds."""

    def run():
        limited = ["bash", "-c", f'ulimit -t {limit}; exec "$@"', "count", *command]
        done, seconds = measure.timed(limited, 20 * limit)
        # At its limit, Ganak may end without an error and without a number.
        is_done = done is not None and done.returncode == 0 and done.stdout.startswith("{")
        return json.loads(done.stdout)["solutions"] if is_done else None, seconds

    return measure.best_of_three(run)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=30)
    parser.add_argument("--program", default="target/release/cnfetti count --engine clauses --json")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    program = shlex.split(options.program)
    print("| formula | variables | models | cnfetti | Ganak | ratio |\n|---|--:|--:|--:|--:|--:|")
    ratios, problems = [], []
    with tempfile.TemporaryDirectory() as folder:
        file, data = pathlib.Path(folder, "formula.cnf"), pathlib.Path(folder, "formula.json")
        for formula in formulas.all_formulas():
            if options.names and not formula.name.startswith(tuple(options.names)):
                continue
            file.write_text(formula.text())
            data.write_text(json.dumps([formula.variables, formula.clauses, formula.shown]))
            ours, seconds = count([*program, str(file)], options.limit)
            theirs, others = count([sys.executable, "-c", GANAK, str(data)], options.limit)
            if ours and theirs and ours != theirs:
                problems.append(f"{formula.name}: {ours}, Ganak says {theirs}")
            number = next((number for number in (ours, theirs) if number), "?")
            shown = number if len(number) < 13 else f"{len(number)} digits"
            cells = [f"{seconds:.2f} s" if ours else "-", f"{others:.2f} s" if theirs else "-"]
            # A run that the limit stops takes at least that long.
            ratio = seconds / max(others, 0.001)
            sign = "" if ours and theirs else ("<" if ours else ">")
            if ours or theirs:
                ratios.append(ratio)
            line = [formula.name, formula.variables, shown, *cells, f"{sign}{ratio:.2f}"]
            print("| " + " | ".join(map(str, line)) + " |", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    faster, slow = sum(ratio < 1 for ratio in ratios), sum(ratio > 2 for ratio in ratios)
    print(f"\n{len(ratios)} formulas, {faster} faster, {slow} more than twice as long; ratio in the mean {mean:.2f}")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
