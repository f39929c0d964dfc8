"""Step 2: what may be traded (B6) and how it is talked about (T1, T2, T3, T5)."""

from typing import Any

import pytest

from arena.rules import Event, Negotiation, Rulebook, State, compile_rulebook
from arena.rules.choices import (
    ALL,
    BUY_FIELD,
    DECLINE,
    HARVEST,
    HIDDEN,
    PASS,
    Accepting,
    Answer,
    Take,
    Terms,
    Trade,
)
from arena.rules.offers import cards_left
from tests.rules.scenario import asked, cards, names, pile, plant, play, position, terms, told


def trading(
    turned: str = "soy blue",
    variant: str = "anniversary",
    players: int = 4,
    **pieces: Any,
) -> tuple[Rulebook, State]:
    """Seat 0 is active and has turned over two cards; the draw pile holds greens behind them."""
    book, state, _ = position(
        variant, players, step="turn_over", draw_pile=f"{turned} green green green green", **pieces
    )
    return book, state


def offer(book: Rulebook, state: State, *offered: Terms) -> list[Event]:
    """The active player posts offers."""
    return play(book, state, state.active, Trade(offers=offered))


def answer(
    book: Rulebook, state: State, seat: int, *accept: int | Accepting, **more: Any
) -> list[Event]:
    """A sealed answer: accepts by id, and `offers`, `withdraw`, `silent`."""
    accepts = [Accepting(item) if isinstance(item, int) else item for item in accept]
    return play(book, state, seat, Answer(tuple(accepts), **more))


def decline(book: Rulebook, state: State) -> None:
    """All who are still asked decline."""
    for seat in state.asked:
        play(book, state, seat, DECLINE)


def take(book: Rulebook, state: State, *taken: int | Take, **more: Any) -> list[Event]:
    """The active player takes replies, in order."""
    takes = [Take(item) if isinstance(item, int) else item for item in taken]
    return play(book, state, state.active, Trade(tuple(takes), **more))


def why(book: Rulebook, state: State, seat: int, choice: Any) -> str:
    """Why a choice is refused."""
    reason = book.check(state, seat, choice)
    assert reason is not None, choice
    return reason


def offer_ids(state: State) -> list[int]:
    return [offer.id for offer in state.offers]


def accept_ids(state: State) -> list[int]:
    return [accept.id for accept in state.accepts]


# --- what is traded (B6) ------------------------------------------------------------------------


@pytest.mark.rule("B6", "T1")
@pytest.mark.parametrize("variant", ["classic", "rio_grande", "anniversary"])
def test_steve_trades_a_soy_and_a_blue_for_annas_red(variant: str) -> None:
    """Rio Grande, examples 2 to 4: nobody gives a red for a soy; with a blue from hand, Anna does.

    The garden turned over is kept, and planted with the red received.
    """
    book, state = trading(
        "garden soy", variant, 4, hands={0: "chili blue stink", 1: "stink", 2: "red chili red"}
    )
    offer(book, state, terms("turned_over 1 soy", "red"))
    decline(book, state)
    offer(book, state, terms("turned_over 1 soy, hand 1 blue", "red"))
    answer(book, state, 1)
    answer(book, state, 2, Accepting(2, cards("hand 0 red")))
    answer(book, state, 3)
    events = take(book, state, 3)
    assert told(events, "traded") == [
        {
            "event": "traded", "seat": 0, "with": 2, "taken": 3,
            "gave": cards("turned_over 1 soy, hand 1 blue"), "got": cards("hand 0 red"),
        }
    ]  # fmt: skip
    assert names(state.hands[0]) == "chili stink"
    assert names(state.hands[2]) == "chili red"
    assert names(state.set_aside[2]) == "soy blue"
    assert names(state.set_aside[0]) == "red"
    play(book, state, 0, PASS)
    assert names(state.set_aside[0]) == "red garden"
    play(book, state, 0, plant("red", 0))
    play(book, state, 0, plant("garden", 1))
    assert asked(book, state) == [(2, "set_aside")]


@pytest.mark.rule("B6")
def test_any_number_of_cards_for_any_number() -> None:
    """Two blues for one green (25th); many for one (1997)."""
    book, state = trading("soy blue", hands={0: "blue", 1: "green red", 2: "red red red"})
    offer(
        book,
        state,
        terms("turned_over 1 blue, hand 0 blue", "green"),
        terms("turned_over 0 soy", "red red red"),
    )
    answer(book, state, 1, 1)
    answer(book, state, 2, 2)
    answer(book, state, 3)
    take(book, state, 3, 4)
    assert names(state.set_aside[1]) == "blue blue"
    assert names(state.set_aside[2]) == "soy"
    assert names(state.set_aside[0]) == "green red red red"
    assert (names(state.hands[0]), names(state.hands[1]), state.hands[2]) == ("", "red", b"")


@pytest.mark.rule("B6")
def test_a_card_may_come_from_anywhere_and_the_order_of_the_rest_is_kept() -> None:
    book, state = trading(hands={0: "chili soy stink soy red", 1: "red green red blue"})
    offer(book, state, terms("hand 1 soy, hand 2 stink", "red blue"))
    answer(book, state, 1, Accepting(1, cards("hand 2 red, hand 3 blue")))
    decline(book, state)
    take(book, state, 2)
    assert names(state.hands[0]) == "chili soy red"
    assert names(state.hands[1]) == "red green"


@pytest.mark.rule("B6")
def test_received_cards_are_never_traded_on() -> None:
    book, state = trading(hands={1: "red", 2: "green"}, wants={1: {"bids"}})
    answer(book, state, 1, offers=(terms("hand 0 red", "soy"),))
    take(book, state, 1)
    assert names(state.set_aside[0]) == "red"
    assert (
        why(book, state, 0, Trade(offers=(terms("hand 0 red", "green"),)))
        == "there is no card at hand 0"
    )
    assert (
        why(book, state, 0, Trade(offers=(terms("set_aside 0 red", "green"),)))
        == "you cannot give cards from set_aside"
    )
    # Nor does a wish for it find it with another player.
    offer(book, state, terms("turned_over 0 blue", "soy"))
    assert why(book, state, 1, Answer((Accepting(2),))) == "you have not got what offer 2 wants"


@pytest.mark.rule("B6")
def test_cards_in_fields_are_never_traded() -> None:
    book, state = trading(fields={0: ["red"], 1: ["green"]})
    assert (
        why(book, state, 0, Trade(offers=(terms("fields 0 red", "green"),)))
        == "you cannot give cards from fields"
    )
    offer(book, state, terms("turned_over 0 soy", "green"))
    assert book.choices(state, 1) == [DECLINE]


@pytest.mark.rule("B6")
def test_only_the_active_player_gives_turned_over_cards() -> None:
    book, state = trading(wants={1: {"bids"}}, hands={1: "red"})
    assert (
        why(book, state, 1, Answer(offers=(terms("turned_over 0 soy", "red"),)))
        == "you cannot give cards from turned_over"
    )
    assert why(book, state, 1, Answer(offers=(terms("hand 0 red", "blue", to=2),))) == (
        "your offers go to the active player"
    )


@pytest.mark.rule("B6")
def test_trading_goes_on_with_hand_cards_when_the_turned_over_ones_are_gone() -> None:
    book, state = trading(hands={0: "chili", 1: "red stink"})
    offer(book, state, terms("turned_over 0 soy, turned_over 1 blue", "red"))
    answer(book, state, 1, 1)
    decline(book, state)
    take(book, state, 2)
    assert state.turned_over == b""
    assert asked(book, state) == [(0, "trade")]
    offer(book, state, terms("hand 0 chili", "stink"))
    answer(book, state, 1, 3)
    decline(book, state)
    take(book, state, 4)
    assert names(state.set_aside[0]) == "red stink"
    assert state.hands[0] == b""


@pytest.mark.rule("B6")
def test_one_card_of_the_turned_over_leaves_the_other_at_place_0() -> None:
    book, state = trading(hands={1: "red green"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, 1)
    decline(book, state)
    take(book, state, 2)
    assert names(state.turned_over) == "blue"
    offer(book, state, terms("turned_over 0 blue", "green"))


@pytest.mark.rule("B6")
@pytest.mark.parametrize("accepted", [True, False])
def test_a_gift_of_the_active_player_needs_consent(accepted: bool) -> None:
    book, state = trading()
    offer(book, state, terms("turned_over 0 soy", "", to=2))
    assert book.choices(state, 2) == [DECLINE, Answer((Accepting(1),))]
    if not accepted:
        play(book, state, 2, DECLINE)
        assert state.offers == ()
        play(book, state, 0, PASS)
        assert names(state.set_aside[0]) == "soy blue"
        return
    answer(book, state, 2, 1)
    take(book, state, 2)
    assert names(state.set_aside[2]) == "soy"
    assert names(state.turned_over) == "blue"


@pytest.mark.rule("B6")
@pytest.mark.parametrize("accepted", [True, False])
def test_a_gift_to_the_active_player_needs_consent(accepted: bool) -> None:
    book, state = trading(hands={3: "red"}, wants={3: {"bids"}})
    answer(book, state, 3, offers=(terms("hand 0 red"),))
    assert book.choices(state, 0) == [PASS, Trade((Take(1),))]
    if accepted:
        take(book, state, 1, end=True)
        assert names(state.set_aside[0]) == "red soy blue"
        assert state.hands[3] == b""
    else:
        play(book, state, 0, PASS)
        assert names(state.set_aside[0]) == "soy blue"
        assert names(state.hands[3]) == "red"


@pytest.mark.rule("B6")
def test_a_present_can_be_asked_for() -> None:
    book, state = trading(hands={1: "red", 2: "red"})
    offer(book, state, terms("", "red"))
    answer(book, state, 1, 1)
    answer(book, state, 2, 1)
    answer(book, state, 3)
    take(book, state, 2, 3)  # nothing is paid for it, so both may be taken
    assert names(state.set_aside[0]) == "red red"


# --- rounds (T1) --------------------------------------------------------------------------------


@pytest.mark.rule("T1")
def test_five_rounds_then_step_2_is_over() -> None:
    book, state = trading(hands={1: "red"})
    for number in range(1, 6):
        assert asked(book, state) == [(0, "trade")]
        assert state.round == number
        events = offer(book, state, terms("turned_over 0 soy", "red"))
        assert [(o.id, o.seat) for o in told(events, "offered")[0]["offers"]] == [(number, 0)]
        assert state.round == number  # the answers belong to the round of the offers
        decline(book, state)
    assert asked(book, state) == [(0, "set_aside")]


@pytest.mark.rule("T1")
def test_after_the_last_round_the_active_player_may_still_take() -> None:
    book, state = trading(hands={1: "red red"})
    for _ in range(4):
        offer(book, state, terms("turned_over 0 soy", "red"))
        decline(book, state)
    offer(book, state, terms("turned_over 0 soy", "red"), terms("turned_over 1 blue", "red"))
    answer(
        book,
        state,
        1,
        Accepting(5, cards("hand 0 red")),
        Accepting(6, cards("hand 1 red")),
    )
    decline(book, state)
    assert state.round == 6
    assert asked(book, state) == [(0, "trade")]
    assert (
        why(book, state, 0, Trade(offers=(terms("turned_over 0 soy", "red"),)))
        == "the last round is over: replies may be taken, no offers made"
    )
    take(book, state, 7)
    assert asked(book, state) == [(0, "trade")]
    take(book, state, 8)
    assert asked(book, state) == [(0, "set_aside")]
    assert names(state.set_aside[0]) == "red red"


@pytest.mark.rule("T1")
def test_a_round_without_takes_after_the_last_ends_step_2() -> None:
    book, state = trading(hands={1: "red"}, wants={1: {"bids"}})
    answer(book, state, 1, offers=(terms("hand 0 red"),))
    for _ in range(5):
        play(book, state, 0, Trade())
    assert asked(book, state) == [(0, "trade")]
    play(book, state, 0, Trade())
    assert asked(book, state) == [(0, "set_aside")]
    assert state.offers == ()


@pytest.mark.rule("T1")
def test_ending_step_2_with_the_takes() -> None:
    book, state = trading(hands={1: "red"}, wants={1: {"bids"}})
    answer(book, state, 1, offers=(terms("hand 0 red"),))
    events = take(book, state, 1, end=True)
    assert [e["event"] for e in events] == ["traded", "trade_ended"]
    assert asked(book, state) == [(0, "set_aside")]
    assert (state.round, state.offers, state.accepts) == (0, (), ())


@pytest.mark.rule("T1")
@pytest.mark.parametrize("choice", [PASS, Trade(end=True)])
def test_ending_step_2_ends_all_that_stands(choice: Any) -> None:
    book, state = trading(hands={1: "red", 2: "red"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, 1, offers=(terms("hand 0 red"),))
    answer(book, state, 2, 1)
    answer(book, state, 3)
    events = play(book, state, 0, choice)
    assert events == [{"event": "trade_ended", "seat": 0}]
    assert (state.offers, state.accepts) == ((), ())
    assert names(state.set_aside[0]) == "soy blue"
    assert (names(state.hands[1]), names(state.hands[2])) == ("red", "red")


@pytest.mark.rule("T1")
def test_ids_start_anew_every_turn() -> None:
    book, state = trading(hands={1: "red stink"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    decline(book, state)
    play(book, state, 0, PASS)
    while state.active == 0 or state.round == 0:
        seat = state.asked[0]
        play(book, state, seat, book.choices(state, seat)[0])
    offer(book, state, terms("turned_over 0 green", "soy"))
    assert offer_ids(state) == [1]


@pytest.mark.rule("T4")
def test_free_choices_use_up_no_round() -> None:
    book, state = trading(variant="classic", fields={0: ["soy soy"]}, coins={0: "red red red"})
    play(book, state, 0, HARVEST[0])
    play(book, state, 0, BUY_FIELD)
    assert state.round == 1
    assert asked(book, state) == [(0, "trade")]


@pytest.mark.rule("T1")
def test_the_limits_of_a_round_and_of_an_answer() -> None:
    book, state = trading(hands={1: "red"})
    soy = terms("turned_over 0 soy", "red")
    assert why(book, state, 0, Trade(offers=(soy,) * 4)) == "at most 3 offers a round"
    offer(book, state, soy, soy, soy)
    red = terms("hand 0 red", "soy")
    assert why(book, state, 1, Answer(offers=(red,) * 3)) == "at most 2 offers in an answer"
    answer(book, state, 1, 1, 2, 3, offers=(red, red))


@pytest.mark.rule("T1")
def test_other_limits_by_the_rulebook() -> None:
    book = compile_rulebook("anniversary", 3, Negotiation(rounds=1, offers=1, replies=0))
    state = book.start(b"short talk")
    while asked(book, state)[0][1] != "trade":
        play(book, state, 0, book.choices(state, 0)[0])
    kind = state.turned_over[:1]
    gift = terms(f"turned_over 0 {names(kind)}")
    assert why(book, state, 0, Trade(offers=(gift, gift))) == "at most 1 offers a round"
    offer(book, state, gift)
    asks = terms("", names(kind))
    assert why(book, state, 1, Answer(offers=(asks,))) == "at most 0 offers in an answer"
    decline(book, state)
    assert asked(book, state) == [(0, "set_aside")]


@pytest.mark.rule("T1")
def test_offers_do_not_go_with_the_end() -> None:
    book, state = trading()
    gift = terms("turned_over 0 soy")
    assert (
        why(book, state, 0, Trade(offers=(gift,), end=True))
        == "offers cannot be made with the end of trading"
    )


# --- opening bids (T1, T4) ----------------------------------------------------------------------


@pytest.mark.rule("T1", "T4")
def test_only_who_asked_for_it_may_open_with_bids() -> None:
    book, state = trading(
        hands={1: "red", 2: "red", 3: "red"}, wants={0: {"bids"}, 1: {"bids"}, 3: {"bids"}}
    )
    assert [tuple(d) for d in book.to_decide(state)] == [(1, "bid", True), (3, "bid", True)]
    assert book.choices(state, 1) == [DECLINE]
    assert why(book, state, 1, Answer((Accepting(1),))) == "no offer 1 was put to you"
    assert why(book, state, 1, HARVEST[0]) == "harvest is not possible in an answer"
    answer(book, state, 3, offers=(terms("hand 0 red", "blue"),))
    events = answer(book, state, 1, offers=(terms("hand 0 red", "soy"), terms("hand 0 red")))
    # Told when all are in, clockwise; not in the order in which they came.
    assert [(e["seat"], [o.id for o in e["offers"]]) for e in told(events, "answered")] == [
        (1, [1, 2]), (3, [3]),
    ]  # fmt: skip
    assert asked(book, state) == [(0, "trade")]
    assert book.choices(state, 0) == [PASS, *(Trade((Take(at),)) for at in (1, 2, 3))]


@pytest.mark.rule("T1")
def test_without_wishes_there_are_no_bids() -> None:
    book, state = trading(hands={1: "red"})
    assert asked(book, state) == [(0, "trade")]
    assert state.round == 1


@pytest.mark.rule("T1")
def test_taking_a_bid_the_active_player_names_the_own_copies() -> None:
    book, state = trading(
        "blue green", hands={0: "soy red soy chili soy", 1: "stink"}, wants={1: {"bids"}}
    )
    answer(book, state, 1, offers=(terms("hand 0 stink", "soy soy"),))
    named = Take(1, cards("hand 0 soy, hand 2 soy"))
    events = take(book, state, named)
    assert told(events, "traded")[0]["gave"] == cards("hand 0 soy, hand 2 soy")
    assert names(state.hands[0]) == "red chili soy"


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    ("give", "reason"),
    [
        ("hand 0 soy", "the cards given must be of exactly the kinds wanted"),
        ("hand 0 soy, hand 1 red", "the cards given must be of exactly the kinds wanted"),
        ("hand 0 soy, hand 2 soy, hand 1 red",
         "the cards given must be of exactly the kinds wanted"),
        ("hand 0 soy, hand 0 soy", "the card at hand 0 is given twice"),
        ("hand 0 soy, hand 1 soy", "the card at hand 1 is red, not soy"),
        ("hand 0 soy, hand 9 soy", "there is no card at hand 9"),
        ("hand 0 soy, hand -1 soy", "there is no card at hand -1"),
        ("hand 0 soy, coins 0 soy", "you cannot give cards from coins"),
    ],
)  # fmt: skip
def test_the_copies_named_must_pay_exactly(give: str, reason: str) -> None:
    book, state = trading(
        "blue green", hands={0: "soy red soy", 1: "stink"}, wants={1: {"bids"}}, coins={0: "soy"}
    )
    answer(book, state, 1, offers=(terms("hand 0 stink", "soy soy"),))
    assert why(book, state, 0, Trade((Take(1, cards(give)),))) == reason


@pytest.mark.rule("T1")
def test_copies_not_named_are_the_turned_over_ones_then_those_nearest_the_back() -> None:
    book, state = trading(
        "blue soy", hands={0: "soy red soy chili soy", 1: "stink"}, wants={1: {"bids"}}
    )
    answer(book, state, 1, offers=(terms("hand 0 stink", "soy soy"),))
    events = take(book, state, 1)
    assert told(events, "traded")[0]["gave"] == cards("turned_over 1 soy, hand 4 soy")
    assert names(state.hands[0]) == "soy red soy chili"
    assert names(state.turned_over) == "blue"


@pytest.mark.rule("T1")
def test_an_accept_without_copies_gives_those_nearest_the_back() -> None:
    book, state = trading(hands={1: "red green red blue red"})
    offer(book, state, terms("turned_over 0 soy", "red red"))
    answer(book, state, 1, 1)
    decline(book, state)
    assert state.accepts[0].give == cards("hand 4 red, hand 2 red")
    take(book, state, 2)
    assert names(state.hands[1]) == "red green blue"


@pytest.mark.rule("T1")
def test_a_bid_that_cannot_be_paid_is_not_listed_and_refused() -> None:
    book, state = trading(hands={1: "stink"}, wants={1: {"bids"}})
    answer(book, state, 1, offers=(terms("hand 0 stink", "garden"),))
    assert book.choices(state, 0) == [PASS]
    assert why(book, state, 0, Trade((Take(1),))) == "you have not got what 1 wants"


# --- offers (T1, T2) ----------------------------------------------------------------------------


@pytest.mark.rule("T1")
def test_an_offer_to_all_is_put_to_every_other_seat_clockwise() -> None:
    book, state, _ = position(
        "anniversary", 5, step="turn_over", active=2, draw_pile="soy blue green green"
    )
    offer(book, state, terms("turned_over 0 soy", "red", to=ALL))
    assert [tuple(decision) for decision in book.to_decide(state)] == [
        (3, "answer", True), (4, "answer", True), (0, "answer", True), (1, "answer", True),
    ]  # fmt: skip


@pytest.mark.rule("T1")
def test_an_offer_to_one_seat_asks_that_seat_alone() -> None:
    book, state = trading(hands={1: "red", 2: "red"})
    offer(book, state, terms("turned_over 0 soy", "red", to=2))
    assert asked(book, state) == [(2, "answer")]
    assert why(book, state, 1, Answer((Accepting(1),))) == "it is not your decision"


@pytest.mark.rule("T1")
def test_offers_to_all_and_to_one_seat_together() -> None:
    book, state = trading(hands={1: "red", 2: "red"})
    offer(book, state, terms("turned_over 0 soy", "red"), terms("turned_over 1 blue", "red", to=2))
    assert asked(book, state) == [(1, "answer"), (2, "answer"), (3, "answer")]
    assert why(book, state, 1, Answer((Accepting(2),))) == "no offer 2 was put to you"
    assert book.choices(state, 1) == [DECLINE, Answer((Accepting(1),))]
    assert book.choices(state, 2) == [
        DECLINE,
        Answer((Accepting(1),)),
        Answer((Accepting(2),)),
        Answer((Accepting(1), Accepting(2))),
    ]
    assert book.choices(state, 3) == [DECLINE]


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
        (terms("hand 0 soy", "magpie"), "there is no magpie in this game"),
        (terms("hand 0 soy", " ".join(["red"] * 25)), "an offer wants 24 cards at most"),
        (terms("hand 0 blue", "red"), "the card at hand 0 is soy, not blue"),
        (terms("hand 2 soy", "red"), "there is no card at hand 2"),
        (terms("hand -1 soy", "red"), "there is no card at hand -1"),
        (terms("hand 0 soy, hand 0 soy", "red"), "the card at hand 0 is given twice"),
        (terms("turned_over 2 soy", "red"), "there is no card at turned_over 2"),
        (terms("turned_over 1 soy", "red"), "the card at turned_over 1 is blue, not soy"),
    ],
)
def test_offers_must_be_lawful_and_honest(offered: Terms, reason: str) -> None:
    book, state = trading(hands={0: "soy stink"})
    assert why(book, state, 0, Trade(offers=(offered,))) == reason


@pytest.mark.rule("T2")
def test_the_same_offer_again_is_no_fault() -> None:
    book, state = trading(hands={1: "red"})
    same = terms("turned_over 0 soy", "red")
    offer(book, state, same, same)
    decline(book, state)
    offer(book, state, same)
    assert offer_ids(state) == [3]


@pytest.mark.rule("T1")
def test_one_card_may_stand_in_several_offers_until_it_is_traded() -> None:
    book, state = trading(hands={1: "red", 2: "green"})
    offer(book, state, terms("turned_over 0 soy", "red"), terms("turned_over 0 soy", "green"))
    answer(book, state, 1, 1)
    answer(book, state, 2, 2)
    answer(book, state, 3)
    assert accept_ids(state) == [3, 4]
    assert (
        why(book, state, 0, Trade((Take(3), Take(4))))
        == "4 needs a card that an earlier take trades away"
    )
    events = take(book, state, 4)
    assert told(events, "lapsed")[0]["ids"] == (1, 2, 3)
    assert (state.offers, state.accepts) == ((), ())
    assert names(state.hands[1]) == "red"


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    "opened", [terms("turned_over 0 soy", None), terms(None, "red")], ids=["want", "give"]
)
def test_an_open_side_cannot_be_taken_only_answered(opened: Terms) -> None:
    book, state = trading(hands={1: "red"})
    offer(book, state, opened)
    assert asked(book, state) == [(1, "answer"), (2, "answer"), (3, "answer")]
    assert book.choices(state, 1) == [DECLINE]
    assert (
        why(book, state, 1, Answer((Accepting(1),)))
        == "offer 1 has an open side: answer it with an offer of your own"
    )
    answer(book, state, 1, offers=(terms("hand 0 red", "soy"),))
    decline(book, state)
    assert offer_ids(state) == [2]  # the open offer has had its answers
    take(book, state, 2)
    assert names(state.set_aside[0]) == "red"


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    "opened", [terms("hand 0 red", None), terms(None, "soy")], ids=["want", "give"]
)
def test_an_open_bid_cannot_be_taken_either(opened: Terms) -> None:
    book, state = trading(hands={1: "red"}, wants={1: {"bids"}})
    answer(book, state, 1, offers=(opened,))
    assert offer_ids(state) == [1]
    assert book.choices(state, 0) == [PASS]
    assert why(book, state, 0, Trade((Take(1),))) == "nothing that can be taken has the id 1"


# --- sealed answers (T1, T5) --------------------------------------------------------------------


@pytest.mark.rule("T1", "T5")
def test_answers_are_unseen_until_all_are_in() -> None:
    book, state = trading(hands={1: "red", 2: "red", 3: "stink"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    before = [book.view(state, seat) for seat in range(4)]
    questions = [book.choices(state, 3), asked(book, state)[2]]
    assert answer(book, state, 1, 1, offers=(terms("hand 0 red", "blue"),)) == []
    assert answer(book, state, 2, 1, silent=True) == []
    assert [book.view(state, seat) for seat in range(4)] == before
    assert [book.choices(state, 3), asked(book, state)[0]] == questions
    events = answer(book, state, 3)
    assert [(e["seat"], len(e["accepts"]), e["silent"]) for e in told(events, "answered")] == [
        (1, 1, False), (2, 1, True), (3, 0, False),
    ]  # fmt: skip


@pytest.mark.rule("T1")
def test_answers_may_come_in_any_order_with_the_same_outcome() -> None:
    outcomes = []
    for order in ((1, 2, 3), (3, 1, 2), (2, 3, 1)):
        book, state = trading(hands={1: "red", 2: "red", 3: "red"})
        offer(book, state, terms("turned_over 0 soy", "red"))
        events = [event for seat in order for event in answer(book, state, seat, 1)]
        outcomes.append((state, events))
    assert outcomes[0] == outcomes[1] == outcomes[2]


@pytest.mark.rule("T1")
def test_each_seat_answers_once() -> None:
    book, state = trading(hands={1: "red"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1)
    assert why(book, state, 1, Answer((Accepting(1),))) == "it is not your decision"


@pytest.mark.rule("T1", "T4")
def test_sealed_answers_carry_no_free_choice() -> None:
    book, state = trading(fields={1: ["soy soy"]})
    offer(book, state, terms("turned_over 0 soy", "red"))
    assert book.choices(state, 1) == [DECLINE]
    assert why(book, state, 1, HARVEST[0]) == "harvest is not possible in an answer"
    assert why(book, state, 1, PASS) == "pass is not possible in an answer"
    assert why(book, state, 1, Trade()) == "trade is not possible in an answer"


@pytest.mark.rule("T1")
def test_an_accept_names_the_own_copies() -> None:
    book, state = trading(hands={1: "red green red"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    wrong = Answer((Accepting(1, cards("hand 1 green")),))
    assert why(book, state, 1, wrong) == "the cards given must be of exactly the kinds wanted"
    stale = Answer((Accepting(1, cards("hand 1 red")),))
    assert why(book, state, 1, stale) == "the card at hand 1 is green, not red"
    answer(book, state, 1, Accepting(1, cards("hand 0 red")))
    decline(book, state)
    take(book, state, 2)
    assert names(state.hands[1]) == "green red"


@pytest.mark.rule("T1")
def test_an_offer_is_accepted_once_and_only_by_who_can_pay() -> None:
    book, state = trading(hands={1: "red", 2: "green"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    twice = Answer((Accepting(1), Accepting(1)))
    assert why(book, state, 1, twice) == "offer 1 is accepted twice"
    assert why(book, state, 2, Answer((Accepting(1),))) == "you have not got what offer 1 wants"
    assert why(book, state, 1, Answer((Accepting(9),))) == "no offer 9 was put to you"
    assert why(book, state, 0, PASS) == "it is not your decision"


@pytest.mark.rule("T2", "T5")
def test_others_see_the_kinds_before_a_trade_and_the_places_after() -> None:
    book, state = trading(hands={0: "stink chili", 1: "red green red"})
    events = offer(book, state, terms("turned_over 0 soy, hand 1 chili", "red"))
    assert book.seen_by(events[-1], 0)["offers"][0].give == cards("turned_over 0 soy, hand 1 chili")
    seen = book.seen_by(events[-1], 1)["offers"][0].give
    assert seen == cards(f"turned_over 0 soy, hand {HIDDEN} chili")
    assert book.view(state, 1)["offers"][0].give == seen
    answer(book, state, 1, Accepting(1, cards("hand 0 red")))
    answer(book, state, 2)
    events = answer(book, state, 3)
    answered = told(events, "answered")[0]
    assert book.seen_by(answered, 1)["accepts"][0].give == cards("hand 0 red")
    for other in (0, 2, 3):
        assert book.seen_by(answered, other)["accepts"][0].give == cards(f"hand {HIDDEN} red")
        assert book.view(state, other)["accepts"][0].give == cards(f"hand {HIDDEN} red")
    traded = told(take(book, state, 2), "traded")[0]
    for seat in range(4):
        shown = book.seen_by(traded, seat)
        assert shown["gave"] == cards("turned_over 0 soy, hand 1 chili")
        assert shown["got"] == cards("hand 0 red")


# --- taking, lapsing, withdrawing (T1) ----------------------------------------------------------


@pytest.mark.rule("T1")
def test_nothing_is_exchanged_until_it_is_taken() -> None:
    book, state = trading(hands={1: "red"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, 1)
    decline(book, state)
    assert (names(state.turned_over), names(state.hands[1])) == ("soy blue", "red")
    assert state.set_aside == [b""] * 4


@pytest.mark.rule("T1")
def test_an_accept_is_taken_as_it_was_offered() -> None:
    """The cards were named in the offer, so there is nothing to name in the take."""
    book, state = trading(hands={0: "soy soy", 1: "red"})
    offer(book, state, terms("hand 0 soy", "red"))
    answer(book, state, 1, 1)
    decline(book, state)
    assert (
        why(book, state, 0, Trade((Take(2, cards("hand 1 soy")),)))
        == "an accept is taken as it was offered: leave its give out"
    )
    assert (
        why(book, state, 0, Trade((Take(1),))) == "nothing that can be taken has the id 1"
    )  # the own offer itself


@pytest.mark.rule("T1")
def test_several_takes_are_carried_out_in_order() -> None:
    """Places are those of the view before the answer, also when earlier cards have left."""
    book, state = trading(
        "green green", hands={0: "soy chili soy stink", 1: "red blue", 2: "garden"},
        wants={1: {"bids"}, 2: {"bids"}},
    )  # fmt: skip
    answer(book, state, 1, offers=(terms("hand 0 red", "soy"), terms("hand 1 blue", "stink")))
    answer(book, state, 2, offers=(terms("hand 0 garden", "soy"),))
    events = take(
        book, state, Take(1, cards("hand 0 soy")), 2, Take(3, cards("hand 2 soy")),
        offers=(terms("hand 1 chili", "red"),),
    )  # fmt: skip
    assert [(e["with"], e["taken"]) for e in told(events, "traded")] == [(1, 1), (1, 2), (2, 3)]
    assert [e["gave"] for e in told(events, "traded")] == [
        cards("hand 0 soy"), cards("hand 2 stink"), cards("hand 1 soy"),
    ]  # fmt: skip
    assert told(events, "traded")[1]["got"] == cards("hand 0 blue")
    assert names(state.hands[0]) == "chili"
    assert names(state.set_aside[0]) == "red blue garden"
    assert state.offers[-1].give == cards("hand 0 chili")


@pytest.mark.rule("T1")
def test_a_take_that_needs_a_copy_spent_by_an_earlier_one_is_refused() -> None:
    book, state = trading(
        "green green", hands={0: "soy", 1: "red", 2: "garden"}, wants={1: {"bids"}, 2: {"bids"}}
    )
    answer(book, state, 1, offers=(terms("hand 0 red", "soy"),))
    answer(book, state, 2, offers=(terms("hand 0 garden", "soy"),))
    assert why(book, state, 0, Trade((Take(1), Take(2)))) == "you have not got what 2 wants"
    assert why(book, state, 0, Trade((Take(1), Take(1)))) == (
        "nothing that can be taken has the id 1"
    )
    named = Trade((Take(1, cards("hand 0 soy")), Take(2, cards("hand 0 soy"))))
    assert why(book, state, 0, named) == "2 needs a card that an earlier take trades away"
    gift = Trade((Take(1, cards("hand 0 soy")),), (terms("hand 0 soy"),))
    assert why(book, state, 0, gift) == "an offer gives a card that is traded away by a take"
    assert why(book, state, 0, Trade((Take(9),))) == "nothing that can be taken has the id 9"


@pytest.mark.rule("T1")
def test_copies_picked_leave_those_that_are_named_elsewhere() -> None:
    book, state = trading(
        "green green", hands={0: "soy red soy", 1: "red", 2: "garden"},
        wants={1: {"bids"}, 2: {"bids"}},
    )  # fmt: skip
    answer(book, state, 1, offers=(terms("hand 0 red", "soy"),))
    answer(book, state, 2, offers=(terms("hand 0 garden", "soy"),))
    events = take(book, state, 1, Take(2, cards("hand 2 soy")))
    assert [e["gave"] for e in told(events, "traded")] == [
        cards("hand 0 soy"), cards("hand 1 soy"),
    ]  # fmt: skip


@pytest.mark.rule("T1")
def test_copies_picked_leave_those_of_accepts_taken_too() -> None:
    """The soy nearest the back stands in the accepted offer; the bid is paid with the other."""
    book, state = trading(
        "green green", hands={0: "soy red soy", 1: "red", 2: "garden"}, wants={2: {"bids"}}
    )
    answer(book, state, 2, offers=(terms("hand 0 garden", "soy"),))
    offer(book, state, terms("hand 2 soy", "red"))
    answer(book, state, 1, 2)
    decline(book, state)
    events = take(book, state, 1, 3)
    assert [e["gave"] for e in told(events, "traded")] == [
        cards("hand 0 soy"), cards("hand 1 soy"),
    ]  # fmt: skip


@pytest.mark.rule("T1", "T5")
def test_a_reply_whose_hidden_card_has_gone_is_passed_over_not_refused() -> None:
    """Whether two replies rely on one copy is hidden: no refusal may depend on it."""
    for place, traded in ((1, [(1, 3)]), (0, [(1, 3), (1, 4)])):
        book, state = trading(hands={1: "red red"})
        offer(book, state, terms("turned_over 0 soy", "red"), terms("turned_over 1 blue", "red"))
        answer(
            book, state, 1, Accepting(1, cards("hand 1 red")),
            Accepting(2, cards(f"hand {place} red")),
        )  # fmt: skip
        decline(book, state)
        both = Trade((Take(3), Take(4)))
        assert book.check(state, 0, both) is None
        events = play(book, state, 0, both)
        assert [(e["with"], e["taken"]) for e in told(events, "traded")] == traded


@pytest.mark.rule("T1")
def test_standing_replies_lapse_when_their_cards_have_gone() -> None:
    book, state = trading(hands={1: "red green", 2: "red"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, 1, offers=(terms("hand 0 red", "blue"), terms("hand 1 green", "blue")))
    answer(book, state, 2, 1)
    answer(book, state, 3)
    assert (offer_ids(state), accept_ids(state)) == ([1, 3, 4], [2, 5])
    events = take(book, state, 2)
    # The soy is gone, and with it the other accept; the red, and with it the first bid.
    assert told(events, "lapsed") == [{"event": "lapsed", "ids": (1, 3, 5)}]
    assert (offer_ids(state), accept_ids(state)) == ([4], [])
    assert state.offers[0].give == cards("hand 0 green")  # moved up


@pytest.mark.rule("T1")
def test_own_offers_live_on_in_their_accepts_only() -> None:
    book, state = trading(hands={1: "red", 2: "green"})
    offer(book, state, terms("turned_over 0 soy", "red"), terms("turned_over 1 blue", "green"))
    answer(book, state, 1, 1)
    answer(book, state, 2)
    events = answer(book, state, 3)
    assert told(events, "lapsed") == [{"event": "lapsed", "ids": (2,)}]
    assert offer_ids(state) == [1]
    # Next round the accept still stands, and the seat is not asked about the offer again.
    offer(book, state, terms("turned_over 1 blue", "green", to=2))
    assert asked(book, state) == [(2, "answer")]
    play(book, state, 2, DECLINE)
    assert book.choices(state, 0) == [PASS, Trade((Take(3),))]
    take(book, state, 3)
    assert names(state.set_aside[1]) == "soy"


@pytest.mark.rule("T1")
def test_bids_stand_for_all_rounds() -> None:
    book, state = trading(hands={1: "red"}, wants={1: {"bids"}})
    answer(book, state, 1, offers=(terms("hand 0 red", "soy"),))
    for _ in range(5):
        offer(book, state, terms("turned_over 1 blue", "garden", to=2))
        play(book, state, 2, DECLINE)
    take(book, state, 1)
    assert names(state.set_aside[0]) == "red soy blue".replace(" soy", "")
    assert asked(book, state) == [(0, "set_aside")]


@pytest.mark.rule("T1")
def test_a_later_answer_withdraws_what_stands() -> None:
    book, state = trading(hands={1: "red green", 2: "red"}, wants={1: {"bids"}})
    answer(book, state, 1, offers=(terms("hand 1 green", "blue"),))
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, 2)
    answer(book, state, 2, 2)
    answer(book, state, 3)
    assert (offer_ids(state), accept_ids(state)) == ([1, 2], [3, 4])
    offer(book, state, terms("turned_over 1 blue", "garden"))
    theirs = "you have nothing standing with the id"
    assert why(book, state, 1, Answer(withdraw=(4,))) == f"{theirs} 4"
    assert why(book, state, 1, Answer(withdraw=(2,))) == f"{theirs} 2"
    assert why(book, state, 1, Answer(withdraw=(7,))) == f"{theirs} 7"
    answer(book, state, 1, withdraw=(1, 3))
    answer(book, state, 2)
    events = answer(book, state, 3)
    assert told(events, "answered")[0]["withdrawn"] == (1, 3)
    assert (offer_ids(state), accept_ids(state)) == ([2], [4])


@pytest.mark.rule("T1")
def test_an_offer_lapses_when_its_only_accept_is_withdrawn() -> None:
    book, state = trading(hands={1: "red"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, 1)
    decline(book, state)
    offer(book, state, terms("turned_over 1 blue", "red", to=1))
    events = answer(book, state, 1, 3, withdraw=(2,))
    assert told(events, "lapsed") == [{"event": "lapsed", "ids": (1,)}]
    assert (offer_ids(state), accept_ids(state)) == ([3], [4])


@pytest.mark.rule("T1")
def test_an_offer_lapses_with_its_only_accept_however_the_card_leaves() -> None:
    """A card may leave a hand in step 2 otherwise than by trade; the offer is not put again."""
    book, state = trading(hands={1: "red green"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, 1, offers=(terms("hand 1 green", "blue"),))
    decline(book, state)
    state.hands[1] = pile("green")
    events: list[Event] = []
    cards_left(state, {1: cards("hand 0 red")}, events)
    assert [event["ids"] for event in told(events, "lapsed")] == [(2,), (1,)]
    assert [o.give for o in state.offers] == [cards("hand 0 green")]
    offer(book, state, terms("turned_over 1 blue", "stink", to=1))
    assert book.check(state, 1, Answer((Accepting(1),))) == "no offer 1 was put to you"


@pytest.mark.rule("T2")
def test_a_silent_seat_is_asked_only_when_addressed_by_name() -> None:
    book, state = trading(hands={1: "red", 2: "red"})
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, 1, silent=True)
    decline(book, state)
    assert accept_ids(state) == [2]  # what it said before stands
    offer(book, state, terms("turned_over 1 blue", "red"))
    assert asked(book, state) == [(2, "answer"), (3, "answer")]
    decline(book, state)
    offer(
        book,
        state,
        terms("turned_over 1 blue", "red"),
        terms("turned_over 1 blue", "red", to=1),
    )
    assert asked(book, state) == [(1, "answer"), (2, "answer"), (3, "answer")]
    assert book.choices(state, 1) == [DECLINE, Answer((Accepting(5),))]
    assert why(book, state, 1, Answer((Accepting(4),))) == "no offer 4 was put to you"


@pytest.mark.rule("T2")
def test_when_all_are_silent_an_offer_to_all_asks_nobody() -> None:
    book, state = trading(players=3)
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, silent=True)
    answer(book, state, 2, silent=True)
    events = offer(book, state, terms("turned_over 0 soy", "red"))
    assert told(events, "lapsed") == [{"event": "lapsed", "ids": (2,)}]
    assert asked(book, state) == [(0, "trade")]
    assert state.round == 3


@pytest.mark.rule("T2")
def test_silence_ends_with_the_turn() -> None:
    book, state = trading(hands={1: "red"}, wants={2: {"bids"}})
    answer(book, state, 2, silent=True)
    play(book, state, 0, PASS)
    while state.active == 0:
        seat = state.asked[0]
        play(book, state, seat, book.choices(state, seat)[0])
    assert state.silent == (False,) * 4


@pytest.mark.rule("T3")
@pytest.mark.parametrize("variant", ["classic", "rio_grande", "anniversary"])
def test_promises_do_not_bind(variant: str) -> None:
    """An offer and its accepts are words until they are taken: either side may think better."""
    book, state = trading(variant=variant, hands={1: "red"})
    assert [rule.text for rule in book.rules if rule.cites == "T3"] == [
        "Any answer may carry a short public text; nothing said binds."
    ]
    offer(book, state, terms("turned_over 0 soy", "red"))
    answer(book, state, 1, 1)
    decline(book, state)
    play(book, state, 0, PASS)
    assert names(state.set_aside[0]) == "soy blue"
    assert names(state.hands[1]) == "red"


@pytest.mark.rule("T5")
def test_what_an_answer_may_choose_does_not_depend_on_others_hands() -> None:
    lists = []
    for others in ("red red red", "garden garden garden"):
        book, state = trading(hands={0: "chili", 1: "red stink", 2: others, 3: others})
        offer(book, state, terms("turned_over 0 soy", "red"), terms("hand 0 chili", "stink"))
        lists.append((asked(book, state), book.choices(state, 1), book.view(state, 1)))
    assert lists[0] == lists[1]


@pytest.mark.rule("T5")
def test_offers_for_what_nobody_holds_are_not_refused() -> None:
    book, state = trading(hands={1: "red"})
    offer(book, state, terms("turned_over 0 soy", " ".join(["garden"] * 24)))
    assert [book.choices(state, seat) for seat in (1, 2, 3)] == [[DECLINE]] * 3


def test_what_is_no_trade_at_all() -> None:
    book, state = trading()
    assert why(book, state, 0, DECLINE) == "answer is not possible in trading"
    assert why(book, state, 0, plant("soy", 0)) == "plant is not possible in trading"
    assert pile("soy") in state.turned_over
