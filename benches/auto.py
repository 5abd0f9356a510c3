#!/usr/bin/env python3
"""Is `auto` as good as the best fixed choice of encodings?

    cargo build --release
    python3 benches/auto.py [--task solve|count|unsat] [--limit SECONDS] [FILE ...]

Adds up, over the files (by default all instances), the times of compiling and solving that
`cnfetti compare --all --shuffle` measures: the median over shuffled formulas, or the limit if it was
reached. It first measures every combination of fixed encodings. It then measures the best of them and
`auto` again, on formulas in other orders, because the best of hundreds of measurements owes something to
luck. With --fixed, the given combinations replace the best ones, and there is no first round. The
binomial encoding is left out: its formulas of six in forty are too large.
"""

import argparse
import glob
import itertools
import json
import subprocess
import sys

LEFT_OUT = ["binomial"]
FAMILIES = ["at_most_one", "cardinality", "linear", "domain"]
AUTO = ("auto",) * len(FAMILIES)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--task", default="solve")
    parser.add_argument("--limit", type=float, default=5.0, help="seconds for each row")
    parser.add_argument("--best", type=int, default=5, help="how many are measured again")
    parser.add_argument("--fixed", action="append", help="four names, separated by commas")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("files", nargs="*", default=sorted(glob.glob("instances/*/*.toml")))
    options = parser.parse_args()
    chosen = [tuple(names.split(",")) for names in options.fixed or []] or best(options)
    totals = {}
    for combination in [AUTO] + chosen:
        rows = [measure(options, file, combination, seed=1000, repeat=15) for file in options.files]
        totals[combination] = sum(time_of(row, combination) for row in rows if row)
    print("| " + " | ".join(FAMILIES) + " | seconds | of the best |")
    print("|---|---|---|---|--:|--:|")
    for combination, seconds in totals.items():
        share = seconds / min(totals.values())
        print("| " + " | ".join(combination) + f" | {seconds:.3f} | {share:.2f} |")


def best(options):
    """The fixed combinations that are fastest when all are measured once."""
    names = [encodings(options, family) for family in FAMILIES]
    tables = [measure(options, file, set(itertools.chain(*names))) for file in options.files]
    totals = {
        combination: sum(time_of(table, combination) for table in tables if table)
        for combination in itertools.product(*names)
    }
    ranked = sorted(totals, key=totals.get)
    print(f"{len(ranked)} combinations: {totals[ranked[0]]:.3f} to {totals[ranked[-1]]:.3f} s,")
    print(f"half of them at most {totals[ranked[len(ranked) // 2]]:.3f} s\n")
    return ranked[: options.best]


def measure(options, file, names, seed=0, repeat=5):
    """The seconds of each combination of these encodings that matters for the file. None if the task is
    impossible: there are too many solutions to show that these are all."""
    command = [options.cnfetti, "compare", "--all", "--json", "--quiet", "--task", options.task]
    command += ["--encodings", ",".join(sorted(set(names))), f"--shuffle={seed}"]
    command += ["--repeat", str(repeat), "--time-limit", str(options.limit * repeat), file]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 3):
        print(run.stderr.strip(), file=sys.stderr)
        return None
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    took = {tuple(row[family] for family in FAMILIES): seconds(row, options) for row in rows}
    # A combination of families that the file does not use is the same as no choice.
    return took if len(took) == 1 else {key: took[key] for key in took if key != AUTO}


def seconds(row, options):
    return row["encode_seconds"] + (options.limit if row["seconds"] is None else row["seconds"])


def encodings(options, family):
    command = [options.cnfetti, "list", "encodings", "--json"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    names = [row["name"] for row in map(json.loads, output.splitlines()) if row["what"] == family]
    return [name for name in names if name not in ["auto"] + LEFT_OUT]


def time_of(table, combination):
    """The time of a combination. If the puzzle does not use a family, its rows say `auto`."""
    for key in table:
        if all(name in (chosen, "auto") for name, chosen in zip(key, combination)):
            return table[key]
    raise KeyError(combination)


if __name__ == "__main__":
    main()
