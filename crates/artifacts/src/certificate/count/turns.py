"""Counts up to rotations: python3 turns.py whole.cnf turns.txt SOLUTIONS EACH

SOLUTIONS is the number of models of whole.cnf, EACH how many of them differ by renaming only. The
graphs fixed-*.scpog must have been checked.
"""
import subprocess
import sys


def clauses(path):
    rows = [line.split() for line in open(path) if line[0] not in "cp"]
    return [list(map(int, row[:-1])) for row in rows]


def shown(path):
    return [line.split() for line in open(path) if line.startswith("c p show")]


whole, solutions, each = clauses(sys.argv[1]), int(sys.argv[3]), int(sys.argv[4])
lines = {"v": [], "t": [], "r": []}
for letter, *numbers in map(str.split, open(sys.argv[2])):
    lines[letter].append([int(number) for number in numbers[:-1]])
values, turns, renamings = lines["v"], lines["t"], lines["r"]
places = list(range(1, len(values[0]) + 1))
# Rotations are a group, and for each renaming there is one with cycles of the same lengths.
follow = lambda one, other: [other[place - 1] for place in one]
assert places not in turns and all(sorted(turn) == places for turn in turns)
assert all(follow(one, other) in [places, *turns] for one in turns for other in turns)
assert sum(number for number, *_ in renamings) == each

total = solutions  # Of renamings alone only the one that renames nothing leaves a solution as it is.
for at, turn in enumerate(turns, 1):
    for kind, (number, *becomes) in enumerate(renamings, 1):
        name, expected = f"fixed-{at}-{kind}", list(whole)
        for value, literals in enumerate(values):
            for here, place in zip(literals, turn):
                there = values[becomes[value] - 1][place - 1]
                expected += [[-here, there], [here, -there]] if here != there else []
        assert clauses(name + ".cnf") == expected, name + " is another formula"
        assert shown(name + ".cnf") == shown(sys.argv[1]), name + " counts other variables"
        count = ["python3", "recount.py", name + ".cnf", name + ".scpog"]
        total += number * int(subprocess.check_output(count))
assert total % (each * (len(turns) + 1)) == 0
print(total // (each * (len(turns) + 1)))
