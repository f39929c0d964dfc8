"""The driver's client of the process that uses the cluster (process.py).

When Ray loses its cluster, it kills the process that imported it or lets it wait for ever. So the
driver never imports Ray.
"""

import os
import secrets
import socket
import subprocess
import time
import weakref
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from queue import PriorityQueue
from threading import Thread
from typing import Any

from arena.errors import ArenaError
from arena.sandbox.processes import signal_name
from arena.text.phrases import whole_number
from arena.tournament.cluster.nodes import Demand
from arena.tournament.worker_process import launch, raise_limits

LOCAL = "local"
"""The address of a cluster that is started on this machine for the run."""
PROGRAM = "from arena.tournament.cluster.process import main; main({pipe}, {driver})"
DAEMON_LOST = 3
"""The exit code of the process when a Ray daemon that it started is gone."""
HEAD_LOST = 4
"""Its exit code when the cluster's head no longer answers."""
TOKEN = (
    "Copy ~/.ray/auth_token of the cluster's first machine to the same place here, or set "
    "RAY_AUTH_MODE=token and RAY_AUTH_TOKEN."
)
SHOW = "This machine has a token: set RAY_AUTH_MODE=token, so that Ray shows it."
SECONDS_TO_KNOCK = 5.0
SECONDS_TO_CONNECT = 30.0
SECONDS_TO_START = 120.0
"""Enough to start a local cluster even on a busy machine."""
SECONDS_TO_ANSWER = 60.0
"""How late an answer may be; it comes at once unless the process is stuck."""
SECONDS_TO_CLOSE = 15.0
SECONDS_TO_DROP = 3.0
SECONDS_TO_SWEEP = 5.0


class ClusterLost(Exception):
    """The cluster or the process that uses it is gone; the message says what happened."""


class NoCluster(ArenaError):
    """There is no cluster at an address, or it rejects us."""

    def __init__(self, address: str, why: str, way_out: str = "") -> None:
        """Compose the message; `way_out` is needed only where it is not the usual one."""
        where = "started here" if address == LOCAL else f"reached at {address}"
        way = way_out or _way_out(address, why)
        super().__init__(f"No Ray cluster can be {where}: {why.rstrip('.')}. {way}")
        self.address, self.why, self._way_out = address, why, way_out

    def __reduce__(self) -> Any:
        return NoCluster, (self.address, self.why, self._way_out)


def _way_out(address: str, why: str) -> str:
    if address == LOCAL:
        return "Play without one: leave out --address."
    if "ray[client]" in why:
        return "Install it: pip install 'ray[client]'"
    if os.environ.get("RAY_ADDRESS") == address:
        return "RAY_ADDRESS names it. To play on this machine alone: unset RAY_ADDRESS"
    return (
        "Start one: `ray start --head --port=6379` on its first machine, `ray start "
        "--address=FIRST:6379` on the others, this one included. Then give --address auto."
    )


@dataclass(frozen=True, slots=True)
class ClusterSetup:
    """How a run is played on a cluster."""

    client: "ClusterClient"
    demand: Demand
    most: int | None = None
    """The most workers; None: one for each core."""


class ClusterClient:
    """A connection to the cluster at an address that `ray.init` understands."""

    def __init__(self, address: str) -> None:
        """Connect to the cluster. Raises NoCluster, LimitTooLow."""
        self.address = address
        self.cores = 0
        """The cores that the cluster had when we connected."""
        self.connect()

    def connect(self) -> None:
        """Start the process, again if there was one before. Raises NoCluster, LimitTooLow."""
        if self.address == LOCAL:
            raise_limits()  # the daemons that the process starts inherit the limits
        _require_token(self.address)
        _require_answer(self.address)
        environment = _environment(self.address)
        self._pipe, self._process = launch(PROGRAM, environment, driver=os.getpid())
        self._send_to(self._pipe)
        self._end = weakref.finalize(self, _end, self._process, self._pipe, self._to_send)
        try:
            patience = SECONDS_TO_START if self.address == LOCAL else SECONDS_TO_CONNECT
            self.cores = self.ask("connect", self.address, patience=patience)
        except ClusterLost as lost:
            self._end()
            raise NoCluster(self.address, str(lost)) from None
        except NoCluster:
            self._end()
            raise

    def ask(self, method: str, *arguments: Any, patience: float = SECONDS_TO_ANSWER) -> Any:
        """Call a method of `Cluster` in the process. Raises ClusterLost, or what it raises."""
        self._put(method, arguments, waits=True)
        try:
            answered = self._pipe.poll(patience)
            answer = self._pipe.recv() if answered else ClusterLost("it does not answer")
        except (EOFError, OSError):
            answer = ClusterLost(self._how_it_ended())
        if isinstance(answer, ClusterLost):
            self._end()  # else a late answer would be taken for that to the next call
        if isinstance(answer, Exception):
            raise answer
        return answer

    def tell(self, method: str, *arguments: Any) -> None:
        """Call a method that returns nothing, without waiting; `ask` raises what it raises.

        What is asked later may be sent before it.
        """
        self._put(method, arguments, waits=False)

    @property
    def sending(self) -> bool:
        """True while there are calls that were not sent yet."""
        return not self._to_send.empty()

    def _put(self, method: str, arguments: tuple[Any, ...], waits: bool) -> None:
        self._to_send.put((not waits, next(self._numbers), (method, arguments, waits)))

    def _send_to(self, pipe: Connection) -> None:
        """Send what is put into `_to_send`, while the driver does other things.

        That which is waited for goes first: the driver would wait for a thousand chunks to be
        handed out otherwise, and it can store results meanwhile.
        """
        self._to_send = calls = PriorityQueue[Any]()
        self._numbers = count()

        def send() -> None:
            with suppress(OSError):  # the driver notices as it reads
                while call := calls.get()[2]:
                    pipe.send(call)

        Thread(target=send, daemon=True).start()

    def guarded(self) -> bool:
        """Return True if the cluster requires its token. Raises ClusterLost."""
        return bool(self.ask("guarded"))

    def require_guarded(self) -> None:
        """Disconnect from a cluster that requires no token, as bots with the network could use it.

        Raises:
            NoCluster: It is gone.
            ArenaError: It requires none.
        """
        try:
            if self.guarded():
                return
        except ClusterLost as lost:
            raise NoCluster(self.address, str(lost)) from None
        self.close(drop=True)
        raise ArenaError(
            "With the network, bots could command the cluster. Make it require a token: set "
            "RAY_AUTH_MODE=token and RAY_AUTH_TOKEN, for `ray start` on every machine and here."
        )

    def close(self, drop: bool = False) -> None:
        """End our workers and their bots, and leave the cluster."""
        with suppress(OSError, EOFError):
            self._put("close", (drop,), waits=True)
            end = time.monotonic() + (SECONDS_TO_DROP if drop else SECONDS_TO_CLOSE)
            while self._pipe.poll(max(0.0, end - time.monotonic())):
                self._pipe.recv()  # skip late answers, until the pipe closes
        self._end()

    def drop(self) -> None:
        """End the process at once; our workers on the cluster end by themselves."""
        self._end()

    def _how_it_ended(self) -> str:
        code = None
        # The pipe closes a moment before the process ends.
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(1.0)
        if code == DAEMON_LOST:
            return "a daemon of Ray's on this machine ended"
        if code == HEAD_LOST:
            return "its head does not answer"
        if code is not None and code < 0:
            return f"the process that used it was killed ({signal_name(-code)})"
        return f"the process that used it ended (code {code})"


def _require_token(address: str) -> None:
    """Raise NoCluster if Ray is to use a token and there is none, which would crash its library."""
    if address == LOCAL or os.environ.get("RAY_AUTH_MODE") != "token":
        return
    if not has_token():
        why = "RAY_AUTH_MODE asks for a token, and this machine has none"
        raise NoCluster(address, why, TOKEN)


def has_token() -> bool:
    """Return True if this machine has a token, whether or not Ray is to show it."""
    file = Path(os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token")
    return bool(os.environ.get("RAY_AUTH_TOKEN")) or file.is_file()


def _require_answer(address: str) -> None:
    """Raise NoCluster if nobody listens at the address; Ray would try for two minutes."""
    try:
        knock(address, SECONDS_TO_KNOCK)
    except (OSError, OverflowError, UnicodeError) as error:
        raise NoCluster(address, getattr(error, "strerror", "") or str(error)) from None


def knock(address: str, seconds: float) -> None:
    """Connect to an address that names a port, for a moment. Raises what `socket` raises."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and (number := whole_number(port)) is not None:
        socket.create_connection((host.strip("[]"), number), seconds).close()


def _end(process: "subprocess.Popen[bytes]", pipe: Connection, to_send: PriorityQueue[Any]) -> None:
    process.terminate()  # on Linux it first kills what Ray has started
    try:
        process.wait(SECONDS_TO_SWEEP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    to_send.put((-1, 0, None))
    pipe.close()


def _environment(address: str) -> dict[str, str]:
    """Return the environment that Ray reads on import, and passes to what it starts.

    For an existing cluster, the user sets how it lets us in (RAY_AUTH_MODE, RAY_AUTH_TOKEN).
    """
    silent = {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}  # no warning about graphics cards
    if address != LOCAL:
        return os.environ | silent
    return (
        os.environ
        | silent
        | {
            "RAY_worker_niceness": "0",  # else the bots would run at nice 15
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # on Linux, it keeps Ray to loopback
            "RAY_AUTH_MODE": "token",  # so that nobody else can use Ray's ports, least of all a bot
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
        }
    )
