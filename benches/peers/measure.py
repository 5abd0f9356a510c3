"""Measures programs for the tables of peers: CPU seconds of all processes that a program starts."""

import os
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

#: How long a program may need to print its best answer when it is asked to end: CPU and wall-clock seconds.
GRACE = (3.0, 20.0)


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


@dataclass
class Run:
    """What a program printed, its exit code, the CPU seconds and the most memory; whether the limit ended it."""

    stdout: str
    stderr: str
    code: int
    seconds: float
    megabytes: float
    was_stopped: bool


def limited(command, limit, memory=None, folder=None):
    """Runs one process, and asks it to end after so many CPU seconds, as on Ctrl-C.

    The limit is one of CPU time, so that a busy machine is fair.
    """

    def prepare():
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, preexec_fn=prepare, cwd=folder
        )
        was_stopped = watch(process, limit)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = [read(file) for file in (out, err)]
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    return Run(*texts, process.returncode, seconds, megabytes, was_stopped)


def watch(process, limit):
    """Waits until the process ends; whether it had to be asked to."""
    asked = None
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        used = cpu_seconds(process.pid)
        if asked is None and used > limit:
            asked = time.monotonic()
            process.send_signal(signal.SIGTERM)
        elif asked and (used > limit + GRACE[0] or time.monotonic() > asked + GRACE[1]):
            process.kill()
        time.sleep(0.02)
    return asked is not None


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read(file):
    file.seek(0)
    return file.read().decode(errors="replace")
