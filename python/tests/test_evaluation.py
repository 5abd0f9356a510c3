"""Values of expressions in a solution, compared with Python's own arithmetic."""

import cnfetti
import pytest
from conftest import rounds
from test_random_models import Drawer, domains_of


def worth(function, at):
    """The value, or None if there is none."""
    try:
        return function(at)
    except ArithmeticError:
        return None


def asked(solution, expression):
    if not isinstance(expression, cnfetti.Expression):
        return expression
    try:
        return solution[expression]
    except (ArithmeticError, IndexError):
        return None


def test_an_expression_is_worth_what_python_computes():
    drawn, without = set(), 0
    for random in rounds(40, 400):
        domains = domains_of(random, random.randint(1, 4))
        drawer = Drawer(random, list(domains))
        functions = [drawer.number(2), drawer.truth(2)]
        model = cnfetti.Model()
        variables = {name: model.int(name, values) for name, values in domains.items()}
        try:
            expressions = [function(variables) for function in functions]
        except ZeroDivisionError:
            continue
        for solution in model.sample(6, seed=random.randint(0, 1000)):
            at = {name: solution[name] for name in domains}
            for function, expression in zip(functions, expressions):
                expected = worth(function, at)
                found = asked(solution, expression)
                if expected is None or found is None:
                    # An `if` in Python ignores the other branch; an expression always evaluates both.
                    assert found is None, (str(expression), at, expected, found)
                    without += 1
                else:
                    assert found == int(expected), (str(expression), at)
        drawn |= set(drawer.used)
    assert without > 0
    assert {"//", "%", "**", "if", "count", "distinct", "element", "sum", "^", "->", "in"} <= drawn


def test_long_sums_and_whole_arrays():
    model = cnfetti.Model()
    x = model.array("x", 3_000, range(1, 2))
    solution = model.solve()
    assert solution[sum(x)] == 3_000
    assert solution[x] == [1] * 3_000
    assert solution[x[0] == x[1] + 0] == 1


def test_what_has_no_value_says_why():
    model = cnfetti.Model()
    x = model.int("x", [0])
    solution = model.solve()
    with pytest.raises(ZeroDivisionError):
        solution[7 // x]
    with pytest.raises(IndexError, match="the index 5 is outside of a list of 2"):
        solution[cnfetti.element([x, 1], x + 5)]
    with pytest.raises(ValueError, match="the exponent -1 is negative"):
        solution[2 ** (x - 1)]
    with pytest.raises(TypeError, match="expected a variable or its name, found int"):
        solution[3]
