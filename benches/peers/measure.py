"""Measures programs for the tables of peers: CPU seconds of all processes that a program starts."""

import resource
import subprocess


def best_of_three(run):
    """The answer of `run`, or None, and the seconds of the best of three runs, if they are short."""
    best = None
    for _ in range(3):
        answer, seconds = run()
        best = (answer, min(seconds, best[1] if best else seconds))
        if answer is None or seconds > 1:
            break
    return best


def timed(command, limit):
    """The finished process, or None after this many seconds, and the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, limit
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
