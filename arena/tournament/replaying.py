"""Replays of many stored games by worker processes."""

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from arena.replay.stored_game import Number
from arena.replay.verification import Checked, LimitedChecker, Sent
from arena.tournament.process_pool import ProcessPool
from arena.tournament.worker_process import core_count
from ladder.database.errors import DamagedRecord, UnknownGame
from ladder.database.store import Store

FEW = 32
"""Games for each process: with fewer, starting it takes longer than it saves."""
TASK = 16
"""Games that a process is given at a time: a third of a second, or so."""
IN_HAND = 2
"""The tasks that a worker has: the current one and the next."""
SECONDS_TO_WAIT = 1.0
MOST_LOST = 2
"""The workers that may be lost over the same game."""


def checkers(size: int) -> ProcessPool:
    """Start so many workers that check what anybody may have sent."""
    return ProcessPool(size, LimitedChecker, pin=False, module=LimitedChecker.__module__)


def replay_stored(
    worker_pool: ProcessPool, tasks: Iterable[Sequence[Sent]]
) -> Generator[Sequence[Checked], None, None]:
    """Replay stored games, and yield the results of each task as they come, in any order.

    Args:
        worker_pool: Workers that are LimitedCheckers; it is closed at the end. Another worker does
            what a lost one had.
        tasks: Games to be replayed together.

    Raises:
        WorkersFail: Workers keep dying.
    """
    to_do, ahead, in_hand = iter(tasks), deque[tuple[Sent, ...]](), 0
    lost: Counter[Number] = Counter()

    def more() -> bool:
        if not ahead:
            ahead.extend(map(tuple, islice(to_do, 1)))
        return bool(ahead)

    try:
        while more() or in_hand:
            for worker in [each for _ in range(IN_HAND) for each in range(worker_pool.size)]:
                if worker_pool.load(worker) < IN_HAND and more():
                    in_hand += len(ahead[0])
                    task: Any = ahead.popleft()  # not games to be played
                    worker_pool.give(worker, task)
            for each in worker_pool.wait(SECONDS_TO_WAIT):
                games: Any = each.games
                results: Any = each.outcomes
                in_hand -= len(games)
                if not each.lost:
                    yield results
                    continue
                first = games[0].number
                lost[first] += each.running
                if lost[first] > MOST_LOST:
                    why = f"{lost[first]} workers were lost over it, the last: {each.lost}"
                    yield [Checked(first, f"It cannot be replayed: {why.splitlines()[0]}.")]
                    games = games[1:]
                # One by one from now on, to find the one that kills workers.
                ahead.extendleft((game,) for game in reversed(games))
    finally:
        worker_pool.close(drop=True)


def check_stored(
    store: Store, numbers: Sequence[Number], most: int | None, trades: bool
) -> Generator[Sequence[Checked], None, None]:
    """Check stored games in any order, by limited processes.

    Args:
        store: The ladder that has them.
        numbers: The games.
        most: Workers in all.
        trades: True to list the trades as well.
    """
    gone: list[Checked] = []

    def read() -> Iterator[list[Sent]]:
        for start in range(0, len(numbers), TASK):
            task = []
            for number in numbers[start : start + TASK]:
                try:
                    task.append(Sent(number, number.packed(store), trades=trades))
                except (UnknownGame, DamagedRecord) as error:
                    gone.append(Checked(number, str(error)))
            if task:
                yield task

    if numbers:
        size = max(1, min(most or core_count(), len(numbers) // FEW))
        yield from replay_stored(checkers(size), read())
    yield gone
