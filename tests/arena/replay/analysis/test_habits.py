"""What costs a bot: a habit that costs is found and named, and one without is not."""

from collections.abc import Callable
from functools import cache

import pytest

from arena.replay.analysis.habits import Habit, OwnGame, habits
from arena.rules import Choice, Game, Sensible, compile_rulebook
from arena.rules.choices import Answer, Harvest
from tests.support.staged import Staged

Spoil = Callable[[Game, Choice], Choice]
GAMES = 4


def decline(game: Game, choice: Choice) -> Choice:
    """Accept nothing that the active player offers."""
    return choice._replace(accept=()) if isinstance(choice, Answer) else choice


def early(game: Game, choice: Choice) -> Choice:
    """Harvest a field of three or more beans whenever one may, ripe or not."""
    for each in game.choices(0):
        if isinstance(each, Harvest) and len(game.fields[0][each.field]) > 2:
            return each
    return choice


@cache
def found(spoil: Spoil | None, decisions: int = 300) -> list[Habit]:
    """What costs seat 0, where all others play as the simple player, and it all but for a habit."""
    games = []
    for seed in range(GAMES):
        game = compile_rulebook("anniversary", 3).start(bytes([seed]))
        first, player, plays = game.copy(), Sensible(game.book), []
        while game.asked:
            seat = game.asked[0]
            choice = player.choose(game, seat)
            if spoil and seat == 0:
                choice = spoil(game, choice)
            plays.append((seat, choice))
            game.play(seat, choice)
        games.append(OwnGame(7 + seed, 0, Staged(first, plays)))
    return habits(games, decisions=decisions)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (decline, "turned down"),
        (early, "harvested"),
    ],
)
def test_a_costly_habit_comes_first(spoil: Spoil, what: str) -> None:
    first = found(spoil)[0]
    assert first.what.startswith(what)
    assert first.coins > first.interval > 0
    costs = [each.coins for each in found(spoil)]
    assert costs == sorted(costs, reverse=True)
    without = sum(each.coins for each in found(None) if each.what == first.what)
    assert first.coins > 2 * without, "without the habit"


@pytest.mark.slow
def test_a_habit_comes_with_a_game_and_a_moment_to_look_at() -> None:
    first = found(decline)[0]
    assert first.game in range(7, 7 + GAMES) and first.seat == 0
    assert first.look == f"arena replay {first.game} --seat 1 --at {first.question}"
    assert "accept" in first.better and "accept" not in first.chosen
    assert str(first).startswith("It turned down")


def test_nothing_is_found_where_nothing_was_played() -> None:
    assert habits([]) == []
