#!/usr/bin/env python3
"""Whether puzzles have one solution, by cnfetti, clingo on noqx's programs, cspuz_core and grilops: a table.

    pip install clingo grilops
    git clone https://github.com/T0nyX1ang/noqx FOLDER
    cargo build --release
    python3 benches/kinds/beside.py [--noqx FOLDER] [--cspuz PROGRAM] [--limit SECONDS] [PUZZLE ...]

PUZZLE is a puzz.link address or a file. Without one, the addresses of the tests are decided, or, with `--examples`,
those among the examples of noqx, whose boards are larger. PROGRAM is `run_solver` of
https://github.com/semiexp/cspuz_core, built with its submodules: `cargo build --release -p cspuz_solver_backend
--bin run_solver`. Times are CPU seconds, and the best of three runs for what takes less than a second: for cnfetti
and cspuz_core of the whole process, for clingo and grilops from when Python has loaded its modules, including the
time to build the program. `-` means no answer in time, and a blank that the program lacks the genre. An answer other
than ours is bold. The last row sums over the puzzles that a column and cnfetti both answered, and gives the ratio of
their times.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "peers"))

from measure import best_of_three, timed

ADDRESSES = Path("crates/puzzles/tests/kinds/addresses.tsv")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each program and puzzle")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--noqx", metavar="FOLDER")
    parser.add_argument("--cspuz", metavar="PROGRAM")
    parser.add_argument("--examples", action="store_true", help="the addresses among the examples of noqx")
    parser.add_argument("puzzles", nargs="*")
    options = parser.parse_args()
    programs = ["cnfetti", *(["clingo"] if options.noqx else []), *(["cspuz"] if options.cspuz else []), "grilops"]
    print(f"| puzzle | solutions | {' | '.join(programs)} |")
    print("|---|--:|" + "--:|" * len(programs))
    table = []
    for puzzle in options.puzzles or (examples(options) if options.examples else addresses()):
        cells = [measure(program, puzzle, options) for program in programs]
        table.append(cells)
        right = cells[0][0]
        texts = [describe(answer, seconds, right) for answer, seconds in cells]
        print(f"| {short(puzzle)} | {SAID[right]} | {' | '.join(texts)} |", flush=True)
    print(f"| all that both answered | | {' | '.join(ratios(table))} |")


def addresses():
    rows = [line.split("\t") for line in ADDRESSES.read_text().splitlines() if not line.startswith("#")]
    return [address for _, _, address in rows]


def examples(options):
    """Addresses of larger puzzles, of genres that cnfetti has."""
    texts = [file.read_text() for file in sorted(Path(options.noqx, "solver").glob("*.py"))]
    found = [address for text in texts for address in re.findall(r'"url": "(http[^"]*)"', text)]
    reads = lambda address: subprocess.run([options.cnfetti, "show", address], capture_output=True).returncode == 0
    return [address.replace("http:", "https:") for address in found if reads(address)]


SAID = {"none": "none", "unique": "1", "several": "several", None: "?"}
UNKNOWN, NO_GENRE = None, "no genre"


def measure(program, puzzle, options):
    first = run(program, puzzle, options)
    if first[0] in (UNKNOWN, NO_GENRE):
        return first
    answer, seconds = best_of_three(lambda: run(program, puzzle, options))
    return answer, min(seconds, first[1])


def run(program, puzzle, options):
    """The verdict, and the CPU seconds."""
    if program == "cnfetti":
        done, seconds = timed([options.cnfetti, "solve", "--unique", "--format", "json", puzzle], options.limit)
        return (json.loads(done.stdout)["verdict"] if done and done.stdout.strip() else UNKNOWN), seconds
    if program == "cspuz":
        done, seconds = timed([options.cspuz, puzzle], options.limit)
        text = done.stdout if done else ""
        verdicts = {"No Answer": "none", "Not unique": "several", "Unique": "unique"}
        said = [verdict for words, verdict in verdicts.items() if f": {words}" in text]
        return (said[0] if said else UNKNOWN if done is None else NO_GENRE), seconds
    command = [options.cnfetti, "convert", "--to", "toml", puzzle]
    toml = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(toml)
        file.flush()
        arguments = ["by_noqx.py", options.noqx, str(options.limit)] if program == "clingo" else ["by_grilops.py"]
        done, seconds = timed([sys.executable, HERE / arguments[0], *arguments[1:], file.name], options.limit + 5)
    if done is None:
        return UNKNOWN, options.limit
    if done.returncode != 0:
        sys.exit(f"{program} failed at {puzzle}:\n{done.stderr}")
    if not done.stdout.strip():
        return NO_GENRE, 0.0
    answer = json.loads(done.stdout)
    solutions = answer["solutions"]
    return (UNKNOWN if solutions is None else ["none", "unique", "several"][solutions]), answer["seconds"]


def describe(answer, seconds, right):
    if answer in (UNKNOWN, NO_GENRE):
        return "-" if answer is UNKNOWN else ""
    return f"{seconds:.3f}" if answer == right else f"**{answer}**, {seconds:.3f}"


def short(puzzle):
    return puzzle.split("?", 1)[-1] if "://" in puzzle else Path(puzzle).stem


def ratios(table):
    for column in range(len(table[0])):
        both = [row for row in table if all(row[c][0] not in (UNKNOWN, NO_GENRE) for c in (0, column))]
        ours, theirs = (sum(row[c][1] for row in both) for c in (0, column))
        yield f"{theirs:.2f} ({theirs / ours:.1f} ×, {len(both)} puzzles)" if both else ""


if __name__ == "__main__":
    main()
