"""Random constraints, compared with plain Python: each says what it states, and when that holds."""

import collections
import itertools

import cnfetti
from conftest import assignments, compare, domains_of, rounds


def globals_of(random, names):
    """Constraints by name: what is added for variables, and what must hold for numbers."""
    some = [random.choice(names) for _ in range(random.randint(2, 4))]
    pick = lambda at: [at[name] for name in some]  # noqa: E731
    rows = [[random.choice([-1, 0, 1, 2, None]) for _ in some] for _ in range(random.randint(1, 4))]
    fits = lambda row, at: all(cell is None or cell == value for cell, value in zip(row, pick(at)))  # noqa: E731
    low, high = sorted([random.randint(0, 2), random.randint(0, 3)])
    heights = [random.randint(0, 3) for _ in some]
    lengths = [random.randint(0, 2) for _ in some]
    capacity = random.randint(1, 4)
    other = [random.choice(names) for _ in some]
    steps = [(state, number, random.choice("ab")) for state in "ab" for number in range(-3, 5) if random.random() < 0.6]

    def load(at):
        times = range(-4, 8)
        return [sum(h for s, le, h in zip(pick(at), lengths, heights) if s <= time < s + le) for time in times]

    def accepts(at):
        state = "a"
        for value in pick(at):
            following = [after for before, by, after in steps if (before, by) == (state, value)]
            if not following:
                return False
            state = following[0]
        return state == "b"

    def apart(at):
        tasks = [(s, s + le) for s, le in zip(pick(at), lengths) if le > 0]
        return all(a[1] <= b[0] or b[1] <= a[0] for a, b in itertools.combinations(tasks, 2))

    def ordered(at, compare):
        return all(compare(a, b) for a, b in zip(pick(at), pick(at)[1:]))

    def precedes(at):
        seen = 0
        for value in pick(at):
            if value in (0, 1, 2):
                if value > seen:
                    return False
                seen = max(seen, value + 1)
        return True

    bins = [max(0, h) for h in heights]
    c = cnfetti
    return {
        "all_different": (lambda at: c.all_different(*pick(at)), lambda at: len(set(pick(at))) == len(some)),
        "apart_from": (
            lambda at: c.all_different(pick(at), apart_from=[0]),
            lambda at: len({v for v in pick(at) if v}) == sum(1 for v in pick(at) if v),
        ),
        "all_equal": (lambda at: c.all_equal(pick(at)), lambda at: len(set(pick(at))) == 1),
        "increasing": (lambda at: c.increasing(pick(at)), lambda at: ordered(at, lambda a, b: a <= b)),
        "strictly": (lambda at: c.increasing(pick(at), strictly=True), lambda at: ordered(at, lambda a, b: a < b)),
        "decreasing": (lambda at: c.decreasing(pick(at)), lambda at: ordered(at, lambda a, b: a >= b)),
        "lex": (
            lambda at: c.lex(pick(at), [at[name] for name in other]),
            lambda at: pick(at) <= [at[name] for name in other],
        ),
        "lex strictly": (
            lambda at: c.lex(pick(at), [at[name] for name in other], strictly=True),
            lambda at: pick(at) < [at[name] for name in other],
        ),
        "cardinality": (
            lambda at: c.cardinality(pick(at), {0: (low, high), 1: at[names[0]]}),
            lambda at: low <= pick(at).count(0) <= high and pick(at).count(1) == at[names[0]],
        ),
        "closed": (
            lambda at: c.cardinality(pick(at), {0: (0, 9), 1: (0, 9)}, closed=True),
            lambda at: set(pick(at)) <= {0, 1},
        ),
        "table": (lambda at: c.table(pick(at), rows), lambda at: any(fits(row, at) for row in rows)),
        "forbidden": (lambda at: c.forbidden(pick(at), rows), lambda at: not any(fits(row, at) for row in rows)),
        "automaton": (lambda at: c.automaton(pick(at), steps, "a", ["b"]), accepts),
        "precedence": (lambda at: c.precedence(pick(at), [0, 1, 2]), precedes),
        "no_overlap": (lambda at: c.no_overlap(pick(at), lengths), apart),
        "cumulative": (
            lambda at: c.cumulative(pick(at), lengths, heights, capacity),
            lambda at: max(load(at)) <= capacity,
        ),
        "bin_packing": (
            lambda at: c.bin_packing(pick(at), bins, capacity),
            lambda at: all(
                sum(s for b, s in zip(pick(at), bins) if b == which) <= capacity for which in set(pick(at))
            ),
        ),
        "circuit": (
            lambda at: c.circuit(pick(at)),
            lambda at: is_circuit(pick(at)),
        ),
        "inverse": (
            lambda at: c.inverse(pick(at), [at[name] for name in other]),
            lambda at: is_inverse(pick(at), [at[name] for name in other]),
        ),
    }


def is_circuit(successors):
    at, seen = 0, set()
    while at not in seen and 0 <= at < len(successors):
        seen.add(at)
        at = successors[at]
    return at == 0 and len(seen) == len(successors) >= 2


def is_inverse(first, second):
    places = range(len(first))
    return all(v in places for v in [*first, *second]) and all(
        (first[i] == j) == (second[j] == i) for i in places for j in places
    )


def test_constraints_mean_what_their_names_say():
    drawn, satisfiable = collections.Counter(), collections.Counter()
    for random in rounds(2, 400):
        domains = domains_of(random, random.randint(2, 4))
        table = globals_of(random, list(domains))
        name = random.choice(list(table))
        state, holds_of = table[name]
        model = cnfetti.Model()
        variables = {one: model.int(one, values) for one, values in domains.items()}
        model.add(state(variables), note=f"<{name}> & \"so on\"")
        expected = [at for at in assignments(domains) if holds_of(at)]
        compare(model, variables, domains, expected)
        drawn[name] += 1
        satisfiable[name] += bool(expected)
    assert set(drawn) == set(table), set(table) - set(drawn)
    assert set(satisfiable) == set(table)
