"""Memory over many calls: none leaves anything behind.

With glibc, the test asks the allocator how many bytes are in use, which is exact: a hundred bytes per call show.
Elsewhere, it looks at the process, whose allocator keeps some of what was freed.
"""

import ctypes
import gc
import os
import re
import resource
import tempfile
import time

import cnfetti
import pytest

PIPS = "instances/pips/pips1.toml"

try:
    C = ctypes.CDLL(None)
    C.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
    C.fopen.restype, C.fclose.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
except (AttributeError, OSError, TypeError):
    C = None


def allocated():
    """The bytes that C's allocator has given out, in all threads."""
    with tempfile.NamedTemporaryFile("r") as file:
        out = C.fopen(file.name.encode(), b"w")
        C.malloc_info(0, out)
        C.fclose(out)
        told = file.read().rpartition("</heap>")[2]
    size = lambda pattern: int(re.search(pattern + r'[^/]* size="(\d+)"', told).group(1))  # noqa: E731
    free = size('total type="fast"') + size('total type="rest"')
    return size('system type="current"') + size('total type="mmap"') - free


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def least(measure):
    """The smallest of several measurements, because a thread that has answered may take a moment to end."""
    found = []
    for _ in range(5):
        gc.collect()
        found.append(measure())
        time.sleep(0.02)
    return min(found)


def small_model():
    model = cnfetti.Model()
    x = model.array("x", 4, range(3))
    model.add(sum(x) == 4)
    model.minimize(x[0])
    return model


def refused(call):
    with pytest.raises(cnfetti.CnfettiError):
        call()


def calls(folder):
    pips, model, text = cnfetti.load(PIPS), small_model().problem(), open(PIPS).read()
    solution, formula = pips.solve(), pips.encode()
    plain = dict(solution)
    return {
        "load": lambda: cnfetti.load(PIPS),
        "loads": lambda: cnfetti.loads(text),
        "count": lambda: pips.count(),
        "count, best": lambda: small_model().count(),
        "solve": lambda: dict(pips.solve()),
        "solve, best": lambda: small_model().solve(),
        "solutions": lambda: list(pips.solutions()),
        "some solutions": lambda: next(model.ignoring_objective().solutions()),
        "candidates": lambda: pips.candidates(),
        "unique": lambda: pips.unique(),
        "explain": lambda: pips.explain(),
        "explain a model": lambda: small_model().explain(),
        "clues": lambda: pips.clues(),
        "check": lambda: pips.check(plain),
        "check, wrong": lambda: pips.check({"board": []}),
        "sample": lambda: pips.sample(3, seed=1),
        "certify": lambda: pips.certify(os.path.join(folder, "proof"), replace=True),
        "encode": lambda: pips.encode(at_most_one="ladder").clauses,
        "write": lambda: formula.write(os.path.join(folder, "pips.cnf")),
        "formula": lambda: (formula.solve([1]), formula.count()),
        "decode": lambda: formula.decode(formula.solve()),
        "count_cnf": lambda: cnfetti.count_cnf([[1, 2], [-1, 3]], projection=[1, 2]),
        "compare": lambda: pips.compare(["pairwise"]),
        "draw": lambda: (str(pips), pips.svg(), str(solution), solution.svg()),
        "generate": lambda: cnfetti.generate("pips", "3", seed=1),
        "in_parallel": lambda: list(cnfetti.in_parallel(cnfetti.load, [PIPS, PIPS], threads=2)),
        "errors": lambda: (refused(lambda: pips.svg("pink")), refused(lambda: cnfetti.loads("<"))),
        "limits": lambda: pips.count(time_limit=0),
    }


NAMES = list(calls(""))


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is looked up in /proc")
@pytest.mark.parametrize("name", NAMES)
def test_memory_does_not_grow(name, tmp_path):
    call = calls(str(tmp_path))[name]
    # Questions that take long are asked less often.
    start = time.process_time()
    for _ in range(40):
        call()
    number = max(100, min(1_000, int(40 / (time.process_time() - start))))
    measure, most = (allocated, 40 * number) if C else (resident, 4 << 20)
    before = least(measure)
    for _ in range(number):
        call()
    grown = least(measure) - before
    assert grown < max(most, 16_000), f"{grown} bytes more after {number} calls"


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is looked up in /proc")
def test_nor_does_the_process():
    """10,000 calls of all sorts."""
    text = open("instances/models/two_and_two.xml").read()

    def round_of_calls():
        problem = cnfetti.loads(text)
        problem.count(threads=1), list(problem.solutions(9)), problem.encode().arrays(), dict(problem.solve())
        refused(lambda: problem.svg("pink")), refused(lambda: cnfetti.loads("<")), problem.check({"x": 3})
        model = small_model()
        model.count(threads=1)

    calls = 12
    for _ in range(200):
        round_of_calls()
    before = least(resident)
    for _ in range(10_000 // calls):
        round_of_calls()
    grown = least(resident) - before
    assert grown < 8 << 20, f"{grown} bytes more"
