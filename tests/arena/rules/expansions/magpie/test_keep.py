"""Magpies turned over, traded or given: they go to the back of the hand (M1, M3)."""

import pytest

from arena.rules import catalogue
from arena.rules.choices import PASS
from arena.rules.expansions.magpie import KeepMagpie, PlayMagpie
from tests.support.lawful import tables_with
from tests.support.scenario import asked, fields_of, names, plant, play, position, terms, told
from tests.support.talk import answer, offer, take, trading

KEEP = KeepMagpie()
each_game = pytest.mark.parametrize(
    ("variant", "players"), tables_with("magpie", "trade", among=catalogue())
)


@pytest.mark.rule("M3")
@each_game
def test_turned_over_and_kept(variant: str, players: int) -> None:
    game = trading("magpie soy", variant, players, hands={0: "red"})
    play(game, 0, PASS)
    assert asked(game) == [(0, "set_aside")]
    assert game.check(0, PlayMagpie()) == "only a magpie that is due in step 1 is played (M2)"
    assert game.check(0, plant("magpie", 0)) == "magpies are never planted (M1)"
    events = play(game, 0, KEEP)
    assert told(events, "kept")[0]["seat"] == 0
    assert names(game.hands[0]) == "red magpie"
    play(game, 0, plant("soy", 0))
    assert fields_of(game, 0)[0] == "soy"
    assert names(game.hands[0]).startswith("red magpie green")  # before the draw of step 4
    assert "magpie" not in names(game.discard)


@pytest.mark.rule("M1", "M3", "B6")
@each_game
def test_traded_away_it_goes_to_the_hand_of_its_receiver(variant: str, players: int) -> None:
    game = trading("blue blue", variant, players, hands={0: "magpie red", 2: "stink soy"})
    offer(game, terms("hand 0 magpie", "stink", to=2))
    answer(game, 2, 1)
    take(game, 2, end=True)
    assert names(game.set_aside[2]) == "magpie"
    for _ in range(3):  # two blue and the stink
        play(game, 0, game.choices(0)[0])
    assert asked(game) == [(2, "set_aside")]
    assert game.choices(2) == [KEEP]
    play(game, 2, KEEP)
    assert names(game.hands[2]).startswith("soy magpie")


@pytest.mark.rule("M3")
def test_it_is_not_kept_in_step_1_nor_anything_else_after_it() -> None:
    game = position("anniversary+magpie", 3, hands={0: "magpie"})
    why = "only a magpie that is due after step 1 is taken into the hand (M3)"
    assert game.check(0, KEEP) == why
    game = position("anniversary+magpie", 3, step="set_aside", set_aside={0: "soy"})
    assert game.check(0, KeepMagpie(plant("soy", 0).card)) == why
