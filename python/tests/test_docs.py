"""The examples of the documentation."""

import doctest
import importlib
import pathlib
import pkgutil

import cnfetti
import pytest
from conftest import ROOT

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
MODULES = ["cnfetti"] + [f"cnfetti.{module.name}" for module in pkgutil.iter_modules(cnfetti.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_modules(name):
    if name == "cnfetti.__main__":
        pytest.skip("it is the command")
    if name == "cnfetti.pycsp3":
        pytest.skip("PyCSP3 compiles whatever imports it")
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        pytest.skip(str(error))
    assert doctest.testmod(module, optionflags=FLAGS).failed == 0


def test_every_module_says_what_it_is_for():
    for name in MODULES:
        path = pathlib.Path(cnfetti.__file__).parent / f"{name.removeprefix('cnfetti').removeprefix('.') or '__init__'}.py"
        if path.exists():
            text = path.read_text(encoding="utf-8")
            assert text.startswith('"""'), path
            assert len(text.splitlines()) <= 1_000, f"{path} is too long: split it along its ideas"


@pytest.mark.parametrize("page", ["docs/python.md", "README.md", "python/README.md"])
def test_examples_in_pages(page):
    for needed in ("cpmpy", "pysat"):
        if page == "docs/python.md":
            pytest.importorskip(needed)
    found = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert found.failed == 0 and found.attempted > 0


def test_all_that_is_public_has_a_description():
    for name in cnfetti.__all__:
        found = getattr(cnfetti, name)
        if callable(found) and not isinstance(found, type(cnfetti.Options)):
            assert found.__doc__, name
        if isinstance(found, type):
            for attribute in vars(found):
                value = getattr(found, attribute)
                if not attribute.startswith("_") and callable(value):
                    assert value.__doc__, f"{name}.{attribute}"
