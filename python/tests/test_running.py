"""Other signals, threads, time to import, progress."""

import signal
import subprocess
import sys
import threading
import time

import cnfetti
import pytest


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm here")
def test_other_signals_raise_what_their_handlers_raise():
    def handler(number, frame):
        raise TimeoutError("enough")

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(TimeoutError, match="enough"):
            cnfetti.load("instances/seating/cheating-linguists.toml").count(engine="blocking")
    finally:
        signal.signal(signal.SIGALRM, before)


def test_other_threads_go_on():
    """A question does not hold the interpreter's lock."""
    turns, over = 0, threading.Event()

    def count():
        cnfetti.load("instances/seating/cheating-linguists.toml").count(engine="blocking", time_limit=1.0)
        over.set()

    thread = threading.Thread(target=count)
    thread.start()
    while not over.is_set():
        turns += 1
        time.sleep(0.005)
    thread.join()
    assert turns > 50


def test_a_problem_is_asked_by_many_threads():
    problem = cnfetti.load("instances/dice/labeled-dice.toml")
    expected, found = int(problem.count()), []
    threads = [threading.Thread(target=lambda: found.append(int(problem.count()))) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == [expected] * 8


def test_import_takes_no_time_and_little_else():
    # CPU time, because the machine may be busy.
    script = "import time; t = time.process_time(); import cnfetti; print(time.process_time() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout) for _ in range(7)
    ]
    assert min(times) < 0.15, times
    script = "import cnfetti, sys; print({'numpy', 'pandas', 'pysat', 'cpmpy', 'pycsp3'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "set()\n"


def test_progress_is_told():
    hall, told = cnfetti.load("instances/seating/cheating-linguists.toml"), []
    count = hall.count(engine="blocking", time_limit=1.5, progress=told.append)
    assert told == sorted(told) and told and told[-1] <= count.solutions

    def enough(known):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        hall.count(engine="blocking", progress=enough)
    with pytest.raises(cnfetti.InputError, match="progress"):
        hall.count(progress=3)


def test_progress_shows_a_bar_on_stderr(capfd):
    hall = cnfetti.load("instances/seating/cheating-linguists.toml")
    hall.count(engine="blocking", time_limit=1.0, progress=True)
    out, err = capfd.readouterr()
    assert out == "" and "solutions" in err and err.endswith("\n")
    hall.count(engine="blocking", time_limit=0.2)
    assert capfd.readouterr() == ("", "")
