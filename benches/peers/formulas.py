"""Formulas like those of the Model Counting Competition, the same each time.

Each has a name, a number of variables, clauses, and the shown variables, or None for all. Seeds and sizes are such
that Ganak takes between a hundredth of a second and about ten seconds.
"""

import itertools
import random


class Formula:
    def __init__(self, name, variables=0):
        self.name, self.variables, self.clauses, self.shown = name, variables, [], None

    def new(self, number=None):
        """A new variable, or a list of them."""
        if number is not None:
            return [self.new() for _ in range(number)]
        self.variables += 1
        return self.variables

    def add(self, *literals):
        self.clauses.append(list(literals))

    def at_most_one(self, literals):
        for one, other in itertools.combinations(literals, 2):
            self.add(-one, -other)

    def both(self, one, other):
        out = self.new()
        self.add(-out, one), self.add(-out, other), self.add(out, -one, -other)
        return out

    def either(self, one, other):
        return -self.both(-one, -other)

    def differ(self, one, other, out=None):
        out = out or self.new()
        self.add(-out, one, other), self.add(-out, -one, -other)
        self.add(out, -one, other), self.add(out, one, -other)
        return out

    def text(self):
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        if self.shown is not None:
            lines.append(" ".join(map(str, ["c p show", *self.shown, 0])))
        return "\n".join(lines + [" ".join(map(str, [*clause, 0])) for clause in self.clauses]) + "\n"


def randomly(variables, clauses, seed, shown=None, length=3):
    """Random clauses, projected to the first variables if `shown` says how many."""
    choose = random.Random(seed)
    kind = "random" if shown is None else "projected"
    formula = Formula(f"{kind}-{variables}-{clauses}-{seed}", variables)
    for _ in range(clauses):
        of = choose.sample(range(1, variables + 1), length)
        formula.add(*[variable * choose.choice([1, -1]) for variable in of])
    formula.shown = shown and list(range(1, shown + 1))
    return formula


def features(number, across, seed):
    """A tree of features, in which a child needs its parent, with groups of which at least or exactly one is chosen,
    and this many constraints between features, most of them close to each other."""
    choose = random.Random(seed)
    formula = Formula(f"features-{number}-{across}", number)
    formula.add(1)
    parents, next_one = [1], 2
    while next_one <= number:
        near = parents[-60:] if choose.random() < 0.8 else parents
        parent = choose.choice(near)
        size = min(choose.choice([1, 1, 1, 2, 3, 3, 4, 6]), number - next_one + 1)
        children = list(range(next_one, next_one + size))
        next_one += size
        parents += children
        for child in children:
            formula.add(-child, parent)
        kind = choose.random()
        if size == 1 and kind < 0.25 or size > 1 and kind >= 0.45:
            formula.add(-parent, *children)
        if size > 1 and kind >= 0.75:
            formula.at_most_one(children)
    for _ in range(across):
        one = choose.randint(2, number)
        reach = choose.choice([20, 60, 200]) if choose.random() < 0.9 else number
        near = [other for other in range(max(2, one - reach), min(number, one + reach) + 1) if other != one]
        others = choose.sample(near, min(choose.choice([1, 1, 1, 2, 2, 3]), len(near)))
        formula.add(-one, *[other * (1 if choose.random() < 0.8 else -1) for other in others])
    return formula


def unrolled(bits, steps, seed):
    """A circuit with a state and inputs, unrolled over some steps, as in bounded model checking."""
    choose = random.Random(seed)
    formula = Formula(f"unrolled-{bits}-{steps}")
    states = [formula.new(bits) for _ in range(steps + 1)]
    inputs = [formula.new(max(2, bits // 4)) for _ in range(steps)]
    gates = [
        (choose.randrange(3), choose.sample(range(bits), 3), choose.randrange(len(inputs[0])))
        for _ in range(bits)
    ]
    for bit in states[0][: bits // 2]:
        formula.add(-bit)
    for step in range(steps):
        for bit, (kind, of, which) in enumerate(gates):
            out, given = states[step + 1][bit], inputs[step][which]
            x, y, _ = (states[step][place] for place in of)
            if kind == 0:
                formula.add(-given, -x, out), formula.add(-given, x, -out)
                formula.add(given, -y, out), formula.add(given, y, -out)
            elif kind == 1:
                formula.add(-out, x), formula.add(-out, y, given)
                formula.add(out, -x, -y), formula.add(out, -x, -given)
            else:
                formula.differ(x, formula.both(y, given), out)
    formula.add(*states[steps][:4])
    return formula


def planning(objects, places, steps, seed):
    """Objects that move from place to place, one at a time, and never two to the same place."""
    choose = random.Random(seed)
    formula = Formula(f"planning-{objects}-{places}-{steps}")
    at = [[formula.new(places) for _ in range(objects)] for _ in range(steps + 1)]
    near = {place: {place, (place + 1) % places, (place - 1) % places} for place in range(places)}
    for _ in range(places // 2):
        one, other = choose.sample(range(places), 2)
        near[one].add(other), near[other].add(one)
    for now in at:
        for where in now:
            formula.add(*where), formula.at_most_one(where)
        for place in range(places):
            formula.at_most_one([where[place] for where in now])
    for thing in range(objects):
        formula.add(at[0][thing][thing])
    for now, then in itertools.pairwise(at):
        moves = formula.new(objects)
        formula.at_most_one(moves)
        for move, one, other in zip(moves, now, then):
            for place in range(places):
                formula.add(-one[place], *[other[to] for to in sorted(near[place])])
                formula.add(move, -one[place], other[place])
                formula.add(-move, -one[place], -other[place])
    formula.add(at[steps][0][places - 1])
    return formula


def grid(width, height, holes, seed):
    """Cells of which no two neighbours are chosen, with some blocks of which at least one cell is."""
    choose = random.Random(seed)
    formula = Formula(f"grid-{width}x{height}")
    cells = {(x, y): formula.new() for y in range(height) for x in range(width)}
    for (x, y), cell in cells.items():
        for step in ((1, 0), (0, 1), (1, 1)):
            other = cells.get((x + step[0], y + step[1]))
            if other and (step != (1, 1) or choose.random() < 0.3):
                formula.add(-cell, -other)
    for _ in range(holes):
        x, y = choose.randrange(width - 1), choose.randrange(height - 1)
        formula.add(*[cells[x + dx, y + dy] for dx in (0, 1) for dy in (0, 1)])
    return formula


def matching(width, height, open_ones, seed):
    """Dominoes on a board that cover all cells, except those of a random part, which they may cover."""
    choose = random.Random(seed)
    formula = Formula(f"matching-{width}x{height}")
    over = {}
    for y, x in itertools.product(range(height), range(width)):
        for other in ((x + 1, y), (x, y + 1)):
            if other[0] < width and other[1] < height:
                domino = formula.new()
                over.setdefault((x, y), []).append(domino)
                over.setdefault(other, []).append(domino)
    for cell in itertools.product(range(width), range(height)):
        if choose.random() > open_ones:
            formula.add(*over[cell])
        formula.at_most_one(over[cell])
    return formula


def circuit(inputs, gates, seed, shown, near=30):
    """Gates of nearby signals, with some conditions on the last ones; shows the inputs, or all."""
    choose = random.Random(seed)
    formula = Formula(f"circuit{'-inputs' if shown else ''}-{inputs}-{gates}")
    signals = formula.new(inputs)
    formula.shown = list(signals) if shown else None
    for _ in range(gates):
        one, other = choose.sample(signals[-near:] if choose.random() < 0.8 else signals, 2)
        one, other = one * choose.choice([1, -1]), other * choose.choice([1, -1])
        signals.append((formula.both if choose.random() < 0.75 else formula.differ)(one, other))
    for _ in range(5):
        formula.add(*choose.sample(signals[-40:], 3))
    return formula


def times(bits, product, shown):
    """Two numbers whose product has these bits."""
    formula = Formula(f"times-{bits}{'-inputs' if shown else ''}")
    one, other = formula.new(bits), formula.new(bits)
    columns = [[] for _ in range(2 * bits + 1)]
    for i, j in itertools.product(range(bits), range(bits)):
        columns[i + j].append(formula.both(one[i], other[j]))
    for place in range(2 * bits):
        column = columns[place]
        while len(column) > 1:
            x, y = column.pop(), column.pop()
            carry, total = formula.both(x, y), formula.differ(x, y)
            if column:
                z = column.pop()
                carry = formula.either(carry, formula.both(total, z))
                total = formula.differ(total, z)
            column.insert(0, total)
            columns[place + 1].append(carry)
    for place, bit in product.items():
        formula.add(columns[place][0] * (1 if bit else -1))
    formula.shown = one + other if shown else None
    return formula


def network(width, height, fixed, seed):
    """A Bayesian network on a grid: each cell depends on those to its left and above it. Every row of its table is a
    parameter of its own, or fixed with this probability."""
    choose = random.Random(seed)
    formula = Formula(f"network-{width}x{height}-{round(100 * fixed)}")
    cells = {}
    for y, x in itertools.product(range(height), range(width)):
        cell = cells[x, y] = formula.new()
        parents = [cells[place] for place in ((x - 1, y), (x, y - 1)) if place in cells]
        for signs in itertools.product([1, -1], repeat=len(parents)):
            row = [-sign * parent for sign, parent in zip(signs, parents)]
            if choose.random() < fixed:
                formula.add(*row, cell * choose.choice([1, -1]))
            else:
                parameter = formula.new()
                formula.add(*row, -cell, parameter), formula.add(*row, cell, -parameter)
    return formula


def adders(bits, chained):
    """Sums of two numbers of so many bits, of which each is less than the next."""
    formula = Formula(f"adders-{bits}-{chained}")
    sums = []
    for _ in range(chained):
        carry, total = None, []
        for x, y in zip(formula.new(bits), formula.new(bits)):
            half, full = formula.differ(x, y), formula.both(x, y)
            total.append(half if carry is None else formula.differ(half, carry))
            carry = full if carry is None else formula.either(full, formula.both(half, carry))
        sums.append([*total, carry])
    for one, other in itertools.pairwise(sums):
        less = None
        for x, y in zip(one, other):
            here = formula.both(-x, y)
            less = here if less is None else formula.either(here, formula.both(-formula.differ(x, y), less))
        formula.add(less)
    return formula


def graph(nodes, edges, near, seed):
    """Random edges, most of them between nodes that are near to each other."""
    choose = random.Random(seed)
    found = set()
    while len(found) < edges:
        one = choose.randrange(nodes)
        other = choose.randrange(nodes) if choose.random() < 0.05 else one + choose.randint(1, near)
        if one != other and other < nodes:
            found.add((min(one, other), max(one, other)))
    return sorted(found)


def colours(nodes, edges, near, number, seed):
    """Colours of nodes, of which no two neighbours have the same."""
    formula = Formula(f"colours-{nodes}-{edges}-{number}")
    of = [formula.new(number) for _ in range(nodes)]
    for node in of:
        formula.add(*node), formula.at_most_one(node)
    for one, other in graph(nodes, edges, near, seed):
        for x, y in zip(of[one], of[other]):
            formula.add(-x, -y)
    return formula


def reach(nodes, edges, near, seed):
    """Edges that may fail, and from which nodes there is a way to the last one: shows the edges."""
    formula = Formula(f"reach-{nodes}-{edges}")
    edges = graph(nodes, edges, near, seed)
    works, can = formula.new(len(edges)), formula.new(nodes)
    for node in range(nodes - 1):
        ways = [formula.both(can[to], edge) for (at, to), edge in zip(edges, works) if at == node]
        formula.add(-can[node], *ways)
        for way in ways:
            formula.add(can[node], -way)
    formula.add(can[0]), formula.add(can[-1])
    formula.shown = works
    return formula


def parities(variables, number, length, seed):
    """Random parities of nearby variables, and some clauses."""
    choose = random.Random(seed)
    formula = Formula(f"parities-{variables}-{number}", variables)
    for _ in range(number):
        first = choose.randint(1, variables - 12)
        of = choose.sample(range(first, first + 12), length)
        total = of[0]
        for other in of[1:]:
            total = formula.differ(total, other)
        formula.add(total * choose.choice([1, -1]))
    for _ in range(2 * number):
        first = choose.randint(1, variables - 8)
        formula.add(*[one * choose.choice([1, -1]) for one in choose.sample(range(first, first + 8), 3)])
    return formula


def all_formulas():
    of = [(60, 120, 0), (60, 120, 1), (80, 200, 2), (80, 200, 3), (100, 300, 4), (120, 420, 5), (150, 600, 6)]
    yield from itertools.starmap(randomly, of)
    yield randomly(50, 150, 7, length=4)
    of = [(60, 220, 0, 20), (60, 220, 1, 20), (80, 240, 2, 30), (100, 380, 3, 30), (150, 600, 4, 40)]
    yield from itertools.starmap(randomly, of)
    of = [(300, 90, 0), (600, 150, 1), (1200, 250, 2), (1400, 500, 3), (1600, 300, 4)]
    yield from itertools.starmap(features, of)
    yield from itertools.starmap(unrolled, [(12, 6, 0), (16, 8, 1), (24, 6, 2), (20, 10, 3)])
    yield from itertools.starmap(planning, [(2, 6, 8, 0), (3, 8, 6, 1), (3, 6, 10, 2)])
    yield from itertools.starmap(grid, [(8, 8, 10, 1), (10, 12, 20, 2), (6, 40, 40, 3)])
    yield from itertools.starmap(matching, [(8, 8, 0.5, 1), (10, 10, 0.4, 2), (6, 30, 0.3, 3)])
    of = [(20, 100, 0, False), (30, 200, 1, False), (40, 150, 2, False)]
    yield from itertools.starmap(circuit, of)
    of = [(20, 150, 10, True), (30, 250, 11, True), (24, 400, 12, True)]
    yield from itertools.starmap(circuit, of)
    yield times(6, {11: 0, 3: 1}, shown=False)
    yield times(7, {12: 0, 6: 1, 2: 0}, shown=False)
    yield times(8, {14: 1, 5: 0}, shown=True)
    of = [(8, 8, 0.3, 0), (12, 12, 0.5, 1), (14, 14, 0.75, 2), (5, 60, 0.2, 3)]
    yield from itertools.starmap(network, of)
    yield from itertools.starmap(adders, [(24, 2), (12, 4), (40, 2)])
    yield from itertools.starmap(colours, [(60, 110, 5, 3, 0), (40, 90, 6, 4, 1), (150, 240, 4, 3, 2)])
    yield from itertools.starmap(reach, [(30, 60, 4, 0), (60, 110, 4, 1), (40, 100, 5, 2)])
    yield from itertools.starmap(parities, [(60, 25, 4, 0), (120, 50, 5, 1)])
    of = [(80, 176, 8, 25), (100, 220, 9, 30), (60, 150, 10, 25)]
    yield from itertools.starmap(randomly, of)
    of = [(900, 300, 5), (500, 200, 6)]
    yield from itertools.starmap(features, of)
