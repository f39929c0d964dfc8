"""From the rules to the protocol: questions, views, events, and choices there and back."""

from typing import Any

import orjson
import pytest

from arena.rules import compile_rulebook
from arena.rules.choices import (
    BUY_FIELD,
    DECLINE,
    HARVEST,
    PASS,
    Accepting,
    Answer,
    Take,
    Trade,
)
from arena.view import translator
from protocol.messages import Decide
from tests.support.scenario import asked, cards, names, plant, play, position, terms
from tests.support.translating import ANSWER, CLOCK, question, read, seen, trading

# --- questions and views ------------------------------------------------------------------------


def test_a_question_of_step_1() -> None:
    book, state, _ = position(
        "classic", 4, hands={0: "soy blue", 2: "red"}, fields={0: ["soy soy soy"], 1: ["", "red"]},
        coins={0: "red green", 3: "soy"}, discard="blue red", draw_pile="chili stink", run_outs=1,
    )  # fmt: skip
    empty = {"kind": None, "count": 0, "coins": 0}
    assert question(book, state) == {
        "ask": "plant",
        "card": "soy",
        "choices": [
            {"do": "plant", "card": "soy", "field": 0},
            {"do": "harvest", "field": 0},
        ],
        "view": {
            "seat": 0, "turn": 1, "active": 0, "step": "plant", "round": 0, "rounds": 5,
            "hand": ["soy", "blue"], "hands": [2, 0, 1, 0],
            "fields": [
                [{"kind": "soy", "count": 3, "coins": 1}, empty],
                [empty, {"kind": "red", "count": 1, "coins": 0}],
                [empty, empty],
                [empty, empty],
            ],
            "coins": [["red", "green"], [], [], ["soy"]],
            "set_aside": [[], [], [], []], "turned_over": [], "draw_pile": 2,
            "discard": ["blue", "red"], "run_outs": 1, "offers": [], "accepts": [],
            "silent": [False] * 4, "third_field": [False] * 4,
        },
    }  # fmt: skip


@pytest.mark.rule("T2", "T5")
def test_a_question_of_a_negotiation() -> None:
    """Step and round are those of the turn, also while others answer."""
    book, state = trading()
    play(
        book, state, 0,
        Trade(offers=(terms("turned_over 0 soy, hand 1 chili", "red"), terms(None, "red", to=2))),
    )  # fmt: skip
    asks = question(book, state)
    assert (asks["ask"], asks["offers"]) == ("answer", [1])
    assert asks["choices"] == [ANSWER, {**ANSWER, "accept": [1]}]
    assert (asks["view"]["step"], asks["view"]["round"]) == ("trade", 1)
    offer = {
        "id": 1, "seat": 0, "to": "all",
        "give": [{"kind": "soy", "turned_over": 0}, {"kind": "chili"}], "want": ["red"],
    }  # fmt: skip
    other = {"id": 2, "seat": 0, "to": 2, "give": "open", "want": ["red"]}
    assert asks["view"]["offers"] == [offer, other]
    assert question(book, state, 1)["offers"] == [1, 2]
    play(book, state, 1, Answer((Accepting(1, cards("hand 0 red")),)))
    play(book, state, 2, Answer(offers=(terms("hand 0 red", "soy"),)))
    play(book, state, 3, DECLINE)
    asks = question(book, state)
    assert asks["ask"] == "trade"
    assert (asks["view"]["step"], asks["view"]["round"]) == ("trade", 2)
    assert asks["view"]["offers"] == [
        {**offer, "give": [{"kind": "soy", "turned_over": 0}, {"kind": "chili", "hand": 1}]},
        {"id": 4, "seat": 2, "to": 0, "give": [{"kind": "red"}], "want": ["soy"]},
    ]
    assert asks["view"]["accepts"] == [{"id": 3, "seat": 1, "offer": 1, "give": [{"kind": "red"}]}]
    assert asks["choices"] == [
        {"do": "pass"}, {"do": "trade", "take": [4]}, {"do": "trade", "take": [3]},
    ]  # fmt: skip


def test_the_places_of_own_cards_are_shown_to_their_owner() -> None:
    book, state = trading(wants={1: {"bids"}})
    play(book, state, 1, Answer(offers=(terms("hand 2 red", "soy"),)))
    own = orjson.loads(orjson.dumps(translator(book).view(state, 1)))["offers"][0]
    assert own["give"] == [{"kind": "red", "hand": 2}]


def test_the_questions_of_bids_windows_and_step_3() -> None:
    book, state = trading(wants={1: {"bids"}})
    asks = question(book, state)
    assert (asks["ask"], asks["choices"], asks["view"]["step"]) == ("bid", [ANSWER], "trade")
    book, state, _ = position(
        "classic", 4, step="before_draw", fields={2: ["soy"]}, wants={2: {"before_draw"}}
    )
    asks = question(book, state)
    assert (asks["ask"], asks["window"], asks["view"]["step"]) == (
        "window", "before_draw", "before_draw",
    )  # fmt: skip
    assert asks["choices"] == [{"do": "pass"}, {"do": "harvest", "field": 0}]
    book, state, _ = position("classic", 4, step="set_aside", set_aside={2: "soy red"})
    asks = question(book, state)
    assert (asks["ask"], asks["view"]["step"]) == ("set_aside", "set_aside")
    assert asks["view"]["set_aside"] == [[], [], ["soy", "red"], []]


@pytest.mark.parametrize("variant", ["classic", "rio_grande", "anniversary"])
def test_every_question_of_a_game_is_of_the_protocol(variant: str) -> None:
    book = compile_rulebook(variant, 3)
    state = book.start(b"questions")
    number = 0
    while decisions := book.to_decide(state):
        for at in range(len(decisions)):
            Decide.model_validate(
                {"type": "decide", "id": number, "events": [], "clock": CLOCK}
                | question(book, state, at)
            )
        seat = decisions[0].seat
        listed = book.choices(state, seat)
        events = book.apply(state, seat, listed[number % len(listed)])
        assert len(seen(book, events, seat)) == len(events)
        number += 1
    assert state.over
    assert number > 50


@pytest.mark.rule("T1", "T3")
def test_the_rulebook_of_game_start() -> None:
    told = orjson.loads(orjson.dumps(translator(compile_rulebook("rio_grande", 6)).rulebook()))
    assert told["variant"] == "rio_grande"
    assert told["players"] == 6
    assert (told["fields"], told["third_field_price"]) == (2, 2)
    assert told["deal"] == [3, 4, 5, 6, 6, 6]
    assert (told["turn_over"], told["draw"], told["last_run_out"]) == (2, 4, 3)
    assert told["same_kind_twice"] is False
    assert told["steps"] == ["plant", "trade", "set_aside", "draw"]
    assert told["windows"] == ["before_plant", "before_trade", "before_draw"]
    assert told["negotiation"] == {"rounds": 5, "offers": 3, "replies": 2, "say": 280}
    assert told["ties"].startswith("Of equal coins, the most bean cards in hand win")
    earns = {kind["name"]: (kind["count"], kind["earns"]) for kind in told["kinds"]}
    assert earns["stink"] == (16, [0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4])
    assert "garden" not in earns
    assert {"name", "cites", "text"} == set(told["rules"][0])
    anniversary = translator(compile_rulebook("anniversary", 4)).rulebook()
    assert anniversary["same_kind_twice"] is True
    assert anniversary["third_field_price"] is None


@pytest.mark.rule("B1", "B9")
@pytest.mark.parametrize("variant", ["classic", "rio_grande", "anniversary"])
def test_every_rule_of_the_basic_game_is_told(variant: str) -> None:
    book = compile_rulebook(variant, 4)
    cited = {
        cite for rule in translator(book).rulebook()["rules"] for cite in rule["cites"].split()
    }
    told = {f"B{number}" for number in (1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)}
    assert told | {"T1", "T2", "T3", "T4"} <= cited
    assert ("B14" in cited) == (variant != "anniversary")


# --- events -------------------------------------------------------------------------------------


@pytest.mark.rule("T5")
def test_drawn_cards_are_named_to_their_owner_and_counted_for_others() -> None:
    book, _, events = position(
        "classic", 3, step="draw", hands={1: "soy"}, draw_pile="red blue soy chili"
    )
    assert seen(book, events, 0)[0] == {
        "event": "drew", "seat": 0, "cards": ["red", "blue", "soy"],
    }  # fmt: skip
    for other in (1, 2):
        assert seen(book, events, other)[0] == {"event": "drew", "seat": 0, "count": 3}
    assert seen(book, events, 1)[1:] == [{"event": "turn", "seat": 1, "turn": 2}]


def test_events_of_planting_harvesting_and_buying() -> None:
    book, state, _ = position(
        "classic", 4, hands={0: "soy"}, fields={0: ["red red red", ""]}, coins={0: "blue"}
    )
    events = play(book, state, 0, HARVEST[0])
    events += play(book, state, 0, BUY_FIELD)
    events += play(book, state, 0, plant("soy", 2))
    for seat in range(4):
        assert seen(book, events, seat)[:3] == [
            {"event": "harvested", "seat": 0, "field": 0, "cards": ["red"] * 3,
             "coins": ["red", "red"]},
            {"event": "bought_field", "seat": 0, "price": 3},
            {"event": "planted", "seat": 0, "card": "soy", "field": 2, "from": "hand"},
        ]  # fmt: skip


@pytest.mark.rule("T2", "T5")
def test_events_of_a_negotiation() -> None:
    book, state = trading()
    posted = play(book, state, 0, Trade(offers=(terms("turned_over 0 soy, hand 1 chili", "red"),)))
    offer: dict[str, Any] = {"id": 1, "seat": 0, "to": "all", "want": ["red"]}
    exact = [{"kind": "soy", "turned_over": 0}, {"kind": "chili", "hand": 1}]
    hidden = [{"kind": "soy", "turned_over": 0}, {"kind": "chili"}]
    for seat, give in ((0, exact), (1, hidden), (3, hidden)):
        assert seen(book, posted, seat) == [
            {"event": "offered", "seat": 0, "offers": [{**offer, "give": give}]}
        ]
    play(book, state, 1, Answer((Accepting(1, cards("hand 0 red")),)))
    play(book, state, 2, DECLINE)
    answered = play(book, state, 3, DECLINE)
    blank = {"event": "answered", "accepts": [], "offers": [], "withdrawn": [], "silent": False}
    for seat, card in ((1, {"kind": "red", "hand": 0}), (0, {"kind": "red"})):
        accept = {"id": 2, "seat": 1, "offer": 1, "give": [card]}
        assert seen(book, answered, seat)[:3] == [
            {**blank, "seat": 1, "accepts": [accept]}, {**blank, "seat": 2}, {**blank, "seat": 3},
        ]  # fmt: skip
    traded = play(book, state, 0, Trade((Take(2),)))
    for seat in range(4):
        assert seen(book, traded, seat)[:2] == [
            {"event": "traded", "seat": 0, "with": 1, "taken": 2, "gave": exact,
             "got": [{"kind": "red", "hand": 0}]},
            {"event": "lapsed", "ids": [1]},
        ]  # fmt: skip
    ended = play(book, state, 0, PASS)
    assert seen(book, ended, 2) == [{"event": "trade_ended", "seat": 0}]


def test_events_of_the_end() -> None:
    book, state, events = position(
        "classic", 3, step="turn_over", draw_pile="red blue", run_outs=2, coins={2: "soy"}
    )
    assert state.over
    assert seen(book, events, 1) == [
        {"event": "turned_over", "seat": 0, "cards": ["red", "blue"]},
        {"event": "run_out", "run_outs": 3, "shuffled": 0},
        {"event": "discarded", "seat": 0, "cards": ["red", "blue"], "from": "turned_over"},
        {"event": "game_over", "scores": [0, 0, 1], "places": [2, 2, 1], "winners": [2]},
    ]
    assert asked(book, state) == []
    assert names(state.discard) == "red blue"


# --- choices out and in again -------------------------------------------------------------------


@pytest.mark.parametrize(
    "choice",
    [
        Trade(),
        Trade((Take(1), Take(4, cards("hand 0 soy"))), (), True),
        Trade((), (terms("hand 0 soy, turned_over 1 blue", "red red"),)),
        Trade((), (terms(None, "red", to=2), terms("hand 1 chili", None), terms("", "red"))),
        Trade((Take(1), Take(2)), (terms("turned_over 1 blue", ""),)),
    ],
)
def test_a_trade_survives_the_way_out_and_in(choice: Trade) -> None:
    book, state = trading(wants={1: {"bids"}})
    play(
        book, state, 1, Answer(offers=(terms("hand 1 green", "soy"), terms("hand 0 red", "chili")))
    )
    play(book, state, 0, Trade(offers=(terms("turned_over 0 soy", None),)))
    play(book, state, 1, Answer(offers=(terms("hand 2 red", "soy"),)))
    for seat in state.asked:
        play(book, state, seat, DECLINE)
    assert book.check(state, 0, choice) is None
    said = orjson.loads(orjson.dumps(translator(book).choice(choice)))
    assert read(book, state, 0, said) == choice


@pytest.mark.parametrize(
    "choice",
    [
        DECLINE,
        Answer((Accepting(2), Accepting(3, cards("hand 0 red"))), (), (1,), True),
        Answer((), (terms("hand 1 green", "soy"), terms("hand 0 red", None))),
    ],
)
def test_an_answer_survives_the_way_out_and_in(choice: Answer) -> None:
    book, state = trading(wants={1: {"bids"}})
    play(book, state, 1, Answer(offers=(terms("hand 1 green", "soy"),)))
    play(
        book, state, 0,
        Trade(offers=(terms("turned_over 0 soy", "red"), terms("turned_over 1 blue", "red"))),
    )  # fmt: skip
    said = orjson.loads(orjson.dumps(translator(book).choice(choice)))
    assert read(book, state, 1, said) == choice
