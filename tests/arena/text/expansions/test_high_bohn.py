"""Words for High Bohn."""

from typing import Any

import pytest

from arena.text.asking import question
from arena.text.cards import beans, field_text
from arena.text.words import words
from tests.support.example import decide
from tests.support.expansions import EXAMPLES
from tests.support.said import WHO, ordered, told

HAND = {"hand": ["soy", "blue", "red"]}


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"do": "buy_building", "building": "jail_2"}, "buy jail 2"),
        ({"do": "move_card", "hand": 1, "to": 0},
         "move blue from place 2 of your hand to place 1"),
        ({"do": "move_card", "hand": 7, "to": 0},
         "move the card from place 8 of your hand to place 1"),
        ({"do": "order_drawn", "order": [1, 0]}, "put the cards just drawn in the order red blue"),
        ({"do": "order_drawn", "order": [1, 0, 2, 3]},
         "put the cards just drawn in the order 1 0 2 3"),
        ({"do": "harvest_farm", "field": 0, "soy": 2},
         "harvest field 1, with 2 soy among the coins"),
        ({"do": "plant_stew", "card": "soy", "field": 1}, "plant soy in field 2 as a stew"),
        ({"do": "give_coin", "card": "black_eyed"}, "give the black-eyed coin"),
    ],
)  # fmt: skip
def test_choices(choice: dict[str, Any], said: str) -> None:
    assert ordered(view=HAND, **choice) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"name": "bought_building", "building": "jail_2", "shop": []}, "buys jail 2"),
        ({"name": "looked", "cards": ["garden"]}, "looks at the top of the draw pile: garden"),
        ({"name": "looked", "count": 1}, "looks at the top of the draw pile"),
        ({"name": "put_back", "under": True}, "puts it under the draw pile"),
        ({"name": "put_back", "under": False}, "leaves it on the draw pile"),
        ({"name": "moved_card", "hand": 2, "to": 0},
         "moves a card of the hand from place 3 to place 1"),
        ({"name": "stew_begun", "field": 1}, "starts a stew in field 2"),
        ({"name": "stew_earned", "field": 1, "coins": ["soy"]},
         "puts 1 coin from the stew under the saloon"),
        ({"name": "paid_distiller", "with": 1, "card": "soy"},
         "gives bob the soy coin (distillery 3)"),
    ],
)  # fmt: skip
def test_events(event: dict[str, Any], said: str) -> None:
    assert told(**event) == f"ann {said}"


def test_a_field_of_several_kinds_names_them() -> None:
    stew = {"kind": "soy", "count": 3, "coins": 1, "cards": ["soy", "red", "blue"]}
    assert field_text(stew) == "soy, red, blue (1)"


def test_a_card_of_the_store_is_called_by_its_kind_or_place() -> None:
    assert beans([{"store": 0, "kind": "soy"}, {"store": 1}]) == "soy, card 1 (in the store)"


def test_what_lies_before_a_seat() -> None:
    view = {
        "buildings": [[], ["jail_2", "saloon_3", "saloon_2"]],
        "under_buildings": [["soy"], ["soy", "red"]],
        "stews": [[], [1]],
        "special_fields": [[], [[3, "saloon_2"]]],
        "store": [[], ["red", "red"]],
    }
    assert words().before(view, 1, WHO) == [
        "buildings jail 2, saloon 3 2",
        "2 coins under them",
        "field 2 is a stew",
        "field 4 belongs to saloon 2",
        "2 red in the store",
    ]


def test_what_lies_there_for_all_and_on_the_coin_pile() -> None:
    build = question(decide(EXAMPLES["build"]))
    assert "4 coins (2 blue, red, soy); buildings" in build
    assert "For sale: bank 1 2 3 4, farm" in build
    assert "On top of the draw pile: garden." in question(decide(EXAMPLES["bank_2"]))
