"""Ray clusters of several nodes on this machine, for tests: nodes are added and killed at will."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

ENVIRONMENT = {
    "RAY_worker_niceness": "0",  # else bots would run at nice 15
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
STORE_BYTES = 80_000_000
"""Ray's shared memory on each node, near the least it takes."""


class TestCluster:
    """A head without cores, and nodes with one or more."""

    __test__ = False

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self._cluster: Any = Cluster(
            initialize_head=True, head_node_args={**_usual(0), "include_dashboard": False}
        )
        self.nodes: list[Any] = []

    @property
    def address(self) -> str:
        return str(self._cluster.address)

    def add(self, cores: int = 1) -> None:
        self.nodes.append(self._cluster.add_node(**_usual(cores)))

    def kill(self, place: int = 0) -> None:
        """kill -9 of a node, its workers with it."""
        node = self.nodes.pop(place)
        with suppress(ProcessLookupError):
            os.kill(node.all_processes["raylet"][0].process.pid, signal.SIGKILL)

    def close(self) -> None:
        self._cluster.shutdown()


def _usual(cores: int) -> dict[str, Any]:
    return {"num_cpus": cores, "object_store_memory": STORE_BYTES}


@contextmanager
def cluster(*cores: int, cache: object) -> Iterator[TestCluster]:
    """A cluster of nodes with so many cores each; the test is skipped where Ray starts none.

    cache: the folder in which the nodes keep bots.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**ENVIRONMENT, "XDG_CACHE_HOME": str(cache)}.items():
            patch.setenv(name, value)
        try:
            found = TestCluster()
        except Exception as error:
            pytest.skip(f"Ray starts no cluster here: {error}")
        try:
            for each in cores:
                found.add(each)
            yield found
        finally:
            found.close()
