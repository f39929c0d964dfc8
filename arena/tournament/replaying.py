"""Replays of many stored games by a worker pool, here or on a cluster."""

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import islice
from typing import Any

from arena.replay.stored_game import Number
from arena.replay.verification import Checked, Sent
from arena.tournament.progress import Event
from arena.tournament.worker import Chunk, WorkerPool, WorkersFail

IN_HAND = 2
"""The tasks that a worker has: the current one and the next."""
SECONDS_TO_WAIT = 1.0
MOST_LOST = 3
"""The workers that may be lost over the same game."""


def replay_stored(
    worker_pool: WorkerPool, tasks: Iterable[Sequence[Sent]], tell: Callable[[Event], None]
) -> Generator[Sequence[Checked], None, None]:
    """Replay stored games, and yield the results of each task as they come, in any order.

    Args:
        worker_pool: Workers that are Checkers; it is closed at the end. Another worker does what a
            lost one had.
        tasks: Games to be replayed together.
        tell: Hears news of nodes.

    Raises:
        WorkersFail: Workers keep dying, at one game or at all, or the cluster is lost for good, or
            none of its nodes can replay.
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
                if worker_pool.able(worker, ()) and worker_pool.load(worker) < IN_HAND and more():
                    in_hand += len(ahead[0])
                    # Not games to be played; a worker pool looks at their bots only in `able`.
                    task: Any = ahead.popleft()
                    worker_pool.give(worker, task)
            for each in worker_pool.wait(SECONDS_TO_WAIT):
                if not isinstance(each, Chunk):
                    tell(each)
                    continue
                games: Any = each.games
                results: Any = each.outcomes
                in_hand -= len(games)
                if not each.lost:
                    yield results
                    continue
                # One by one from now on, to find the one that kills workers.
                ahead.extendleft((game,) for game in reversed(games))
                first = games[0].number
                lost[first] += each.running
                if lost[first] > MOST_LOST:
                    raise WorkersFail(
                        f"Game {first} cannot be replayed: {lost[first]} workers were lost over "
                        f"it. The last: {each.lost.splitlines()[0]}."
                    )
    finally:
        worker_pool.close(drop=True)
