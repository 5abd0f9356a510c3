#!/usr/bin/env python3
"""Simulates how fast many workers finish a count in parts, from the measured times of its parts.

    cargo build --release
    python3 benches/scale/simulate.py [--rounds] [--parts N] [PUZZLE ...]

Each part is counted once on this machine, one after the other, each as a separate process, and its CPU time is
measured. A simulated worker takes the next part in order whenever it is free. A part costs its time, which
includes the start of a process. The speed-up is relative to counting the puzzle directly with one thread, and
includes the time to divide it. With `--rounds`, the workers wait for each other after each round, and "divide" is
also the time to merge the rounds, which one process does. "Parallel" is the work (divide and all parts) divided by
the critical path with 100 workers: the time to divide, and in each round the time of the last worker. The memory is
that of the largest process to count directly, to divide or merge, and to count a part. Prints a table.
"""

import argparse
import heapq
import os
import subprocess
import tempfile
from pathlib import Path

PUZZLES = [
    "instances/seating/long-hall.toml",
    "benches/peers/many-ways.toml",
    "benches/peers/seats-6x6.toml",
    "instances/pips/growing-28.toml",
]


class Runs:
    """Runs commands one after the other, and knows the largest memory of them in MB."""

    def __init__(self):
        self.memory = 0.0

    def seconds(self, command):
        """The CPU time of a command. Exit code 3 says that more is to be done."""
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 3):
            raise RuntimeError(f"{command} ended with {process.returncode}")
        self.memory = max(self.memory, usage.ru_maxrss / 1024)
        return usage.ru_utime + usage.ru_stime


def makespan(times, workers):
    """The time when the last worker is done."""
    free = [0.0] * min(workers, len(times))
    for time in times:
        heapq.heappush(free, heapq.heappop(free) + time)
    return max(free, default=0)


def count_in_rounds(program, folder, dividing, counting):
    """Counts a folder in rounds. Returns the times of all merges, and of the parts of each round."""
    merging, rounds, known = 0.0, [], set()
    while parts := sorted(set(folder.glob("part-*")) - known):
        rounds.append([counting.seconds([program, "count", "--threads", "1", str(part)]) for part in parts])
        known.update(parts)
        merging += dividing.seconds([program, "merge", str(folder)])
    return merging, rounds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parts", type=int, default=1000)
    parser.add_argument("--rounds", action="store_true")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("puzzles", nargs="*", default=PUZZLES)
    options = parser.parse_args()
    program = os.path.abspath(options.cnfetti)
    print("| puzzle | directly | divide | all parts | longest | work | 10 | 100 | 1,000 workers | parallel | memory |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for puzzle in options.puzzles:
        directly, dividing, counting = Runs(), Runs(), Runs()
        direct = directly.seconds([program, "count", "--engine", "exact", "--threads", "1", puzzle])
        with tempfile.TemporaryDirectory() as folder:
            parts = Path(folder) / "parts"
            split = [program, "split", "--parts", str(options.parts), "-o", str(parts), puzzle]
            divide = dividing.seconds(split + ["--rounds"] * options.rounds)
            if options.rounds:
                merging, rounds = count_in_rounds(program, parts, dividing, counting)
                divide += merging
            else:
                files = sorted(parts.glob("part-*"))
                rounds = [[counting.seconds([program, "count", "--threads", "1", str(part)]) for part in files]]
        times = [time for of_round in rounds for time in of_round]
        work = divide + sum(times)
        paths = [divide + sum(makespan(of_round, n) for of_round in rounds) for n in (10, 100, 1000)]
        name = Path(puzzle).stem
        counted = f"{sum(times):.2f} s"
        if options.rounds:
            counted += f" ({len(times)} in {len(rounds)} rounds)"
        cells = [f"{direct:.2f} s", f"{divide:.2f} s", counted, f"{max(times, default=0):.3f} s"]
        cells += [f"{work / direct:.2f} ×", *(f"{direct / path:.1f} ×" for path in paths)]
        cells += [f"{work / paths[1]:.1f} ×"]
        cells += [" / ".join(f"{runs.memory:.0f}" for runs in (directly, dividing, counting)) + " MB"]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
