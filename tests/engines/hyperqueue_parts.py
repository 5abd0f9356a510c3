"""Has HyperQueue count the parts of a folder: python3 hyperqueue_parts.py DIR.

A server and two workers on this machine. One of the commands is killed with SIGKILL in the middle;
what is missing then is submitted again.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from hyperqueue import Job
from hyperqueue.cluster import LocalCluster, WorkerConfig


def submit(client, folder):
    """A task for each line of the jobs."""
    job = Job(max_fails=None)
    for line in (folder / "jobs").read_text().splitlines():
        job.program(line.split(), cwd=str(folder), stdout=None, stderr=None)
    return client.submit(job)


def kill_one(folder):
    """Kills a command that counts a part of this folder; whether there was one."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            is_ours = os.readlink(process / "cwd") == str(folder)
        except OSError:
            continue
        if is_ours and len(words) > 2 and words[1] == b"count":
            os.kill(int(process.name), signal.SIGKILL)
            return True
    return False


def main():
    folder = Path(sys.argv[1]).resolve()
    counted = lambda: len(list(folder.glob("counted-*")))
    with LocalCluster() as cluster:
        cluster.start_worker(WorkerConfig(cores=1))
        cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        job = submit(client, folder)
        while counted() == 0 or not kill_one(folder):
            time.sleep(0.001)
        print(f"HyperQueue: a command was killed after {counted()} parts", flush=True)
        client.wait_for_jobs([job], raise_on_error=False)
        missing = subprocess.run(["cnfetti", "merge", str(folder)], stdout=subprocess.DEVNULL)
        print(f"HyperQueue: {counted()} parts, exit code {missing.returncode}", flush=True)
        client.wait_for_jobs([submit(client, folder)])


if __name__ == "__main__":
    main()
