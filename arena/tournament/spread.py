"""Long work on all cores of this machine: the same is done with many things, by processes."""

from collections.abc import Callable, Generator, Iterable
from multiprocessing.connection import wait
from typing import Any

from arena.tournament.limits import make_room
from arena.tournament.worker import WorkersFail
from arena.tournament.worker_process import ProcessLost, Work, WorkerProcess, brief

IN_HAND = 2
"""Tasks that a process has: the one it does, and the next."""


def spread(
    make: Callable[[], Work], module: str, tasks: Iterable[Any], size: int
) -> Generator[Any, None, None]:
    """The answers to the tasks, each as it comes: not in the order of the tasks.

    make: makes what does them, in each of `size` processes. module: what these import first.
    However this ends, the processes end with it. Raises WorkersFail if one is lost.
    """
    make_room()
    processes: list[WorkerProcess] = []
    to_do = iter(tasks)
    try:
        for _ in range(size):
            processes.append(WorkerProcess(module))
            processes[-1].begin(make)
        in_hand = dict.fromkeys(processes, 0)
        while True:
            for process in [each for _ in range(IN_HAND) for each in processes]:
                if in_hand[process] < IN_HAND and (task := next(to_do, None)) is not None:
                    process.give(task)
                    in_hand[process] += 1
            busy = [process for process in processes if in_hand[process]]
            if not busy:
                return
            ready = wait([process.pipe for process in busy])
            for process in busy:
                if process.pipe in ready:
                    answers = process.answers()
                    in_hand[process] -= len(answers)
                    yield from answers
    except ProcessLost as lost:
        raise WorkersFail(
            f"A process that did a part of this was lost: {brief(str(lost))}."
        ) from None
    finally:
        for process in processes:
            process.end()
