"""Ray clusters of several nodes on this machine, for tests: nodes are added and killed at will."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import descendants

ENVIRONMENT = {
    "RAY_worker_niceness": "0",  # else bots would run at nice 15
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
SECONDS_TO_START = 60.0
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


class RayNodes:
    """A cluster of `ray start` processes, as on machines of their own; ended one by one, by id.

    folder: where Ray keeps its logs and sockets; its path must be short.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = _free_port()
        self._head: subprocess.Popen[bytes] | None = None
        self.alive: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> "RayNodes":
        return self

    def __exit__(self, *_: object) -> None:
        for node in [*self.alive, *filter(None, [self._head])]:
            _kill_all(node)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def start_head(self) -> None:
        """Without a core for games; returns once it answers."""
        self._head = self._start(
            "--head",
            f"--port={self._port}",
            "--include-dashboard=false",
            f"--temp-dir={self._folder}/ray",
            cores=0,
        )
        end = time.monotonic() + SECONDS_TO_START
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 1):
                return
            if time.monotonic() > end or self._head.poll() is not None:
                raise RuntimeError(f"no head: {Path(self._folder, 'nodes.log').read_text()}")
            time.sleep(0.1)

    def add(self, cores: int = 1) -> None:
        """One more node; it joins some seconds later."""
        self.alive.append(self._start(f"--address={self.address}", cores=cores))

    def kill(self, place: int = 0) -> None:
        """kill -9 of everything on a node."""
        _kill_all(self.alive.pop(place))

    def _start(self, *words: str, cores: int) -> "subprocess.Popen[bytes]":
        command = [
            *(str(Path(sys.executable).with_name("ray")), "start", "--block"),
            *(f"--num-cpus={cores}", f"--object-store-memory={STORE_BYTES}"),
            "--node-ip-address=127.0.0.1",
            *words,
        ]
        with Path(self._folder, "nodes.log").open("ab") as log:
            return subprocess.Popen(
                command,
                env=os.environ | ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


def _kill_all(process: "subprocess.Popen[bytes]") -> None:
    for pid in [process.pid, *descendants(process.pid)]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
