#!/usr/bin/env python3
"""What docs/kinds.md says of speed, measured: `goals.py [--cnfetti PROGRAM]` prints a table.

Times are CPU seconds of the whole process, the best of five runs for what takes less than a second. How long a kind
takes to be loaded and stated is measured beside the start of the program, which takes longer.
"""

import argparse
import subprocess
import sys
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    program = parser.parse_args().cnfetti
    boards = made(program) + [row for row in addresses() if "/10/10/" in row]
    print("| what | goal | measured |\n|---|--:|--:|")
    slowest = max((best([program, "solve", "--unique", board]), board) for board in boards)
    report(f"the slowest of {len(boards)} boards of 10 × 10, decided", "1 s", slowest[0], note(slowest[1]))
    large = (HERE / "large.tsv").read_text().split()
    for name, address in zip(("Slitherlink", "Masyu"), large):
        report(f"{name} 20 × 36, decided", "30 s", best([program, "solve", "--unique", address]))
        proved = best([program, "solve", "--unique", "--proof", "/dev/null", address])
        report(f"{name} 20 × 36, decided and proved", "30 s", proved)
    start = best([program, "--version"])
    Path("/tmp/sudoku.toml").write_text(SUDOKU)
    report("Sudoku 9 × 9, decided", "10 ms", best([program, "solve", "--unique", "/tmp/sudoku.toml"]) - start)
    report("the kind with the longest file, loaded and stated", "2 ms", best([program, "show", "sudoku"]) - start)


def addresses():
    return [line.split("\t")[2] for line in TESTS.read_text().splitlines() if not line.startswith("#")]


def made(program):
    """A generated board of each kind that can be."""
    listed = subprocess.run([program, "generate", "no-kind"], capture_output=True, text=True).stderr
    names = listed.split("[possible values: ")[1].split("]")[0].split(", ")
    return names


def note(board):
    return board.split("?")[-1]


def report(what, goal, seconds, more=""):
    time = f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"
    print(f"| {what} | {goal} | {time}{f' ({more})' if more else ''} |", flush=True)


def best(command):
    least = None
    for _ in range(5):
        done, seconds = timed(command, 300)
        if done is None or done.returncode not in (0, 1):
            sys.exit(f"failed: {command} {done and done.stderr}")
        least = min(seconds, least or seconds)
        if seconds > 1:
            break
    return least


if __name__ == "__main__":
    main()
