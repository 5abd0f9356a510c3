"""Lets HyperQueue count the parts of a folder: python3 hyperqueue_parts.py DIR.

It starts a server and two workers on this machine, kills one of the commands with SIGKILL in the middle, and
submits again what is missing after that.
"""

import subprocess
import sys
import time
from pathlib import Path

from hyperqueue import Job
from hyperqueue.cluster import LocalCluster, WorkerConfig
from kill_one import counted, kill_one


def submit(client, folder):
    """Submits a task for each line of the jobs."""
    job = Job(max_fails=None)
    for line in (folder / "jobs").read_text().splitlines():
        job.program(line.split(), cwd=str(folder), stdout=None, stderr=None)
    return client.submit(job)


def main():
    folder = Path(sys.argv[1]).resolve()
    with LocalCluster() as cluster:
        cluster.start_worker(WorkerConfig(cores=1))
        cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        job = submit(client, folder)
        while counted(folder) == 0 or not kill_one(folder):
            time.sleep(0.001)
        print(f"HyperQueue: a command was killed after {counted(folder)} parts", flush=True)
        client.wait_for_jobs([job], raise_on_error=False)
        missing = subprocess.run(["cnfetti", "merge", str(folder)], stdout=subprocess.DEVNULL)
        print(f"HyperQueue: {counted(folder)} parts, exit code {missing.returncode}", flush=True)
        client.wait_for_jobs([submit(client, folder)])


if __name__ == "__main__":
    main()
