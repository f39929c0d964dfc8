"""Ray clusters of several nodes on this machine, for tests: nodes are added and killed at will."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from arena.sandbox.processes import tree
from arena.source import ROOT

ENVIRONMENT = {
    "RAY_worker_niceness": "0",  # else bots would run at nice 15
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
SECONDS_TO_START = 180.0
STARTED = "Ray runtime started"
STORE_BYTES = 80_000_000
"""Ray's shared memory on each node, near the least it takes."""


class RayNodes:
    """A cluster of `ray start` processes, as on machines of their own; ended one by one, by id.

    folder: where Ray keeps its logs and sockets; its path must be short.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._head: subprocess.Popen[bytes] | None = None
        self._logs: list[Path] = []
        self._latest: subprocess.Popen[bytes] | None = None
        self._nodes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> "RayNodes":
        return self

    def __exit__(self, *_: object) -> None:
        for node in [*self._nodes, *filter(None, [self._head])]:
            _kill_all(node)

    @property
    def alive(self) -> list[subprocess.Popen[bytes]]:
        """Nodes but for the head; on a busy machine one may end by itself while it starts."""
        return [each for each in self._nodes if each.poll() is None]

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def start_head(self) -> None:
        """Without a core for games; returns once it is there."""
        self._head = self._start(
            "--head",
            f"--port={self._port}",
            "--include-dashboard=false",
            f"--temp-dir={self._folder}/ray",
            cores=0,
        )
        self.settle()
        if STARTED not in self._logs[-1].read_text():
            raise RuntimeError(f"no head: {self._logs[-1].read_text()}")

    def add(self, cores: int = 1, **environment: str) -> subprocess.Popen[bytes]:
        """One more node, once those before are there. environment: what is other on it."""
        self._nodes.append(self._start(f"--address={self.address}", cores=cores, **environment))
        return self._nodes[-1]

    def kill(self, which: int = 0) -> None:
        """kill -9 of everything on a node: the first, or -1 for the latest."""
        node = self.alive[which]
        self._nodes.remove(node)
        _kill_all(node)

    def settle(self) -> None:
        """Wait until the latest is there.

        Two that start at once take the same names for their sockets, and one of them dies.
        """
        end = time.monotonic() + SECONDS_TO_START
        while self._latest is not None and time.monotonic() < end:
            if self._latest.poll() is not None or STARTED in self._logs[-1].read_text():
                return
            time.sleep(0.1)

    def _start(self, *words: str, cores: int, **environment: str) -> "subprocess.Popen[bytes]":
        command = [
            *(str(Path(sys.executable).with_name("ray")), "start", "--block"),
            *(f"--num-cpus={cores}", f"--object-store-memory={STORE_BYTES}"),
            "--node-ip-address=127.0.0.1",
            *words,
        ]
        self.settle()
        self._logs.append(self._folder / f"node-{len(self._logs)}.log")
        with self._logs[-1].open("wb") as log:
            self._latest = subprocess.Popen(
                command,
                env=os.environ | ENVIRONMENT | environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        return self._latest


def _kill_all(process: "subprocess.Popen[bytes]") -> None:
    for pid in [process.pid, *tree(process.pid)]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


def other_source(folder: Path) -> str:
    """Copies the arena with another rule into a folder: what to name as PYTHONPATH."""
    for room in ("arena", "bots", "ladder", "protocol"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("modules"))
    with (folder / "arena" / "rules" / "cards.py").open("a") as file:
        file.write("# another rule\n")
    return str(folder)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
