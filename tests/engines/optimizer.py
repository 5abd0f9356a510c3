#!/usr/bin/env python3
"""A slow solver of WCNF and OPB files, for tests: python3 optimizer.py MANNER FILE

It branches on all variables and keeps the best solution. MANNER is the form of its answer: literals, digits (one
line of 0 and 1, as in the MaxSAT Evaluations since 2022), found (as if it did not know that its answer is the
best); or a lie: cost (on its `o` line), model (a model that breaks a clause), first (the first model as the best),
none (that there is no model), silent.
"""

import sys


def read(path):
    """The number of variables, clauses as lists of literals, and the cost of each literal."""
    clauses, costs, variables = [], {}, 0
    for line in open(path):
        words = line.replace(";", " ").split()
        if not words or words[0] in ("c", "*"):
            continue
        if words[0] == "min:":
            for weight, name in zip(words[1::2], words[2::2]):
                costs[int(name[1:])] = int(weight)
        elif path.endswith(".opb"):
            # A clause: the sum of literals, x or 1 - x, is at least 1.
            terms = list(zip(words[:-2:2], words[1:-2:2]))
            lits = [int(name[1:]) * int(weight) for weight, name in terms]
            missing = int(words[-1]) - 1 + sum(1 for lit in lits if lit < 0)
            variables = max([variables] + [abs(lit) for lit in lits])
            if missing == 0:
                clauses.append(lits)
            elif missing > 0:
                clauses.append([])
        else:
            lits = [int(word) for word in words[1:-1]]
            variables = max([variables] + [abs(lit) for lit in lits])
            if words[0] == "h":
                clauses.append(lits)
            else:
                (lit,) = lits
                costs[-lit] = int(words[0])
    return max([variables] + [abs(lit) for lit in costs]), clauses, costs


def propagate(clauses, true):
    """Adds implied literals. Returns whether no clause is broken."""
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if any(lit in true for lit in clause):
                continue
            open_lits = {lit for lit in clause if -lit not in true}
            if not open_lits:
                return False
            if len(open_lits) == 1:
                true |= open_lits
                changed = True
    return True


def price(costs, lits):
    return sum(cost for lit, cost in costs.items() if lit in lits)


def models(variables, clauses, true):
    true = set(true)
    if not propagate(clauses, true):
        return
    free = next((v for v in range(1, variables + 1) if v not in true and -v not in true), None)
    if free is None:
        yield true
        return
    for lit in (-free, free):
        yield from models(variables, clauses, true | {lit})


def main():
    manner, path = sys.argv[1:]
    if manner == "silent":
        return
    variables, clauses, costs = read(path)
    best = None
    for model in models(variables, clauses, set()):
        if best is None or price(costs, model) < price(costs, best):
            best = model
        if manner == "first":
            break
    if best is None or manner == "none":
        print("s UNSATISFIABLE")
        return
    if manner == "model":
        lit = next(lit for clause in clauses for lit in clause if set(clause) & best == {lit})
        best = best - {lit} | {-lit}
    print("c a comment")
    print("o", price(costs, best) + (1 if manner == "cost" else 0))
    print("s", "SATISFIABLE" if manner == "found" else "OPTIMUM FOUND")
    lits = [v if v in best else -v for v in range(1, variables + 1)]
    if manner == "digits":
        print("v", "".join("1" if lit > 0 else "0" for lit in lits))
    elif path.endswith(".opb"):
        print("v", " ".join(f"x{lit}" if lit > 0 else f"-x{-lit}" for lit in lits))
    else:
        print("v", " ".join(map(str, lits)))


main()
