"""Games go out in the order of the ledger, except to workers that cannot play them all."""

from collections.abc import Sequence

import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import GameSpec
from arena.tournament import game_queue as feeds
from arena.tournament.game_queue import GameQueue
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from arena.tournament.worker import Chunk
from ladder.tournaments.ledger import Ledger, Scheduled
from tests.support.fake_tournament import FakeTournament
from tests.support.fake_worker_pool import FakePlayer, InProcessPool

PLAN = Plan(
    games=(("anniversary", 3),), size=Size(rounds=2), time=TimeControl.parse("standard"), seed=7
)
GAMES = 2 * 10 * 3


class Choosy(InProcessPool):
    """Two workers of which one knows no "a"; the other is there only now and then."""

    size = 2

    def __init__(self) -> None:
        super().__init__(FakePlayer)
        self.waits = 0
        self.played: list[tuple[int, tuple[str, ...]]] = []

    def load(self, worker: int) -> int:
        return len(self._given) if worker == 0 else 0

    def kind(self, worker: int) -> str | None:
        return "all" if worker == 1 and self.waits % 5 == 4 else None if worker else "without a"

    def able(self, worker: int, bots: Sequence[BotSpec]) -> bool:
        return worker == 1 or "a" not in [bot.name for bot in bots]

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        self.played += [(worker, tuple(bot.name for bot in game.bots)) for game in games]
        super().give(worker, games)

    def wait(self, timeout: float) -> list[Chunk]:
        self.waits += 1
        return super().wait(timeout)


def test_a_worker_gets_only_games_that_it_can_play_and_none_is_forgotten(
    arena: FakeTournament,
) -> None:
    worker_pool = Choosy()
    outcome = arena.play(lambda: worker_pool)
    assert (outcome.played, outcome.left) == (GAMES, 0)
    assert arena.stored == (GAMES, GAMES)
    assert {worker for worker, bots in worker_pool.played if "a" in bots} == {1}
    assert 0 in {worker for worker, _ in worker_pool.played}


def test_what_was_passed_over_comes_first_for_the_next_who_can(arena: FakeTournament) -> None:
    queue = GameQueue(Ledger(arena.store, arena.tournament))
    order = GameQueue(Ledger(arena.store, arena.tournament)).take(GAMES)
    assert len(order) == GAMES

    def odd(game: Scheduled) -> bool:
        return game.game_id % 2 == 1

    some = queue.take(10, odd)
    assert some == [game for game in order if odd(game)][:10]
    reached = order.index(some[-1]) + 1
    passed = [game for game in order[:reached] if not odd(game)]
    assert queue.take(3) == passed[:3]
    queue.give_back(some[0], delay=0)
    assert queue.take(3, lambda game: not odd(game)) == passed[3:6]
    assert queue.take(3) == some[:1], "what was given back comes alone"
    rest = [*queue.take(len(passed) - 6), *queue.take(GAMES)]
    assert rest == [*passed[6:], *order[reached:]]
    assert not queue.waiting()


def test_no_kind_of_worker_is_asked_twice_about_a_game(
    arena: FakeTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nodes build bots, each round asked each of them about hundreds of games."""
    monkeypatch.setattr(feeds, "MOST_ASIDE", 40)
    queue = GameQueue(Ledger(arena.store, arena.tournament))
    asked: list[tuple[str, int]] = []

    def take(kind: str, parity: int) -> list[Scheduled]:
        def able(game: Scheduled) -> bool:
            asked.append((kind, game.game_id))
            return game.game_id % 2 == parity

        return queue.take(7, able, kind)

    taken = [
        game for _ in range(9) for game in (*take("none", 2), *take("odd", 1), *take("none", 2))
    ]
    assert len(taken) == GAMES // 2
    assert len(asked) == len({*asked})
    taken += [game for _ in range(9) for game in take("even", 0)]
    assert len({game.game_id for game in taken}) == GAMES and not queue.waiting()


def test_games_passed_over_hold_up_the_others_in_the_end(
    arena: FakeTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "MOST_ASIDE", 8)
    queue = GameQueue(Ledger(arena.store, arena.tournament))
    assert queue.take(64, lambda game: False) == []
    assert queue.waiting()
    assert len(queue.take(64)) == 8
    assert len(queue.take(64)) == GAMES - 8


def test_matches_that_were_dropped_are_not_played_though_they_lay_aside(
    arena: FakeTournament,
) -> None:
    queue = GameQueue(Ledger(arena.store, arena.tournament))
    assert queue.take(64, lambda game: False) == []
    with arena.store.transaction() as conn:
        conn.execute("UPDATE matches SET status = 'dropped' WHERE number % 2 = 0")
    queue.refresh()
    assert {game.match_number % 2 for game in queue.take(GAMES // 2 - 1)} == {1}
    with arena.store.transaction() as conn:
        conn.execute("UPDATE matches SET status = 'dropped'")
    queue.refresh()
    assert queue.take(GAMES) == [] and not queue.waiting()
