"""What is used of Ray that is not public does its work in the Ray that is installed."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import subprocess, sys
import ray
from arena.tournament.cluster import ray_private

assert issubclass(ray.exceptions.AuthenticationError, ray.exceptions.RayError)
assert ray_private.ended() == []
few = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}
ray.init(**few, **ray_private.LOOPBACK)
address = ray.get_runtime_context().gcs_address
assert address.startswith("127.0.0.1:"), address
node = ray._private.worker._global_node
assert {"raylet", "gcs_server"} <= node.all_processes.keys(), node.all_processes
assert ray_private.ended() == []
ray_private.knock(ray, address)
subprocess.run([sys.executable, "-P", "-c", ray_private.KNOCK, address], check=True)
node.dead_processes = lambda: [("raylet", None)]
assert ray_private.ended() == ["raylet"]
ray.shutdown()
assert ray_private.ended() == []
"""


@pytest.mark.slow
def test_all_of_it_works() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"},  # as for every one of our own
        capture_output=True, text=True, check=False, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
