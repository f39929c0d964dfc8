"""Magpies in the duels: cards and kinds like others, but for the hand, not the fields (M2, M3)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import PASS
from arena.rules.expansions.duel.steps import Discard, DiscardFromHand
from arena.rules.expansions.magpie import KeepMagpie, PlayMagpie, Steal
from tests.support.scenario import asked, fields_of, names, pile, play, position, told

OLD, NEW = "rio_grande_duel+magpie", "anniversary_duel+magpie"
MAGPIE = KIND["magpie"]
PLAY, KEEP = PlayMagpie(), KeepMagpie()
each_duel = pytest.mark.parametrize("variant", [OLD, NEW])


@pytest.mark.rule("M2", "D2", "E1")
@each_duel
def test_as_first_and_as_second_card(variant: str) -> None:
    """The one opponent is robbed once by each."""
    game = position(
        variant, 2, hands={0: "magpie magpie red"}, fields={0: ["soy", "blue"], 1: ["soy", "blue"]}
    )
    play(game, 0, PLAY)
    assert asked(game) == [(0, "steal")]
    assert game.choices(0) == [PASS, Steal(1, 0, 0), Steal(1, 1, 1)]
    play(game, 0, Steal(1, 1, 1))
    assert asked(game) == [(0, "plant")]
    play(game, 0, PLAY)
    play(game, 0, Steal(1, 0, 0))
    assert fields_of(game, 0)[:2] == ["soy soy", "blue blue"]
    assert fields_of(game, 1)[:2] == ["", ""]
    assert names(game.discard) == "magpie magpie"
    spare = DiscardFromHand(KIND["red"], 0)
    assert spare in game.choices(0)
    play(game, 0, spare)
    assert asked(game) == [(0, "keep_or_leave")]


@pytest.mark.rule("M3", "D1")
def test_on_offer_each_is_taken_into_the_hand_or_discarded() -> None:
    game = position(
        OLD, 2, step="use_offer", hands={0: "red"}, extra={"on_offer": pile("magpie magpie")}
    )
    assert game.choices(0) == [Discard(MAGPIE), KEEP]
    play(game, 0, KEEP)
    play(game, 0, Discard(MAGPIE))
    assert names(game.hands[0]) == "red magpie"
    assert names(game.discard) == "magpie"
    assert asked(game) == [(0, "plant")]


@pytest.mark.rule("M3", "E0")
def test_on_offer_all_are_taken_into_the_hand_or_all_discarded() -> None:
    offer = {"on_offer": pile("magpie soy magpie")}
    game = position(NEW, 2, step="use_offer", hands={0: "red"}, extra=offer)
    events = play(game, 0, KEEP)
    assert len(told(events, "kept")) == 2
    assert names(game.hands[0]) == "red magpie magpie"
    assert names(game.extra["on_offer"]) == "soy"
    game = position(NEW, 2, step="use_offer", hands={0: "red"}, extra=offer)
    play(game, 0, Discard(MAGPIE))
    assert names(game.discard) == "magpie magpie"
    assert names(game.hands[0]) == "red"


@pytest.mark.rule("M3", "D3", "E2", "E3")
@each_duel
def test_turned_over_it_is_matched_and_taken_into_the_hand_or_left(variant: str) -> None:
    game = position(
        variant, 2, step="turn_over", hands={0: "red"}, draw_pile="magpie soy blue chili stink soy",
        discard="soy red magpie",
    )  # fmt: skip
    assert names(told(game.told, "matched")[0]["cards"]) == "magpie"
    assert names(game.turned_over) == "magpie soy blue magpie"
    assert game.check(0, PLAY) == "only a magpie that is due in step 1 is played (M2)"
    play(game, 0, KEEP)
    if variant == OLD:  # each for itself
        assert names(game.hands[0]) == "red magpie"
        assert names(game.turned_over) == "soy blue magpie"
        play(game, 0, PASS)
        assert names(game.extra["on_offer"]) == "soy blue magpie"
        assert names(game.hands[0]) == "red magpie chili stink"
    else:
        assert names(game.hands[0]) == "red magpie magpie"
        assert names(game.turned_over) == "soy blue"
        play(game, 0, PASS)
        assert names(game.hands[0]) == "red magpie magpie chili stink"
