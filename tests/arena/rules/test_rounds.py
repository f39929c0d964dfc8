"""The rounds of a negotiation (T1), and the bids that open it (T1, T4)."""

from typing import Any

import pytest

from arena.rules import Negotiation, compile_rulebook
from arena.rules.choices import DECLINE, HARVEST, PASS, Accepting, Answer, Take, Trade
from tests.support.scenario import asked, cards, names, play, terms, told
from tests.support.talk import answer, decline, offer, offer_ids, take, trading, why


@pytest.mark.rule("T1")
def test_five_rounds_then_step_2_is_over() -> None:
    game = trading(hands={1: "red"})
    for number in range(1, 6):
        assert asked(game) == [(0, "trade")]
        assert game.round == number
        events = offer(game, terms("turned_over 0 soy", "red"))
        assert [(o.id, o.seat) for o in told(events, "offered")[0]["offers"]] == [(number, 0)]
        assert game.round == number  # the answers belong to the round of the offers
        decline(game)
    assert asked(game) == [(0, "set_aside")]


@pytest.mark.rule("T1")
def test_after_the_last_round_the_active_player_may_still_take() -> None:
    game = trading(hands={1: "red red"})
    for _ in range(4):
        offer(game, terms("turned_over 0 soy", "red"))
        decline(game)
    offer(game, terms("turned_over 0 soy", "red"), terms("turned_over 1 blue", "red"))
    answer(game, 1, Accepting(5, cards("hand 0 red")), Accepting(6, cards("hand 1 red")))
    decline(game)
    assert game.round == 6
    assert asked(game) == [(0, "trade")]
    assert (
        why(game, 0, Trade(offers=(terms("turned_over 0 soy", "red"),)))
        == "the last round is over: replies may be taken, no offers made"
    )
    take(game, 7)
    assert asked(game) == [(0, "trade")]
    take(game, 8)
    assert asked(game) == [(0, "set_aside")]
    assert names(game.set_aside[0]) == "red red"


@pytest.mark.rule("T1")
@pytest.mark.parametrize("choice", [PASS, Trade(end=True)])
def test_ending_step_2_ends_all_that_stands(choice: Any) -> None:
    game = trading(hands={1: "red", 2: "red"})
    offer(game, terms("turned_over 0 soy", "red"))
    answer(game, 1, 1, offers=(terms("hand 0 red"),))
    answer(game, 2, 1)
    answer(game, 3)
    events = play(game, 0, choice)
    assert events == [{"event": "trade_ended", "seat": 0}]
    assert (game.offers, game.accepts) == ((), ())
    assert names(game.set_aside[0]) == "soy blue"
    assert (names(game.hands[1]), names(game.hands[2])) == ("red", "red")


@pytest.mark.rule("T1")
def test_the_limits_of_a_round_and_of_an_answer() -> None:
    game = trading(hands={1: "red"})
    soy = terms("turned_over 0 soy", "red")
    assert why(game, 0, Trade(offers=(soy,) * 4)) == "at most 3 offers a round"
    with_the_end = "offers cannot be made in the answer that ends trading"
    assert why(game, 0, Trade(offers=(soy,), end=True)) == with_the_end
    offer(game, soy, soy, soy)
    red = terms("hand 0 red", "soy")
    assert why(game, 1, Answer(offers=(red,) * 3)) == "at most 2 offers in an answer"
    answer(game, 1, 1, 2, 3, offers=(red, red))


@pytest.mark.rule("T1")
def test_other_limits_by_the_rulebook() -> None:
    book = compile_rulebook("anniversary", 3, Negotiation(rounds=1, offers=1, replies=0))
    game = book.start(b"short talk")
    while asked(game)[0][1] != "trade":
        play(game, 0, game.choices(0)[0])
    kind = game.turned_over[:1]
    gift = terms(f"turned_over 0 {names(kind)}")
    assert why(game, 0, Trade(offers=(gift, gift))) == "at most 1 offers a round"
    offer(game, gift)
    asks = terms("", names(kind))
    assert why(game, 1, Answer(offers=(asks,))) == "at most 0 offers in an answer"
    decline(game)
    assert asked(game) == [(0, "set_aside")]


@pytest.mark.rule("T1", "T4")
def test_only_who_asked_for_it_may_open_with_bids() -> None:
    game = trading(
        hands={1: "red", 2: "red", 3: "red"}, wants={0: {"bids"}, 1: {"bids"}, 3: {"bids"}}
    )
    assert [tuple(d) for d in game.decisions] == [(1, "bid", True), (3, "bid", True)]
    assert game.choices(1) == [DECLINE]
    assert why(game, 1, Answer((Accepting(1),))) == "no offer 1 was put to you"
    assert why(game, 1, HARVEST[0]) == "harvest is not possible in an answer"
    answer(game, 3, offers=(terms("hand 0 red", "blue"),))
    events = answer(game, 1, offers=(terms("hand 0 red", "soy"), terms("hand 0 red")))
    # Told when all are in, clockwise; not in the order in which they came.
    assert [(e["seat"], [o.id for o in e["offers"]]) for e in told(events, "answered")] == [
        (1, [1, 2]), (3, [3]),
    ]  # fmt: skip
    assert asked(game) == [(0, "trade")]
    assert game.choices(0) == [PASS, *(Trade((Take(at),)) for at in (1, 2, 3))]


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    ("give", "reason"),
    [
        ("hand 0 soy", "the cards you give must be exactly the kinds wanted"),
        ("hand 0 soy, hand 2 soy, hand 1 red",
         "the cards you give must be exactly the kinds wanted"),
        ("hand 0 soy, hand 1 soy", "the card at hand 1 is red, not soy"),
        ("hand 0 soy, coins 0 soy", "you cannot give cards from coins"),
    ],
)  # fmt: skip
def test_the_copies_named_must_pay_exactly(give: str, reason: str) -> None:
    game = trading(
        "blue green", hands={0: "soy red soy", 1: "stink"}, wants={1: {"bids"}}, coins={0: "soy"}
    )
    answer(game, 1, offers=(terms("hand 0 stink", "soy soy"),))
    assert why(game, 0, Trade((Take(1, cards(give)),))) == reason


@pytest.mark.rule("T1")
def test_copies_not_named_are_the_turned_over_ones_then_those_nearest_the_back() -> None:
    game = trading("blue soy", hands={0: "soy red soy chili soy", 1: "stink"}, wants={1: {"bids"}})
    answer(game, 1, offers=(terms("hand 0 stink", "soy soy"),))
    events = take(game, 1)
    assert told(events, "traded")[0]["gave"] == cards("turned_over 1 soy, hand 4 soy")
    assert names(game.hands[0]) == "soy red soy chili"
    assert names(game.turned_over) == "blue"


@pytest.mark.rule("T1")
def test_a_round_without_takes_after_the_last_ends_step_2() -> None:
    game = trading(hands={1: "red"}, wants={1: {"bids"}})
    answer(game, 1, offers=(terms("hand 0 red"),))
    for _ in range(5):
        play(game, 0, Trade())
    assert asked(game) == [(0, "trade")]
    play(game, 0, Trade())
    assert asked(game) == [(0, "set_aside")]
    assert game.offers == ()


@pytest.mark.rule("T1")
def test_ids_start_anew_every_turn() -> None:
    game = trading(hands={1: "red stink"})
    offer(game, terms("turned_over 0 soy", "red"))
    decline(game)
    play(game, 0, PASS)
    while game.active == 0 or game.round == 0:
        seat = game.asked[0]
        play(game, seat, game.choices(seat)[0])
    offer(game, terms("turned_over 0 green", "soy"))
    assert offer_ids(game) == [1]


@pytest.mark.rule("T1")
def test_a_bid_that_cannot_be_paid_is_not_listed_and_refused() -> None:
    game = trading(hands={1: "stink"}, wants={1: {"bids"}})
    answer(game, 1, offers=(terms("hand 0 stink", "garden"),))
    assert game.choices(0) == [PASS]
    assert why(game, 0, Trade((Take(1),))) == "you do not have what offer 1 wants"
