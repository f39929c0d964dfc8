"""What the opponent left on the table: card by card (D1), or by kinds (E0)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import HARVEST, PASS, Choice
from arena.rules.expansions.duel.steps import Discard
from tests.support.scenario import asked, fields_of, names, pile, plant, play, position

OLD, NEW = "rio_grande_duel", "anniversary_duel"


def discard(kind: str) -> Choice:
    return Discard(KIND[kind])


@pytest.mark.rule("D1")
def test_each_card_is_planted_or_discarded_one_by_one() -> None:
    game = position(
        OLD, 2, step="use_offer", active=1, hands={1: "red"}, fields={1: ["soy", ""]},
        extra={"on_offer": pile("soy blue soy")}, discard="stink",
    )  # fmt: skip
    assert asked(game) == [(1, "use_offer")]
    assert game.choices(1) == [
        plant("soy", 0), plant("blue", 1), discard("soy"), discard("blue"), HARVEST[0],
    ]  # fmt: skip
    events = play(game, 1, plant("soy", 0))
    assert events == [
        {"event": "planted", "seat": 1, "card": KIND["soy"], "field": 0, "from": "on_offer"}
    ]
    assert names(game.extra["on_offer"]) == "blue soy"
    play(game, 1, discard("soy"))
    assert names(game.discard) == "stink soy"
    play(game, 1, plant("blue", 1))
    assert fields_of(game, 1) == ["soy soy", "blue"]
    assert asked(game) == [(1, "plant")]
    assert game.extra["on_offer"] == b""


@pytest.mark.rule("E0")
def test_all_of_a_kind_is_planted_in_one_field_or_all_discarded() -> None:
    game = position(
        NEW, 2, step="use_offer", active=1, hands={1: "red"}, fields={1: ["soy", "", "stink"]},
        extra={"on_offer": pile("soy blue soy blue blue")}, discard="stink",
    )  # fmt: skip
    assert game.choices(1) == [
        plant("soy", 0), plant("soy", 1), plant("blue", 1), discard("soy"), discard("blue"),
        HARVEST[0], HARVEST[2],
    ]  # fmt: skip
    events = play(game, 1, discard("blue"))
    assert names(game.discard) == "stink blue blue blue"
    assert [event["event"] for event in events] == ["discarded"] * 3
    assert names(game.extra["on_offer"]) == "soy soy"
    play(game, 1, plant("soy", 1))
    assert fields_of(game, 1) == ["soy", "soy soy", "stink"]  # the same kind twice, if one likes
    assert asked(game) == [(1, "plant")]


@pytest.mark.rule("D1", "E0")
@pytest.mark.parametrize("variant", [OLD, NEW])
def test_nothing_may_be_left_lying(variant: str) -> None:
    game = position(variant, 2, step="use_offer", hands={0: "red"}, extra={"on_offer": pile("soy")})
    assert game.check(0, PASS) == "pass is not possible here"
    assert game.check(0, discard("blue")) == "that card is not due"
    assert game.check(0, plant("blue", 0)) == "that card is not due"
    assert game.check(0, plant("soy", 3)) is not None


@pytest.mark.rule("D1")
def test_discarding_is_for_the_offer_only() -> None:
    game = position(OLD, 2, hands={0: "red"})
    why = "only cards that your opponent left may be discarded"
    assert game.check(0, discard("red")) == why
