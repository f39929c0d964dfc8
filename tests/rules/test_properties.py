"""Properties of every game: a few games of each here, thousands in `python -m tests.slow.fuzz`."""

import pytest

from arena.rules import compile_rulebook
from tests.rules.properties import play_quickly, play_with_every_check
from tests.rules.random_play import VARIANTS


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_cards_are_conserved_and_the_game_ends(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    for seed in range(3):
        play_quickly(book, seed)


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_every_decision_holds_every_property(variant: str, players: int) -> None:
    """Copy equals original, replay equals play, events fold to views, secrets stay hidden (T5)."""
    play_with_every_check(compile_rulebook(variant, players), 1)
