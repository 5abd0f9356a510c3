"""Writes the proof for checkers of LRAT: python3 lrat.py puzzle.cnf count.scpog FOLDER

models.cnf says what the nodes of the graph mean, and that a model of the formula is not in it.
graph.cnf says that something is in the graph and that a clause of the formula is false in it, or
that both parts of a sum hold. Proofs that neither can be are models.lrat and graph.lrat. That the
parts of a product have no variable in common, and that hidden variables have their values in nodes
of their own, is looked at here.
"""
import os
import sys


class Refutation:
    """A formula with a proof that it has no model. Clauses are found again by their keys."""

    def __init__(self, name):
        self.path, self.clauses, self.at = os.path.join(sys.argv[3], name), [], {}

    def clause(self, key, *lits):
        self.clauses.append(lits)
        self.at[key] = len(self.clauses)

    def begin_proof(self, variables):
        with open(self.path + ".cnf", "w") as file:
            print("p cnf", variables, len(self.clauses), file=file)
            for lits in self.clauses:
                print(*lits, 0, file=file)
        self.last, self.proof = len(self.clauses), open(self.path + ".lrat", "w")

    def follows(self, lits, hints):
        self.last += 1
        print(self.last, *lits, 0, *hints, 0, file=self.proof)
        return self.last

    def forget(self, steps):
        print(self.last, "d", *steps, 0, file=self.proof)


# The formula, the nodes by their names, and the derived clauses.
variables, shown, formula, root, nodes, lines = 0, None, [], 0, {}, []
for words in map(str.split, open(sys.argv[1])):
    if words[0] == "p":
        variables = int(words[2])
    elif words[:3] == ["c", "p", "show"]:
        shown = (shown or set()) | set(map(int, words[3:-1]))
    elif words[0] != "c":
        formula.append(list(dict.fromkeys(map(int, words[:-1]))))
for words in map(str.split, open(sys.argv[2])):
    numbers = [int(word) for word in words if word.lstrip("-").isdigit()]
    if words[0] == "r":
        root = numbers[0]
    elif words[0] == "D":
        lines.append(("D", 0, [], numbers[:-1]))
    elif words[1] == "a":
        end = numbers.index(0)
        lines.append(("a", numbers[0], numbers[1:end], numbers[end + 1 : -1]))
    else:
        end = 4 if words[1] == "s" else len(numbers) - 1
        assert numbers[1] > variables and numbers[1] not in nodes, "a node has the name of another"
        nodes[numbers[1]] = words[1], numbers[0], numbers[2:end], numbers[end:-1]
top = max([variables, *nodes])
os.mkdir(sys.argv[3])

models = Refutation("models")
for number, lits in enumerate(formula, 1):
    models.clause(number, *lits)
for node, (letter, first, parts, _) in nodes.items():
    if letter == "p":
        models.clause(first, node, *(-part for part in parts))
    if letter == "t":
        models.clause(first, node)
    else:
        each = [(-node, part) if letter == "p" else (node, -part) for part in parts]
        for place, lits in enumerate(each, 1):
            models.clause(first + place, *lits)
    if letter == "s":
        models.clause(first, -node, *parts)
given = set(models.at)
if root:
    models.clause("no model", -root)
models.begin_proof(top)
for letter, number, lits, hints in lines:
    if letter == "a":
        models.at[number] = models.follows(lits, [models.at[hint] for hint in hints])
    elif not given.issuperset(hints):
        models.forget(models.at[hint] for hint in hints if hint not in given)
if root:
    holds = [nodes[root][1]] + [number for _, number, lits, _ in lines if lits == [root]]
    models.follows([], [models.at[holds[-1]], models.at["no model"]])
else:
    empty = [models.at[number] for number, lits in enumerate(formula, 1) if not lits]
    if empty:
        models.follows([], empty[:1])
    sys.exit()  # The formula has no model, and there is no graph.

graph, within = Refutation("graph"), {}
for node, (letter, first, parts, _) in nodes.items():
    within[node] = 0
    for place, part in enumerate(parts, 1):
        variable = within[part] if abs(part) > variables else 1 << abs(part)
        if abs(part) <= variables:
            is_shown = shown is None or abs(part) in shown
            assert is_shown == (letter != "t"), "a variable is in the wrong kind of node"
        assert letter == "s" or not within[node] & variable, "two parts share a variable"
        within[node] |= variable
        if letter != "s":
            graph.clause(first + place, -node, part)
    if letter == "s":
        graph.clause(first, -node, *parts)
sums = [node for node in nodes if nodes[node][0] == "s"]
faults = dict(zip([*range(len(formula)), *((node,) for node in sums)], range(top + 1, sys.maxsize)))
for fault, name in faults.items():
    lits = [-lit for lit in formula[fault]] if isinstance(fault, int) else nodes[fault[0]][2]
    for lit in lits:
        graph.clause((fault, lit), -name, lit)
graph.clause("root", root)
graph.clause("a fault", *faults.values())
graph.begin_proof(top + len(faults))


def excluded(part, name, variables_of, known):
    """The clause that a node or literal does not go with a fault; None when there is none."""
    if part in known:
        return known[part]
    if part <= variables or not within[part] & variables_of:
        return None
    letter, first, parts, _ = nodes[part]
    hints = []
    if letter == "s":
        for each in parts:
            hints.append(excluded(each, name, variables_of, known))
            if not hints[-1]:
                break
        else:
            hints.append(graph.at[first])
    else:
        places = [place for place, each in enumerate(parts) if known.get(each)]
        for place in places or range(len(parts)):
            hints = [graph.at[first + 1 + place], excluded(parts[place], name, variables_of, known)]
            if hints[-1]:
                break
    known[part] = graph.follows([-name, -part], hints) if hints[-1] else None
    return known[part]


sys.setrecursionlimit(1000000)
units = []
for fault, name in faults.items():
    if isinstance(fault, int):
        known = {lit: graph.at[fault, -lit] for lit in formula[fault]}
        variables_of = 0
        for lit in known:
            variables_of |= 1 << abs(lit)
        hints = [graph.at["root"], excluded(root, name, variables_of, known)]
        units.append(graph.follows([-name], hints))
        graph.forget(step for step in known.values() if step and step > len(graph.clauses))
    else:
        _, _, parts, hints = nodes[fault[0]]
        both = [graph.at[fault, part] for part in parts]
        units.append(graph.follows([-name], both + [graph.at[hint] for hint in hints]))
graph.follows([], [*units, graph.at["a fault"]])
