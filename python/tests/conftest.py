"""Helpers and fixtures for all tests."""

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


@pytest.fixture
def pips():
    import cnfetti

    return cnfetti.load("instances/pips/pips1.toml")
