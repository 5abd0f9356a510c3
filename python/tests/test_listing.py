"""Solutions one by one."""

import gc
import os
import subprocess
import sys
import threading
import time

import cnfetti
import pytest
from conftest import rounds
from test_memory import resident


def queens(number):
    model = cnfetti.Model()
    x = model.array("x", number, range(number))
    model.add(cnfetti.all_different(x), cnfetti.all_different([x[i] + i for i in range(number)]))
    model.add(cnfetti.all_different([x[i] - i for i in range(number)]))
    return model


def bits(number):
    model = cnfetti.Model()
    model.array("x", number, range(2))
    return model


def test_all_solutions_come_once():
    for random in rounds(71, 30):
        model, size = cnfetti.Model(), random.randint(1, 4)
        x = model.array("x", size, range(random.randint(1, 4)))
        model.add(sum(x) <= random.randint(-1, 6))
        number, limit = int(model.count()), random.randint(0, 40)
        listing = model.solutions(limit=limit)
        found = list(listing)
        assert len(found) == len(set(found)) == min(number, limit)
        assert listing.complete == (number <= limit) and bool(listing.checked_by) == listing.complete
        assert listing.limit is None and next(listing, None) is None
        # A second time, in the same order.
        assert list(model.solutions(limit=limit)) == found
        everything = model.solutions().all()
        assert len(everything) == number and everything.complete and set(found) <= set(everything)


def test_few_solutions_need_no_formula_unless_an_encoding_is_chosen():
    """A diagram has them in increasing order. A solver hardly ever finds them so."""
    model = queens(8)
    values = [one["x"] for one in model.solutions()]
    assert len(values) == 92 and values == sorted(values)
    chosen = [one["x"] for one in model.solutions(at_most_one="pairwise")]
    assert chosen != values and sorted(chosen) == values


def test_the_first_of_many_comes_at_once():
    """There are 2 to the power of 200."""
    start = time.time()
    listing = bits(200).solutions()
    first = next(listing)
    assert time.time() - start < 5 and len(first["x"]) == 200
    assert not listing.complete and listing.limit is None and "so far" in repr(listing)


def test_a_limit_does_not_wait_for_more():
    """The search for another solution starts only on request."""
    # It is hard to see that the pigeons do not fit.
    model = cnfetti.Model()
    switch = model.bool("switch")
    holes = model.array("x", 11, range(10))
    pairs = [(i, j) for i in range(11) for j in range(i)]
    model.add(*[switch | (holes[i] != holes[j]) for i, j in pairs])
    model.add(*[(~switch) | (holes[i] == 0) for i in range(11)])
    start = time.time()
    listing = model.solutions(limit=1, time_limit=6)
    assert [one["switch"] for one in listing] == [1]
    assert time.time() - start < 5
    # The time runs out without an answer.
    assert not listing.complete and listing.limit == "time" and listing.checked_by is None


def test_solutions_that_were_taken_are_not_kept():
    """Only a blocking clause stays for each, which shows in the end that there are no others."""
    listing = bits(40).solutions(limit=60_000)
    for _ in range(20_000):
        next(listing)
    gc.collect()
    before = resident()
    assert sum(1 for _ in listing) == 40_000
    gc.collect()
    grown = resident() - before
    # A list would take some 500 bytes for each.
    assert grown < 40_000 * 400 + (4 << 20), f"{grown} bytes more"


def test_the_search_waits_for_who_takes_solutions():
    """It runs ahead by at most a few hundred."""
    listing = bits(40).solutions()
    next(listing)
    used = time.process_time()
    time.sleep(1.0)
    first = time.process_time() - used
    time.sleep(0.5)
    assert time.process_time() - used - first < 0.2


def test_after_a_limit_a_loop_does_not_end_as_if_nothing_were_missing():
    listing, found = bits(60).solutions(time_limit=1.0), 0
    with pytest.raises(cnfetti.Unknown, match=r"more than these \d+ solutions is not known: the time") as caught:
        for _ in listing:
            found += 1
    assert caught.value.limit == "time" == listing.limit and found > 0 and not listing.complete
    with pytest.raises(cnfetti.Unknown):
        list(listing)
    some = bits(60).solutions(time_limit=0.5).all()
    assert len(some) > 0 and not some.complete and some.limit == "time"
    assert len(bits(3).solutions(time_limit=0).all()) == 0


INTERRUPTED = """
import cnfetti, os, signal, threading
# A shell that runs the tests in the background ignores it.
signal.signal(signal.SIGINT, signal.default_int_handler)
model = cnfetti.Model()
x = model.array("x", 60, range(2))
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
found, listing = 0, model.solutions(threads=1)
try:
    for one in listing:
        found += 1
except KeyboardInterrupt:
    print("interrupted", found > 0)
hard = cnfetti.Model()
y = hard.array("y", 12, range(11))
hard.add(*[y[i] != y[j] for i in range(12) for j in range(i)])
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
listing = hard.solutions()
try:
    next(listing)
except cnfetti.Interrupted as interrupted:
    assert interrupted.result is listing and listing.limit == "interrupted" and not listing.complete
    print("interrupted while waiting")
try:
    next(listing)
except cnfetti.Unknown as unknown:
    print(unknown.limit)
"""


def test_ctrl_c_ends_a_loop():
    start = time.time()
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted True\ninterrupted while waiting\ninterrupted\n", done
    assert time.time() - start < 20


def test_threads_do_not_wait_for_each_other():
    listing, said = queens(12).solutions(), []

    def take():
        try:
            said.append(sum(1 for _ in zip(range(2000), listing)))
        except ValueError as error:
            said.append(str(error))

    threads = [threading.Thread(target=take) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join(60) for thread in threads]
    assert len(said) == 4 and not any(thread.is_alive() for thread in threads)
    assert all(isinstance(one, int) or "another thread" in one for one in said)


def test_listings_that_nobody_finishes_leave_no_threads():
    if not os.path.exists("/proc/self/task"):
        pytest.skip("threads are looked up in /proc")
    before = len(os.listdir("/proc/self/task"))
    for _ in range(20):
        next(bits(50).solutions())
    for one in bits(5).solutions(limit=3):
        assert one
    deadline = time.time() + 20
    while len(os.listdir("/proc/self/task")) > before and time.time() < deadline:
        time.sleep(0.1)
    assert len(os.listdir("/proc/self/task")) <= before


def test_what_the_file_expects_is_checked_at_the_end(tmp_path):
    text = open("instances/pips/pips1.toml").read().replace("solutions = 1", "solutions = 2")
    with pytest.raises(cnfetti.ExpectationError):
        list(cnfetti.loads(text).solutions())
    with pytest.raises(cnfetti.InputError, match="solver"):
        bits(2).solutions(solver="nobody")
