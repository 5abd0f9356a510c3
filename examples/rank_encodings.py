#!/usr/bin/env python3
"""Ranks encodings over several puzzles, each compared with `auto`.

    python3 examples/rank_encodings.py [--encodings NAMES] [--repeat N] FILE...

Runs `cnfetti compare` on every file and prints, for each row, the geometric means of its number of clauses
and of its time divided by those of `auto`, on how many puzzles it was the fastest, and on how many it did
not finish.
"""

import argparse
import json
import math
import subprocess
from collections import defaultdict


def compare(options, file):
    command = [options.cnfetti, "compare", "--json", "--shuffle", f"--repeat={options.repeat}"]
    command += ["--encodings", options.encodings, file]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--encodings", default="auto,pairwise,sequential_counter,product,order,log")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--cnfetti", default="cnfetti")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    clauses, times, wins, stopped = defaultdict(list), defaultdict(list), defaultdict(int), defaultdict(int)
    for file in options.files:
        rows = {row["encodings"]: row for row in compare(options, file)}
        auto, finished = rows["auto"], {}
        for name, row in rows.items():
            if row["status"] != "exact" or auto["status"] != "exact":
                stopped[name] += 1
                continue
            finished[name] = row["seconds"]
            clauses[name].append(row["clauses"] / auto["clauses"])
            times[name].append(row["seconds"] / auto["seconds"])
        if finished:
            wins[min(finished, key=finished.get)] += 1
    print(f"{'encodings':34} puzzles  clauses   time  fastest  unfinished")
    for name in sorted(times, key=lambda name: mean(times[name])):
        print(f"{name:34} {len(times[name]):7}  {mean(clauses[name]):7.2f} {mean(times[name]):6.2f}"
              f"  {wins[name]:7}  {stopped[name]:10}")


main()
