#!/usr/bin/env python3
"""Measures the figures on speed in docs/measurements.md: `goals.py [--noqx FOLDER] [BOARD ...]` prints a table.

FOLDER is a copy of https://github.com/T0nyX1ang/noqx; two of its examples are decided too.

Times are CPU seconds of the whole process, and the best of twenty runs for what takes less than 0.1 seconds. For
what takes milliseconds, the time to start the program is subtracted.
"""

import argparse
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "peers"))

from measure import timed

TESTS = Path("crates/puzzles/tests/kinds/addresses.tsv")
SUDOKU = """kind = "sudoku"
number = '''
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
'''
"""

SLITHERLINK = "https://puzz.link/p?slither/5/5/cbcbcddad"
EXAMPLES = [("Fillomino 9 × 9", "https://puzz.link/p?fillomino/9/9/"), ("Yin-Yang 22 × 18", "https://puzz.link/p?yinyang/22/18/")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--noqx", metavar="FOLDER")
    parser.add_argument("boards", nargs="*", help="further boards of 10 x 10")
    options = parser.parse_args()
    program = options.cnfetti
    boards = [address for address in addresses() if "/10/10/" in address] + options.boards
    print("| what | goal | measured |\n|---|--:|--:|")
    slowest = max((best([program, "solve", "--unique", board]), board) for board in boards)
    report(f"the slowest of {len(boards)} boards of 10 × 10, decided", "1 s", slowest[0], note(slowest[1]))
    large = (HERE / "large.tsv").read_text().split()
    for name, address in zip(("Slitherlink", "Masyu"), large):
        report(f"{name} 20 × 36, decided, a proof checked", "30 s", best([program, "solve", "--unique", address]))
    for name, start_of in EXAMPLES if options.noqx else ():
        address = example(Path(options.noqx), start_of)
        report(f"{name}, decided", "1 s" if "9 × 9" in name else "", best([program, "solve", "--unique", address]))
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write('kind = "sudoku"\nsize = 6\n')
        file.flush()
        report("Sudoku grids of 6 × 6, counted", "", best([program, "count", file.name]))
    start = best([program, "--version"])
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(SUDOKU)
        file.flush()
        report("Sudoku 9 × 9, decided", "10 ms", best([program, "solve", "--unique", file.name]) - start)
    report("the longest file of a kind, loaded", "2 ms", best([program, "show", "sudoku"]) - start)
    report("a kind of usual length, loaded, and a puzzle of it", "2 ms", best([program, "draw", SLITHERLINK]) - start)


def addresses():
    return [line.split("\t")[2] for line in TESTS.read_text().splitlines() if not line.startswith("#")]


def example(folder, start):
    """The address with this beginning among noqx's examples."""
    for file in sorted(folder.glob("solver/*.py")):
        for word in file.read_text().split('"'):
            if word.startswith(start):
                return word
    sys.exit(f"no example of noqx begins with {start}")


def note(board):
    return board.split("?")[-1]


def report(what, goal, seconds, more=""):
    time = f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"
    print(f"| {what} | {goal} | {time}{f' ({more})' if more else ''} |", flush=True)


def best(command):
    least = None
    for _ in range(20):
        done, seconds = timed(command, 300)
        if done is None or done.returncode not in (0, 1):
            sys.exit(f"failed: {command} {done and done.stderr}")
        least = min(seconds, least or seconds)
        if seconds > 0.1:
            break
    return least


if __name__ == "__main__":
    main()
