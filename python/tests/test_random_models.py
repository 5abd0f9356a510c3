"""Random models, compared with plain Python.

Each constraint is a function. Called with the variables of a model, it returns the constraint; called with numbers,
it returns whether the constraint holds, by Python's own arithmetic.
"""

import collections
import itertools

import cnfetti
import pytest
from conftest import assignments, compare, domains_of, rounds


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


def zeroed(at, chosen, by):
    quotient = at[chosen[0]] // at[by]
    return at[chosen[1]] + 0 * (at[chosen[2]] % at[by]) + quotient - quotient


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
        if random.random() < 0.1:
            # What may have no value, with the weight 0 or cancelled.
            self.used["cancelled"] += 1
            chosen, by = [random.choice(self.names) for _ in range(3)], random.choice(self.names)
            second = lambda at: zeroed(at, chosen, by)  # noqa: E731
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


USED = collections.Counter()


def test_expressions_mean_what_python_means():
    decided, undefined = 0, 0
    for random in rounds(1, 400):
        domains = domains_of(random, random.randint(1, 3))
        drawer = Drawer(random, list(domains))
        functions = [drawer.truth(random.randint(0, 2)) for _ in range(random.randint(1, 2))]
        undefined += not all(always_defined(function, domains) for function in functions)
        model = cnfetti.Model()
        variables = {name: model.int(name, values) for name, values in domains.items()}
        try:
            constraints = [function(variables) for function in functions]
        except ZeroDivisionError:
            # Python divides numbers by itself.
            continue
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
    assert decided > 200 and undefined > 20, (decided, undefined)
    unused = {"+", "-", "*", "//", "%", "neg", "abs", "if", "min", "max", "**", "count", "distinct", "element", "cancelled",
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
