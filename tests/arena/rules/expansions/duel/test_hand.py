"""Step 1 of a duel and the spare card of the hand (D2, E1)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import HARVEST, PASS
from arena.rules.expansions.duel.steps import DiscardFromHand
from tests.support.scenario import asked, fields_of, names, plant, play, position

OLD, NEW = "rio_grande_duel", "anniversary_duel"
ONE_ONLY = "one card of the hand may be discarded, not two (E1)"


def spare(kind: str, place: int) -> DiscardFromHand:
    return DiscardFromHand(KIND[kind], place)


@pytest.mark.rule("D2")
@pytest.mark.parametrize("planted", [1, 2])
def test_after_one_or_two_a_card_from_anywhere_may_be_discarded(planted: int) -> None:
    book, state, _ = position(OLD, 2, hands={0: "red red soy blue red"}, discard="stink")
    assert book.check(state, 0, PASS) == "the first card of the hand must be planted"
    assert book.check(state, 0, spare("blue", 3)) == "discard_from_hand is not possible here"
    for _ in range(planted):
        play(book, state, 0, plant("red", 0))
    if planted == 1:
        play(book, state, 0, PASS)
    assert asked(book, state) == [(0, "spare_card")]
    left = names(state.hands[0]).split()
    place = left.index("blue")
    assert book.choices(state, 0) == [
        PASS, *(spare(kind, at) for at, kind in enumerate(left)), *(HARVEST[:1]),
    ]  # fmt: skip
    events = play(book, state, 0, spare("blue", place))
    assert events[0] == {
        "event": "discarded", "seat": 0, "cards": bytes([KIND["blue"]]), "from": "hand",
        "hand": place,
    }  # fmt: skip
    left.remove("blue")
    assert names(state.hands[0]).split() == left
    assert asked(book, state) == [(0, "keep_or_leave")]  # one only


@pytest.mark.rule("D2")
def test_it_need_not_be_discarded() -> None:
    book, state, _ = position(
        OLD, 2, step="spare_card", hands={0: "soy"}, draw_pile="red red red red"
    )
    play(book, state, 0, PASS)
    assert names(state.hands[0]) == "soy"
    assert asked(book, state) == [(0, "keep_or_leave")]


@pytest.mark.rule("D2")
def test_no_third_card_is_planted_and_the_spare_card_does_not_help() -> None:
    book, state, _ = position(OLD, 2, hands={0: "red red red"})
    play(book, state, 0, plant("red", 0))
    play(book, state, 0, plant("red", 0))
    assert book.check(state, 0, plant("red", 0)) == "plant is not possible here"


@pytest.mark.rule("D2")
def test_the_only_card_of_the_old_duel_is_planted() -> None:
    book, state, _ = position(OLD, 2, hands={0: "red"}, draw_pile="soy soy soy soy")
    play(book, state, 0, plant("red", 0))
    assert asked(book, state) == [(0, "keep_or_leave")]  # nothing to spare


@pytest.mark.rule("D2", "E1", "B4")
@pytest.mark.parametrize("variant", [OLD, NEW])
def test_with_an_empty_hand_the_step_is_skipped(variant: str) -> None:
    book, state, _ = position(variant, 2, draw_pile="soy soy soy soy")
    assert asked(book, state) == [(0, "keep_or_leave")]


@pytest.mark.rule("E1")
def test_before_planting() -> None:
    """The first card may go itself; then the next is the one that must be planted."""
    book, state, _ = position(NEW, 2, hands={0: "red soy blue"}, discard="stink")
    assert book.choices(state, 0)[3:] == [spare("red", 0), spare("soy", 1), spare("blue", 2)]
    play(book, state, 0, spare("red", 0))
    assert names(state.discard) == "stink red"
    assert book.check(state, 0, PASS) == "the first card of the hand must be planted"
    assert book.check(state, 0, spare("soy", 0)) == ONE_ONLY
    play(book, state, 0, plant("soy", 0))
    play(book, state, 0, plant("blue", 1))
    assert fields_of(state, 0) == ["soy", "blue", ""]
    assert asked(book, state) == [(0, "keep_or_leave")]


@pytest.mark.rule("E1")
def test_between_the_two_cards() -> None:
    """The second card is out of the way, and the third may be planted in its place."""
    book, state, _ = position(NEW, 2, hands={0: "red soy red"})
    play(book, state, 0, plant("red", 0))
    play(book, state, 0, spare("soy", 0))
    assert book.choices(state, 0)[0] == PASS
    play(book, state, 0, plant("red", 0))
    assert fields_of(state, 0) == ["red red", "", ""]
    assert names(state.discard) == "soy"
    assert asked(book, state) == [(0, "keep_or_leave")]


@pytest.mark.rule("E1")
def test_after_both() -> None:
    book, state, _ = position(
        NEW, 2, hands={0: "red red soy blue"}, draw_pile="red soy blue red soy"
    )
    play(book, state, 0, plant("red", 0))
    play(book, state, 0, plant("red", 0))
    assert asked(book, state) == [(0, "plant")]
    assert book.choices(state, 0) == [PASS, spare("soy", 0), spare("blue", 1), HARVEST[0]]
    assert book.check(state, 0, plant("soy", 1)) == "that card is not due"  # never a third
    play(book, state, 0, spare("blue", 1))
    assert asked(book, state) == [(0, "keep_or_leave")]
    assert names(state.hands[0]) == "soy"


@pytest.mark.rule("E1")
def test_it_need_not_be_discarded_in_the_new_duel() -> None:
    book, state, _ = position(NEW, 2, hands={0: "red red soy"})
    play(book, state, 0, plant("red", 0))
    play(book, state, 0, plant("red", 0))
    play(book, state, 0, PASS)
    assert asked(book, state) == [(0, "keep_or_leave")]
    assert names(state.hands[0]) == "soy"


@pytest.mark.rule("E1")
def test_the_only_card_may_be_discarded_and_nothing_is_planted() -> None:
    book, state, _ = position(NEW, 2, hands={0: "red"}, draw_pile="soy blue green stink")
    play(book, state, 0, spare("red", 0))
    assert asked(book, state) == [(0, "keep_or_leave")]
    assert fields_of(state, 0) == ["", "", ""]
    assert names(state.discard) == "red"


@pytest.mark.rule("E1")
def test_the_place_and_the_kind_must_fit() -> None:
    book, state, _ = position(NEW, 2, hands={0: "red soy"})
    for wrong in (spare("soy", 0), spare("red", 2), spare("red", -1)):
        assert book.check(state, 0, wrong) == "there is no such card at that place of your hand"
