"""What takes a while and is always needed, begun before it is known what will be played."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from arena.sandbox.probe import begin
from arena.tournament.limits import make_room
from arena.tournament.worker_process import WorkerProcess

MODULE = "arena.referee.seating"
"""What workers import first."""

Early = list[WorkerProcess]
"""The processes that wait for a crew to take them."""


@contextmanager
def early(elsewhere: bool = False) -> Iterator[Early]:
    """Starts a process, beside which the caller imports and prepares, and tries the sandbox.

    One process is enough for the first game; more would be in the caller's way where cores are
    few. It ends with the block unless a crew has taken it. elsewhere: others play the games, so
    nothing is begun. Raises LimitTooLow.
    """
    if elsewhere:
        yield []
        return
    make_room()
    waiting: Early = []
    trial: Thread | None = None
    try:
        waiting.append(WorkerProcess(MODULE))
        with suppress(RuntimeError):  # no thread is left: who asks for the level tries it
            trial = begin()
        yield waiting
    finally:
        for process in waiting:
            process.end()
        if trial is not None:
            trial.join()
