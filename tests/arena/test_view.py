"""The translation between rules and protocol: questions, views and events out, answers in."""

from typing import Any

import orjson
import pytest

from arena.rules import Event, Rulebook, State, compile_rulebook
from arena.rules.choices import (
    ALL,
    BUY_FIELD,
    DECLINE,
    HARVEST,
    PASS,
    Accepting,
    Answer,
    Choice,
    Take,
    Terms,
    Trade,
)
from arena.view import Refused, translator
from protocol.messages import Decide
from tests.rules.scenario import asked, cards, names, pile, plant, play, position, terms

ANSWER = {"do": "answer"}
CLOCK = {"bank_ms": 10000, "limit_ms": 2000}


def trading(**pieces: Any) -> tuple[Rulebook, State]:
    """Seat 0 is active, with a soy and a blue turned over and a hand with soys at 0, 2 and 4."""
    book, state, _ = position(
        "anniversary", 4, step="turn_over", draw_pile="soy blue green green green",
        **{"hands": {0: "soy chili soy stink soy", 1: "red green red", 2: "red"}, **pieces},
    )  # fmt: skip
    return book, state


def read(book: Rulebook, state: State, seat: int, answer: Any) -> Choice:
    """A bot's answer as a choice."""
    return translator(book).read(state, seat, book.choices(state, seat), answer)


def why(book: Rulebook, state: State, seat: int, answer: Any) -> str:
    """Why a bot's answer is refused."""
    with pytest.raises(Refused) as refused:
        read(book, state, seat, answer)
    return str(refused.value)


def given(book: Rulebook, state: State, give: list[Any]) -> Any:
    """The exact cards that the active player's offer of `give` means."""
    choice = read(book, state, 0, {"do": "trade", "offers": [{"give": give, "want": ["red"]}]})
    assert isinstance(choice, Trade)
    return choice.offers[0].give


def question(book: Rulebook, state: State, at: int = 0) -> dict[str, Any]:
    """The question of the `at`-th open decision, as a bot reads it."""
    asked_now = translator(book).question(state, book.to_decide(state)[at])
    plain: dict[str, Any] = orjson.loads(orjson.dumps(asked_now.json))
    return plain


def seen(book: Rulebook, events: list[Event], seat: int) -> list[dict[str, Any]]:
    """Events as a seat reads them."""
    plain: list[dict[str, Any]] = orjson.loads(orjson.dumps(translator(book).events(events)[seat]))
    return plain


# --- naming cards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("give", "meant"),
    [
        (["soy"], "turned_over 0 soy"),
        (["soy", "soy"], "turned_over 0 soy, hand 4 soy"),
        (["soy", "soy", "soy", "soy"], "turned_over 0 soy, hand 4 soy, hand 2 soy, hand 0 soy"),
        (["chili"], "hand 1 chili"),
        ([{"hand": 0}], "hand 0 soy"),
        ([{"hand": 0, "kind": "soy"}], "hand 0 soy"),
        ([{"hand": 0, "kind": None}], "hand 0 soy"),
        ([{"turned_over": 1}], "turned_over 1 blue"),
        ([{"turned_over": 1, "kind": "blue"}], "turned_over 1 blue"),
        # Exact cards keep their places; bare kinds come from the rest, in whatever order.
        (["soy", {"turned_over": 0}], "hand 4 soy, turned_over 0 soy"),
        ([{"hand": 4}, "soy", "soy"], "hand 4 soy, turned_over 0 soy, hand 2 soy"),
        ([{"hand": 2, "note": "mine"}], "hand 2 soy"),
        ([], ""),
    ],
)
@pytest.mark.rule("T1")
def test_every_way_to_name_a_card(give: list[Any], meant: str) -> None:
    book, state = trading()
    assert given(book, state, give) == cards(meant)


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    ("give", "reason"),
    [
        (["soy"] * 5, "give: you have no soy (more) to give"),
        (["red"], "give: you have no red (more) to give"),
        (["cocoa"], "give: you have no cocoa (more) to give"),
        (["Soy"], "there is no kind of bean called 'Soy'"),
        ([""], "there is no kind of bean called ''"),
        ([{"hand": 1, "kind": "soy"}], "give: the card at hand 1 is chili, not soy"),
        ([{"turned_over": 0, "kind": "blue"}], "give: the card at turned_over 0 is soy, not blue"),
        ([{"hand": 0, "kind": "nonsense"}], "there is no kind of bean called 'nonsense'"),
        ([{"hand": 5}], "give: there is no card at hand 5"),
        ([{"hand": 10**30}], f"give: there is no card at hand {10**30}"),
        ([{"turned_over": 2}], "give: there is no card at turned_over 2"),
        ([{"hand": 0}, {"hand": 0}], "the card at hand 0 is given twice"),
    ],
)
def test_cards_that_cannot_be_given(give: list[Any], reason: str) -> None:
    book, state = trading()
    offer = {"give": give, "want": ["red"]}
    assert why(book, state, 0, {"do": "trade", "offers": [offer]}) == reason


def test_only_the_active_player_names_turned_over_cards() -> None:
    book, state = trading(wants={1: {"bids"}})
    offer = {"give": [{"turned_over": 0}], "want": ["chili"]}
    assert (
        why(book, state, 1, {**ANSWER, "offers": [offer]})
        == "give: turned_over cards belong to the active player"
    )
    offer = {"give": ["soy"], "want": ["chili"]}
    assert why(book, state, 1, {**ANSWER, "offers": [offer]}) == (
        "give: you have no soy (more) to give"
    )


def test_copies_that_pay_for_a_bid() -> None:
    book, state = trading(wants={1: {"bids"}})
    play(book, state, 1, Answer(offers=(terms("hand 0 red", "soy"), terms("hand 1 green", "soy"))))

    def taken(*take: Any) -> Any:
        choice = read(book, state, 0, {"do": "trade", "take": list(take)})
        assert isinstance(choice, Trade)
        return choice.take

    assert taken(1) == (Take(1),)
    assert taken({"id": 1, "give": ["soy"]}) == (Take(1, cards("turned_over 0 soy")),)
    assert taken({"id": 1, "give": [{"hand": 2}]}, 2) == (Take(1, cards("hand 2 soy")), Take(2))
    assert taken({"id": 2, "give": ["soy"]}, {"id": 1, "give": ["soy"]}) == (
        Take(2, cards("turned_over 0 soy")),
        Take(1, cards("hand 4 soy")),
    )
    assert taken({"id": 1, "give": []}) == (Take(1),)  # nothing named: the rules pick


def test_bare_kinds_of_an_offer_leave_what_is_taken() -> None:
    """Offer, takes and accepts of one answer do not get in each other's way."""
    book, state = trading(wants={1: {"bids"}})
    play(book, state, 1, Answer(offers=(terms("hand 1 green", "soy"),)))
    play(book, state, 0, Trade(offers=(terms("turned_over 0 soy", "red", to=2),)))
    play(book, state, 2, Answer((Accepting(2),)))
    again = {"to": 3, "give": ["soy"], "want": []}
    choice = read(
        book, state, 0,
        {"do": "trade", "take": [3, {"id": 1, "give": ["soy"]}], "offers": [again]},
    )  # fmt: skip
    assert choice == Trade(
        (Take(3), Take(1, cards("hand 4 soy"))), (terms("hand 2 soy", "", to=3),)
    )


def test_copies_that_pay_for_an_accept() -> None:
    book, state = trading()
    play(book, state, 0, Trade(offers=(terms("turned_over 0 soy", "red"),)))
    assert read(book, state, 1, {**ANSWER, "accept": [1]}) == Answer((Accepting(1),))
    for give, meant in ((["red"], "hand 2 red"), ([{"hand": 0, "kind": "red"}], "hand 0 red")):
        assert read(book, state, 1, {**ANSWER, "accept": [{"offer": 1, "give": give}]}) == Answer(
            (Accepting(1, cards(meant)),)
        )
    green = {**ANSWER, "accept": [{"offer": 1, "give": ["green"]}]}
    assert why(book, state, 1, green) == "the cards given must be of exactly the kinds wanted"


# --- answers ------------------------------------------------------------------------------------


def test_an_index_means_the_listed_choice() -> None:
    book, state, _ = position("classic", 4, hands={0: "soy"}, coins={0: "red red red"})
    listed = book.choices(state, 0)
    assert [read(book, state, 0, at) for at in range(len(listed))] == listed


@pytest.mark.parametrize("index", [3, 4, 10**30, -1])
def test_an_index_too_high_or_negative(index: int) -> None:
    book, state, _ = position("classic", 4, hands={0: "soy"}, coins={0: "red red red"})
    assert why(book, state, 0, index) == f"choice: there is no index {index}; the last one is 2"


@pytest.mark.parametrize(
    ("json", "choice"),
    [
        ({"do": "plant", "card": "soy", "field": 1}, plant("soy", 1)),
        ({"do": "harvest", "field": 0}, HARVEST[0]),
        ({"do": "buy_field"}, BUY_FIELD),
        ({"do": "buy_field", "price": 3, "why": ["not"]}, BUY_FIELD),
    ],
)
def test_choice_objects(json: dict[str, Any], choice: Choice) -> None:
    book, state, _ = position(
        "classic", 4, hands={0: "soy"}, fields={0: ["blue"]}, coins={0: "red red red"}
    )
    assert read(book, state, 0, json) == choice


@pytest.mark.parametrize(
    ("json", "choice"),
    [
        ({}, Trade()),
        ({"end": True}, Trade(end=True)),
        ({"offers": [{"give": "open", "want": ["red", "red"]}]},
         Trade(offers=(Terms(None, pile("red red"), ALL),))),
        ({"offers": [{"give": ["chili"], "want": "open", "to": "all"}]},
         Trade(offers=(terms("hand 1 chili", None),))),
        ({"offers": [{"give": ["chili"], "want": [], "to": 3}]},
         Trade(offers=(terms("hand 1 chili", "", to=3),))),
    ],
)  # fmt: skip
def test_trade_objects(json: dict[str, Any], choice: Choice) -> None:
    book, state = trading()
    assert read(book, state, 0, {"do": "trade", **json}) == choice


@pytest.mark.parametrize(
    ("json", "choice"),
    [
        ({}, DECLINE),
        ({"silent": True}, Answer(silent=True)),
        ({"withdraw": [1]}, Answer(withdraw=(1,))),
        ({"offers": [{"give": ["red"], "want": "open"}]},
         Answer(offers=(terms("hand 2 red", None),))),
        # Others always address the active player, whatever they write.
        ({"offers": [{"give": ["red"], "want": ["soy"], "to": 3}]},
         Answer(offers=(terms("hand 2 red", "soy"),))),
    ],
)  # fmt: skip
def test_answer_objects(json: dict[str, Any], choice: Choice) -> None:
    book, state = trading(wants={1: {"bids"}})
    play(book, state, 1, Answer(offers=(terms("hand 1 green", "soy"),)))
    play(book, state, 0, Trade(offers=(terms("turned_over 0 soy", "red", to=1),)))
    assert read(book, state, 1, {**ANSWER, **json}) == choice


@pytest.mark.parametrize(
    ("json", "reason"),
    [
        ({"do": "steal"}, "do: there is no choice called 'steal' in this game"),
        ({"do": ""}, "do: there is no choice called '' in this game"),
        ({"do": "pass"}, "the first card of the hand must be planted"),
        ({"do": "plant"}, "card: missing, expected the name of a kind"),
        ({"do": "plant", "card": "soy"},
         "field: missing, expected the number of an own field, from 0"),
        ({"do": "plant", "card": "beans", "field": 0}, "there is no kind of bean called 'beans'"),
        ({"do": "plant", "card": 8, "field": 0}, "card: expected the name of a kind, got 8"),
        ({"do": "plant", "card": "blue", "field": 0}, "that card is not due"),
        ({"do": "plant", "card": "cocoa", "field": 0}, "that card is not due"),
        ({"do": "plant", "card": "soy", "field": 2}, "you have fields 0 to 1"),
        ({"do": "plant", "card": "soy", "field": 10**30}, "you have fields 0 to 1"),
        ({"do": "plant", "card": "soy", "field": 0}, "that field grows another kind"),
        ({"do": "plant", "card": "soy", "field": -1},
         "field: expected the number of an own field, from 0, got -1"),
        ({"do": "plant", "card": "soy", "field": True},
         "field: expected the number of an own field, from 0, got true"),
        ({"do": "plant", "card": "soy", "field": "0"},
         'field: expected the number of an own field, from 0, got "0"'),
        ({"do": "harvest", "field": 1}, "that field is empty"),
        ({"do": "harvest", "field": 9}, "you have fields 0 to 1"),
        ({"do": "buy_field"}, "the third field costs 3 coins"),
        ({"do": "trade"}, "trade is not possible here"),
        ({"do": "answer"}, "answer is not possible here"),
    ],
)  # fmt: skip
def test_refusals_in_step_1(json: dict[str, Any], reason: str) -> None:
    book, state, _ = position(
        "classic", 4, hands={0: "soy blue"}, fields={0: ["blue"]}, coins={0: "red red"}
    )
    assert why(book, state, 0, json) == reason


@pytest.mark.parametrize(
    "json",
    [
        {"take": 3}, {"take": "3"}, {"take": {"id": 1}}, {"take": [True]}, {"take": [1.0]},
        {"take": ["1"]}, {"take": [[1]]}, {"take": [{"id": 1}]}, {"take": [{"give": []}]},
        {"take": [{"id": "1", "give": []}]}, {"take": [{"id": 1, "give": "soy"}]},
        {"take": [{"id": 1, "give": [[]]}]}, {"offers": {}}, {"offers": [[]]}, {"offers": [7]},
        {"offers": [{}]}, {"offers": [{"give": ["soy"]}]}, {"offers": [{"want": ["soy"]}]},
        {"offers": [{"give": "soy", "want": []}]}, {"offers": [{"give": ["soy"], "want": "red"}]},
        {"offers": [{"give": ["soy"], "want": [{"hand": 0}]}]},
        {"offers": [{"give": ["soy"], "want": [3]}]}, {"offers": [{"give": [3], "want": []}]},
        {"offers": [{"give": [{}], "want": []}]},
        {"offers": [{"give": [{"hand": -1}], "want": []}]},
        {"offers": [{"give": [{"hand": "0"}], "want": []}]},
        {"offers": [{"give": [{"hand": True}], "want": []}]},
        {"offers": [{"give": [{"hand": 0, "kind": 8}], "want": []}]},
        {"offers": [{"give": [{"fields": 0}], "want": []}]},
        {"offers": [{"give": ["soy"], "want": [], "to": "2"}]},
        {"offers": [{"give": ["soy"], "want": [], "to": -1}]},
        {"offers": [{"give": ["soy"], "want": [], "to": 1.0}]},
        {"offers": [{"give": ["soy"], "want": [], "to": 10**30}]},
        {"offers": [{"give": ["soy"], "want": ["\ud800"]}]},
        {"offers": [{"give": ["soy" * 30000], "want": []}]},
        {"offers": [{"give": [{"hand": 0, "kind": "soy\n" * 10000}], "want": []}]},
        {"do": "trade\n" * 10000},
        {"end": 1}, {"end": "true"}, {"take": [1] * 1000}, {"take": [-1]}, {"take": [10**30]},
        {"offers": [{"give": [], "want": ["red"] * 30000}]},
    ],
)  # fmt: skip
def test_hostile_trades_are_refused_in_one_short_line(json: dict[str, Any]) -> None:
    book, state = trading()
    reason = why(book, state, 0, {"do": "trade", **json})
    assert 0 < len(reason) < 250
    assert "\n" not in reason


@pytest.mark.parametrize(
    "json",
    [
        {"accept": 1}, {"accept": [True]}, {"accept": [{"offer": 1}]},
        {"accept": [{"offer": True, "give": ["red"]}]}, {"accept": [{"offer": 1, "give": "red"}]},
        {"accept": [1, 1]}, {"accept": [2]}, {"accept": [-1]}, {"accept": [10**30]},
        {"withdraw": 1}, {"withdraw": ["1"]}, {"withdraw": [1]}, {"withdraw": [True]},
        {"silent": 1}, {"silent": "yes"}, {"offers": [{"give": ["red"], "want": ["soy"]}] * 3},
    ],
)  # fmt: skip
def test_hostile_answers_are_refused_in_one_short_line(json: dict[str, Any]) -> None:
    book, state = trading()
    play(book, state, 0, Trade(offers=(terms("turned_over 0 soy", "red"),)))
    reason = why(book, state, 1, {**ANSWER, **json})
    assert 0 < len(reason) < 250
    assert "\n" not in reason


@pytest.mark.rule("T5")
def test_refusals_do_not_tell_what_others_hold() -> None:
    reasons = []
    for hand in ("red", "garden garden"):
        book, state = trading(hands={0: "soy", 1: hand, 2: "red", 3: hand})
        offer = {"give": ["red"], "want": ["garden"]}
        reasons.append(why(book, state, 0, {"do": "trade", "offers": [offer]}))
        play(book, state, 0, Trade(offers=(terms("turned_over 0 soy", "garden"),)))
        reasons.append(why(book, state, 2, {**ANSWER, "accept": [1]}))
    assert reasons[:2] == reasons[2:]


# --- examples -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "example"),
    [
        ({"do": "plant", "card": "red", "field": 0}, {"do": "plant", "card": "soy", "field": 1}),
        ({"do": "harvest", "field": 1}, {"do": "harvest", "field": 0}),
        ({"do": "buy_field"}, {"do": "plant", "card": "soy", "field": 1}),
        ({"do": "steal"}, {"do": "plant", "card": "soy", "field": 1}),
        ({"do": []}, {"do": "plant", "card": "soy", "field": 1}),
        ({}, {"do": "plant", "card": "soy", "field": 1}),
        (99, {"do": "plant", "card": "soy", "field": 1}),
        (None, {"do": "plant", "card": "soy", "field": 1}),
    ],
)
def test_examples_are_legal_and_of_the_same_sort_if_possible(
    answer: Any, example: dict[str, Any]
) -> None:
    book, state, _ = position("classic", 4, hands={0: "soy"}, fields={0: ["blue"]})
    listed = book.choices(state, 0)
    shown = translator(book).example(listed, answer)
    assert shown == example
    assert book.check(state, 0, read(book, state, 0, shown)) is None


@pytest.mark.parametrize("do", ["trade", "answer", "pass"])
def test_examples_in_a_negotiation_are_legal(do: str) -> None:
    book, state = trading(wants={1: {"bids"}})
    play(book, state, 1, Answer(offers=(terms("hand 1 green", "soy"),)))
    shown = translator(book).example(book.choices(state, 0), {"do": do})
    assert book.check(state, 0, read(book, state, 0, shown)) is None
    assert shown == ({"do": "trade", "take": [1]} if do == "trade" else {"do": "pass"})


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
            "third_field": [False] * 4,
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
