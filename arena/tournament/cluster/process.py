"""The process that uses the cluster: joins it, or starts one, and does what the driver asks.

It ends, without a word, when the driver does, or a daemon of Ray's that it has started: Ray itself
would wait for a minute. On Linux another process above it then ends all that it has started: two of
Ray's agents would outlive the driver by that minute.
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
from arena.sandbox.processes import kill_below
from arena.text.phrases import first_line
from arena.tournament.cluster import private
from arena.tournament.cluster.client import DAEMON_LOST, LOCAL, TOKEN, ClusterLost, NoCluster
from arena.tournament.cluster.head import Overseer, ours
from arena.tournament.worker_process import cores

DAEMONS = ("raylet", "gcs_server")
"""Those without which Ray cannot go on."""
OBJECT_STORE_BYTES = 80_000_000
"""The shared memory of a cluster of our own, near the least it takes; results are kilobytes."""
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_TO_KNOCK = 20.0


class Cluster(Overseer):
    """A cluster that can be joined; what Link asks is a call of a method of this."""

    def __init__(self) -> None:
        import ray  # not at the top, so that it is loaded in this process alone
        from ray.util import metrics
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        super().__init__(ray, NodeAffinitySchedulingStrategy, metrics)

    def connect(self, address: str) -> int:
        """Joins the cluster, or starts one. The cores it has now. Raises NoCluster."""
        logging.getLogger("ray").setLevel(logging.CRITICAL)
        own = {
            "num_cpus": len(cores()) or os.cpu_count(),
            "object_store_memory": OBJECT_STORE_BYTES,
            "include_dashboard": False,
            **private.LOOPBACK,
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
        return self.offered()

    def _require_entry(self, address: str) -> None:
        """Raises NoCluster where our token is not the cluster's; `ray.init` would try for 20 s."""
        try:
            private.knock(self._ray, address)
        except self._ray.exceptions.AuthenticationError:
            ours = "the one of this machine is another"
            if os.environ.get("RAY_AUTH_MODE") != "token":  # which Ray sets where a token exists
                ours = "this machine shows none"
            raise NoCluster(address, f"it asks for a token, and {ours}", TOKEN) from None
        except Exception:  # `ray.init` finds it, too, and has more to say
            return

    def guarded(self) -> bool:
        """True if it answers only to those who have its token: tries it without, as a bot could.

        Through ray:// that cannot be tried; then it is enough that there is a token here.
        """
        if os.environ.get("RAY_AUTH_MODE") != "token":  # which Ray sets where a token exists
            return False
        if not self._direct:
            return True
        address = self._ray.get_runtime_context().gcs_address
        try:
            knocking = subprocess.run(
                [sys.executable, "-P", "-c", private.KNOCK, address],
                env={**os.environ, "RAY_AUTH_MODE": "disabled"},
                capture_output=True,
                check=False,
                timeout=SECONDS_TO_KNOCK,
            )
        except subprocess.TimeoutExpired:
            return False
        return b"AuthenticationError" in knocking.stderr


def main(number: int, parent: int) -> None:
    """Do what is asked until it is asked to close, or nobody is there any more to ask.

    number: the pipe's, as a file. parent: the driver's process id.
    """
    if sys.platform == "linux":
        parent = _below_a_sweeper(number, parent)
    kernel.die_with_parent()
    os.set_inheritable(number, False)
    pipe = Connection(number)
    threading.Thread(target=_watch, args=[parent], daemon=True).start()
    cluster = Cluster()
    with suppress(EOFError, OSError):
        while True:
            method, arguments = pipe.recv()
            pipe.send(_answer(getattr(cluster, method), arguments))
            if method == "close":
                return


def _below_a_sweeper(number: int, driver: int) -> int:
    """Go on in a child, and return its parent, which waits for its end or the driver's, and then
    kills whatever is left below it: what loses its own parent falls to it."""
    kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGTERM)
    sweeper = os.getpid()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        return sweeper
    os.close(number)
    try:
        if os.getppid() != driver:  # it ended before we could be told
            sys.exit()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        kill_below(sweeper)
    if code < 0:  # the driver says how it ended
        os.kill(sweeper, -code)
    os._exit(code)


def _answer(method: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Return what the method returns, or the exception that it raises."""
    try:
        return method(*arguments)
    except ArenaError as error:
        return error
    except Exception as error:
        return ClusterLost(first_line(f"Ray failed with {type(error).__name__}: {error}"))


def _watch(parent: int) -> None:
    """Ends this process as soon as its parent or a daemon that it has started has ended."""
    while os.getppid() == parent:
        with suppress(OSError, RuntimeError):  # what is looked at changes meanwhile
            if any(kind in DAEMONS for kind in private.ended()):
                os._exit(DAEMON_LOST)
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(0)


def _why_not(error: str) -> tuple[str, str]:
    """Why a cluster cannot be joined, and the way out; that is "" where it is the usual one."""
    theirs = re.search(r"started with:\s*Ray: (\S+)\s*Python: (\S+)", error)
    if theirs is None:
        return first_line(error), ""
    ray, python = theirs.groups()
    return (
        f"it has Ray {ray} and Python {python}, and this machine {ours()}",
        "Install the same versions on all machines.",
    )
