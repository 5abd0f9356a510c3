"""Counts on real clusters: Dask with two workers, one of which is killed, and MPI where `mpirun` is there."""

import os
import shutil
import signal
import subprocess
import sys

import cnfetti
import pytest
from test_objects import derangements

FILE = "instances/pips/pips1.toml"


def test_dask_counts_and_loses_a_worker():
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        executor = client.get_executor()
        submit, seen = executor.submit, []

        def killing(question, *arguments):
            seen.append(arguments[0])
            if len(seen) == 2:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
            return submit(question, *arguments)

        executor.submit = killing
        model, expected = derangements()
        count = model.count(executor=executor)
        assert int(count) == expected and count.parts >= 4 and len(seen) >= count.parts
        numbers = cnfetti.in_parallel(lambda file: int(cnfetti.load(file).count()), [FILE] * 3, executor=client.get_executor())
        assert list(numbers) == [1, 1, 1]


SCRIPT = """
from mpi4py.futures import MPIPoolExecutor
from test_objects import derangements
if __name__ == "__main__":
    model, expected = derangements()
    with MPIPoolExecutor() as executor:
        print(int(model.count(executor=executor)) == expected)
"""


@pytest.mark.skipif(shutil.which("mpirun") is None, reason="there is no mpirun")
def test_mpi_counts(tmp_path):
    pytest.importorskip("mpi4py")
    script = tmp_path / "count.py"
    script.write_text(SCRIPT)
    run = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", sys.executable, "-m", "mpi4py.futures", script]
    where = {**os.environ, "PYTHONPATH": os.path.dirname(__file__)}
    done = subprocess.run(run, capture_output=True, text=True, timeout=300, check=False, env=where)
    assert done.stdout.split() == ["True"], done.stderr
