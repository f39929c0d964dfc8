"""Offers (T1, T2), the sealed answers to them (T1, T5), and what is said with them (T3)."""

import pytest

from arena.rules.choices import (
    ALL,
    DECLINE,
    HIDDEN,
    PASS,
    Accepting,
    Answer,
    Take,
    Terms,
    Trade,
)
from tests.support.lawful import tables_with
from tests.support.scenario import asked, cards, names, play, position, terms, told
from tests.support.talk import accept_ids, answer, decline, offer, offer_ids, take, trading, why


@pytest.mark.rule("T1")
def test_offers_to_all_and_to_one_seat_together() -> None:
    game = trading(hands={1: "red", 2: "red"})
    offer(game, terms("turned_over 0 soy", "red"), terms("turned_over 1 blue", "red", to=2))
    assert asked(game) == [(1, "answer"), (2, "answer"), (3, "answer")]
    assert why(game, 1, Answer((Accepting(2),))) == "no offer 2 was put to you"
    assert game.choices(1) == [DECLINE, Answer((Accepting(1),))]
    assert game.choices(2) == [
        DECLINE,
        Answer((Accepting(1),)),
        Answer((Accepting(2),)),
        Answer((Accepting(1), Accepting(2))),
    ]
    assert game.choices(3) == [DECLINE]


@pytest.mark.rule("T1", "T2")
@pytest.mark.parametrize(
    ("offered", "reason"),
    [
        (terms("hand 0 soy", "red", to=0), "there is no other seat 0"),
        (terms("hand 0 soy", "red", to=4), "there is no other seat 4"),
        (terms("hand 0 soy", "red", to=-2), "there is no other seat -2"),
        (terms(None, None), "one side of an offer must be named"),
        (terms("", ""), "an offer needs something to give or to want"),
        (terms("hand 0 soy", "cocoa"), "there is no cocoa in this game"),
        (terms("hand 0 soy", " ".join(["red"] * 25)), "an offer may ask for at most 24 cards"),
        (terms("hand 0 blue", "red"), "the card at hand 0 is soy, not blue"),
        (terms("hand 2 soy", "red"), "there is no card at hand 2"),
        (terms("hand -1 soy", "red"), "there is no card at hand -1"),
        (terms("hand 0 soy, hand 0 soy", "red"), "the card at hand 0 is given twice"),
        (terms("turned_over 2 soy", "red"), "there is no card at turned_over 2"),
        (terms("turned_over 1 soy", "red"), "the card at turned_over 1 is blue, not soy"),
    ],
)
def test_offers_must_be_lawful_and_honest(offered: Terms, reason: str) -> None:
    game = trading(hands={0: "soy stink"})
    assert why(game, 0, Trade(offers=(offered,))) == reason


@pytest.mark.rule("T1")
def test_one_card_may_stand_in_several_offers_until_it_is_traded() -> None:
    game = trading(hands={1: "red", 2: "green"})
    offer(game, terms("turned_over 0 soy", "red"), terms("turned_over 0 soy", "green"))
    answer(game, 1, 1)
    answer(game, 2, 2)
    answer(game, 3)
    assert accept_ids(game) == [3, 4]
    assert (
        why(game, 0, Trade((Take(3), Take(4)))) == "4 needs a card that an earlier take trades away"
    )
    events = take(game, 4)
    assert told(events, "lapsed")[0]["ids"] == (1, 2, 3)
    assert (game.offers, game.accepts) == ((), ())
    assert names(game.hands[1]) == "red"


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    "opened", [terms("turned_over 0 soy", None), terms(None, "red")], ids=["want", "give"]
)
def test_an_open_side_cannot_be_taken_only_answered(opened: Terms) -> None:
    game = trading(hands={1: "red"})
    offer(game, opened)
    assert asked(game) == [(1, "answer"), (2, "answer"), (3, "answer")]
    assert game.choices(1) == [DECLINE]
    assert (
        why(game, 1, Answer((Accepting(1),)))
        == "offer 1 has an open side: answer it with an offer of your own"
    )
    answer(game, 1, offers=(terms("hand 0 red", "soy"),))
    decline(game)
    assert offer_ids(game) == [2]  # the open offer has had its answers
    take(game, 2)
    assert names(game.set_aside[0]) == "red"


@pytest.mark.rule("T1", "T5")
def test_answers_are_unseen_until_all_are_in() -> None:
    game = trading(hands={1: "red", 2: "red", 3: "stink"})
    offer(game, terms("turned_over 0 soy", "red"))
    before = [game.view(seat) for seat in range(4)]
    questions = [game.choices(3), asked(game)[2]]
    assert answer(game, 1, 1, offers=(terms("hand 0 red", "blue"),)) == []
    assert answer(game, 2, 1, silent=True) == []
    assert [game.view(seat) for seat in range(4)] == before
    assert [game.choices(3), asked(game)[0]] == questions
    events = answer(game, 3)
    assert [(e["seat"], len(e["accepts"]), e["silent"]) for e in told(events, "answered")] == [
        (1, 1, False), (2, 1, True), (3, 0, False),
    ]  # fmt: skip


@pytest.mark.rule("T1")
def test_an_accept_names_the_own_copies() -> None:
    game = trading(hands={1: "red green red"})
    offer(game, terms("turned_over 0 soy", "red"))
    wrong = Answer((Accepting(1, cards("hand 1 green")),))
    assert why(game, 1, wrong) == "the cards you give must be exactly the kinds wanted"
    stale = Answer((Accepting(1, cards("hand 1 red")),))
    assert why(game, 1, stale) == "the card at hand 1 is green, not red"
    answer(game, 1, Accepting(1, cards("hand 0 red")))
    decline(game)
    take(game, 2)
    assert names(game.hands[1]) == "green red"


@pytest.mark.rule("T1")
def test_an_offer_is_accepted_once_and_only_by_who_can_pay() -> None:
    game = trading(hands={1: "red", 2: "green"})
    offer(game, terms("turned_over 0 soy", "red"))
    twice = Answer((Accepting(1), Accepting(1)))
    assert why(game, 1, twice) == "offer 1 is accepted twice"
    assert why(game, 2, Answer((Accepting(1),))) == "you do not have what offer 1 wants"
    assert why(game, 1, Answer((Accepting(9),))) == "no offer 9 was put to you"
    assert why(game, 0, PASS) == "it is not your decision"


@pytest.mark.rule("T2", "T5")
def test_others_see_the_kinds_before_a_trade_and_the_places_after() -> None:
    game = trading(hands={0: "stink chili", 1: "red green red"})
    events = offer(game, terms("turned_over 0 soy, hand 1 chili", "red"))
    assert game.book.seen_by(events[-1], 0)["offers"][0].give == cards(
        "turned_over 0 soy, hand 1 chili"
    )
    seen = game.book.seen_by(events[-1], 1)["offers"][0].give
    assert seen == cards(f"turned_over 0 soy, hand {HIDDEN} chili")
    assert game.view(1)["offers"][0].give == seen
    answer(game, 1, Accepting(1, cards("hand 0 red")))
    answer(game, 2)
    events = answer(game, 3)
    answered = told(events, "answered")[0]
    assert game.book.seen_by(answered, 1)["accepts"][0].give == cards("hand 0 red")
    for other in (0, 2, 3):
        assert game.book.seen_by(answered, other)["accepts"][0].give == cards(f"hand {HIDDEN} red")
        assert game.view(other)["accepts"][0].give == cards(f"hand {HIDDEN} red")
    traded = told(take(game, 2), "traded")[0]
    for seat in range(4):
        shown = game.book.seen_by(traded, seat)
        assert shown["gave"] == cards("turned_over 0 soy, hand 1 chili")
        assert shown["got"] == cards("hand 0 red")


@pytest.mark.rule("T2")
def test_a_silent_seat_is_asked_only_when_addressed_by_name() -> None:
    game = trading(hands={1: "red", 2: "red"})
    offer(game, terms("turned_over 0 soy", "red"))
    answer(game, 1, 1, silent=True)
    decline(game)
    assert accept_ids(game) == [2]  # what it said before stands
    offer(game, terms("turned_over 1 blue", "red"))
    assert asked(game) == [(2, "answer"), (3, "answer")]
    decline(game)
    offer(game, terms("turned_over 1 blue", "red"), terms("turned_over 1 blue", "red", to=1))
    assert asked(game) == [(1, "answer"), (2, "answer"), (3, "answer")]
    assert game.choices(1) == [DECLINE, Answer((Accepting(5),))]
    assert why(game, 1, Answer((Accepting(4),))) == "no offer 4 was put to you"


@pytest.mark.rule("T2")
def test_when_all_are_silent_an_offer_to_all_asks_nobody() -> None:
    game = trading(players=3)
    offer(game, terms("turned_over 0 soy", "red"))
    answer(game, 1, silent=True)
    answer(game, 2, silent=True)
    events = offer(game, terms("turned_over 0 soy", "red"))
    assert told(events, "lapsed") == [{"event": "lapsed", "ids": (2,)}]
    assert asked(game) == [(0, "trade")]
    assert game.round == 3


@pytest.mark.rule("T3")
@pytest.mark.parametrize(("variant", "players"), tables_with("trade", players=4))
def test_promises_do_not_bind(variant: str, players: int) -> None:
    """An offer and its accepts are words until they are taken: either side may think better."""
    game = trading(variant=variant, players=players, hands={1: "red"})
    assert [rule.text for rule in game.book.rules if rule.cites == "T3"] == [
        "Any answer may carry a short public text; nothing said is binding."
    ]
    offer(game, terms("turned_over 0 soy", "red"))
    answer(game, 1, 1)
    decline(game)
    play(game, 0, PASS)
    assert names(game.set_aside[0]) == "soy blue"
    assert names(game.hands[1]) == "red"


@pytest.mark.rule("T1")
def test_an_offer_to_all_is_put_to_every_other_seat_clockwise() -> None:
    game = position("anniversary", 5, step="turn_over", active=2, draw_pile="soy blue green green")
    offer(game, terms("turned_over 0 soy", "red", to=ALL))
    assert [tuple(decision) for decision in game.decisions] == [
        (3, "answer", True), (4, "answer", True), (0, "answer", True), (1, "answer", True),
    ]  # fmt: skip
    events = [event for seat in (1, 0, 4, 3) for event in answer(game, seat)]
    assert [event["seat"] for event in told(events, "answered")] == [3, 4, 0, 1]


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    "opened", [terms("hand 0 red", None), terms(None, "soy")], ids=["want", "give"]
)
def test_an_open_bid_cannot_be_taken_either(opened: Terms) -> None:
    game = trading(hands={1: "red"}, wants={1: {"bids"}})
    answer(game, 1, offers=(opened,))
    assert offer_ids(game) == [1]
    assert game.choices(0) == [PASS]
    assert why(game, 0, Trade((Take(1),))) == "nothing that can be taken has the id 1"


@pytest.mark.rule("T2")
def test_silence_ends_with_the_turn() -> None:
    game = trading(hands={1: "red"}, wants={2: {"bids"}})
    answer(game, 2, silent=True)
    play(game, 0, PASS)
    while game.active == 0:
        seat = game.asked[0]
        play(game, seat, game.choices(seat)[0])
    assert game.silent == (False,) * 4
