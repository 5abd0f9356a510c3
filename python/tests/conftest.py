"""Helpers and fixtures for all tests."""

import collections
import itertools
import os
import pathlib
import random

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.chdir(ROOT)  # The examples name files of the project.

#: How many random cases each test draws.
CASES = int(os.environ.get("CNFETTI_PYTHON_CASES", "150"))


def rounds(seed, number=CASES):
    """A generator of random numbers for each case."""
    for case in range(number):
        yield random.Random(1_000_000 * seed + case)


def assignments(domains):
    """All assignments to variables with these values, as dictionaries."""
    for values in itertools.product(*domains.values()):
        yield dict(zip(domains, values))


def domains_of(random, number):
    """The values of so many variables, at random."""
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


@pytest.fixture
def pips():
    import cnfetti

    return cnfetti.load("instances/pips/pips1.toml")
