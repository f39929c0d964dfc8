"""Words for the duels."""

import pytest

from arena.text.asking import question
from tests.support.example import decide
from tests.support.expansions import EXAMPLES
from tests.support.said import ordered, told


def test_what_is_discarded_and_matched() -> None:
    assert (
        ordered("discard_from_hand", card="red", hand=2) == "discard red from place 3 of your hand"
    )
    matched = "ann takes matching cards from the discard pile: red soy"
    assert told("matched", cards=["red", "soy"]) == matched


def test_the_offer_is_shown_and_planted() -> None:
    assert "On offer: soy, stink." in question(decide(EXAMPLES["use_offer"]))
    planted = told("planted", card="soy", field=1, **{"from": "on_offer"})
    assert planted == "ann plants soy (on offer) in field 2"


def test_passing_says_what_it_means() -> None:
    assert "0: leave the rest for your opponent" in question(decide(EXAMPLES["keep_or_leave"]))
    assert "0: discard nothing" in question(decide(EXAMPLES["spare_card"]))


def test_the_discard_pile_is_told_from_its_top_as_that_may_be_taken() -> None:
    """E2: while the top card is of a kind turned over, it is taken as well."""
    asked = decide(EXAMPLES["keep_or_leave"])
    asked["view"]["discard"] = ["blue", "blue", "soy", "blue"]
    assert "The discard pile from its top: blue, soy, 2 blue." in question(asked)
    lines = question(asked).splitlines()
    assert sum("discard pile" in line.lower() for line in lines if line[0:1] != "-") == 1


@pytest.mark.parametrize(
    ("ask", "where"),
    [("use_offer", "Before step 1: "), ("spare_card", "Step 1: "), ("keep_or_leave", "Step 3: ")],
)
def test_a_question_says_where_in_the_turn_it_is(ask: str, where: str) -> None:
    assert f"\n{where}" in question(decide(EXAMPLES[ask]))
