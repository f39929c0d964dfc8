"""Replaying games with a worker pool, as the driver sees it, without one."""

from collections.abc import Iterator, Sequence
from typing import Any

from arena.replay.stored_game import Number
from arena.replay.verification import Checked, Sent
from arena.tournament.replaying import replay_stored
from arena.tournament.run_events import Event, Notice, NoticeKind
from arena.tournament.worker import Chunk

TASKS = [[Sent(Number(False, number), b"") for number in task] for task in ((1, 2), (3,), (4,))]
GONE = Notice(NoticeKind.NODE_GONE, {"node": "one", "cause": "it does not answer"})


class FakePool:
    """Two workers, of which the second comes late; what is given ends as `lose` says."""

    closed = False

    def __init__(self, lose: Sequence[int], running: bool = True) -> None:
        self.size, self.lose, self.running = 0, list(lose), running
        self.given: list[tuple[int, Any]] = []
        self.most = 0

    def able(self, worker: int, bots: Sequence[Any]) -> bool:
        return not bots

    def load(self, worker: int) -> int:
        return sum(owner == worker for owner, _ in self.given)

    def give(self, worker: int, games: Any) -> None:
        self.given.append((worker, games))
        self.most = max(self.most, self.load(worker))

    def wait(self, timeout: float) -> list[Any]:
        if self.size < 2:
            self.size += 1
            return []
        worker, games = self.given.pop(0)
        for number in (game.number.number for game in games):
            if number in self.lose:
                self.lose.remove(number)
                lost = Chunk(worker, games, lost="it crashed\nin C", running=self.running)
                return [GONE, lost]
        outcomes: Any = tuple(Checked(game.number) for game in games)
        return [Chunk(worker, games, outcomes)]

    def close(self, drop: bool) -> None:
        self.closed = drop


def run(worker_pool: FakePool, told: list[Event]) -> Iterator[int]:
    for results in replay_stored(worker_pool, iter(TASKS), told.append):
        yield from (each.number.number for each in results)


def test_all_games_are_replayed_once_however_often_a_worker_is_lost() -> None:
    worker_pool, told = FakePool(lose=[3, 1, 3]), list[Event]()
    assert sorted(run(worker_pool, told)) == [1, 2, 3, 4]
    assert told == [GONE] * 3
    assert worker_pool.closed and not worker_pool.given and worker_pool.most == 2


def test_a_game_over_which_workers_are_lost_is_wrong_and_the_others_are_replayed() -> None:
    """The last game of its task: those before it are not to blame."""
    worker_pool = FakePool(lose=[2] * 9)
    done = [each for some in replay_stored(worker_pool, iter(TASKS), print) for each in some]
    assert {each.number.number: each.wrong for each in done} == dict.fromkeys((1, 3, 4), "") | {
        2: "It cannot be replayed: 3 workers were lost over it, the last: it crashed."
    }
    assert worker_pool.closed


def test_what_a_lost_node_had_not_begun_is_not_to_blame() -> None:
    worker_pool = FakePool(lose=[2] * 9, running=False)
    assert sorted(run(worker_pool, [])) == [1, 2, 3, 4]
