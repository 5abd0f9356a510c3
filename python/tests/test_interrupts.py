"""Ctrl-C ends every call that may take long, with what is known."""

import importlib.util
import subprocess
import sys

import pytest

#: Sends the signal once Python has waited in the same place for a while, because then the native part is working.
PRELUDE = """
import itertools, os, random, signal, sys, tempfile, threading, time
import cnfetti

main, sent = threading.main_thread().ident, []
# Who runs the tests in the background of a shell ignores the signal, and so would this program.
signal.signal(signal.SIGINT, signal.default_int_handler)

def interrupt():
    place, since = None, 0
    while since < WAIT:
        time.sleep(0.05)
        frame = sys._current_frames()[main]
        here = (id(frame), frame.f_lasti)
        since = since + 0.05 if here == place else 0
        place = here
    sent.append(time.time())
    os.kill(os.getpid(), signal.SIGINT)

def edges(number):
    '''A graph in which each vertex has three neighbours.'''
    draw = random.Random(1)
    while True:
        ends = [vertex for vertex in range(number) for _ in range(3)]
        draw.shuffle(ends)
        found = {frozenset(ends[i : i + 2]) for i in range(0, len(ends), 2)}
        if len(found) == 3 * number // 2 and all(len(edge) == 2 for edge in found):
            return sorted(map(sorted, found))

def parity(odd=1, number=90):
    '''Each vertex has an even number of edges, but one an odd one: there is no solution, and solvers do not see it.'''
    model = cnfetti.Model()
    x = model.array("x", 3 * number // 2, range(2))
    for vertex in range(number):
        own = [x[i] for i, edge in enumerate(edges(number)) if vertex in edge]
        model.add(sum(own) % 2 == int(vertex < odd))
    return model

def queens(number=14):
    model = cnfetti.Model()
    x = model.array("x", number, range(number))
    model.add(cnfetti.all_different(x), [cnfetti.all_different([x[i] + s * i for i in range(number)]) for s in (1, -1)])
    return model

def ruler(marks=13, length=140):
    model = cnfetti.Model()
    x = model.array("x", marks, range(length))
    model.add(x[0] == 0, cnfetti.increasing(x, strictly=True))
    model.add(cnfetti.all_different([x[j] - x[i] for i in range(marks) for j in range(i + 1, marks)]))
    model.minimize(x[marks - 1])
    return model

def cheap(number=80):
    '''Easy to solve, hard to solve best.'''
    draw, model = random.Random(1), cnfetti.Model()
    x = model.array("x", number, range(2))
    for _ in range(4 * number):
        one, two, three = draw.sample(range(number), 3)
        model.add(x[one] + x[two] + x[three] >= 1)
    model.minimize(sum(draw.randint(10, 40) * one for one in x))
    return model

def for_cpmpy(odd=1, number=90):
    import cpmpy as cp, cnfetti.cpmpy
    cnfetti.cpmpy.register()
    x = cp.boolvar(shape=3 * number // 2)
    rules = []
    for vertex in range(number):
        own = [x[i] for i, edge in enumerate(edges(number)) if vertex in edge]
        rules.append(cp.sum(own) % 2 == int(vertex < odd))
    return x, cp.SolverLookup.get("cnfetti", cp.Model(rules))

def for_pycsp3():
    from pycsp3 import VarArray, Sum, satisfy
    x = VarArray(size=135, dom={0, 1})
    satisfy(Sum(x[i] for i, edge in enumerate(edges(90)) if vertex in edge) % 2 == int(vertex == 0) for vertex in range(90))
    import cnfetti.pycsp3

def started():
    threading.Thread(target=interrupt, daemon=True).start()
"""

ASK = """
started()
try:
    told = CALL
except cnfetti.Interrupted as interrupted:
    result, taken = interrupted.result, time.time() - sent[0]
    assert isinstance(interrupted, KeyboardInterrupt), interrupted
    assert taken < 5, taken
    assert (CHECK), result
    print("as it should be")
else:
    print("returned", str(told)[:300])
"""

#: The preparation, the call, and what must be true of the result.
CALLS = {
    "count": ("m = queens()", "m.count(engine='blocking')", "not result.exact and result.solutions > 0"),
    "count, both engines": ("m = queens(18)", "m.count()", "not result.exact and result.limit == 'interrupted'"),
    "count, exact": ("m = queens(20)", "m.count(engine='exact')", "not result.exact and result.limit == 'interrupted'"),
    "count, clauses": ("m = queens(16)", "m.count(engine='clauses')", "not result.exact"),
    "solve": ("m = parity()", "m.solve()", "result is None"),
    "solve, batsat": ("m = parity()", "m.solve(solver='batsat')", "result is None"),
    "solve, best": ("m = cheap()", "m.solve()", "not result.optimal and m.ignoring_objective().check(result)"),
    "solutions": ("m = parity()", "next(m.solutions())", "result.limit == 'interrupted' and not result.complete"),
    "solutions, progress": ("m = parity()", "list(m.solutions(progress=True))", "result.limit == 'interrupted'"),
    "all solutions": ("m = parity()", "m.solutions().all()", "len(result) == 0 and not result.complete"),
    "complete": ("m = parity(); s = m.solutions(0)", "s.complete", "result is s and s.limit == 'interrupted'"),
    "candidates": ("m = parity()", "m.candidates()", "not result.exact and result.limit == 'interrupted'"),
    "unique": ("m = parity()", "m.unique()", "result.verdict == 'unknown' and result.limit == 'interrupted'"),
    "explain": ("m = parity()", "m.explain()", "result is None"),
    "clues": ("m = parity()", "m.clues()", "result.redundant is None and result.limit == 'interrupted'"),
    "sample": ("m = parity()", "m.sample(3)", "result is None"),
    "check": ("m = cheap()", "m.check({'x': [1] * 80})", "result is None"),
    "certify": ("f = tempfile.mkdtemp(); m = parity()", "m.certify(f + '/new')", "result is None and not os.listdir(f)"),
    "encode": (
        "m = cnfetti.Model(); m.add(cnfetti.all_different(m.array('x', 400, range(4000))))",
        "m.encode(at_most_one='pairwise')",
        "result is None",
    ),
    "compare": ("m = parity()", "m.compare(['pairwise', 'ladder'])", "len(result) == 0"),
    "generate": ("", "cnfetti.generate('sudoku', '16', seed=1)", "result is None"),
    "count_cnf": ("c = queens(16).encode().clauses", "cnfetti.count_cnf(c)", "not result.exact"),
    "solve a formula": ("f = parity().encode()", "f.solve()", "result is None"),
    "a formula as a problem": ("p = cnfetti.loads(parity().encode().to_text())", "p.solve()", "result is None"),
    "encodings": ("x = list(range(1, 6001))", "cnfetti.encodings.at_most(x, 2, 'binomial')", "result is None"),
    "load": ("t = 'p cnf 9 9000000\\n' + '1 -2 3 0\\n' * 9_000_000", "cnfetti.loads(t)", "result is None"),
    "PySAT": (
        "from cnfetti.pysat import Solver; s = Solver(bootstrap_with=parity().encode().clauses)",
        "s.solve_limited()",
        "result is None and s.get_status() is None",
    ),
    "CPMpy": ("_, s = for_cpmpy()", "s.solve()", "result is None and s.status().exitstatus.name == 'UNKNOWN'"),
    "CPMpy, assumptions": ("x, s = for_cpmpy()", "s.solve(assumptions=[x[0]])", "result is None"),
    "CPMpy, best": (
        "x, s = for_cpmpy(0); s.maximize(sum((i % 7 + 20 + i * i % 31) * one for i, one in enumerate(x)))",
        "s.solve()",
        "s.status().exitstatus.name == 'FEASIBLE' and s.objective_value() == result.objective and x[0].value() is not None",
    ),
    "CPMpy, all": ("_, s = for_cpmpy()", "s.solveAll()", "s.status().exitstatus.name == 'UNKNOWN'"),
    "CPMpy, count": ("_, s = for_cpmpy()", "s.count()", "not result.exact"),
    "PyCSP3": ("for_pycsp3()", "cnfetti.pycsp3.solve()", "result is None"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals here")
@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_it(name, tmp_path):
    for package in ("CPMpy", "PyCSP3"):
        if name.startswith(package) and importlib.util.find_spec(package.lower()) is None:
            pytest.skip(f"no {package} here")
    before, call, check = CALLS[name]
    wait = "0.15" if name in ("load", "encode", "encodings") else "0.7"
    ask = ASK.replace("CALL", call).replace("CHECK", check)
    script = tmp_path / "script.py"
    script.write_text(PRELUDE.replace("WAIT", wait) + before + "\n" + ask)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=100, cwd=tmp_path)
    assert done.stdout == "as it should be\n", done


def test_what_was_found_until_then_is_kept(tmp_path):
    """Even if the signal comes between two solutions."""
    script = PRELUDE + """
found, known = queens().solutions(), []
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    found.all()
except cnfetti.Interrupted as interrupted:
    known = interrupted.result
    assert known.limit == "interrupted" and not known.complete and len(known) > 1, known
    assert len(set(map(str, known))) == len(known)
    assert all(queens().check(one) for one in known[:3])
    print("as it should be")
"""
    place = tmp_path / "script.py"
    place.write_text(script)
    done = subprocess.run([sys.executable, place], capture_output=True, text=True, timeout=100)
    assert done.stdout == "as it should be\n", done
