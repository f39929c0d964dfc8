"""The driver's end of a pipe to the process that uses the cluster (process.py).

Ray ends the process in which it is used when it loses its cluster, or lets it wait for ever. So the
driver never imports it.
"""

import os
import socket
import subprocess
import time
import weakref
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from arena.cluster.nodes import Demand
from arena.errors import ArenaError
from arena.tournament.child import launch
from arena.tournament.ray_process import RayLost

PROGRAM = (
    "from arena.cluster.process import Cluster; from arena.tournament.ray_process import main; "
    "main({}, {}, Cluster)"
)
SECONDS_TO_KNOCK = 5.0
SECONDS_TO_CONNECT = 30.0
SECONDS_TO_ANSWER = 60.0
"""Beyond the time that it was asked to wait; it answers at once unless it is stuck."""
SECONDS_TO_CLOSE = 15.0
SECONDS_TO_DROP = 3.0


class NoCluster(ArenaError):
    """There is no cluster at an address, or it lets nobody in."""

    def __init__(self, address: str, why: str, way_out: str = "") -> None:
        """way_out: where it is not the usual one."""
        usual = (
            "Install it: pip install 'ray[client]'"
            if "ray[client]" in why
            else "Start one: `ray start --head --port=6379` on its first machine, `ray start "
            "--address=FIRST:6379` on the others, this one included. Then give --address auto."
        )
        super().__init__(
            f"No Ray cluster can be reached at {address}: {why.rstrip('.')}. {way_out or usual}"
        )
        self.address, self.why, self._way_out = address, why, way_out

    def __reduce__(self) -> Any:
        return NoCluster, (self.address, self.why, self._way_out)


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how a run is played on a cluster."""

    link: "Link"
    demand: Demand
    most: int | None = None
    """Workers in all; None: as many as there are cores."""


class Link:
    """To the cluster at an address, as `ray.init` understands it. Raises NoCluster."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cores = 0
        """Those that the cluster had when we came."""
        self.connect()

    def connect(self) -> None:
        """Starts the process, anew if there was one before. Raises NoCluster."""
        _require_answer(self.address)
        self._pipe, theirs = Pipe()
        with theirs:
            program = PROGRAM.format(theirs.fileno(), os.getpid())
            self._process = launch(program, theirs, _environment())
        self._end = weakref.finalize(self, _end, self._process, self._pipe)
        try:
            self.cores = self.ask("connect", self.address, patience=SECONDS_TO_CONNECT)
        except RayLost as lost:
            self._end()
            raise NoCluster(self.address, str(lost)) from None
        except NoCluster:
            self._end()
            raise

    def ask(self, method: str, *arguments: Any, patience: float = SECONDS_TO_ANSWER) -> Any:
        """Calls a method of arena.cluster.process.Cluster. Raises RayLost, or what it raises."""
        try:
            self._pipe.send((method, arguments))
            there = self._pipe.poll(patience)
            answer = self._pipe.recv() if there else RayLost("it does not answer")
        except (EOFError, OSError):
            answer = RayLost(f"the process that used it ended (code {self._code()})")
        if isinstance(answer, RayLost):
            self._end()  # a late answer would be taken for that of the next question
        if isinstance(answer, Exception):
            raise answer
        return answer

    def guarded(self) -> bool:
        """Whether it answers only to those who have its token. Raises RayLost."""
        return bool(self.ask("guarded"))

    def close(self, drop: bool = False) -> None:
        """Ends our workers and their bots, and leaves the cluster."""
        with suppress(OSError, EOFError):
            self._pipe.send(("close", (drop,)))
            end = time.monotonic() + (SECONDS_TO_DROP if drop else SECONDS_TO_CLOSE)
            while self._pipe.poll(max(0.0, end - time.monotonic())):
                self._pipe.recv()  # late answers; the end of the pipe ends this
        self._end()

    def drop(self) -> None:
        """Ends the process that uses the cluster; our workers there end by themselves."""
        self._end()

    def _code(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(1.0)
        return None


def _require_answer(address: str) -> None:
    """Raises NoCluster where nobody listens; Ray would try for two minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_KNOCK).close()
        except (OSError, OverflowError, UnicodeError) as error:
            raise NoCluster(address, getattr(error, "strerror", "") or str(error)) from None


def _end(process: "subprocess.Popen[bytes]", pipe: Connection) -> None:
    process.kill()
    process.wait()
    pipe.close()


def _environment() -> dict[str, str]:
    """Ours; how Ray lets us in (RAY_AUTH_MODE, RAY_AUTH_TOKEN) is the user's to say."""
    return os.environ | {
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # silences a warning about graphics cards
    }
