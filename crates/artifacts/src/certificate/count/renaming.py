"""Looks at names that can be exchanged: python3 renaming.py whole.cnf puzzle.cnf renaming.txt"""
import sys
from math import factorial


def clauses(path):
    rows = [line.split() for line in open(path) if line[0] not in "cp"]
    return [tuple(map(int, row[:-1])) for row in rows]


def shown(path):
    return [line.split() for line in open(path) if line.startswith("c p show")]


def conflict(formula, lits):
    """Whether unit propagation refutes the formula with these literals."""
    true, changed = set(lits), True
    while changed:
        changed = False
        for clause in formula:
            if true.isdisjoint(clause):
                free = [lit for lit in clause if -lit not in true]
                if not free:
                    return True
                if len(free) == 1:
                    true.add(free[0])
                    changed = True
    return False


whole, groups = clauses(sys.argv[1]), []
for letter, *numbers in map(str.split, open(sys.argv[3])):
    numbers = list(map(int, numbers[: None if letter == "g" else -1]))
    if letter == "g":
        groups.append((numbers[0], [], []))
    else:
        groups[-1]["goe".index(letter)].append(numbers)
top = next(int(line.split()[2]) for line in open(sys.argv[1]) if line[0] == "p")
order = []  # that a value stands nowhere before the one before it in the list
for earlier, later in [pair for group in groups for pair in zip(group[1], group[1][1:])]:
    seen = []
    for here, there in zip(earlier, later):
        order.append((-there, *seen))
        if seen:
            top += 1
            order += [(-seen[0], top), (-here, top), (seen[0], here, -top)]
        seen = [top if seen else here]
assert clauses(sys.argv[2]) == whole + order, "it is not the formula with the values in order"
assert shown(sys.argv[1]) == shown(sys.argv[2]), "it counts other variables"
times, same = 1, sorted(sorted(clause) for clause in whole)
for size, occurs, exchanges in groups:
    assert len(occurs) == size and len(exchanges) == size - 1, "a line is missing"
    assert all(conflict(whole, [-lit for lit in lits]) for lits in occurs), "a name may be missing"
    pairs = {pair for i in range(size) for j in range(i) for pair in zip(occurs[i], occurs[j])}
    assert all(conflict(whole, pair) for pair in pairs), "two names may stand at one place"
    for i, exchange in enumerate(exchanges):
        image = dict(zip(exchange[::2] + exchange[1::2], exchange[1::2] + exchange[::2]))
        assert len(image) == len(exchange), "a variable is exchanged twice"
        move = lambda lits: [image.get(abs(lit), abs(lit)) * (1 if lit > 0 else -1) for lit in lits]
        assert sorted(sorted(move(clause)) for clause in whole) == same, "it is another formula"
        for group in groups:
            after = list(group[1])
            if group[1] is occurs:
                after[i], after[i + 1] = after[i + 1], after[i]
            assert list(map(move, group[1])) == after, "other names are exchanged"
    times *= factorial(size)
print(times)
