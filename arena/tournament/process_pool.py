"""A worker pool of plain processes on this machine, one to a core.

A lost process is replaced at once. A moment after the driver has ended, however it ends, none of
them is left.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait

from arena.referee.bot import BotSpec
from arena.referee.game_types import GameSpec
from arena.tournament.worker import Chunk, WorkersFail
from arena.tournament.worker_process import (
    PLAYS,
    EarlyProcesses,
    ProcessLost,
    Work,
    WorkerProcess,
    cores,
    raise_limits,
    short_reason,
)

SECONDS_TO_CLOSE = 10.0
"""How long bots may take to end by themselves; usually some hundredths of a second."""
LOST_IN_A_ROW = 3
"""Losses in a row, for each worker, after which the run ends."""


class ProcessPool:
    """Processes on this machine, one to a core."""

    def __init__(
        self,
        size: int,
        make: Callable[[], Work],
        pin: bool = True,
        early: EarlyProcesses | None = None,
        module: str = PLAYS,
    ) -> None:
        """Start the processes.

        Args:
            size: Their number.
            make: Makes, in each of them, what does the work.
            pin: Whether each keeps to one core, with its bots.
            early: Processes that have been started already, used first.
            module: What new processes import first.
        """
        raise_limits()
        self.size = size
        self._make = make
        self._module = module
        self._early = early or []
        self._cores = cores() if pin else []
        self._given: list[deque[tuple[GameSpec, ...]]] = [deque() for _ in range(size)]
        self._lost_in_a_row = 0
        self._processes: list[WorkerProcess] = []
        try:
            for worker in range(size):
                self._processes.append(self._started(worker))
        except BaseException:
            self.close(drop=True)
            raise

    def load(self, worker: int) -> int:
        """Return the number of chunks that a worker has in hand."""
        return len(self._given[worker])

    def kind(self, worker: int) -> str:
        """Return "": all are on this machine."""
        return ""

    def able(self, worker: int, bots: Sequence[BotSpec]) -> bool:
        """Return True: all workers are on one machine, where all bots run."""
        return True

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Queue a chunk behind those that the worker has."""
        self._given[worker].append(tuple(games))
        self._processes[worker].give(tuple(games))

    def wait(self, timeout: float) -> list[Chunk]:
        """Return the chunks that have ended. Raises WorkersFail if workers keep dying."""
        busy = [worker for worker in range(self.size) if self.load(worker)]
        ready = wait([self._processes[worker].pipe for worker in busy], timeout)
        chunks: list[Chunk] = []
        lost: dict[int, str] = {}
        for worker in busy:
            if self._processes[worker].pipe in ready:
                try:
                    chunks += self._take_in(worker)
                except ProcessLost as reason:
                    lost[worker] = str(reason)
        # First the results, to be stored before a loss can end the run: it will be seen again.
        if chunks:
            return chunks
        return [chunk for worker, reason in lost.items() for chunk in self._replace(worker, reason)]

    def close(self, drop: bool) -> None:
        """End the processes and their bots; with `drop`, without waiting for anything."""
        end = time.monotonic() + (0 if drop else SECONDS_TO_CLOSE)
        if not drop:
            for process in self._processes:  # all at once, so that they end side by side
                process.hang_up()
        for process in self._processes:
            process.end(max(0.0, end - time.monotonic()))

    def _started(self, worker: int) -> WorkerProcess:
        core = self._cores[worker % len(self._cores)] if self._cores else None
        process = self._early.pop() if self._early else WorkerProcess(self._module)
        process.begin(self._make, core)
        return process

    def _take_in(self, worker: int) -> list[Chunk]:
        answers = self._processes[worker].answers()
        if answers:  # something works, so losses so far are no reason to give up
            self._lost_in_a_row = 0
        return [Chunk(worker, self._given[worker].popleft(), answer) for answer in answers]

    def _replace(self, worker: int, reason: str) -> list[Chunk]:
        """Replace a lost process, and return the chunks that it had as lost."""
        self._lost_in_a_row += 1
        if self._lost_in_a_row > LOST_IN_A_ROW * self.size:
            what = short_reason(reason)
            raise WorkersFail(f"Workers die as fast as they are started. The last one: {what}.")
        process, given = self._processes[worker], self._given[worker]
        # The first chunk was running unless the process had died before it could be sent.
        begun = process.ready and process.unsent < len(given)
        process.end()
        self._processes[worker] = self._started(worker)
        self._given[worker] = deque()
        return [
            Chunk(worker, games, lost=reason, running=begun and number == 0)
            for number, games in enumerate(given)
        ]
