"""Has HyperQueue count the parts of a folder: python3 hyperqueue_parts.py DIR.

A server and two workers on this machine. One of the commands is killed with SIGKILL in the middle;
what is missing then is submitted again.
"""

import subprocess
import sys
import time
from pathlib import Path

from hyperqueue import Job
from hyperqueue.cluster import LocalCluster, WorkerConfig
from kill_one import counted, kill_one


def submit(client, folder):
    """A task for each line of the jobs."""
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
