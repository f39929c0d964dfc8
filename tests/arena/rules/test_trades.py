"""What trades were worth: in positions, in random games of every lawful set, and card by card."""

import random
from collections import Counter
from typing import Any

import pytest

from arena.rules import compile_rulebook
from arena.rules.cards import KIND
from arena.rules.trades import Between, TradeLog
from tests.support.lawful import tables
from tests.support.random_play import random_choice, random_wishes, rich_start
from tests.support.scenario import cards, pile


@pytest.mark.parametrize(("variant", "players"), tables())
def test_every_game_adds_up(variant: str, players: int) -> None:
    """What one gives the other gets; no more coins are ascribed than a harvest earned."""
    rng = random.Random(f"{variant} {players}")
    game = rich_start(compile_rulebook(variant, players), b"dealings", rng)
    random_wishes(game, rng)
    dealings, traded, earned, planted = TradeLog(players), Counter(), Counter(), 0
    while game.decisions:
        decision = rng.choice(game.decisions)
        events = game.play(decision.seat, random_choice(game, decision, rng))
        dealings.follow(events)
        for event in events:
            if event["event"] == "traded":
                traded[event["seat"], event["with"]] += len(event["gave"])
                traded[event["with"], event["seat"]] += len(event["got"])
            elif event["event"] == "harvested":
                earned[event["seat"]] += len(event["coins"])
            elif event["event"] == "planted" and event["from"] == "on_offer":
                planted += 1
                traded[1 - event["seat"], event["seat"]] += 1
    between = dealings.between()
    assert len(between) == players * (players - 1)
    assert {(b.giver, b.receiver): b.cards for b in between} == {
        (giver, receiver): traded[giver, receiver]
        for giver in range(players)
        for receiver in range(players)
        if giver != receiver
    }
    for seat in range(players):
        received = sum(b.coins for b in between if b.receiver == seat)
        assert -1e-9 <= received <= earned[seat] + 1e-9
    trades = {(b.giver, b.receiver): b.trades for b in between}
    assert all(trades[receiver, giver] == count for (giver, receiver), count in trades.items())
    assert sum(trades.values()) == 2 * len(dealings.trades)
    assert sum(b.gifts for b in between) == sum(
        not (trade.gave.cards and trade.got.cards) for trade in dealings.trades
    )
    assert len(dealings.left) == planted
    assert not any(dealings._due), "all that was handed over has been planted or put elsewhere"


# --- told by hand ---------------------------------------------------------------------------------


def traded(seat: int, other: int, gave: str = "", got: str = "") -> dict[str, Any]:
    return {
        "event": "traded", "seat": seat, "with": other, "taken": 1,
        "gave": cards(gave), "got": cards(got),
    }  # fmt: skip


def planted(seat: int, card: str, field: int = 0, origin: str = "set_aside") -> dict[str, Any]:
    return {
        "event": "planted", "seat": seat, "card": KIND[card], "field": field, "from": origin
    }  # fmt: skip


def harvested(seat: int, grown: str, coins: int, field: int = 0) -> dict[str, Any]:
    return {
        "event": "harvested", "seat": seat, "field": field,
        "cards": pile(grown), "coins": pile(grown)[:coins],
    }  # fmt: skip


def followed(*events: dict[str, Any], players: int = 3) -> dict[tuple[int, int], Between]:
    dealings = TradeLog(players)
    dealings.follow(events)
    return {(each.giver, each.receiver): each for each in dealings.between()}


def test_each_card_of_a_harvest_has_an_equal_share() -> None:
    """Two soys for one coin, one of them received: half a coin each."""
    between = followed(
        traded(0, 1, "turned_over 0 soy", "hand 2 red"),
        planted(1, "soy", origin="hand"),
        planted(1, "soy"),
        planted(0, "red"),
        harvested(1, "soy soy", 1),
        harvested(0, "red", 0),
    )
    assert between[0, 1] == Between(0, 1, trades=1, gifts=0, cards=1, coins=0.5)
    assert between[1, 0] == Between(1, 0, trades=1, gifts=0, cards=1, coins=0.0)
    assert between[0, 2] == Between(0, 2, 0, 0, 0, 0.0)


def test_a_gift_is_counted_for_its_giver_alone() -> None:
    between = followed(traded(0, 1, "turned_over 0 soy"), traded(0, 2, got="hand 0 red"))
    assert (between[0, 1].gifts, between[1, 0].gifts) == (1, 0)
    assert (between[0, 2].gifts, between[2, 0].gifts) == (0, 1)
    assert between[2, 0].cards == between[0, 1].cards == 1


def test_a_card_handed_on_counts_for_the_last_who_gave_it() -> None:
    """`open_retrade`: what is set aside has its places, and the first soy goes on."""
    between = followed(
        traded(0, 1, got="hand 0 soy"),
        traded(0, 2, got="hand 0 soy"),
        traded(0, 2, "set_aside 0 soy"),
        planted(0, "soy"),
        planted(2, "soy", origin="hand"),
        planted(2, "soy"),
        harvested(2, "soy soy", 1),
        planted(0, "soy", origin="hand"),
        harvested(0, "soy soy", 1),
    )
    assert between[0, 2].coins == between[2, 0].coins == 0.5
    assert between[1, 0].cards == 1
    assert between[1, 0].coins == 0


def test_a_card_stolen_has_brought_its_receiver_nothing() -> None:
    stolen = {"event": "stole", "seat": 2, "with": 1, "field": 0, "card": KIND["soy"]}
    between = followed(
        planted(1, "soy", origin="hand"),
        planted(1, "soy", origin="hand"),
        traded(0, 1, "hand 0 soy"),
        planted(1, "soy"),
        stolen,
        planted(2, "soy", origin="stolen"),
        harvested(1, "soy soy", 1),
        harvested(2, "soy soy", 1),
    )
    assert between[0, 1].cards == 1
    assert not any(each.coins for each in between.values())


def test_of_two_alike_the_one_from_a_store_is_planted_and_the_other_stored() -> None:
    between = followed(
        traded(0, 1, got="hand 0 soy"),
        traded(0, 2, got="store 0 soy"),
        planted(0, "soy", origin="hand"),
        planted(0, "soy"),
        {"event": "stored", "seat": 0, "card": KIND["soy"], "from": "set_aside"},
        harvested(0, "soy soy", 1),
    )
    assert between[2, 0].coins == 0.5
    assert between[1, 0].coins == 0


def test_what_is_stored_is_the_first_received_of_its_kind_unless_it_came_from_the_hand() -> None:
    stored = {"event": "stored", "seat": 0, "card": KIND["red"], "from": "hand"}
    between = followed(
        traded(0, 1, got="hand 0 red"),
        traded(0, 2, got="hand 0 soy"),
        traded(0, 1, got="hand 0 soy"),
        stored,
        stored | {"card": KIND["soy"], "from": "set_aside"},
        planted(0, "soy"),
        planted(0, "red", 1),
        harvested(0, "soy", 1),
        harvested(0, "red", 1, 1),
    )
    assert (between[1, 0].coins, between[2, 0].coins) == (2, 0)


def test_what_is_taken_into_the_hand_is_gone() -> None:
    """A magpie received is not the one planted, for none is; nothing lies about after it."""
    dealings = TradeLog(3)
    dealings.follow(
        [
            traded(0, 1, "hand 0 magpie"),
            {"event": "kept", "seat": 1, "card": KIND["magpie"], "from": "set_aside"},
        ]
    )
    assert not any(dealings._due)
    assert dealings.between()[0].cards == 1


def test_what_one_leaves_in_a_duel_and_the_other_plants_was_handed_over() -> None:
    between = followed(
        planted(1, "soy", origin="hand"),
        planted(1, "soy", origin="on_offer"),
        harvested(1, "soy soy", 1),
        players=2,
    )
    assert between[0, 1] == Between(0, 1, trades=0, gifts=0, cards=1, coins=0.5)


def test_cards_sold_from_the_hand_share_in_the_last_harvest() -> None:
    """`hand_harvest`: cards join a field before it is harvested."""
    joined = {"event": "hand_joined", "seat": 1, "field": 0, "cards": pile("soy soy soy")}
    between = followed(
        traded(0, 1, "hand 0 soy"),
        planted(1, "soy"),
        joined,
        harvested(1, "soy " * 4, 2),
        traded(0, 1, "hand 0 soy"),  # which has earned nothing yet
    )
    assert between[0, 1].coins == 0.5


def test_trades_say_in_which_turn_they_were_made() -> None:
    dealings = TradeLog(3)
    dealings.follow([traded(0, 1, "hand 0 soy"), {"event": "turn", "turn": 2, "seat": 1}])
    dealings.follow([traded(1, 2, "hand 0 soy", "hand 0 red, hand 1 blue")])
    first, second = dealings.trades
    assert (first.turn, first.got.cards, second.turn) == (1, b"", 2)
    assert second.got.cards == pile("red blue")
