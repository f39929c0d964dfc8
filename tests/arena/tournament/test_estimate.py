"""What is told of a tournament before it begins, by each kind of size."""

from collections.abc import Callable

import pytest

from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.tournament.estimate import GUESSED_MS, Estimate, estimate
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
        (Size(seconds=60), round(60 * 2 * 1000 / GUESSED_MS)),
    ],
)
def test_without_any_game_it_is_a_guess(ladder: FakeTournament, size: Size, games: int) -> None:
    found = expected(ladder, size)
    assert (found.games, found.measured, found.pools) == (games, 0, 2)
    assert found.seconds == pytest.approx(games * GUESSED_MS / 1000 / 2, rel=0.01)
    assert "a guess of 400 ms a game" in str(found)


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
