"""What is told of a tournament before it begins, by each kind of size."""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pytest

from arena.compiled import BuildState
from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.rules import catalogue, table_sizes
from arena.tournament.estimate import Estimate, estimate
from arena.tournament.lifecycle import create
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from tests.support.fake_tournament import FakeTournament
from tests.support.fake_worker_pool import FakePlayer, InProcessPool, ended

Make = Callable[..., FakeTournament]
GAMES = (("anniversary", 3), ("classic", 4))
IN_ROUND = 10 * 3 + 5 * 4


@pytest.fixture
def ladder(tournaments: Make) -> FakeTournament:
    return tournaments(plan(Size(rounds=4)))


def plan(size: Size, seed: int = 1) -> Plan:
    return Plan(GAMES, size, TimeControl.parse("standard"), seed=seed)


def expected(ladder: FakeTournament, size: Size, seed: int = 2) -> Estimate:
    number = create(ladder.store, plan(size, seed), ladder.bots)
    return estimate(ladder.store, number, workers=2)


@pytest.mark.parametrize(
    ("size", "games"),
    [
        (Size(rounds=3), 3 * IN_ROUND),
        (Size(games=100), 100),
        (Size(seconds=60), 60 * 2 * 4),
    ],
)
@pytest.mark.parametrize(("compiled", "in_process"), [(False, 0.25 / 16), (True, 0.25 / 43)])
def test_without_any_game_it_goes_by_one_of_each_pool_without_processes(
    ladder: FakeTournament,
    monkeypatch: pytest.MonkeyPatch,
    size: Size,
    games: int,
    compiled: bool,
    in_process: float,
) -> None:
    looks = count()  # three: two games are played in between
    clock = SimpleNamespace(thread_time=lambda: next(looks) * in_process * 2 / 3)
    monkeypatch.setattr("arena.tournament.estimate.time", clock)
    monkeypatch.setattr("arena.tournament.estimate.state", lambda: BuildState(compiled, ""))
    found = expected(ladder, size)
    assert (found.games, found.measured, found.pools) == (games, 0, 2)
    assert found.seconds == pytest.approx(games * 0.25 / 2, rel=0.01)
    assert "by this machine's speed" in str(found)


def test_measuring_takes_no_longer_than_a_moment(ladder: FakeTournament) -> None:
    few = len(ladder.bots)
    every = [(name, size) for name in catalogue() for size in table_sizes(name) if size <= few]
    terms = replace(plan(Size(rounds=1), seed=2), games=tuple(every))
    number = create(ladder.store, terms, ladder.bots)
    began = time.thread_time()
    found = estimate(ladder.store, number, workers=1)
    assert time.thread_time() - began < 1
    assert 5 < found.seconds / found.games * 1000 < 5000


def test_it_goes_by_games_that_were_measured(ladder: FakeTournament) -> None:
    ladder.play()
    ladder.store.conn.execute(
        "UPDATE results SET time_ms = (SELECT 100 * players FROM ledger "
        "WHERE ledger.game_id = results.game_id)"
    )
    found = expected(ladder, Size(rounds=2))
    assert found.seconds == pytest.approx(2 * (30 * 0.3 + 20 * 0.4) / 2)
    assert "from games measured here" in str(found)
    ladder.store.conn.execute("UPDATE pools SET variant = 'plus' WHERE variant = 'classic'")
    found = expected(ladder, Size(rounds=2), seed=3)
    assert found.seconds == pytest.approx(2 * IN_ROUND * 0.3 / 2)
    assert "measured in 1 of 2 pools" in str(found)


@pytest.mark.slow
@pytest.mark.parametrize("interval", [40, 30, 20])
@pytest.mark.parametrize("before", [0, 4])
def test_until_sure_is_about_as_long_as_it_turns_out(
    tournaments: Make, before: int, interval: float
) -> None:
    """It knows by what the tournament ends, and of the round that is written before that shows."""
    ladder = tournaments(plan(Size(rounds=before or 1)))
    if before:
        ladder.play()
    found = expected(ladder, Size(interval=interval))
    ladder.tournament = 2
    played = ladder.play().played
    rough = 0.5 if before == 0 else 0.3  # a guess, which takes bots for less equal than these
    assert found.games == pytest.approx(played, rel=rough, abs=IN_ROUND)


def test_a_tournament_is_at_least_one_round(ladder: FakeTournament) -> None:
    ladder.play()
    assert expected(ladder, Size(interval=60)).games == IN_ROUND


class Unbeaten(FakePlayer):
    """Bot a wins every game."""

    def play(self, spec: GameSpec) -> FinishedGame:
        played = super().play(spec)
        scores = tuple(
            20 if bot.name == "a" else score
            for bot, score in zip(spec.bots, played.scores, strict=True)
        )
        return ended(spec, scores, played.seats)


@pytest.mark.slow
def test_a_bot_that_never_loses_does_not_make_it_longer(ladder: FakeTournament) -> None:
    """Its ± may never get narrow, and the tournament does not wait for that either."""
    ladder.play(lambda: InProcessPool(Unbeaten))
    found = expected(ladder, Size(interval=45))
    ladder.tournament = 2
    played = ladder.play(lambda: InProcessPool(Unbeaten)).played
    assert found.games == pytest.approx(played, rel=0.3, abs=IN_ROUND)
