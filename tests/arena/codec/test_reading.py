"""From the protocol to the rules: naming cards, answers, refusals and their examples."""

from typing import Any

import orjson
import pytest

from arena.codec import ChoiceRefused, reader, writer
from arena.rules.choices import (
    ALL,
    BUY_FIELD,
    DECLINE,
    HARVEST,
    Accepting,
    Answer,
    Choice,
    Take,
    Terms,
    Trade,
)
from protocol.messages import parse_choose
from tests.support.scenario import cards, pile, plant, play, position, terms
from tests.support.translating import ANSWER, given, read, trading, why

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
    game = trading()
    assert given(game, give) == cards(meant)


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    ("give", "reason"),
    [
        (["soy"] * 5, "give: you have no soy (more) to give"),
        (["red"], "give: you have no red (more) to give"),
        (["cocoa"], "give: you have no cocoa (more) to give"),
        (["Soy"], "there is no kind of bean called 'Soy'"),
        ([{"hand": 1, "kind": "soy"}], "give: the card at hand 1 is chili, not soy"),
        ([{"turned_over": 0, "kind": "blue"}], "give: the card at turned_over 0 is soy, not blue"),
        ([{"hand": 5}], "give: there is no card at hand 5"),
        ([{"hand": 10**30}], f"give: there is no card at hand {10**30}"),
        ([{"turned_over": 2}], "give: there is no card at turned_over 2"),
        # Two places: the model takes it for a hand card, and leaves the other one as it is.
        ([{"hand": 0, "turned_over": -1}], "give: there is no card at turned_over -1"),
        ([{"hand": 0, "turned_over": True}], "give: there is no card at turned_over True"),
        ([{"hand": 0}, {"hand": 0}], "the card at hand 0 is given twice"),
    ],
)
def test_cards_that_cannot_be_given(give: list[Any], reason: str) -> None:
    game = trading()
    offer = {"give": give, "want": ["red"]}
    assert why(game, 0, {"do": "trade", "offers": [offer]}) == reason


def test_only_the_active_player_names_turned_over_cards() -> None:
    game = trading(wants={1: {"bids"}})
    offer = {"give": [{"turned_over": 0}], "want": ["chili"]}
    assert (
        why(game, 1, {**ANSWER, "offers": [offer]})
        == "give: turned_over cards belong to the active player"
    )
    offer = {"give": ["soy"], "want": ["chili"]}
    assert why(game, 1, {**ANSWER, "offers": [offer]}) == ("give: you have no soy (more) to give")


def test_copies_that_pay_for_a_bid() -> None:
    game = trading(wants={1: {"bids"}})
    play(game, 1, Answer(offers=(terms("hand 0 red", "soy"), terms("hand 1 green", "soy"))))

    def taken(*take: Any) -> Any:
        choice = read(game, 0, {"do": "trade", "take": list(take)})
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
    game = trading(wants={1: {"bids"}})
    play(game, 1, Answer(offers=(terms("hand 1 green", "soy"),)))
    play(game, 0, Trade(offers=(terms("turned_over 0 soy", "red", to=2),)))
    play(game, 2, Answer((Accepting(2),)))
    again = {"to": 3, "give": ["soy"], "want": []}
    choice = read(
        game, 0,
        {"do": "trade", "take": [3, {"id": 1, "give": ["soy"]}], "offers": [again]},
    )  # fmt: skip
    assert choice == Trade(
        (Take(3), Take(1, cards("hand 4 soy"))), (terms("hand 2 soy", "", to=3),)
    )


def test_copies_that_pay_for_an_accept() -> None:
    game = trading()
    play(game, 0, Trade(offers=(terms("turned_over 0 soy", "red"),)))
    assert read(game, 1, {**ANSWER, "accept": [1]}) == Answer((Accepting(1),))
    for give, meant in ((["red"], "hand 2 red"), ([{"hand": 0, "kind": "red"}], "hand 0 red")):
        assert read(game, 1, {**ANSWER, "accept": [{"offer": 1, "give": give}]}) == Answer(
            (Accepting(1, cards(meant)),)
        )
    green = {**ANSWER, "accept": [{"offer": 1, "give": ["green"]}]}
    assert why(game, 1, green) == "the cards you give must be exactly the kinds wanted"


# --- answers ------------------------------------------------------------------------------------


def test_an_index_means_the_listed_choice() -> None:
    game = position("classic", 4, hands={0: "soy"}, coins={0: "red red red"})
    listed = game.choices(0)
    assert [read(game, 0, at) for at in range(len(listed))] == listed


@pytest.mark.parametrize("index", [3, 4, 10**30, -1])
def test_an_index_too_high_or_negative(index: int) -> None:
    game = position("classic", 4, hands={0: "soy"}, coins={0: "red red red"})
    assert why(game, 0, index) == f"choice: there is no index {index}; the last one is 2"


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
    game = position("classic", 4, hands={0: "soy"}, fields={0: ["blue"]}, coins={0: "red red red"})
    assert read(game, 0, json) == choice


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
    game = trading()
    assert read(game, 0, {"do": "trade", **json}) == choice


@pytest.mark.parametrize(
    ("json", "choice"),
    [
        ({}, DECLINE),
        ({"silent": True}, Answer(silent=True)),
        ({"withdraw": [1]}, Answer(withdraw=(1,))),
        ({"withdraw": [1] * 9_999}, Answer(withdraw=(1,))),
        ({"offers": [{"give": ["red"], "want": "open"}]},
         Answer(offers=(terms("hand 2 red", None),))),
        # Others always address the active player, whatever they write.
        ({"offers": [{"give": ["red"], "want": ["soy"], "to": 3}]},
         Answer(offers=(terms("hand 2 red", "soy"),))),
    ],
)  # fmt: skip
def test_answer_objects(json: dict[str, Any], choice: Choice) -> None:
    game = trading(wants={1: {"bids"}})
    play(game, 1, Answer(offers=(terms("hand 1 green", "soy"),)))
    play(game, 0, Trade(offers=(terms("turned_over 0 soy", "red", to=1),)))
    assert read(game, 1, {**ANSWER, **json}) == choice


@pytest.mark.parametrize(
    ("json", "reason"),
    [
        ({"do": "steal"}, "do: there is no choice called 'steal' in this game"),
        ({"do": "pass"}, "the first card of the hand must be planted (B4)"),
        ({"do": "plant"}, "card: missing, expected the name of a kind"),
        ({"do": "plant", "card": "beans", "field": 0}, "there is no kind of bean called 'beans'"),
        ({"do": "plant", "card": "blue", "field": 0}, "that card is not due"),
        ({"do": "plant", "card": "soy", "field": 2}, "your fields are 0 to 1"),
        ({"do": "plant", "card": "soy", "field": 10**30}, "your fields are 0 to 1"),
        ({"do": "plant", "card": "soy", "field": 0}, "that field grows another kind (B3)"),
        ({"do": "harvest", "field": 1}, "that field is empty"),
        ({"do": "harvest", "field": 9}, "your fields are 0 to 1"),
        ({"do": "buy_field"}, "the third field costs 3 coins"),
        ({"do": "trade"}, "trade is not possible here"),
        ({"do": "answer"}, "answer is not possible here"),
    ],
)  # fmt: skip
def test_refusals_in_step_1(json: dict[str, Any], reason: str) -> None:
    game = position("classic", 4, hands={0: "soy blue"}, fields={0: ["blue"]}, coins={0: "red red"})
    assert why(game, 0, json) == reason


@pytest.mark.parametrize(
    ("seat", "json"),
    [
        (0, {"do": "trade\n" * 10000}),
        (0, {"end": 1}),
        (0, {"take": [1] * 1000}),
        (0, {"take": [10**30]}),
        (0, {"offers": [{"give": [{"fields": 0}], "want": []}]}),
        (0, {"offers": [{"give": ["soy"], "want": [], "to": 10**30}]}),
        (0, {"offers": [{"give": ["soy"], "want": ["\ud800"]}]}),
        (0, {"offers": [{"give": ["soy" * 30000], "want": []}]}),
        (0, {"offers": [{"give": [{"hand": 0, "kind": "soy\n" * 10000}], "want": []}]}),
        (0, {"offers": [{"give": [], "want": ["red"] * 30000}]}),
        (1, {"accept": [1, 1]}),
        (1, {"accept": [10**30]}),
        (1, {"withdraw": [1]}),
        (1, {"offers": [{"give": ["red"], "want": ["soy"]}] * 3}),
    ],
)
def test_hostile_choices_are_refused_in_one_short_line(seat: int, json: dict[str, Any]) -> None:
    game = trading()
    if seat == 1:
        play(game, 0, Trade(offers=(terms("turned_over 0 soy", "red"),)))
    reason = why(game, seat, {"do": "answer" if seat else "trade", **json})
    assert 0 < len(reason) < 250
    assert "\n" not in reason


@pytest.mark.rule("T5")
def test_refusals_do_not_tell_what_others_hold() -> None:
    reasons = []
    for hand in ("red", "garden garden"):
        game = trading(hands={0: "soy", 1: hand, 2: "red", 3: hand})
        offer = {"give": ["red"], "want": ["garden"]}
        reasons.append(why(game, 0, {"do": "trade", "offers": [offer]}))
        play(game, 0, Trade(offers=(terms("turned_over 0 soy", "garden"),)))
        reasons.append(why(game, 2, {**ANSWER, "accept": [1]}))
    assert reasons[:2] == reasons[2:]


# --- examples -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "example"),
    [
        ({"do": "plant", "card": "red", "field": 0}, {"do": "plant", "card": "soy", "field": 1}),
        ({"do": "harvest", "field": 1}, {"do": "harvest", "field": 0}),
        ({"do": "buy_field"}, {"do": "plant", "card": "soy", "field": 1}),
        ({"do": "steal"}, {"do": "plant", "card": "soy", "field": 1}),
        (99, {"do": "plant", "card": "soy", "field": 1}),
    ],
)
def test_examples_are_legal_and_of_the_same_sort_if_possible(
    answer: Any, example: dict[str, Any]
) -> None:
    game = position("classic", 4, hands={0: "soy"}, fields={0: ["blue"]})
    listed = game.choices(0)
    shown = writer(game.book).example(listed, answer)
    assert shown == example
    assert game.check(0, read(game, 0, shown)) is None


@pytest.mark.parametrize(
    ("offers", "kept"),
    [
        ([{"give": ["soy"], "want": []}, {"give": ["moss"], "want": []}], [0]),
        ([{"give": [], "want": [kind]} for kind in ("red", "blue", "soy", "green")], [0, 1, 2]),
        ([{"give": ["red"], "want": []}, 3, {"give": ["soy"], "want": "open"}], [2]),
        ([{"give": ["red"], "want": []}], None),
        ("soy", None),
    ],
)
def test_the_legal_ones_of_the_offers_refused_are_an_example(offers: Any, kept: Any) -> None:
    game = trading(hands={0: "soy"})
    listed, refused = game.choices(0), {"do": "trade", "offers": offers}
    example = reader(game.book).without_illegal_offers(game, 0, listed, refused)
    assert example == (kept and {"do": "trade", "offers": [offers[each] for each in kept]})
    if example:
        assert game.check(0, read(game, 0, example)) is None


@pytest.mark.parametrize("do", ["trade", "answer", "pass"])
def test_examples_in_a_negotiation_are_legal(do: str) -> None:
    game = trading(wants={1: {"bids"}})
    play(game, 1, Answer(offers=(terms("hand 1 green", "soy"),)))
    shown = writer(game.book).example(game.choices(0), {"do": do})
    assert game.check(0, read(game, 0, shown)) is None
    assert shown == ({"do": "trade", "take": [1]} if do == "trade" else {"do": "pass"})


def test_null_stands_for_an_absent_key() -> None:
    game = trading()
    said = {"do": "trade", "take": None, "end": None, "offers": [
        {"to": None, "give": [{"hand": 0, "kind": None}], "want": ["red"]}
    ]}  # fmt: skip
    without = {"do": "trade", "offers": [{"give": [{"hand": 0}], "want": ["red"]}]}
    for more in ({}, {"say": None}):  # read with and without the model of an answer
        line = orjson.dumps({"type": "choose", "id": 1, "choice": said, **more})
        assert read(game, 0, parse_choose(line).choice) == read(game, 0, without)


@pytest.mark.parametrize("order", ["order_2_1", {"hand": 1}])
def test_an_order_cannot_be_offered_by_its_name_either(order: Any) -> None:
    game = position("plus", 4, step="trade", hands={0: "red order_2_1", 1: "soy"})
    offer = {"do": "trade", "offers": [{"give": [order], "want": ["soy"]}]}
    with pytest.raises(ChoiceRefused, match="orders cannot be traded"):
        reader(game.book).read(game, 0, game.choices(0), offer)
