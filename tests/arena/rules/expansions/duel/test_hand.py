"""Step 1 of a duel and the spare card of the hand (D2, E1)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import HARVEST, PASS
from arena.rules.expansions.duel.steps import DiscardFromHand
from tests.support.scenario import asked, fields_of, names, plant, play, position

OLD, NEW = "rio_grande_duel", "anniversary_duel"
ONE_ONLY = "you have discarded a card of your hand this turn already (E1)"


def spare(kind: str, place: int) -> DiscardFromHand:
    return DiscardFromHand(KIND[kind], place)


@pytest.mark.rule("D2")
@pytest.mark.parametrize("planted", [1, 2])
def test_after_one_or_two_a_card_from_anywhere_may_be_discarded(planted: int) -> None:
    game = position(OLD, 2, hands={0: "red red soy blue red"}, discard="stink")
    assert game.check(0, PASS) == "the first card of the hand must be planted (B4)"
    assert game.check(0, spare("blue", 3)) == "discard_from_hand is not possible here"
    for _ in range(planted):
        play(game, 0, plant("red", 0))
    if planted == 1:
        play(game, 0, PASS)
    assert asked(game) == [(0, "spare_card")]
    left = names(game.hands[0]).split()
    place = left.index("blue")
    assert game.choices(0) == [
        PASS, *(spare(kind, at) for at, kind in enumerate(left)), *(HARVEST[:1]),
    ]  # fmt: skip
    events = play(game, 0, spare("blue", place))
    assert events[0] == {
        "event": "discarded", "seat": 0, "cards": bytes([KIND["blue"]]), "from": "hand",
        "hand": place,
    }  # fmt: skip
    left.remove("blue")
    assert names(game.hands[0]).split() == left
    assert asked(game) == [(0, "keep_or_leave")]  # one only


@pytest.mark.rule("D2", "E1", "B4")
@pytest.mark.parametrize("variant", [OLD, NEW])
def test_with_an_empty_hand_the_step_is_skipped(variant: str) -> None:
    game = position(variant, 2, draw_pile="soy soy soy soy")
    assert asked(game) == [(0, "keep_or_leave")]


@pytest.mark.rule("E1")
def test_before_planting() -> None:
    """The first card may go itself; then the next is the one that must be planted."""
    game = position(NEW, 2, hands={0: "red soy blue"}, discard="stink")
    assert game.choices(0)[3:] == [spare("red", 0), spare("soy", 1), spare("blue", 2)]
    play(game, 0, spare("red", 0))
    assert names(game.discard) == "stink red"
    assert game.check(0, PASS) == "the first card of the hand must be planted (B4)"
    assert game.check(0, spare("soy", 0)) == ONE_ONLY
    play(game, 0, plant("soy", 0))
    play(game, 0, plant("blue", 1))
    assert fields_of(game, 0) == ["soy", "blue", ""]
    assert asked(game) == [(0, "keep_or_leave")]


@pytest.mark.rule("E1")
def test_after_both() -> None:
    game = position(NEW, 2, hands={0: "red red soy blue"}, draw_pile="red soy blue red soy")
    play(game, 0, plant("red", 0))
    play(game, 0, plant("red", 0))
    assert asked(game) == [(0, "plant")]
    assert game.choices(0) == [PASS, spare("soy", 0), spare("blue", 1), HARVEST[0]]
    assert game.check(0, plant("soy", 1)) == "that card is not due"  # never a third
    play(game, 0, spare("blue", 1))
    assert asked(game) == [(0, "keep_or_leave")]
    assert names(game.hands[0]) == "soy"


@pytest.mark.rule("E1")
def test_the_only_card_may_be_discarded_and_nothing_is_planted() -> None:
    game = position(NEW, 2, hands={0: "red"}, draw_pile="soy blue green stink")
    play(game, 0, spare("red", 0))
    assert asked(game) == [(0, "keep_or_leave")]
    assert fields_of(game, 0) == ["", "", ""]
    assert names(game.discard) == "red"


@pytest.mark.rule("E1")
def test_the_place_and_the_kind_must_fit() -> None:
    game = position(NEW, 2, hands={0: "red soy"})
    for wrong in (spare("soy", 0), spare("red", 2), spare("red", -1)):
        assert game.check(0, wrong) == "that card is not at that place of your hand"
