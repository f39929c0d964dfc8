"""The process in which Ray runs: the driver asks it through a pipe to start workers and use them.

It ends, without a word, when its parent or one of Ray's daemons does: the driver sees that at once
and knows from the exit code what happened.
"""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from arena.errors import ArenaError
from arena.referee.game import GameSpec
from arena.sandbox import kernel
from arena.tournament.worker import Failed, MakePlayer, Worker, WorkersFail
from ladder.result import GameResult

OBJECT_STORE_BYTES = 80_000_000
"""Ray's shared memory, near the least it takes; results are a few kilobytes."""
DAEMONS = {"raylet": 3, "gcs_server": 4}
"""Ray cannot go on without them; and the exit code that says which one ended."""
SECONDS_BETWEEN_LOOKS = 0.2


class RayLost(Exception):
    """Ray has failed, or the process in which it runs is gone; the message says what happened."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What became of the chunk of that number; see arena.tournament.worker.Chunk."""

    number: int
    outcomes: tuple[GameResult | Failed, ...] = ()
    seconds: float = 0.0
    lost: str = ""
    running: bool = False


class RayWorker(Worker):
    """A worker in a separate process."""

    def __init__(self, make_player: MakePlayer, core: int | None) -> None:
        # Workers notice by themselves too, but seconds later; their bots would play on till then.
        die_with_parent()
        super().__init__(make_player, core)


class Actors:
    """The workers, numbered from 0; what RayCrew asks for is a call of a method of this."""

    def __init__(self) -> None:
        import ray  # not at the top: the driver, who never uses it, imports this file as well

        self._ray = ray
        self._given: dict[Any, tuple[int, int]] = {}  # by Ray's reference: worker, number
        self._in_vain = 0  # workers lost since one last brought something

    def start(self, size: int, folder: Path, pin: bool, make_player: MakePlayer) -> str:
        """Starts Ray and hires the workers; returns the name of Ray's folder in `folder`."""
        self._cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self._pin = pin and bool(self._cores)
        self._make_player = make_player
        logging.getLogger("ray").setLevel(logging.ERROR)
        context = self._ray.init(
            address="local",
            num_cpus=size,
            object_store_memory=OBJECT_STORE_BYTES,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
            _node_ip_address="127.0.0.1",
            _temp_dir=str(folder),
        )
        self._actors = [self._hire(worker) for worker in range(size)]
        return Path(context.address_info["session_dir"]).name

    def give(self, worker: int, number: int, games: Sequence[GameSpec]) -> None:
        """Queues a chunk behind what the worker has."""
        self._given[self._actors[worker].play.remote(games)] = (worker, number)

    def wait(self, timeout: float) -> list[Ended]:
        """The chunks that have ended. Raises WorkersFail if workers keep dying at their start."""
        waiting = list(self._given)
        ready, _ = self._ray.wait(waiting, num_returns=1, timeout=timeout)
        if len(waiting) > 1 and ready:  # and those that are there already
            ready, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=0)
        ended: list[Ended] = []
        for reference in ready:
            if reference in self._given:  # else it went with its worker, a moment ago
                ended += self._collect(reference)
        return ended

    def close(self, drop: bool) -> None:
        """Ends workers, bots and Ray; `drop` without waiting for anything."""
        if not drop:
            with suppress(Exception):
                self._ray.get([actor.close.remote() for actor in self._actors], timeout=10)
        for actor in self._actors:
            with suppress(Exception):
                self._ray.kill(actor)
        self._ray.shutdown()

    def _hire(self, worker: int) -> Any:
        actor = self._ray.remote(RayWorker).options(num_cpus=1, max_restarts=0, max_task_retries=0)
        core = self._cores[worker % len(self._cores)] if self._pin else None
        return actor.remote(self._make_player, core)

    def _collect(self, reference: Any) -> list[Ended]:
        worker, number = self._given[reference]
        try:
            outcomes, seconds = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            _end_with_daemons()  # then it is no fault of the worker, or of its game
            return self._replace(worker, self._why(error))
        del self._given[reference]
        self._in_vain = 0
        return [Ended(number, outcomes, seconds)]

    def _replace(self, worker: int, reason: str) -> list[Ended]:
        """Puts a new actor in the place of a lost one; what the lost one had is lost with it."""
        self._in_vain += 1
        if self._in_vain > 3 * len(self._actors):
            what = reason.splitlines()[0]
            raise WorkersFail(f"Workers die as fast as they are started. Of the last one {what}.")
        with suppress(Exception):
            self._ray.kill(self._actors[worker])
        self._actors[worker] = self._hire(worker)
        ended: list[Ended] = []
        for reference in [ref for ref, (owner, _) in self._given.items() if owner == worker]:
            _, number = self._given.pop(reference)
            try:  # it may have ended just before
                outcomes, seconds = self._ray.get(reference, timeout=5)
                ended.append(Ended(number, outcomes, seconds))
            except self._ray.exceptions.RayError:
                begun = not any(each.lost for each in ended)
                ended.append(Ended(number, lost=reason, running=begun))
        return ended

    def _why(self, error: Exception) -> str:
        """What happened to a lost worker, in words; then what Ray says, which is longer."""
        if isinstance(error, self._ray.exceptions.OutOfMemoryError):
            what = "the process was ended by Ray, because memory ran out"
        else:
            what = "the process was killed or crashed, perhaps because memory ran out"
        return "\n".join([what, *str(error).strip().splitlines()[:4]])


def die_with_parent() -> None:
    """Ends this process at once when its parent ends."""
    if sys.platform == "linux":
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)


def _watch(parent: int) -> None:
    """Ends this process as soon as its parent or a daemon has: Ray would wait for a minute."""
    while os.getppid() == parent:
        with suppress(OSError, RuntimeError):  # what is looked at changes meanwhile
            _end_with_daemons()
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(0)


def _end_with_daemons() -> None:
    """Ends this process if one of Ray's daemons has ended, with the exit code that says which."""
    node = getattr(sys.modules.get("ray._private.worker"), "_global_node", None)
    for kind, _ in node.dead_processes() if node else ():  # none before Ray has started
        if kind in DAEMONS:
            os._exit(DAEMONS[kind])


def main(number: int, parent: int, make: Callable[[], Any] = Actors) -> None:
    """Does what is asked until it is asked to close, or nobody is there any more to ask.

    number: the pipe's, as a file. parent: the driver's process id. make: what is asked.
    """
    die_with_parent()
    os.set_inheritable(number, False)
    pipe = Connection(number)
    threading.Thread(target=_watch, args=[parent], daemon=True).start()
    asked = make()
    with suppress(EOFError, OSError):
        while True:
            method, arguments = pipe.recv()
            pipe.send(_answer(getattr(asked, method), arguments))
            if method == "close":
                return


def _answer(method: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """What the method returns, or as an exception what it raises."""
    try:
        return method(*arguments)
    except ArenaError as error:
        return error
    except Exception as error:
        return RayLost(f"Ray failed with {type(error).__name__}: {error}".splitlines()[0])
