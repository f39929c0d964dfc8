"""Words for the bean coin."""

from arena.text.asking import question
from arena.text.words import words
from tests.support.example import decide
from tests.support.expansions import EXAMPLES
from tests.support.said import WHO, ordered, told


def test_a_claim_and_how_it_ends() -> None:
    assert ordered("claim_coin") == "claim the bean coin"
    assert told("coin_claimed") == "ann claims the bean coin"
    assert told("coin_resisted", 2, hand=1, card="black_eyed") == "cleo resists, showing black-eyed"
    assert told("coin_kept", 2, turn=4) == "cleo keeps the bean coin"
    assert told("coin_passed") == "ann gets the bean coin"


def test_the_card_shown_is_planted() -> None:
    planted = told("planted", card="soy", field=1, **{"from": "coin_card"})
    assert planted == "ann plants soy (the card shown) in field 2"
    assert "Shown: chili." in question(decide(EXAMPLES["plant_coin_card"]))


def test_to_pass_is_to_let_the_coin_go() -> None:
    asked = question(decide(EXAMPLES["resist"]))
    assert "0: let the coin go\n1: resist and show a random card from your hand" in asked


def test_the_coin_lies_before_its_holder() -> None:
    assert words().before({"coin_holder": 1}, 1, WHO) == ["holds the bean coin"]
    assert words().before({"coin_holder": 1}, 0, WHO) == words().before({}, 0, WHO) == []
