#!/usr/bin/env python3
"""Whether puzzles of the sizes that are published have one solution: CPU seconds of cnfetti, with a proof, and of clingo.

    pip install clingo
    cargo build --profile quick
    python3 benches/kinds/sizes.py [--cnfetti PROGRAM] [--number N] [--limit SECONDS] [FILE ...]

Without files, it makes puzzles: `cnfetti generate` those of most kinds, and a walk over the board those of Numberlink.
clingo decides by the rules of `by_clingo.py`, which share nothing with ours. Its seconds include grounding, and ours the
start of the program. The last column is their quotient: above 1, clingo is faster.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "peers"))

from measure import limited

# The kind, and the sizes of the boards.
SIZES = [
    ("hidato", ["8", "9", "10"]),
    ("numberlink", ["10", "12"]),
    ("fillomino", ["8", "10"]),
    ("shikaku", ["10", "14"]),
    ("slitherlink", ["15"]),
    ("heyawake", ["12"]),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cnfetti", default="target/quick/cnfetti")
    parser.add_argument("--number", type=int, default=3, help="puzzles of each size")
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds for each program and puzzle")
    parser.add_argument("--by-clingo", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if options.by_clingo:
        return by_clingo(options.files[0])
    print("| puzzle | verdict | rests on | cnfetti | clingo | quotient |")
    print("|---|---|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        seconds = [row(file, options) for file in options.files or made(options, Path(folder))]
    print(f"\nmedian {statistics.median(seconds):.2f} s, most {max(seconds):.2f} s, of {len(seconds)} puzzles")


def row(file, options):
    """Prints a row of the table, and returns the seconds of cnfetti."""
    ours = limited([options.cnfetti, "solve", "--unique", "--format", "json", file], options.limit)
    answer = json.loads(ours.stdout) if ours.stdout.strip() else {}
    verdict = answer.get("verdict", "unknown")
    rests_on = "two solutions" if verdict == "several" else answer.get("checked_by") or "its word"
    theirs = limited([sys.executable, __file__, "--by-clingo", file], options.limit)
    clingo = json.loads(theirs.stdout) if theirs.stdout.strip() else None
    said = "-" if clingo is None else f"{clingo['seconds']:.2f}"
    if clingo and verdict != "unknown" and clingo["verdict"] != verdict:
        said = f"**{clingo['verdict']}**, {said}"
    quotient = f"{ours.seconds / clingo['seconds']:.1f}" if clingo else ""
    print(f"| {Path(file).stem} | {verdict} | {rests_on} | {ours.seconds:.2f} | {said} | {quotient} |", flush=True)
    return ours.seconds


def by_clingo(file):
    import by_clingo

    keys = tomllib.loads(Path(file).read_text())
    start = time.process_time()
    verdict = ["none", "unique", "several"][by_clingo.solutions(keys)]
    print(json.dumps({"verdict": verdict, "seconds": time.process_time() - start}))


def made(options, folder):
    for kind, sizes in SIZES:
        for size in sizes:
            for seed in range(1, options.number + 1):
                file = folder / f"{kind}-{size}-{seed}.toml"
                is_ours = kind == "numberlink"
                file.write_text(numberlink(int(size), seed) if is_ours else generated(options, kind, size, seed))
                yield str(file)


def generated(options, kind, size, seed):
    command = [options.cnfetti, "generate", kind, "--size", size, "--seed", str(seed)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def numberlink(size, seed):
    """The ends of lines that fill most of the board; there may be other solutions."""
    draw = random.Random(seed)
    free = {(r, c) for r in range(size) for c in range(size)}
    rows, number = [["."] * size for _ in range(size)], 0

    def near(cell):
        return [(cell[0] + r, cell[1] + c) for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))]

    while free:
        path = [draw.choice(sorted(free))]
        free.remove(path[0])
        while len(path) < 2 * size:
            # A line does not touch itself, so that it has no short cut.
            steps = [x for x in near(path[-1]) if x in free and sum(y in path for y in near(x)) == 1]
            if not steps:
                break
            # It keeps to the edge of what is free, so that little is left over.
            path.append(min(steps, key=lambda x: (sum(y in free for y in near(x)), draw.random())))
            free.remove(path[-1])
        if len(path) > 2:
            number += 1
            for r, c in (path[0], path[-1]):
                rows[r][c] = str(number)
    return 'kind = "numberlink"\nnumber = """\n' + "\n".join(" ".join(row) for row in rows) + '\n"""\n'


if __name__ == "__main__":
    main()
