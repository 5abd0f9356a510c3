#!/usr/bin/env python3
"""The time in which puzzles are decided to have one solution, beside clingo on noqx's programs: a line per family.

    pip install clingo
    git clone https://github.com/T0nyX1ang/noqx FOLDER
    python3 benches/kinds/genres.py --noqx FOLDER [--each] [KIND ...]

Up to five puzzles for each genre that both know: the examples of noqx that have an address, then those that `cnfetti
generate` makes of 8 × 8 cells or less, then the addresses of our tests. Times are CPU seconds as in `beside.py`; who
does not answer in time has taken that long. `--each` prints a line per genre too.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import geometric_mean, median

import beside

SIZES = ("8", "6", "9")
MOST = 5


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each program and puzzle")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--noqx", metavar="FOLDER", required=True)
    parser.add_argument("--each", action="store_true", help="a line per genre, as it is measured")
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    options.cspuz = None
    known = re.findall(r'^    "(\w+)": \("', (Path(__file__).parent / "by_noqx.py").read_text(), re.M)
    rows = {row["name"]: row for row in map(json.loads, output(options, "list", "kinds", "--json").splitlines())}
    published = defaultdict(list)
    for address in beside.examples(options):
        published[kind_of(options, address)].append(address)
    tests = defaultdict(list)
    for address in beside.addresses():
        tests[kind_of(options, address)].append(address)
    families, wrong = defaultdict(list), []
    for kind in options.kinds or known:
        with tempfile.TemporaryDirectory() as folder:
            puzzles = published[kind][:MOST]
            puzzles += new(options, kind, folder, MOST - len(puzzles))
            puzzles += tests[kind][: MOST - len(puzzles)]
            measured = [one for puzzle in puzzles if (one := measure(options, puzzle, wrong))]
        for family in rows[kind]["families"]:
            families[family].append((kind, measured))
        if options.each:
            print(row(kind, [(kind, measured)]), flush=True)
    print("| family | genres | puzzles | cnfetti: median, most | unanswered | clingo / cnfetti | slowest beside clingo |")
    print("|---|--:|--:|--:|--:|--:|---|")
    for family, genres in sorted(families.items()):
        print(row(family, genres))
    sys.exit(len(wrong) > 0)


def output(options, *words):
    return subprocess.run([options.cnfetti, *words], capture_output=True, text=True).stdout


def kind_of(options, address):
    found = re.search(r'^kind = "(\w+)"', output(options, "convert", "--to", "toml", address), re.M)
    return found and found[1]


def new(options, kind, folder, number):
    """Puzzles of the largest size in which there are any."""
    for size in SIZES:
        files = [Path(folder, f"{kind}-{size}-{seed}.toml") for seed in range(number)]
        for seed, file in enumerate(files):
            words = ["generate", kind, "--size", size, "--seed", str(seed), "--time-limit", "5", "-o", str(file)]
            output(options, *words)
            if seed == 0 and not file.exists():
                break
        made = [str(file) for file in files if file.exists()]
        if made or not number:
            return made
    return []


def measure(options, puzzle, wrong):
    """The seconds of cnfetti and of clingo, and whether each has no answer.

    Nothing if noqx lacks a clue of the puzzle, or if they contradict each other.
    """
    (ours, seconds), (theirs, other) = (beside.measure(program, puzzle, options) for program in ("cnfetti", "clingo"))
    if theirs == beside.NO_GENRE:
        return None
    if None not in (ours, theirs) and ours != theirs:
        text = output(options, "convert", "--to", "toml", puzzle)
        print(f"{puzzle}: cnfetti says {ours}, clingo {theirs}\n{text}", file=sys.stderr, flush=True)
        wrong.append(puzzle)
        return None
    return seconds, other, ours is None, theirs is None


def row(name, genres):
    """The figures of some genres; the last column is the genre with the least quotient of times."""
    all_of = [one for _, measured in genres for one in measured]
    if not all_of:
        return f"| {name} | none | | | | | |"
    quotient = lambda measured: geometric_mean(theirs / ours for ours, theirs, *_ in measured)
    slowest = min((quotient(measured), kind) for kind, measured in genres if measured)
    open_of = [sum(one[place] for one in all_of) for place in (2, 3)]
    ours = [one[0] for one in all_of]
    return (
        f"| {name} | {len(genres)} | {len(all_of)} | {median(ours):.2f} s, {max(ours):.1f} s | {open_of[0]}, clingo {open_of[1]} "
        f"| {quotient(all_of):.1f} | {slowest[1]} {slowest[0]:.2f} |"
    )


if __name__ == "__main__":
    main()
