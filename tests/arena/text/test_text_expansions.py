"""What expansions add, in plain language."""

import json
import re
from typing import Any

import pytest

from arena.text import Speaker, beans, question, queue
from arena.text.cards import field_text
from arena.text.expansions import before
from protocol.choices import KNOWN as CHOICES
from protocol.events import KNOWN as EVENTS
from tests.support.spec_examples import EXAMPLES, PAGE, decide

WHO = Speaker(["ann", "bob", "cleo"])
LINES = re.findall(r"^\{.*\}$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
SHOWN = [json.loads(line) for line in LINES]


def test_orders_and_field_beans_are_called_what_they_are() -> None:
    assert beans(["order_3_2", "field", "field"]) == "order 3/2, 2 field bean"
    assert queue(["soy", "order_3_2"]) == "soy order-3/2"
    assert beans([{"store": 0, "kind": "soy"}, {"set_aside": 1}]) == "soy, card 1"


def test_a_field_of_several_kinds_names_them() -> None:
    stew = {"kind": "soy", "count": 3, "coins": 1, "cards": ["soy", "red", "blue"]}
    assert field_text(stew) == "soy, red, blue (1)"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "matched", "seat": 0, "cards": ["red", "soy"]},
         "ann takes matching cards from the discard pile: red soy"),
        ({"event": "planted", "seat": 0, "card": "soy", "field": 1, "from": "on_offer"},
         "ann plants soy (on offer) in field 1"),
        ({"event": "stole", "seat": 0, "with": 1, "field": 2, "card": "soy"},
         "ann steals soy from field 2 of bob"),
        ({"event": "idle", "seat": 1, "turns": 2}, "bob finds nothing to draw, turn 2 in a row"),
        ({"event": "idle", "seat": 1, "turns": 0}, "bob finds something to draw again"),
        ({"event": "coin_resisted", "seat": 2, "hand": 1, "card": "chili"},
         "cleo resists, and shows chili"),
        ({"event": "bought_building", "seat": 1, "building": "jail_2", "shop": []},
         "bob buys jail 2"),
        ({"event": "looked", "seat": 0, "cards": ["garden"]},
         "ann looks at the top of the draw pile: garden"),
        ({"event": "looked", "seat": 0, "count": 1}, "ann looks at the top of the draw pile"),
        ({"event": "put_back", "seat": 0, "under": True}, "ann puts the card under the draw pile"),
        ({"event": "stew_earned", "seat": 0, "field": 1, "coins": ["soy"]},
         "ann puts the stew's 1 coin under the saloon"),
        ({"event": "paid_distiller", "seat": 0, "with": 1, "card": "soy"},
         "ann gives the soy coin to bob (distillery 3)"),
        ({"event": "sold_out", "type": "jail", "shop": []}, "No jail is for sale any more"),
        ({"event": "drew_order", "seat": 0, "cards": ["order_2_1"]}, "ann draws order-2/1"),
        ({"event": "drew_order", "seat": 0, "count": 1}, "ann draws an order"),
        ({"event": "filled_order", "seat": 0, "card": "order_2_1", "field": 1},
         "ann fills order 2/1 with fields 1 and 2"),
        ({"event": "hand_joined", "seat": 1, "field": 0, "cards": ["soy", "soy"]},
         "bob adds 2 soy from the hand to field 0"),
        ({"event": "hand_sold", "seat": 1, "cards": ["blue"], "coins": []},
         "bob sells blue from the hand for 0 coins"),
        ({"event": "hand_sold", "seat": 1, "cards": ["red", "red"], "coins": ["red"]},
         "bob sells 2 red from the hand for 1 coin"),
        ({"event": "stole", "seat": 0}, "ann: stole"),
    ],
)  # fmt: skip
def test_events_in_words(event: dict[str, Any], said: str) -> None:
    assert WHO.event(event) == said


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"do": "discard_from_hand", "card": "red", "hand": 2}, "discard red, place 2 of the hand"),
        ({"do": "steal", "seat": 1, "field": 0, "into": 2},
         "steal soy from field 0 of bob, for field 2"),
        ({"do": "steal", "seat": 2, "field": 0, "into": 2},
         "steal a bean from field 0 of cleo, for field 2"),
        ({"do": "move_card", "hand": 1, "to": 0}, "move blue from place 1 of the hand to place 0"),
        ({"do": "order_drawn", "order": [1, 0]}, "put the cards drawn in the order red blue"),
        ({"do": "harvest_farm", "field": 0, "soy": 2},
         "harvest field 0, with 2 soy among its coins"),
        ({"do": "plant_stew", "card": "soy", "field": 1}, "plant soy in field 1, as a stew"),
        ({"do": "buy_building", "building": "jail_2"}, "buy jail 2"),
        ({"do": "lay_order", "card": "order_2_1"}, "lay order 2/1"),
        ({"do": "fill_order", "field": 0}, "fill the order with fields 0 and 1"),
        ({"do": "steal", "seat": 1}, "steal (seat 1)"),
    ],
)  # fmt: skip
def test_choices_in_words(choice: dict[str, Any], said: str) -> None:
    view = {"hand": ["soy", "blue", "red"], "fields": [[], [{"kind": "soy", "count": 3}]]}
    assert WHO.choice(choice, view) == said


def test_no_event_or_choice_is_told_by_its_bare_name() -> None:
    events = [each for each in SHOWN if each.get("event") in EVENTS]
    choices = [each for each in SHOWN if each.get("do") in CHOICES]
    assert {each["event"] for each in events} == set(EVENTS)
    assert {each["do"] for each in choices} == set(CHOICES)
    for event in events:
        assert f": {event['event'].replace('_', ' ')}" not in WHO.event(event), event
    for choice in choices:
        assert not re.search(r"_|\(card|\(field|\(seat", WHO.choice(choice)), choice


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_question_is_told_without_names_of_the_protocol(name: str) -> None:
    text = question(decide(EXAMPLES[name]))
    assert "You are asked" not in text
    assert "_" not in text


def test_passing_says_what_it_means() -> None:
    assert "0: let the coin go" in question(decide(EXAMPLES["resist"]))
    assert "0: leave the rest to your opponent" in question(decide(EXAMPLES["keep_or_leave"]))


def test_what_lies_before_a_seat_and_on_the_table() -> None:
    view = {
        "coin_holder": 1,
        "buildings": [[], ["jail_2", "saloon_3", "saloon_2"]],
        "under_buildings": [["soy"], ["soy", "red"]],
        "stews": [[], [1]],
        "special_fields": [[], [[3, "saloon_2"]]],
        "store": [[], ["red", "red"]],
        "laid_order": [[], ["order_0_3"]],
    }
    assert before(view, 1) == [
        "holds the bean coin",
        "buildings jail 2, saloon 3 2",
        "2 coins under them",
        "field 1 is a stew",
        "field 3 belongs to saloon 2",
        "on the store 2 red",
        "order 0/3 laid",
    ]
    assert "4 coins (2 blue, red, soy); buildings" in question(decide(EXAMPLES["build"]))
    assert "On top of the draw pile: garden." in question(decide(EXAMPLES["bank_2"]))
    assert "Left by the opponent: soy, stink." in question(decide(EXAMPLES["use_offer"]))
    assert "Shown: chili." in question(decide(EXAMPLES["plant_coin_card"]))
    assert "For sale: bank 1 2 3 4, farm" in question(decide(EXAMPLES["build"]))
