"""The process that uses the cluster: joins it, or starts one, and does what the driver asks.

It ends, without a word, when the driver does, or a daemon of Ray's that it has started: Ray itself
would wait for a minute.
"""

import logging
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from arena.cluster.link import DAEMON_LOST, LOCAL, ClusterLost, NoCluster
from arena.cluster.overseer import Overseer, ours
from arena.errors import ArenaError
from arena.text.phrases import first_line
from arena.tournament.worker_process import cores, die_with_parent

DAEMONS = ("raylet", "gcs_server")
"""Those without which Ray cannot go on."""
OBJECT_STORE_BYTES = 80_000_000
"""The shared memory of a cluster of our own, near the least it takes; results are kilobytes."""
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_TO_KNOCK = 20.0
KNOCK = "import sys; from ray._raylet import GcsClient; GcsClient(address=sys.argv[1])"


class Cluster(Overseer):
    """A cluster that can be joined; what Link asks is a call of a method of this."""

    def __init__(self) -> None:
        import ray  # not at the top, so that it is loaded in this process alone
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        super().__init__(ray, NodeAffinitySchedulingStrategy)

    def connect(self, address: str) -> int:
        """Joins the cluster, or starts one. The cores it has now. Raises NoCluster."""
        logging.getLogger("ray").setLevel(logging.CRITICAL)
        own = {
            "num_cpus": len(cores()) or os.cpu_count(),
            "object_store_memory": OBJECT_STORE_BYTES,
            "include_dashboard": False,
            "_node_ip_address": "127.0.0.1",
        }
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
                [sys.executable, "-P", "-c", KNOCK, address],
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
    die_with_parent()
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
        node = getattr(sys.modules.get("ray._private.worker"), "_global_node", None)
        with suppress(OSError, RuntimeError):  # what is looked at changes meanwhile
            if any(kind in DAEMONS for kind, _ in (node.dead_processes() if node else ())):
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
