"""Lets HyperQueue count the parts of a folder, or all of its rounds: python3 hyperqueue_parts.py DIR.

It starts a server and two workers on this machine, kills one of the commands with SIGKILL in the middle, and
submits again what is missing after that, until `merge` has the number.
"""

import subprocess
import sys
from pathlib import Path

from hyperqueue import Job
from hyperqueue.cluster import LocalCluster, WorkerConfig
from kill_one import counted, kill_in_the_middle


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
        kill_in_the_middle(folder)
        client.wait_for_jobs([job], raise_on_error=False)
        while merge(folder) == 3:
            client.wait_for_jobs([submit(client, folder)])


def merge(folder):
    """Merges what is counted. Returns the exit code: 3 if there is more to count."""
    code = subprocess.run(["cnfetti", "merge", str(folder)], stdout=subprocess.DEVNULL).returncode
    print(f"HyperQueue: {counted(folder)} parts, exit code {code}", flush=True)
    return code


if __name__ == "__main__":
    main()
