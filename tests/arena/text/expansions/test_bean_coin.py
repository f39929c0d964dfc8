"""Words for the bean coin."""

from arena.text.asking import question
from arena.text.words import words
from tests.support.example import decide
from tests.support.expansions import EXAMPLES
from tests.support.said import WHO, told


def test_the_card_shown_is_named_and_planted() -> None:
    assert told("coin_resisted", 2, hand=1, card="black_eyed") == "cleo resists, showing black-eyed"
    planted = told("planted", card="soy", field=1, **{"from": "coin_card"})
    assert planted == "ann plants soy (the card shown) in field 2"
    assert "Shown: chili." in question(decide(EXAMPLES["plant_coin_card"]))


def test_the_coin_lies_before_its_holder() -> None:
    assert words().before({"coin_holder": 1}, 1, WHO) == ["holds the bean coin"]
    assert words().before({"coin_holder": 1}, 0, WHO) == words().before({}, 0, WHO) == []
