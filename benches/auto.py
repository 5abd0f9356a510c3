#!/usr/bin/env python3
"""Is `auto` as good as the best fixed choice of encodings?

    cargo build --release
    python3 benches/auto.py [--task solve|count|unsat] [--limit SECONDS] [FILE ...]

Runs `cnfetti compare --all --shuffle` on the files (all instances unless some are named), adds up
for each combination of fixed encodings the times of compiling and solving, a row that was stopped
at the limit with the limit, and prints `auto` beside the best combinations. All rows of a file are
run by one process, one after the other, and each time is a median over shuffled formulas. The
binomial encoding is left out: its formulas of six in forty are too large.
"""

import argparse
import glob
import itertools
import json
import statistics
import subprocess
import sys

LEFT_OUT = ["binomial"]
FAMILIES = ["at_most_one", "cardinality", "linear", "domain"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--task", default="solve")
    parser.add_argument("--limit", type=float, default=5.0, help="seconds for each row")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--best", type=int, default=3, help="how many of the best are printed")
    parser.add_argument("files", nargs="*", default=sorted(glob.glob("instances/*/*.toml")))
    options = parser.parse_args()
    names = {family: encodings(options, family) for family in FAMILIES}
    only = ",".join(["auto"] + sorted(set(itertools.chain(*names.values()))))
    tables = [table for file in options.files if (table := times(options, file, only))]
    autos = [table.pop("auto") for table in tables]
    totals = {}
    for combination in itertools.product(*names.values()):
        chosen = dict(zip(FAMILIES, combination))
        totals[combination] = sum(time_of(table, chosen) for table in tables)
    ranked = sorted(totals, key=totals.get)
    best = totals[ranked[0]]
    print(f"{options.task}, {len(tables)} puzzles, {len(totals)} combinations\n")
    print("| " + " | ".join(FAMILIES) + " | seconds | of the best |")
    print("|---|---|---|---|--:|--:|")
    row("auto", "auto", "auto", "auto", seconds=sum(autos), best=best)
    for combination in ranked[: options.best]:
        row(*combination, seconds=totals[combination], best=best)
    middle = statistics.median_low(totals.values())
    row("*the median*", "", "", "", seconds=middle, best=best)
    row("*the worst*", "", "", "", seconds=totals[ranked[-1]], best=best)


def times(options, file, only):
    """The seconds of each combination that matters for the file, and of `auto`. None when the task
    cannot be done: there are too many solutions to show that these are all."""
    command = [options.cnfetti, "compare", "--all", "--json", "--quiet", "--task", options.task]
    command += ["--encodings", only, "--shuffle", "--repeat", str(options.repeat), "--time-limit", str(options.limit), file]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        print(run.stderr.strip(), file=sys.stderr)
        return None
    found = {}
    for line in run.stdout.splitlines():
        made = json.loads(line)
        took = options.limit if made["seconds"] is None else made["seconds"]
        key = tuple(made[family] for family in FAMILIES)
        is_auto = all(name == "auto" for name in key)
        found["auto" if is_auto else key] = took + (made["encode_seconds"] or 0)
    return found


def encodings(options, family):
    command = [options.cnfetti, "list", "encodings", "--json"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = [json.loads(line) for line in output.splitlines()]
    names = [row["name"] for row in rows if row["what"] == family]
    return [name for name in names if name not in ["auto"] + LEFT_OUT]


def time_of(table, chosen):
    """Of a family that the puzzle does not use, the rows say `auto`."""
    for key in table:
        if all(name in (chosen[family], "auto") for family, name in zip(FAMILIES, key)):
            return table[key]
    raise KeyError(chosen)


def row(*names, seconds, best):
    print("| " + " | ".join(names) + f" | {seconds:.3f} | {seconds / best:.2f} |")


if __name__ == "__main__":
    main()
