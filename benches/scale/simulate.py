#!/usr/bin/env python3
"""Simulates how fast many workers finish a count in parts, from the measured times of its parts.

    cargo build --release
    python3 benches/scale/simulate.py [--parts N] [PUZZLE ...]

Each part is counted once on this machine, one after the other, each as a separate process, and its CPU time is
measured. A simulated worker takes the next part in order whenever it is free. A part costs its time, which
includes the start of a process. The speed-up is relative to counting the puzzle directly with one thread, and
includes the time to divide it. Prints a table.
"""

import argparse
import heapq
import os
import resource
import subprocess
import tempfile
from pathlib import Path

PUZZLES = [
    "instances/seating/long-hall.toml",
    "benches/peers/many-ways.toml",
    "instances/pips/growing-28.toml",
]


def seconds(command):
    """The CPU time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def makespan(times, workers):
    """The time when the last worker is done."""
    free = [0.0] * min(workers, len(times))
    for time in times:
        heapq.heappush(free, heapq.heappop(free) + time)
    return max(free)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parts", type=int, default=1000)
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("puzzles", nargs="*", default=PUZZLES)
    options = parser.parse_args()
    program = os.path.abspath(options.cnfetti)
    print("| puzzle | directly | divide | all parts | longest | work | 10 | 100 | 1,000 workers |")
    print("|---|---|---|---|---|---|---|---|---|")
    for puzzle in options.puzzles:
        direct = seconds([program, "count", "--engine", "exact", "--threads", "1", puzzle])
        with tempfile.TemporaryDirectory() as folder:
            parts = Path(folder) / "parts"
            split = [program, "split", "--parts", str(options.parts), "-o", str(parts), puzzle]
            divide = seconds(split)
            count = [program, "count", "--threads", "1"]
            times = [seconds([*count, str(part)]) for part in sorted(parts.glob("part-*"))]
        work = (divide + sum(times)) / direct
        speed = [direct / (divide + makespan(times, n)) for n in (10, 100, 1000)]
        name = Path(puzzle).stem
        cells = [f"{direct:.1f} s", f"{divide:.2f} s", f"{sum(times):.1f} s", f"{max(times):.3f} s"]
        cells += [f"{work:.2f} ×", *(f"{factor:.1f} ×" for factor in speed)]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
