"""What is told of a tournament before it begins, by each kind of size."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.referee.clock import TimeControl
from arena.tournament.estimate import GUESSED_MS, Estimate
from arena.tournament.plan import Plan
from arena.tournament.run import create, expect
from arena.tournament.size import Size
from tests.support.fake_tournament import FakeTournament

GAMES = (("anniversary", 3), ("classic", 4))
IN_ROUND = 10 * 3 + 5 * 4


@pytest.fixture
def ladder(tmp_path: Path) -> Iterator[FakeTournament]:
    arena = FakeTournament(tmp_path, plan(Size(rounds=4)))
    yield arena
    arena.store.close()


def plan(size: Size) -> Plan:
    return Plan(GAMES, size, TimeControl.parse("standard"))


def expected(ladder: FakeTournament, size: Size, workers: int = 2) -> Estimate:
    number = create(ladder.store, plan(size), ladder.bots)
    return expect(ladder.store, number, workers)


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
    assert "a guess of 150 ms a game" in str(found)


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
    found = expected(ladder, Size(rounds=2))
    assert found.seconds == pytest.approx(2 * IN_ROUND * 0.3 / 2)
    assert "measured in 1 of 2 pools" in str(found)


def test_until_sure_is_about_as_long_as_it_turns_out(ladder: FakeTournament) -> None:
    ladder.play()
    found = expected(ladder, Size(interval=25))
    ladder.tournament = 2
    played = ladder.play().played
    assert found.games == pytest.approx(played, rel=0.4)
    assert expected(ladder, Size(interval=30)).games == IN_ROUND, "at least one round"
