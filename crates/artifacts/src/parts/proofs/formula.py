#!/usr/bin/env python3
"""Writes the formula that a proof of this folder is about: formula.py cover, or formula.py NUMBER.

`cover` is the puzzle's formula with a clause against each cube. A part is the puzzle's formula with the
literals of its cube, and a clause against each solution that is listed for it. When none of them has a
model, the puzzle has the solutions that are listed and no others.
"""

import json
import sys

with open("puzzle.cnf") as file:
    lines = [line for line in file if not line.startswith("c")]
with open("plan") as file:
    cubes = json.loads(file.readline())["cubes"]
if sys.argv[1] == "cover":
    added = [[-literal for literal in cube] for cube in cubes]
else:
    number = int(sys.argv[1])
    with open(f"counted-{number:04}") as file:
        listed = [json.loads(line) for line in file.readlines()[1:-1]]
    added = [[literal] for literal in cubes[number - 1]] + [line["forbids"] for line in listed]
variables, clauses = lines[0].split()[2:]
print("p cnf", variables, int(clauses) + len(added))
sys.stdout.writelines(lines[1:])
for clause in added:
    print(*clause, 0)
