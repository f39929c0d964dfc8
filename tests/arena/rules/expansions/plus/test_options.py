"""The options of Plus: the hand is sold at the end, cards received are traded on (P7)."""

import pytest

from arena.rules.choices import Answer, Take, Trade
from tests.support.scenario import fields_of, names, pile, play, position, terms, told
from tests.support.talk import accept_ids, answer, offer, take, trading

HAND = "plus+hand_harvest"
RETRADE = "plus+open_retrade"


@pytest.mark.rule("P7")
@pytest.mark.parametrize(
    ("hand", "field", "coins", "event"),
    [
        ("soy", "", 0, "hand_sold"),
        ("soy soy", "", 1, "hand_sold"),  # a field of their own
        ("soy red soy red red", "", 1 + 2, "hand_sold"),  # by kinds, whatever the order
        ("soy", "soy soy soy", 2, "hand_joined"),  # 4 for 2, rather than 1 + 0
        ("soy soy", "soy soy", 2, "hand_sold"),  # 1 + 1, or 4 for 2
        ("soy soy", "soy soy soy soy soy soy soy", 4 + 1, "hand_sold"),  # 9 earn no more than 7
        ("blue", "blue blue blue", 1, "hand_joined"),
        ("blue blue blue blue", "blue blue", 2, "hand_joined"),  # 6 for 2, rather than 1
        ("blue blue blue blue", "blue blue blue blue", 3, "hand_joined"),  # 8 for 3
        ("field", "field field", 3, "hand_joined"),
        ("field field", "field", 3, "hand_joined"),
        ("field field", "", 0, "hand_sold"),
        ("cocoa cocoa", "", 2, "hand_sold"),
    ],
)
def test_the_hand_is_sold_joined_or_alone(hand: str, field: str, coins: int, event: str) -> None:
    book, state, events = position(
        HAND, 4, step="draw", active=2, draw_pile="chili", run_outs=2, hands={0: hand},
        fields={0: [field, "stink"]},
    )  # fmt: skip
    assert state.over
    assert book.result(state).scores[0] == coins
    assert {e["event"] for e in told(events, "hand_sold", "hand_joined") if e["seat"] == 0} == {
        event
    }
    assert all(not h for h in state.hands)


@pytest.mark.rule("P7")
def test_active_player_first_then_clockwise_and_orders_are_worth_nothing() -> None:
    book, state, events = position(
        HAND, 4, step="draw", active=2, draw_pile="red", run_outs=2, discard="stink",
        hands={1: "soy soy order_3_0", 2: "red order_4_0", 3: "wax"},
        fields={1: ["red red red", ""]},
    )  # fmt: skip
    assert [(e["event"], e["seat"]) for e in events if "seat" in e] == [
        ("drew", 2), ("hand_sold", 2), ("hand_sold", 3), ("hand_sold", 1), ("harvested", 1),
    ]  # fmt: skip
    assert names(state.hands[1]) == "order_3_0"
    assert names(state.hands[2]) == "order_4_0"
    assert names(state.coins[2]) == "red"
    assert names(state.discard) == "stink red wax soy red"
    assert book.result(state).scores == (0, 1 + 2, 1, 0)


@pytest.mark.rule("P7")
def test_the_fields_beside_the_joined_one_stay() -> None:
    _, state, events = position(
        HAND, 3, step="draw", active=2, draw_pile="chili", run_outs=1, hands={0: "soy"},
        fields={0: ["stink", "soy soy soy", "blue"]},
    )  # fmt: skip
    assert told(events, "hand_joined") == [
        {"event": "hand_joined", "seat": 0, "field": 1, "cards": pile("soy")}
    ]
    assert [names(event["cards"]) for event in told(events, "harvested")] == [
        "stink", "soy soy soy soy", "blue",
    ]  # fmt: skip
    assert names(state.coins[0]) == "soy soy"


@pytest.mark.rule("P7")
def test_all_hands_and_the_fields_of_all() -> None:
    book, state, _ = position(
        HAND, 7, step="draw", active=6, draw_pile="chili", run_outs=2,
        hands=dict.fromkeys(range(6), "red red"), fields={3: ["red"], 5: ["soy soy"]},
    )  # fmt: skip
    assert book.result(state).scores == (1, 1, 1, 2, 1, 2, 0)


@pytest.mark.rule("P7")
def test_without_the_option_the_hand_is_worth_nothing() -> None:
    book, state, _ = position(
        "plus", 4, step="draw", active=2, draw_pile="chili", run_outs=2, hands={0: "soy soy"}
    )
    assert book.result(state).scores == (0, 0, 0, 0)


@pytest.mark.rule("P7", "B13")
@pytest.mark.parametrize(("variant", "winners"), [(HAND, (0, 1)), ("plus", (1,))])
def test_ties_are_shared_when_hands_are_sold(variant: str, winners: tuple[int, ...]) -> None:
    book, state, _ = position(
        variant, 4, step="draw", active=2, draw_pile="chili", run_outs=2,
        coins={0: "soy", 1: "soy"}, hands={1: "wax blue"},
    )  # fmt: skip
    assert book.result(state).winners == winners


@pytest.mark.rule("P7", "B6")
@pytest.mark.parametrize("players", [3, 4, 7])
def test_cards_received_this_turn_are_traded_on(players: int) -> None:
    book, state = trading(
        "wax chili", RETRADE, players, hands={0: "stink", 1: "soy red", 2: "blue"}
    )
    offer(book, state, terms("hand 0 stink", "soy", to=1))
    answer(book, state, 1, 1)
    take(book, state, *accept_ids(state))
    assert names(state.set_aside[0]) == "soy"
    offer(book, state, terms("set_aside 0 soy", "blue", to=2))
    answer(book, state, 2, *[o.id for o in state.offers])
    take(book, state, *accept_ids(state))
    assert (names(state.set_aside[0]), names(state.set_aside[2])) == ("blue", "soy")
    assert names(state.set_aside[1]) == "stink"


@pytest.mark.rule("P7")
def test_a_card_received_may_pay_for_a_bid_and_comes_after_the_hand() -> None:
    book, state = trading(
        "wax chili", RETRADE, 4, hands={0: "soy", 1: "red soy", 2: "blue blue"},
        wants={1: {"bids"}, 2: {"bids"}},
    )  # fmt: skip
    answer(book, state, 1, offers=(terms("hand 1 soy", ""),))
    answer(book, state, 2, offers=(terms("hand 0 blue", "soy"), terms("hand 1 blue", "soy")))
    take(book, state, 1)
    assert names(state.set_aside[0]) == "soy"
    take(book, state, 2)  # with the soy of the hand
    assert (names(state.hands[0]), names(state.set_aside[0])) == ("", "soy blue")
    take(book, state, 3)  # with the soy received
    assert names(state.set_aside[0]) == "blue blue"
    assert names(state.set_aside[2]) == "soy soy"


@pytest.mark.rule("P7", "B6")
def test_the_others_are_still_restricted_to_their_hands() -> None:
    book, state = trading(
        "wax chili", RETRADE, 4, hands={0: "stink", 1: "red soy"}, wants={1: {"bids"}},
        set_aside={1: "green"},
    )  # fmt: skip
    bid = Answer(offers=(terms("set_aside 0 green", ""),))
    assert book.check(state, 1, bid) == "you cannot give cards from set_aside"


@pytest.mark.rule("P7", "B6")
def test_without_the_option_cards_received_stay() -> None:
    book, state = trading("wax chili", "plus", 4, set_aside={0: "soy"})
    choice = Trade(offers=(terms("set_aside 0 soy", "red"),))
    assert book.check(state, 0, choice) == "you cannot give cards from set_aside"


@pytest.mark.rule("P7")
def test_both_options_together() -> None:
    book, state, _ = position(
        "plus+hand_harvest+open_retrade", 5, step="turn_over", draw_pile="soy", run_outs=2,
        hands={1: "red red"}, set_aside={0: "blue"},
    )  # fmt: skip
    offer(book, state, terms("set_aside 0 blue", "", to=2))
    answer(book, state, 2, 1)
    play(book, state, 0, Trade(take=(Take(2),), end=True))
    while book.to_decide(state):
        seat = book.to_decide(state)[0].seat
        play(book, state, seat, book.choices(state, seat)[0])
    assert state.over
    assert book.result(state).scores == (0, 1, 0, 0, 0)
    assert fields_of(state, 2) == ["", ""]
