"""Sums with the weight 0, repeated and cancelling terms, in every format, compared with brute force in Python.

A term that may have no value counts even if its weight is 0 or it cancels: without its value, the constraint is false.
Wide variables that follow from others are shown and counted.
"""

import collections
import itertools
import operator
import re
import shutil

import cnfetti
import pytest
from conftest import CASES, assignments, rounds

RELATIONS = {"le": operator.le, "ge": operator.ge, "eq": operator.eq, "ne": operator.ne, "lt": operator.lt}


class Undefined(Exception):
    pass


def div(one, other):
    if other == 0:
        raise Undefined
    return abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)


def mod(one, other):
    return one - other * div(one, other)


def power(one, other):
    if other < 0:
        raise Undefined
    return one**other


FUNCTIONS = {"div": div, "mod": mod, "pow": power, "mul": operator.mul, "add": operator.add, "sub": operator.sub}


def term(random, names, depth=1):
    """A term, as XCSP3 writes it, and its value."""
    sort = random.choice(["name", "name", "number", "div", "div", "mod", "pow", "mul", "add", "sub"]) if depth else "name"
    if sort == "name":
        name = random.choice(names)
        return name, lambda at: at[name]
    if sort == "number":
        number = random.randint(-2, 3)
        return str(number), lambda at: number
    (one, first), (other, second) = term(random, names, depth - 1), term(random, names, depth - 1)
    return f"{sort}({one},{other})", lambda at: FUNCTIONS[sort](first(at), second(at))


def summed(random, names):
    """Terms with their weights, some repeated or cancelled."""
    terms = [(term(random, names, random.choice([1, 1, 2])), random.choice([-2, -1, 0, 0, 1, 3])) for _ in range(3)]
    again = random.choice(terms)
    terms += [(again[0], -again[1]), (random.choice(terms)[0], 0)]
    random.shuffle(terms)
    return terms[: random.randint(1, 5)]


def value_of(terms, at):
    return sum(weight * value(at) for (_, value), weight in terms)


def written(terms, random):
    """A sum as an expression."""
    if random.random() < 0.5 or len(terms) == 1:
        return f"add({','.join(f'mul({weight},{text})' for (text, _), weight in terms)},0)"
    parts = [f"neg(mul({-weight},{text}))" for (text, _), weight in terms]
    nested = parts[0]
    for part in parts[1:]:
        nested = f"sub({nested},neg({part}))"
    return nested


def xcsp3(domains, constraints):
    variables = "".join(f'<var id="{name}"> {text} </var>' for name, text in domains.items())
    text = "".join(constraints)
    return f'<instance format="XCSP3" type="CSP"><variables>{variables}</variables><constraints>{text}</constraints></instance>'


def test_sums_of_xcsp3():
    decided, undefined = 0, 0
    for random in rounds(90, 2 * CASES):
        domains = {name: sorted(random.sample(range(-2, 4), random.randint(2, 4))) for name in "xyz"}
        terms, bound = summed(random, list(domains)), random.randint(-4, 6)
        relation = random.choice(list(RELATIONS))
        if random.random() < 0.5:
            texts = " ".join(text for (text, _), _ in terms)
            weights = " ".join(str(weight) for _, weight in terms)
            constraint = f"<sum><list> {texts} </list><coeffs> {weights} </coeffs><condition> ({relation},{bound}) </condition></sum>"
        else:
            constraint = f"<intension> {relation}({written(terms, random)},{bound}) </intension>"
        # Every variable belongs to a solution, mentioned or not.
        mentions = [f"<intension> ge({name},-9) </intension>" for name in domains]
        text = xcsp3({name: " ".join(map(str, values)) for name, values in domains.items()}, [constraint, *mentions])

        def holds(at, terms=terms, relation=relation, bound=bound):
            nonlocal undefined
            try:
                return RELATIONS[relation](value_of(terms, at), bound)
            except Undefined:
                undefined += 1
                return False

        expected = [at for at in assignments(domains) if holds(at)]
        try:
            problem = cnfetti.loads(text)
        except cnfetti.InputError as error:
            assert "62 bits" in str(error), text
            continue
        assert int(problem.count()) == len(expected), text
        for at in itertools.islice(assignments(domains), 12):
            assert bool(problem.check(at)) == (at in expected), (at, text)
        decided += 1
    assert decided > 1.9 * CASES and undefined > 100


def test_wide_variables_are_shown_and_counted():
    projected = decided = 0
    for random in rounds(91, max(4, CASES // 30)):
        names = ["x", "y", "z"]
        domains = {name: sorted(random.sample(range(4), random.randint(2, 3))) for name in names}
        model = cnfetti.Model()
        variables = {name: model.int(name, values) for name, values in domains.items()}
        values, texts = {}, []
        for wide in ("big",):
            # Fewer values would be a list.
            factors = [70_000] + [random.choice([0, 1, 7, 10_000]) for _ in names[1:]]
            square = random.choice(names)
            scale = random.choice([0, 1, 9_999])

            def of(at, factors=factors, square=square, scale=scale):
                return sum(factor * at[name] for factor, name in zip(factors, names)) + scale * at[square] * at[square]

            variables[wide] = model.int(wide, range(200_001))
            model.add(variables[wide] == of(variables))
            values[wide] = of
            texts.append((factors, square, scale))
        solutions = [{**at, **{wide: of(at) for wide, of in values.items()}} for at in assignments(domains)]
        solutions = [one for one in solutions if one["big"] <= 200_000]
        problem = model.problem()
        everything = sorted(tuple(one[name] for name in variables) for one in solutions)
        assert int(problem.count()) == len(everything), texts
        shown = sorted(tuple(one[name] for name in variables) for one in problem.solutions())
        assert shown == everything, texts
        over = random.sample(list(variables), random.randint(1, 3))
        expected = {tuple(one[name] for name in over) for one in solutions}
        counted = problem.counted_over([variables[name] for name in over])
        assert int(counted.count()) == len(expected), (texts, over)
        listed = sorted(tuple(one[name] for name in over) for one in counted.solutions())
        assert listed == sorted(expected), (texts, over)
        projected += len(expected) < len(solutions)
        for asked, over in [(problem, list(variables)), (counted, over)]:
            found = asked.candidates()
            rows = {tuple(one[name] for name in over): one for one in solutions}.values()
            if "big" not in over and asked is counted:
                # If these determine it without its other variables, either is counted.
                assert list(found["big"]) == sorted({one["big"] for one in solutions}), (texts, over)
                continue
            assert found.exact and found["big"] == dict(collections.Counter(one["big"] for one in rows)), (texts, over)
        if solutions and "big" not in problem.variables:
            given = random.choice(solutions)
            board = {name: given[name] for name in random.sample(names, random.randint(1, 3))}
            entered = problem.with_board(board)
            left = [one for one in solutions if all(one[name] == at for name, at in board.items())]
            sentences = entered.explain(only=variables["big"]).sentences
            said = {int(number) for number in re.findall(r"\d+", sentences[-1].split(": it is ")[1])}
            assert {one["big"] for one in left} <= said or "values from" in sentences[-1], (texts, sentences)
            decided += len(said) == 1
    assert projected > 0 and decided > 0


def test_values_of_wide_variables_that_are_too_many_are_refused():
    model = cnfetti.Model()
    digits = model.array("d", 4, range(10))
    model.add(model.int("big", range(10**8)) == sum(7 * 10**at * digit for at, digit in enumerate(digits)))
    model.add(model.int("free", range(3)) >= 0, model.int("tens", range(10**7)) == 100_000 * digits[1])
    found = model.problem().candidates()
    assert found.solutions == 30_000 and found["tens"] == {100_000 * at: 3000 for at in range(10)}
    with pytest.raises(cnfetti.InputError, match="more than 1,000 are possible"):
        found["big"]
    with pytest.raises(KeyError):
        found["small"]
    with pytest.raises(cnfetti.InputError, match="no variable `small`"):
        model.explain(only="small")
    with pytest.raises(cnfetti.Unknown):
        model.candidates(time_limit=0)["tens"]


def test_a_wide_variable_has_values_in_the_best_solutions():
    model = cnfetti.Model()
    x, y, z = (model.int(name, range(4)) for name in "xyz")
    cost = model.int("cost", range(10**6))
    model.add(cost == 70_000 * x + 10_000 * y * y, x + y >= 3, z != y)
    model.maximize(x - y)
    assert model.candidates()["cost"] == {210_000: 3}
    assert model.explain(only=cost).sentences[-1] == "cost follows from the others: it is 210000."


def test_sums_of_opb_and_flatzinc():
    for random in rounds(92, CASES // 2):
        number = random.randint(2, 4)
        huge = random.choice([1, 1, 10**26])
        literals = [(random.randint(1, number), random.random() < 0.3) for _ in range(random.randint(1, 6))]
        weights = [huge * random.choice([-2, -1, 0, 0, 1, 1, 3]) for _ in literals]
        if random.random() < 0.5:
            literals, weights = literals + literals[:1], weights + [-weights[0]]
        bound, relation = huge * random.randint(-3, 4), random.choice([">=", "<=", "="])
        terms = " ".join(f"{weight:+d} {'~' if negated else ''}x{at}" for weight, (at, negated) in zip(weights, literals))
        text = f"* #variable= {number} #constraint= 1\n{terms} {relation} {bound} ;\n"
        compare = {">=": operator.ge, "<=": operator.le, "=": operator.eq}[relation]
        rows = list(itertools.product((0, 1), repeat=number))
        expected = [
            row
            for row in rows
            if compare(sum(w * (1 - row[at - 1] if no else row[at - 1]) for w, (at, no) in zip(weights, literals)), bound)
        ]
        assert int(cnfetti.loads(text).count()) == len(expected), text
        small = [weight // huge for weight in weights]
        names = [f"x{at}" for at, _ in literals]
        predicate, holds = random.choice([("int_lin_le", operator.le), ("int_lin_eq", operator.eq), ("int_lin_ne", operator.ne)])
        declared = "".join(f"var -1..2: x{at} :: output_var;\n" for at in range(1, number + 1))
        flat = f"{declared}constraint {predicate}({small},[{','.join(names)}],{bound // huge});\nsolve satisfy;\n"
        expected = [
            row
            for row in itertools.product(range(-1, 3), repeat=number)
            if holds(sum(w * row[at - 1] for w, (at, _) in zip(small, literals)), bound // huge)
        ]
        assert int(cnfetti.loads(flat, name="model.fzn").count()) == len(expected), flat


@pytest.mark.parametrize("excepted", ["", "<except> (0,0) </except>", "<except> (0,0)(1,0) </except>"])
def test_equal_lists(excepted):
    lists = "".join(f"<list> x[{row}][] </list>" for row in range(3))
    text = (
        '<instance format="XCSP3" type="CSP"><variables><array id="x" size="[3][2]"> 0..1 </array></variables><constraints>'
        f"<allEqual>{lists}{excepted}</allEqual></constraints></instance>"
    )
    out = [pair for pair in [(0, 0), (1, 0)] if str(pair).replace(" ", "") in excepted]
    rows = itertools.product(itertools.product((0, 1), repeat=2), repeat=3)
    assert int(cnfetti.loads(text).count()) == sum(len({row for row in three if row not in out}) <= 1 for three in rows)


def test_factors_of_what_has_no_value():
    def counted(rule, of=3):
        model = cnfetti.Model()
        x, y, z = (model.int(name, range(of)) for name in "xyz")
        model.add(rule(x, y, z))
        return int(model.count())

    shared = lambda x, y, z: (lambda t: x + z + t - t >= 0)(x // y)  # noqa: E731
    for rule in (shared, lambda x, y, z: x + z + 0 * (x // y) >= 0, lambda x, y, z: x + z + 0 * cnfetti.element([5, 6], x) >= 0,
                 lambda x, y, z: (x + z + 0 * (x // y) >= 0) | (x == 9), lambda x, y, z: x // y + z >= x // y + x - 9):
        assert counted(rule) == 18
    element = lambda x, y, z: (cnfetti.element([1, x**2], y) == 1) | (z == 0)  # noqa: E731
    assert counted(element) == sum(
        1 for x, y, z in itertools.product(range(3), repeat=3) if y < 2 and ([1, x**2][y] == 1 or z == 0)
    )


def is_circuit(successors, first):
    at, seen = first, set()
    for _ in successors:
        if at in seen or not first <= at < first + len(successors):
            return False
        seen.add(at)
        at = successors[at - first]
    return at == first


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="there is no minizinc")
def test_circuits_of_minizinc_below_other_constraints():
    for places, values, rule, holds in [
        ("1..3", range(0, 5), "not circuit(x)", lambda is_one, x: not is_one),
        ("2..5", range(2, 6), "circuit(x) -> x[2] = 3", lambda is_one, x: not is_one or x[0] == 3),
        ("1..4", range(1, 5), "(circuit(x) xor x[1] = 2)", lambda is_one, x: is_one != (x[0] == 2)),
    ]:
        first, last = map(int, places.split(".."))
        model = f'include "circuit.mzn"; array[{places}] of var {values[0]}..{values[-1]}: x; constraint {rule}; solve satisfy;'
        rows = itertools.product(values, repeat=last - first + 1)
        expected = sum(holds(is_circuit(row, first), row) for row in rows)
        assert int(cnfetti.loads(model, name="model.mzn").count()) == expected, model
