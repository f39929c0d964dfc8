"""Properties of every game: a few games each here, thousands in `poe prove fuzz`."""

import pytest

from arena.rules import compile_rulebook
from tests.support.lawful import each_once, tables
from tests.support.properties import play_quickly, play_stubbornly, play_with_every_check


@pytest.mark.parametrize(("variant", "players"), tables())
def test_cards_are_conserved_and_the_game_ends(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    for seed in range(3):
        play_quickly(book, seed)


@pytest.mark.slow
@pytest.mark.rule("T2", "T5")
@pytest.mark.parametrize(("variant", "players"), each_once())
def test_every_decision_holds_every_property(variant: str, players: int) -> None:
    """Copy equals original, replay equals play, events fold to views, secrets stay hidden (T5)."""
    play_with_every_check(compile_rulebook(variant, players), 1)


@pytest.mark.parametrize(("variant", "players"), tables())
def test_games_of_stubborn_players_end(variant: str, players: int) -> None:
    """Whoever always chooses the first thing listed, or always the last, keeps no game going."""
    for at in (0, -1):
        play_stubbornly(compile_rulebook(variant, players), 1, at)
