"""Plain language for events, choices and questions."""

import re

import pytest

from arena.text.asking import _EXAMPLES, question, task
from arena.text.cards import beans, terms
from arena.text.speaker import Speaker, TableSpeaker
from protocol.choices import KNOWN as CHOICES
from protocol.choices import shape_problem
from protocol.events import KNOWN as EVENTS
from protocol.messages import parse_choose
from tests.protocol.test_spec import EXAMPLES as IN_SPEC
from tests.support.example import decide
from tests.support.expansions import EXAMPLES
from tests.support.scenario import position
from tests.support.translating import question as asked

WHO = Speaker(["ann", "bob", "cleo"])
FOUR, SOY = ["blue"] * 4, [{"kind": "soy", "hand": 1}]
OFFER = {"id": 3, "seat": 0, "to": "all", "give": [{"kind": "soy"}], "want": ["red"]}


def test_cards_are_counted_however_they_are_named() -> None:
    assert beans(["soy", {"hand": 3, "kind": "soy"}, {"kind": "black_eyed"}]) == "2 soy, black-eyed"
    assert beans([]) == "nothing"
    assert beans([{"hand": 3}, {"set_aside": 1}, {}]) == "card 3, card 1 (set aside), card ?"


@pytest.mark.parametrize(
    ("offer", "said"),
    [
        ({"give": ["soy", "soy"], "want": ["red"]}, "2 soy for red"),
        ({"give": ["soy"], "want": []}, "soy as a gift"),
        ({"give": [], "want": ["soy"]}, "asks for soy as a gift"),
        ({"give": "open", "want": ["soy"]}, "anything (open) for soy"),
    ],
)
def test_terms_of_an_offer(offer: dict[str, object], said: str) -> None:
    assert terms(offer) == said


YOU = Speaker(["you", "bob"])
PLANTED = {"event": "planted", "seat": 0, "card": "soy", "field": 1, "from": "hand"}
ANSWERED = {"event": "answered", "seat": 0, "accepts": [{"offer": 1, "id": 2}], "silent": True}
SAID = {"event": "said", "seat": 0, "text": "soy; reds, and nuts"}


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (PLANTED, "you plant soy in field 2"),
        (ANSWERED, "you accept #1 (as #2); stay silent for this turn"),
        (ANSWERED | {"accepts": [], "silent": False}, "you decline"),
        (SAID, "you say: “soy; reds, and nuts”"),
        ({"event": "coin_resisted", "seat": 0, "card": "red"}, "you resist, showing red"),
        ({"event": "declined", "seats": [0]}, "you decline"),
        ({"event": "declined", "seats": [1]}, "bob declines"),
        ({"event": "declined", "seats": [0, 1]}, "you and bob decline"),
    ],
)
def test_what_you_do(event: dict[str, object], said: str) -> None:
    assert YOU.event(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "turn", "turn": 8, "seat": 2}, "Turn 8: cleo"),
        (PLANTED, "ann plants soy in field 2"),
        (
            {"event": "harvested", "seat": 1, "field": 0, "cards": FOUR, "coins": ["blue"]},
            "bob harvests field 1: 4 blue for 1 coin",
        ),
        ({"event": "drew", "seat": 1, "count": 3}, "bob draws 3 cards"),
        ({"event": "drew", "seat": 1, "count": 1}, "bob draws 1 card"),
        ({"event": "drew", "seat": 1, "cards": ["soy", "red"]}, "bob draws soy red"),
        (
            {"event": "traded", "seat": 0, "with": 1, "gave": SOY, "got": [], "taken": 5},
            "ann takes #5: soy for nothing with bob",
        ),
        (
            {"event": "offered", "seat": 0, "offers": [OFFER | {"to": 1}]},
            "ann offers #3 to bob, soy for red",
        ),
        (
            {
                "event": "offered",
                "seat": 0,
                "offers": [{"id": 4, "to": 1, "give": [], "want": ["red"]}, OFFER],
            },
            "ann offers #3 soy for red; asks bob for red as a gift (#4)",
        ),
        (
            {
                "event": "answered",
                "seat": 1,
                "offers": [{"id": 8, "to": 0, "give": [], "want": ["soy"]}],
            },
            "bob asks for soy as a gift (#8)",
        ),
        ({"event": "answered", "seat": 2, "accepts": [], "offers": []}, "cleo declines"),
        ({"event": "round", "seat": 0, "round": 2}, "Round 2"),
        (PLANTED | {"from": "set_aside"}, "ann plants soy (set aside) in field 2"),
        ({"event": "bought_field", "seat": 0, "price": 3}, "ann buys the third field for 3 coins"),
        (
            {"event": "run_out", "run_outs": 1, "shuffled": 30},
            "The draw pile runs out (run-out 1); the discard pile is reshuffled (30 cards)",
        ),
        ({"event": "run_out", "run_outs": 3}, "The draw pile runs out (run-out 3)"),
        (
            {"event": "shuffled", "count": 1},
            "The discard pile is shuffled into a new draw pile (1 card)",
        ),
        ({"event": "said", "seat": 0, "text": "hi\x1b[2J"}, "ann says: “hi�[2J”"),
        (
            {"event": "tower_coin", "seat": 0, "card": "blue", "left": ["soy", "soy"]},
            "ann: tower coin (card blue, left 2 soy)",
        ),
        ({"event": "drew"}, "drew"),
    ],
)
def test_events_in_words(event: dict[str, object], said: str) -> None:
    assert WHO.event(event) == said


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"do": "pass"}, "pass"),
        ({"do": "plant", "card": "soy", "field": 0}, "plant soy in field 1"),
        ({"do": "trade", "end": True}, "end trading"),
        ({"do": "trade", "take": [5]}, "take #5 bob accepts #3 ann: soy for red"),
        (
            {"do": "trade", "take": [{"id": 3, "give": ["red"]}], "offers": [OFFER | {"to": 1}]},
            "take #3 ann: soy for red paying red; offer #3 ann: to bob, soy for red",
        ),
        ({"do": "answer"}, "decline everything"),
        (
            {"do": "answer", "accept": [{"offer": 8}], "withdraw": [2]},
            "accept #8 paying nothing; withdraw #2",
        ),
        (
            {"do": "answer", "withdraw": [3, 5]},
            "withdraw #3 (soy for red); withdraw #5, your yes to #3 ann: soy for red",
        ),
        (
            {"do": "answer", "accept": [{"offer": 3, "give": ["red"]}], "silent": True},
            "accept #3 ann: soy for red paying red; stay silent for this turn",
        ),
        ({"do": "build", "type": "jail"}, "build (type jail)"),
        ({"do": "trade", "offers": [{"give": [], "want": ["red"]}]}, "ask for red as a gift"),
    ],
)
def test_choices_in_words(choice: dict[str, object], said: str) -> None:
    view = {
        "offers": [OFFER],
        "accepts": [{"id": 5, "seat": 1, "offer": 3, "give": [{"kind": "red"}]}],
    }
    assert WHO.choice(choice, view) == said


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"do": "plant", "card": "soy", "field": 0}, "plant soy in an empty field"),
        ({"do": "plant", "card": "soy", "field": 1}, "plant soy in the soy field"),
        ({"do": "harvest", "field": 1}, "harvest 2 soy for 1 coin"),
        ({"do": "harvest", "field": 9}, "harvest field 10"),
        ({"do": "answer", "accept": [3]}, "trade red for ann's soy"),
        ({"do": "trade", "take": [5]}, "trade blue for cleo's chili"),
        ({"do": "trade", "take": [6]}, "give 2 garden to ann for nothing"),
        ({"do": "answer", "accept": [7]}, "take soy from cleo for nothing"),
        ({"do": "answer", "accept": [99]}, "accept an offer"),
        ({"do": "trade", "withdraw": [4]}, "withdraw blue for chili"),
        ({"do": "answer", "withdraw": [5]}, "withdraw your yes to bob's blue for chili"),
        ({"do": "answer", "withdraw": [99]}, "withdraw an offer"),
        (
            {
                "do": "trade",
                "offers": [
                    {"to": 0, "give": ["soy"], "want": ["red"]},
                    {"give": [], "want": ["red"]},
                ],
            },
            "offer soy for red to ann; ask for red as a gift",
        ),
        ({"do": "build", "type": "jail"}, "build (type jail)"),
    ],
)
def test_choices_as_people_at_a_table_put_them(choice: dict[str, object], said: str) -> None:
    """Offers have no number there, and fields are known by what grows in them."""
    view = {
        "seat": 1,
        "fields": [[], [{"count": 0, "coins": 0}, {"kind": "soy", "count": 2, "coins": 1}], []],
        "offers": [
            OFFER,
            {"id": 4, "seat": 1, "give": ["blue"], "want": ["chili"]},
            {"id": 6, "seat": 0, "give": [], "want": ["garden", "garden"]},
            {"id": 7, "seat": 2, "give": ["soy"], "want": []},
        ],
        "accepts": [{"id": 5, "seat": 2, "offer": 4, "give": ["chili"]}],
    }
    assert TableSpeaker(["ann", "bob", "cleo"]).choice(choice, view) == said


def test_a_question_is_told_with_numbered_choices() -> None:
    game = position(
        "classic", 3, active=1, hands={0: "red", 1: "soy blue"}, coins={0: "soy"},
        fields={0: ["red red red"], 1: ["blue"]}, set_aside={1: "red"}, draw_pile="blue blue",
    )  # fmt: skip
    text = question(asked(game))
    assert text.startswith(
        "Turn 1. You are seat 1. You are active. "
        "The draw pile holds 2 cards and has not run out yet.\n"
    )
    assert "Your hand, first card first: soy blue." in text
    assert "Seat 0: 1 card in hand; fields 0: 3 red (2), 1: –; 1 coin." in text
    assert "set aside red" in text
    assert text.endswith("0: plant soy in field 1\n1: harvest field 0")


def test_the_example_of_a_longer_answer_is_one() -> None:
    for example in _EXAMPLES.values():
        chosen = parse_choose(example.encode())
        assert isinstance(chosen.choice, dict)
        assert shape_problem(chosen.choice) is None


def test_after_the_last_round_no_offers_are_asked_for() -> None:
    view = {"hand": [], "round": 5, "rounds": 5}
    assert "make one" in task("trade", view, [])
    said = task("trade", view | {"round": 6}, [])
    assert "make" not in said and "the last round is over" in said and "end trading" in said


@pytest.mark.parametrize(
    ("run_outs", "said"),
    [(1, "has run out once."), (2, "has run out twice."), (3, "has run out 3 times.")],
)
def test_run_outs_are_counted(run_outs: int, said: str) -> None:
    asked = decide(EXAMPLES["spare_card"])
    asked["view"] |= {"active": 1, "run_outs": run_outs, "draw_pile": 1}
    first = next(line for line in question(asked).splitlines() if line.startswith("Turn "))
    assert first.endswith(f"Seat 1 is active. The draw pile holds 1 card and {said}")


def test_no_event_or_choice_is_told_by_its_bare_name() -> None:
    shown = [each for each in IN_SPEC if isinstance(each, dict)]
    events = [each for each in shown if each.get("event") in EVENTS]
    choices = [each for each in shown if each.get("do") in CHOICES]
    hidden = (EVENTS.keys() - {each["event"] for each in events}) | (
        CHOICES.keys() - {each["do"] for each in choices}
    )
    assert not hidden, "no example in protocol/SPEC.md shows these events and choices"
    for event in events:
        assert f": {event['event'].replace('_', ' ')}" not in WHO.event(event), event
    for choice in choices:
        assert not re.search(r"_|\(card|\(field|\(seat", WHO.choice(choice)), choice


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_question_is_told_without_names_of_the_protocol(name: str) -> None:
    text = question(decide(EXAMPLES[name]))
    assert "You are asked" not in text
    assert "_" not in text
