"""The process between the driver and Ray, which joins or starts a cluster for the driver.

It ends silently as soon as the driver ends, or a Ray daemon that it has started; Ray itself would
wait for a minute. On Linux, a process above it then kills everything that it has started, since
two of Ray's agents would outlive the driver by that minute.
"""

import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from arena.errors import ArenaError
from arena.sandbox import kernel
from arena.sandbox.limits import collect_rarely
from arena.sandbox.processes import kill_below
from arena.text.phrases import first_line
from arena.tournament.cluster import ray_private
from arena.tournament.cluster.client import (
    DAEMON_LOST,
    HEAD_LOST,
    LOCAL,
    SHOW,
    TOKEN,
    ClusterLost,
    NoCluster,
    has_token,
    knock,
)
from arena.tournament.cluster.head import Head, required_versions
from arena.tournament.worker_process import core_count

DAEMONS = ("raylet", "gcs_server")
"""The daemons without which Ray cannot continue."""
OBJECT_STORE_BYTES = 80_000_000
"""The shared memory of a local cluster, near Ray's minimum; results are a few kilobytes."""
SECONDS_BETWEEN_COLLECTIONS = 0.05
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_BETWEEN_KNOCKS = 1.0
MISSED_IN_A_ROW = 4
"""Knocks at the cluster's head without an answer, after which it is lost."""
SECONDS_TO_KNOCK = 20.0


class Cluster(Head):
    """A cluster that can be joined; `ClusterClient.ask` calls its methods."""

    def __init__(self) -> None:
        import ray  # not at the top: the driver imports this module's neighbours, but never Ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        super().__init__(ray, NodeAffinitySchedulingStrategy)

    def connect(self, address: str) -> int:
        """Join the cluster, or start one, and return its cores. Raises NoCluster."""
        logging.getLogger("ray").setLevel(logging.CRITICAL)
        own = {
            "num_cpus": core_count(),
            "object_store_memory": OBJECT_STORE_BYTES,
            "include_dashboard": False,
            **ray_private.LOOPBACK,
        }
        if address != LOCAL and not address.startswith("ray://"):
            self._require_entry(address)
        try:
            self._ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.CRITICAL,
                **(own if address == LOCAL else {}),
            )
        except Exception as error:
            raise NoCluster(address, *_why_not(str(error))) from None
        self._direct = not address.startswith("ray://")
        if address != LOCAL:
            head = self._ray.get_runtime_context().gcs_address if self._direct else address
            threading.Thread(target=_watch_head, args=[head], daemon=True).start()
        return self.offered()

    def _require_entry(self, address: str) -> None:
        """Raise NoCluster if no Ray answers or ours is not its token: `ray.init` tries for 20 s."""
        try:
            ray_private.knock(self._ray, address)
        except self._ray.exceptions.AuthenticationError:
            ours, way_out = "this machine's is a different one", TOKEN
            if os.environ.get("RAY_AUTH_MODE") != "token":
                ours, way_out = "this machine shows none", SHOW if has_token() else TOKEN
            raise NoCluster(address, f"it asks for a token, and {ours}", way_out) from None
        except self._ray.exceptions.RpcError:
            raise NoCluster(address, "what listens there does not answer as Ray does") from None
        except Exception:  # `ray.init` will meet it, too, and explain it better
            return

    def guarded(self) -> bool:
        """Return True if the cluster requires its token, by trying without one, as a bot could.

        Through ray:// this cannot be tried; then it is enough that this machine has a token.
        """
        if os.environ.get("RAY_AUTH_MODE") != "token":  # Ray sets it if there is a token
            return False
        if not self._direct:
            return True
        address = self._ray.get_runtime_context().gcs_address
        try:
            knocking = subprocess.run(
                [sys.executable, "-P", "-c", ray_private.KNOCK, address],
                env={**os.environ, "RAY_AUTH_MODE": "disabled"},
                capture_output=True,
                check=False,
                timeout=SECONDS_TO_KNOCK,
            )
        except subprocess.TimeoutExpired:
            return False
        return b"AuthenticationError" in knocking.stderr


def main(number: int, parent: int) -> None:
    """Serve the driver's requests until it closes the cluster or is gone.

    Args:
        number: The file descriptor of the pipe.
        parent: The driver's process id.
    """
    collect_rarely()
    if sys.platform == "linux":
        parent = _fork_under_reaper(number, parent)
    kernel.die_with_parent()
    os.set_inheritable(number, False)
    threading.Thread(target=_watch, args=[parent], daemon=True).start()
    with suppress(EOFError, OSError):
        serve(Connection(number), Cluster())


def serve(pipe: Connection, head: Head) -> None:
    """Answer the driver's calls of a head's methods, until it closes it."""
    method, failure = "", None
    while method != "close":
        # While the driver stores results, so that it need not wait for these.
        while not pipe.poll(SECONDS_BETWEEN_COLLECTIONS):
            failure = failure or _answer(head.collect, [0])
        method, arguments, waits = pipe.recv()
        answer = failure or _answer(getattr(head, method), arguments)
        if waits:
            pipe.send(answer)
        else:
            failure = answer


def _fork_under_reaper(number: int, driver: int) -> int:
    """Fork, and return the parent's process id in the child, which goes on.

    The parent waits for the child or the driver to end, and then kills whatever is left below it:
    as a subreaper it inherits all processes whose own parent has ended.
    """
    kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, _kill_all_and_end)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGTERM)
    reaper = os.getpid()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        return reaper
    os.close(number)
    if os.getppid() != driver:  # it ended before prctl could ask for the signal
        _kill_all_and_end()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    kill_below(reaper)
    if code < 0:  # end by the same signal, from which the driver tells how the child ended
        os.kill(reaper, -code)
    os._exit(code)


def _kill_all_and_end(*_: object) -> None:
    """Kill all descendants of this process, and exit."""
    # No exception, which could interrupt killing that has begun: Ray's process and the driver may
    # end at the same time. The driver sends one signal when it closes, and another by its end.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    kill_below(os.getpid())
    os._exit(0)


def _answer(method: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Return what the method returns, or the exception that it raises."""
    try:
        return method(*arguments)
    except ArenaError as error:
        return error
    except Exception as error:
        return ClusterLost(first_line(f"Ray failed with {type(error).__name__}: {error}"))


def _watch(parent: int) -> None:
    """End this process as soon as its parent, or a daemon that it has started, has ended."""
    while os.getppid() == parent:
        with suppress(OSError, RuntimeError):  # Ray may be changing it at this moment
            if any(kind in DAEMONS for kind in ray_private.ended()):
                os._exit(DAEMON_LOST)
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(0)


def _watch_head(address: str) -> None:
    """End this process soon after the cluster's head is gone; Ray's own calls wait for a minute."""
    missed = 0
    while missed < MISSED_IN_A_ROW:
        time.sleep(SECONDS_BETWEEN_KNOCKS)
        try:
            knock(address, SECONDS_BETWEEN_KNOCKS)
            missed = 0
        except OSError:
            missed += 1
    os._exit(HEAD_LOST)


def _why_not(error: str) -> tuple[str, str]:
    """Explain why a cluster cannot be joined; the way out is "" if it is the usual one."""
    theirs = re.search(r"started with:\s*Ray: (\S+)\s*Python: (\S+)", error)
    if theirs is None:
        return first_line(error), ""
    ray, python = theirs.groups()
    return (
        f"it has Ray {ray} and Python {python}, and this machine {required_versions()}",
        "Install the same versions on all machines.",
    )
