"""The tally of a game: known by hand in small positions, and adding up in every game."""

from collections import Counter
from typing import Any

import pytest

from arena.replay.replay import After
from arena.replay.seat_statistics import (
    EXCHANGE,
    GIFT,
    OPEN,
    REQUEST,
    SORTS,
    OfferCounts,
    seat_statistics,
    sort_of,
)
from arena.rules import table_sizes
from arena.rules.choices import PASS, Accepting, Answer, Harvest, Take, Trade
from arena.rules.hooks import HARVEST_COINS
from tests.support.golden import golden_game
from tests.support.lawful import fullest
from tests.support.scenario import pile, plant, position, terms
from tests.support.staged import Staged


def test_a_forced_harvest_for_nothing_is_a_waste() -> None:
    game = position(
        hands={0: "red chili soy"}, fields={0: ["blue blue blue", "soy soy soy", "wax"]}
    )
    game.fields[0] = game.fields[0][:2]  # no further field
    harvested = seat_statistics(Staged(game, [(0, Harvest(0)), (0, plant("red", 0))]))[0]
    assert (harvested.harvests, harvested.early, harvested.forced, harvested.empty) == (1, 1, 1, 1)
    assert (harvested.harvest_coins, harvested.wasted) == (0, 3)
    assert (harvested.planted, harvested.hand) == (1, 2)


def test_cards_beyond_the_step_that_was_reached_are_wasted() -> None:
    game = position(hands={0: "red"}, fields={0: ["soy soy soy", ""]})
    early = seat_statistics(Staged(game, [(0, Harvest(0)), (0, plant("red", 0))]))[0]
    assert (early.harvest_coins, early.wasted, early.forced, early.empty) == (1, 1, 0, 0)
    game = position(hands={0: "red"}, fields={0: ["soy soy soy soy", ""]})
    ripe = seat_statistics(Staged(game, [(0, Harvest(0))]))[0]
    assert (ripe.harvest_coins, ripe.wasted, ripe.coins) == (2, 0, 2)


def test_an_exchange_and_a_gift_are_counted_for_both() -> None:
    game = position(
        step="trade",
        hands={0: "red", 1: "soy blue", 2: "wax"},
        fields={0: ["soy soy soy", ""], 1: ["red", ""]},
        turned_over="chili chili",
    )
    exchange = terms("hand 0 red", "soy")
    gift = terms("turned_over 0 chili", "")
    plays = [
        (0, Trade(offers=(exchange, gift))),
        (1, Answer(accept=(Accepting(1),))),
        (2, Answer(accept=(Accepting(2),))),
        (0, Trade(take=(Take(3), Take(4)))),
        (0, PASS),
        (0, plant("soy", 0)),
        (0, Harvest(0)),
    ]
    active, one, two = seat_statistics(Staged(game, plays))
    assert active.offers[EXCHANGE] == OfferCounts(made=1, taken=1)
    assert active.offers[GIFT] == OfferCounts(made=1, taken=1)
    assert one.offers[EXCHANGE] == OfferCounts(put=1, accepted=1)
    assert one.offers[GIFT] == OfferCounts(put=1)
    assert two.offers[GIFT] == OfferCounts(put=1, accepted=1)
    assert (active.gifts_given, active.gifts_received) == (1, 0)
    assert (two.gifts_given, two.gifts_received) == (0, 1)
    assert [(deal.partner, deal.gave, deal.got) for deal in active.trades] == [
        (1, pile("red"), pile("soy")),
        (2, pile("chili"), b""),
    ]
    # Four soys earn two coins: the one that was handed over a quarter of them.
    assert active.coins_received == pytest.approx(0.5)
    assert one.coins_given == pytest.approx(0.5)
    assert one.trades[0].coins_given == pytest.approx(0.5)


def test_faults_refusals_and_time_are_those_of_the_bot() -> None:
    game = position(hands={0: "red chili soy"})
    plays = [(0, plant("red", 0)), (0, plant("chili", 1)), (0, PASS)]
    late = {"fault": "late", "ms": 9.0}
    for slow in (0, 1):  # the longest is neither the first nor the last by chance
        more = {slow: late, 1 - slow: {"refused": "no"}, 2: {"fault": "forfeit"}}
        tally = seat_statistics(Staged(game, plays, more))[0]
        assert (tally.decisions, tally.faults, tally.refusals) == (2, 1, 1)
        assert (tally.ms, tally.max_ms) == (11.0, 9.0)


def test_sorts_of_offers() -> None:
    card = [{"kind": "soy", "hand": 0}]
    assert sort_of(card, ["red"]) == EXCHANGE
    assert sort_of(card, []) == GIFT
    assert sort_of([], ["red"]) == REQUEST
    assert sort_of("open", ["red"]) == OPEN == sort_of(card, "open")
    assert set(SORTS) == {EXCHANGE, GIFT, REQUEST, OPEN}


@pytest.mark.parametrize("variant", fullest())
def test_the_tallies_of_any_game_add_up(variant: str) -> None:
    replay = golden_game(variant, table_sizes(variant)[0])
    found = seat_statistics(replay)
    happened, more = _happened(replay)
    book = replay.book
    for tally in found:
        seat = tally.seat
        counts = happened[seat]
        assert tally.harvests == counts["harvests"]
        assert tally.harvest_coins == counts["coins"]
        assert tally.coins == replay.data["result"]["scores"][seat]
        assert tally.coins == tally.harvest_coins + tally.other_coins
        assert tally.empty + tally.forced <= 2 * tally.early <= 2 * tally.harvests
        # All that was planted is harvested in the end, unless it was stolen.
        assert counts["harvested"] == tally.planted + counts["joined"] - counts["stolen"]
        if HARVEST_COINS not in book.changes:
            assert tally.wasted + tally.unripe == counts["harvested"] - counts["needed"]
            spent = counts["paid"] - counts["filled"] - counts["sold"]
            assert tally.other_coins == -spent
        assert sum(each.taken for each in tally.offers.values()) <= len(tally.trades)
        for each in tally.offers.values():
            assert 0 <= each.taken <= each.made and 0 <= each.accepted <= each.put
        assert tally.more == {name: more[seat][name] for name in tally.more}
    assert sum(tally.gifts_given for tally in found) == sum(t.gifts_received for t in found)
    assert sum(tally.cards_given for tally in found) == sum(t.cards_received for t in found)
    given, received = (
        sum(getattr(t, way) for t in found) for way in ("coins_given", "coins_received")
    )
    assert given == pytest.approx(received)
    assert sum(len(tally.trades) for tally in found) == 2 * sum(each["traded"] for each in happened)
    taken = sum(each.taken for tally in found for each in tally.offers.values())
    # An offer may be taken more than once: several seats can meet one request.
    assert 0 <= sum(each["traded"] for each in happened) - taken <= taken / 4


def _happened(replay: Any) -> tuple[list[Counter[str]], list[Counter[str]]]:
    """By seat, what events alone say; and how often each event came."""
    counts: list[Counter[str]] = [Counter() for _ in range(replay.book.players)]
    names: list[Counter[str]] = [Counter() for _ in range(replay.book.players)]
    for step in replay.steps():
        for event in step.events if isinstance(step, After) else ():
            name = event["event"]
            if "seat" not in event:
                continue
            mine = counts[event["seat"]]
            names[event["seat"]][_COUNTED.get(name, name)] += 1
            if name == "harvested":
                kind, earned = event["cards"][0], len(event["coins"])
                mine["harvests"] += 1
                mine["coins"] += earned
                mine["harvested"] += len(event["cards"])
                mine["needed"] += replay.book.earns[kind].index(earned)
            elif name == "traded":
                mine["traded"] += 1
            elif name == "bought_field":
                mine["paid"] += event["price"]
            elif name == "filled_order":
                mine["filled"] += 1
            elif name == "hand_joined":
                mine["joined"] += len(event["cards"])
            elif name == "hand_sold":
                mine["sold"] += len(event["coins"])
            elif name == "stole":
                counts[event["with"]]["stolen"] += 1
    return counts, names


_COUNTED = {
    "filled_order": "orders filled",
    "returned_order": "orders not filled",
    "stole": "beans stolen",
    "coin_passed": "bean coins won",
    "bought_building": "buildings bought",
    "stew_begun": "stews begun",
    "stored": "beans stored",
    "jail_coin": "coins by jail 4",
    "discarded": "discards",
}
