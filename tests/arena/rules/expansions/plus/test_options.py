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
        ("soy soy", "soy soy", 2, "hand_joined"),  # 4 for 2; 1 + 1 would be as much
        ("soy soy", "soy soy soy soy soy soy soy", 4 + 1, "hand_sold"),  # 9 earn no more than 7
        ("blue", "blue blue blue", 1, "hand_joined"),
        ("blue blue blue blue", "blue blue", 2, "hand_joined"),  # 6 for 2, rather than 1
        ("blue blue blue blue", "blue blue blue blue", 3, "hand_joined"),  # 8 for 3
        ("field", "field field", 3, "hand_joined"),
        ("field field", "field", 3, "hand_joined"),
        ("field field", "", 0, "hand_sold"),
        ("cocoa cocoa", "", 2, "hand_sold"),
        ("garden garden garden garden", "", 2 + 2, "hand_sold"),  # not 3 for all of them
    ],
)
def test_the_hand_is_sold_joined_or_alone(hand: str, field: str, coins: int, event: str) -> None:
    game = position(
        HAND, 4, step="draw", active=2, draw_pile="chili", run_outs=2, hands={0: hand},
        fields={0: [field, "stink"]},
    )  # fmt: skip
    events = game.told
    assert game.over
    assert game.result.scores[0] == coins
    assert {e["event"] for e in told(events, "hand_sold", "hand_joined") if e["seat"] == 0} == {
        event
    }
    assert all(not h for h in game.hands)


@pytest.mark.rule("P7")
def test_active_player_first_then_clockwise_and_orders_are_worth_nothing() -> None:
    game = position(
        HAND, 4, step="draw", active=2, draw_pile="red", run_outs=2, discard="stink",
        hands={1: "soy soy order_3_0", 2: "red order_4_0", 3: "wax"},
        fields={1: ["red red red", ""]},
    )  # fmt: skip
    events = game.told
    assert [(e["event"], e["seat"]) for e in events if "seat" in e] == [
        ("drew", 2), ("hand_sold", 2), ("hand_sold", 3), ("hand_sold", 1), ("harvested", 1),
    ]  # fmt: skip
    assert names(game.hands[1]) == "order_3_0"
    assert names(game.hands[2]) == "order_4_0"
    assert names(game.coins[2]) == "red"
    assert names(game.discard) == "stink red wax soy red"
    assert game.result.scores == (0, 1 + 2, 1, 0)


@pytest.mark.rule("P7")
def test_the_fields_beside_the_joined_one_stay() -> None:
    game = position(
        HAND, 3, step="draw", active=2, draw_pile="chili", run_outs=1, hands={0: "soy"},
        fields={0: ["stink", "soy soy soy", "blue"]},
    )  # fmt: skip
    events = game.told
    assert told(events, "hand_joined") == [
        {"event": "hand_joined", "seat": 0, "field": 1, "cards": pile("soy")}
    ]
    assert [names(event["cards"]) for event in told(events, "harvested")] == [
        "stink", "soy soy soy soy", "blue",
    ]  # fmt: skip
    assert names(game.coins[0]) == "soy soy"


@pytest.mark.rule("P7")
def test_all_hands_and_the_fields_of_all() -> None:
    game = position(
        HAND, 7, step="draw", active=6, draw_pile="chili", run_outs=2,
        hands=dict.fromkeys(range(6), "red red"), fields={3: ["red"], 5: ["soy soy"]},
    )  # fmt: skip
    assert game.result.scores == (1, 1, 1, 2, 1, 2, 0)


@pytest.mark.rule("P7")
def test_without_the_option_the_hand_is_worth_nothing() -> None:
    game = position(
        "plus", 4, step="draw", active=2, draw_pile="chili", run_outs=2, hands={0: "soy soy"}
    )
    assert game.result.scores == (0, 0, 0, 0)


@pytest.mark.rule("P7", "B13")
@pytest.mark.parametrize(("variant", "winners"), [(HAND, (0, 1)), ("plus", (1,))])
def test_ties_are_shared_when_hands_are_sold(variant: str, winners: tuple[int, ...]) -> None:
    game = position(
        variant, 4, step="draw", active=2, draw_pile="chili", run_outs=2,
        coins={0: "soy", 1: "soy"}, hands={1: "wax blue"},
    )  # fmt: skip
    assert game.result.winners == winners


@pytest.mark.rule("P7", "B6")
@pytest.mark.parametrize("players", [3, 4, 7])
def test_cards_received_this_turn_are_traded_on(players: int) -> None:
    game = trading("wax chili", RETRADE, players, hands={0: "stink", 1: "soy red", 2: "blue"})
    offer(game, terms("hand 0 stink", "soy", to=1))
    answer(game, 1, 1)
    take(game, *accept_ids(game))
    assert names(game.set_aside[0]) == "soy"
    offer(game, terms("set_aside 0 soy", "blue", to=2))
    answer(game, 2, *[o.id for o in game.offers])
    take(game, *accept_ids(game))
    assert (names(game.set_aside[0]), names(game.set_aside[2])) == ("blue", "soy")
    assert names(game.set_aside[1]) == "stink"


@pytest.mark.rule("P7")
def test_a_card_received_may_pay_for_a_bid_and_comes_after_the_hand() -> None:
    game = trading(
        "wax chili", RETRADE, 4, hands={0: "soy", 1: "red soy", 2: "blue blue"},
        wants={1: {"bids"}, 2: {"bids"}},
    )  # fmt: skip
    answer(game, 1, offers=(terms("hand 1 soy", ""),))
    answer(game, 2, offers=(terms("hand 0 blue", "soy"), terms("hand 1 blue", "soy")))
    take(game, 1)
    assert names(game.set_aside[0]) == "soy"
    take(game, 2)  # with the soy of the hand
    assert (names(game.hands[0]), names(game.set_aside[0])) == ("", "soy blue")
    take(game, 3)  # with the soy received
    assert names(game.set_aside[0]) == "blue blue"
    assert names(game.set_aside[2]) == "soy soy"


@pytest.mark.rule("P7", "B6")
def test_the_others_are_still_restricted_to_their_hands() -> None:
    game = trading(
        "wax chili", RETRADE, 4, hands={0: "stink", 1: "red soy"}, wants={1: {"bids"}},
        set_aside={1: "green"},
    )  # fmt: skip
    bid = Answer(offers=(terms("set_aside 0 green", ""),))
    assert game.check(1, bid) == "you cannot give cards from set_aside"


@pytest.mark.rule("P7", "B6")
def test_without_the_option_cards_received_stay() -> None:
    game = trading("wax chili", "plus", 4, set_aside={0: "soy"})
    choice = Trade(offers=(terms("set_aside 0 soy", "red"),))
    assert game.check(0, choice) == "you cannot give cards from set_aside"


@pytest.mark.rule("P7")
def test_both_options_together() -> None:
    game = position(
        "plus+hand_harvest+open_retrade", 5, step="turn_over", draw_pile="soy", run_outs=2,
        hands={1: "red red"}, set_aside={0: "blue"},
    )  # fmt: skip
    offer(game, terms("set_aside 0 blue", "", to=2))
    answer(game, 2, 1)
    play(game, 0, Trade(take=(Take(2),), end=True))
    while game.decisions:
        seat = game.decisions[0].seat
        play(game, seat, game.choices(seat)[0])
    assert game.over
    assert game.result.scores == (0, 1, 0, 0, 0)
    assert fields_of(game, 2) == ["", ""]
