"""Replaying games with a worker pool, as the driver sees it, without one."""

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

import pytest

from arena.replay.stored_game import Number
from arena.replay.verification import Checked, Sent
from arena.tournament.replaying import checkers, replay_stored
from arena.tournament.worker import Chunk
from arena.tournament.worker_process import core_count

TASKS = [[Sent(Number(False, number), b"") for number in task] for task in ((1, 2), (3,), (4,))]


class FakePool:
    """Two workers; what is given ends as `lose` says."""

    closed, size = False, 2

    def __init__(self, lose: Sequence[int], running: bool = True) -> None:
        self.lose, self.running = list(lose), running
        self.given: list[tuple[int, Any]] = []
        self.most = 0

    def load(self, worker: int) -> int:
        return sum(owner == worker for owner, _ in self.given)

    def give(self, worker: int, games: Any) -> None:
        self.given.append((worker, games))
        self.most = max(self.most, self.load(worker))

    def wait(self, timeout: float) -> list[Any]:
        worker, games = self.given.pop(0)
        for number in (game.number.number for game in games):
            if number in self.lose:
                self.lose.remove(number)
                return [Chunk(worker, games, lost="it crashed\nin C", running=self.running)]
        outcomes: Any = tuple(Checked(game.number) for game in games)
        return [Chunk(worker, games, outcomes)]

    def close(self, drop: bool) -> None:
        self.closed = drop


def run(worker_pool: Any) -> Iterator[int]:
    for results in replay_stored(worker_pool, iter(TASKS)):
        yield from (each.number.number for each in results)


def test_all_games_are_replayed_once_however_often_a_worker_is_lost() -> None:
    worker_pool = FakePool(lose=[3, 1, 3])
    assert sorted(run(worker_pool)) == [1, 2, 3, 4]
    assert worker_pool.closed and not worker_pool.given and worker_pool.most == 2


def test_a_game_over_which_workers_are_lost_is_wrong_and_the_others_are_replayed() -> None:
    """The last game of its task: those before it are not to blame."""
    worker_pool: Any = FakePool(lose=[2] * 9)
    done = [each for some in replay_stored(worker_pool, iter(TASKS)) for each in some]
    assert {each.number.number: each.wrong for each in done} == dict.fromkeys((1, 3, 4), "") | {
        2: "It cannot be replayed: 3 workers were lost over it, the last: it crashed."
    }
    assert worker_pool.closed


def test_what_a_lost_worker_had_not_begun_is_not_to_blame() -> None:
    assert sorted(run(FakePool(lose=[2] * 9, running=False))) == [1, 2, 3, 4]


def test_where_the_system_does_not_tell_its_cores_games_are_checked_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on macOS, where a pool of no workers waited for ever."""
    monkeypatch.delattr(os, "sched_getaffinity")
    with closing(replay_stored(checkers(core_count()), iter(TASKS))) as results:
        assert sum(len(each) for each in results) == 4
