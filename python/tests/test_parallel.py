"""Many problems in parallel."""

import subprocess
import sys
import threading
import time

import cnfetti
import pytest

FILES = ["instances/pips/pips1.toml", "instances/signs/leepf.toml", "instances/dice/labeled-dice.toml"]


def count(file):
    return int(cnfetti.load(file).count())


def test_answers_come_in_order():
    expected = [count(file) for file in FILES] * 20
    assert list(cnfetti.in_parallel(count, FILES * 20)) == expected
    assert list(cnfetti.in_parallel(count, FILES * 20, threads=7)) == expected
    assert list(cnfetti.in_parallel(count, [])) == []
    # The longest first.
    waits = [0.2, 0.0, 0.1, 0.0]
    assert list(cnfetti.in_parallel(lambda wait: time.sleep(wait) or wait, waits, threads=4)) == waits


def test_it_takes_as_many_threads_as_it_may():
    together, most, lock = [0], [0], threading.Lock()

    def work(_):
        with lock:
            together[0] += 1
            most[0] = max(most[0], together[0])
        time.sleep(0.01)
        with lock:
            together[0] -= 1

    list(cnfetti.in_parallel(work, range(30), threads=3))
    assert most == [3]


def test_it_runs_ahead_by_a_few():
    taken = []
    answers = cnfetti.in_parallel(int, (taken.append(i) or i for i in range(1000)), threads=2)
    assert taken == [] and next(answers) == 0 and len(taken) < 20
    answers.close()


def test_what_is_wrong_is_raised_at_its_turn():
    answers = cnfetti.in_parallel(count, [FILES[0], "nowhere.toml", FILES[0]])
    assert next(answers) == 1
    with pytest.raises(cnfetti.FileError, match="nowhere"):
        next(answers)
    for threads in (0, -1, "two", 0.5):
        with pytest.raises(cnfetti.InputError, match="threads"):
            cnfetti.in_parallel(count, FILES, threads=threads)
    with pytest.raises(cnfetti.InputError, match="question"):
        cnfetti.in_parallel("count", FILES)


def test_who_wants_no_more_does_not_wait():
    """All current work ends, and so does later work of the same question."""
    hall, ended = cnfetti.load("instances/seating/cheating-linguists.toml"), []

    def ask(first):
        if first:
            return 1
        try:
            for _ in range(50):
                hall.count(engine="blocking", time_limit=0.2)
        except cnfetti.Interrupted:
            ended.append(True)
            raise

    answers = cnfetti.in_parallel(ask, [True, False, False, False], threads=2)
    assert next(answers) == 1
    start = time.time()
    answers.close()
    assert time.time() - start < 3 and ended
    # Other questions are not affected.
    assert count(FILES[0]) == 1


SCRIPT = """
import cnfetti, os, signal, threading, time
hall = cnfetti.load("instances/seating/cheating-linguists.toml")
# What a shell starts in the background ignores Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
begun = threading.Event()

def press_ctrl_c():
    # Python itself can lose a Ctrl-C while it imports a module.
    begun.wait()
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)

def ask(_):
    begun.set()
    return hall.count(engine="blocking")

threading.Thread(target=press_ctrl_c).start()
try:
    for answer in cnfetti.in_parallel(ask, range(50)):
        print(answer)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_ends_all_of_them():
    start = time.time()
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done
    assert time.time() - start < 15
