"""Random models, compared with plain Python.

Each constraint is a function. Called with the variables of a model, it returns the constraint; called with numbers,
it returns whether the constraint holds, by Python's own arithmetic.
"""

import collections
import itertools

import cnfetti
import pytest
from conftest import assignments, rounds


def truth(value):
    """Converts Python's numbers for `~` and `&` of truth values."""
    return value if isinstance(value, cnfetti.Expression) else bool(value)


def negation(value):
    return ~value if isinstance(value, cnfetti.Expression) else not value


def either(condition, first, second):
    if isinstance(condition, cnfetti.Expression):
        return cnfetti.if_then_else(condition, first, second)
    return first if condition else second


def smallest(values):
    if any(isinstance(value, cnfetti.Expression) for value in values):
        return cnfetti.minimum(values)
    return min(values)


def largest(values):
    if any(isinstance(value, cnfetti.Expression) for value in values):
        return cnfetti.maximum(values)
    return max(values)


def implied(first, second):
    if isinstance(first, cnfetti.Expression):
        return first.implies(second)
    if isinstance(second, cnfetti.Expression):
        return second | (not first)
    return not first or bool(second)


def member(value, numbers):
    return value.isin(numbers) if isinstance(value, cnfetti.Expression) else value in numbers


def count(values, of):
    if any(isinstance(value, cnfetti.Expression) for value in values):
        return cnfetti.count(values, of)
    return sum(value in of if isinstance(of, list) else value == of for value in values)


def distinct(values):
    if any(isinstance(value, cnfetti.Expression) for value in values):
        return cnfetti.distinct(values)
    return len(set(values))


def element(values, index):
    if isinstance(index, cnfetti.Expression):
        return cnfetti.element(values, index)
    if not 0 <= index < len(values):
        raise ZeroDivisionError("no such index")
    return values[index]


class Drawer:
    """Draws expressions as functions of a dictionary of numbers or variables."""

    def __init__(self, random, names):
        self.random, self.names, self.used = random, names, collections.Counter()

    def number(self, depth):
        random = self.random
        sort = random.choice(
            ["variable", "variable", "number"]
            if depth == 0
            else ["variable", "number", "+", "-", "*", "//", "%", "neg", "abs", "if", "min", "max", "**", "count",
                  "distinct", "element", "scaled", "sum"]
        )
        self.used[sort] += 1
        if sort == "variable":
            name = random.choice(self.names)
            return lambda at: at[name]
        if sort == "number":
            fixed = random.randint(-3, 4)
            return lambda at: fixed
        one = self.number(depth - 1)
        two = self.number(depth - 1)
        if sort == "+":
            return lambda at: one(at) + two(at)
        if sort == "-":
            return lambda at: one(at) - two(at)
        if sort == "*":
            return lambda at: one(at) * two(at)
        if sort == "//":
            return lambda at: one(at) // two(at)
        if sort == "%":
            return lambda at: one(at) % two(at)
        if sort == "neg":
            return lambda at: -one(at)
        if sort == "abs":
            return lambda at: abs(one(at))
        if sort == "**":
            exponent = random.randint(0, 3)
            return lambda at: one(at) ** exponent
        if sort == "scaled":
            factor, offset = random.randint(-4, 4), random.randint(-4, 4)
            return lambda at: factor * one(at) + offset
        if sort == "sum":
            return lambda at: sum([one(at), two(at), one(at)])
        if sort == "if":
            condition = self.truth(depth - 1)
            return lambda at: either(condition(at), one(at), two(at))
        if sort == "min":
            return lambda at: smallest([one(at), two(at)])
        if sort == "max":
            return lambda at: largest([one(at), two(at)])
        chosen = [random.choice(self.names) for _ in range(random.randint(1, 3))]
        if sort == "count":
            wanted = random.choice([random.randint(-1, 3), [0, 2]])
            return lambda at: count([at[name] for name in chosen], wanted)
        if sort == "distinct":
            return lambda at: distinct([at[name] for name in chosen])
        index = random.choice(self.names)
        return lambda at: element([at[name] for name in chosen] + [2, -1], at[index])

    def truth(self, depth):
        random = self.random
        sort = random.choice(
            ["==", "!=", "<", "<=", ">", ">="] + (["&", "|", "^", "~", "->", "in"] if depth > 0 else [])
        )
        self.used[sort] += 1
        if sort in ("&", "|", "^", "~", "->"):
            one, two = self.truth(depth - 1), self.truth(depth - 1)
            if sort == "&":
                return lambda at: truth(one(at)) & truth(two(at))
            if sort == "|":
                return lambda at: truth(one(at)) | truth(two(at))
            if sort == "^":
                return lambda at: truth(one(at)) ^ truth(two(at))
            if sort == "~":
                return lambda at: negation(one(at))
            return lambda at: implied(one(at), two(at))
        first, second = self.number(depth), self.number(max(0, depth - 1))
        if random.random() < 0.25:
            # A function on the right of a variable.
            chosen, name = [random.choice(self.names) for _ in range(2)], random.choice(self.names)
            first = lambda at: at[name]  # noqa: E731
            second = lambda at: count([at[name] for name in chosen], 1)  # noqa: E731
        if sort == "in":
            numbers = sorted(random.sample(range(-3, 5), random.randint(1, 4)))
            return lambda at: member(first(at), numbers)
        compare = {
            "==": lambda at: first(at) == second(at),
            "!=": lambda at: first(at) != second(at),
            "<": lambda at: first(at) < second(at),
            "<=": lambda at: first(at) <= second(at),
            ">": lambda at: first(at) > second(at),
            ">=": lambda at: first(at) >= second(at),
        }
        return compare[sort]


def holds(constraint, at):
    """Whether the constraint holds for numbers; without a value, it does not."""
    try:
        return bool(constraint(at))
    except ZeroDivisionError:
        return False


def always_defined(constraint, domains):
    """Whether it has a value everywhere, even in the branch that Python ignores."""
    try:
        for at in assignments(domains):
            constraint(at)
    except ZeroDivisionError:
        return False
    return True


def domains_of(random, number):
    names = ["x", "y", "z", "w"][:number]
    return {name: sorted(random.sample(range(-3, 5), random.randint(1, 4))) for name in names}


def compare(model, variables, domains, expected):
    """Asserts that all questions find exactly the expected solutions."""
    assert int(model.count()) == len(expected), model.to_xcsp3()
    found = model.solutions().all()
    assert found.complete
    names = list(domains)
    assert sorted(tuple(one[variables[name]] for name in names) for one in found) == sorted(
        tuple(at[name] for name in names) for at in expected
    ), model.to_xcsp3()
    solution = model.solve()
    assert (solution is not None) == bool(expected)
    candidates = model.candidates()
    for name in names:
        assert candidates[variables[name]] == dict(collections.Counter(at[name] for at in expected))
    verdict = model.unique().verdict
    assert verdict == ("none" if not expected else "unique" if len(expected) == 1 else "several")
    for at in itertools.islice(assignments(domains), 20):
        assert bool(model.check(at)) == (at in expected), (at, model.to_xcsp3())


USED = collections.Counter()


def test_expressions_mean_what_python_means():
    decided = 0
    for random in rounds(1, 400):
        domains = domains_of(random, random.randint(1, 3))
        drawer = Drawer(random, list(domains))
        functions = [drawer.truth(random.randint(0, 2)) for _ in range(random.randint(1, 2))]
        if not all(always_defined(function, domains) for function in functions):
            continue
        model = cnfetti.Model()
        variables = {name: model.int(name, values) for name, values in domains.items()}
        constraints = [function(variables) for function in functions]
        for constraint in constraints:
            model.add(constraint)
        expected = [at for at in assignments(domains) if all(holds(one, at) for one in functions)]
        try:
            compare(model, variables, domains, expected)
        except cnfetti.InputError as error:
            assert "62 bits" in str(error) or "values" in str(error), error
            continue
        USED.update(drawer.used)
        decided += 1
    assert decided > 200, decided
    unused = {"+", "-", "*", "//", "%", "neg", "abs", "if", "min", "max", "**", "count", "distinct", "element",
              "scaled", "sum", "&", "|", "^", "~", "->", "in", "==", "!=", "<", "<=", ">", ">="} - set(USED)
    assert not unused, unused


def test_bounds_enclose_all_values():
    told = 0
    for random in rounds(5, 1500):
        domains = domains_of(random, 2)
        number = Drawer(random, list(domains)).number(random.randint(1, 3))
        if not always_defined(number, domains):
            continue
        model = cnfetti.Model()
        expression = number({name: model.int(name, values) for name, values in domains.items()})
        if isinstance(expression, int):
            continue
        low, high = cnfetti.expressions.bounds(expression)
        values = [number(at) for at in assignments(domains)]
        assert low <= min(values) and max(values) <= high, expression
        told += high - low < 1000
    assert told > 500


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


def test_objectives_are_the_best():
    for random in rounds(3):
        domains = domains_of(random, random.randint(1, 3))
        drawer = Drawer(random, list(domains))
        goal, rule = drawer.number(1), drawer.truth(1)
        if not (always_defined(goal, domains) and always_defined(rule, domains)):
            continue
        model = cnfetti.Model()
        variables = {name: model.int(name, values) for name, values in domains.items()}
        model.add(rule(variables))
        sense = random.choice([min, max])
        (model.minimize if sense is min else model.maximize)(goal(variables))
        rest = [at for at in assignments(domains) if holds(rule, at)]
        solution = model.solve()
        if not rest:
            assert solution is None and int(model.count()) == 0
            continue
        best = sense(goal(at) for at in rest)
        assert solution is not None and solution.objective == best and solution.optimal
        optimal = [at for at in rest if goal(at) == best]
        count = model.count()
        assert (int(count), count.optimum) == (len(optimal), best)
        assert int(model.problem().ignoring_objective().count()) == len(rest)
        for at in itertools.islice(assignments(domains), 8):
            assert bool(model.check(at)) == (at in optimal)


@pytest.mark.parametrize("encoding", ["one_hot", "order", "log"])
def test_formulas_have_as_many_models(encoding):
    for random in rounds(4, 30):
        domains = domains_of(random, 3)
        drawer = Drawer(random, list(domains))
        rule = drawer.truth(1)
        if not always_defined(rule, domains):
            continue
        model = cnfetti.Model()
        variables = {name: model.int(name, values) for name, values in domains.items()}
        model.add(rule(variables), cnfetti.all_different(*variables.values()))
        expected = [at for at in assignments(domains) if holds(rule, at) and len(set(at.values())) == len(at)]
        formula = model.encode(domain=encoding)
        assert int(formula.count()) == len(expected)
        assert int(model.count(domain=encoding)) == len(expected)


def test_every_declared_variable_counts():
    model = cnfetti.Model()
    model.int("x", range(5))
    y = model.array("y", (2, 2), [1, 3, 7])
    model.add(y[0, 0] == 3)
    assert int(model.count()) == 5 * 27
    assert model.solve()["y"][0][0] == 3
