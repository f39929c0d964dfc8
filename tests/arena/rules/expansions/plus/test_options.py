"""The options of Plus: hands sold at the end, cards received traded on, no orders (P7)."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from arena.rules import compile_rulebook
from arena.rules.cards import BEANS, FIRST_ORDER, KIND
from arena.rules.choices import Answer
from arena.rules.expansions.plus.options import best_split
from arena.rules.hooks import HARVEST_COINS
from tests.support.scenario import names, pile, play, position, terms, told
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
    assert game.over
    assert game.result.scores[0] == coins
    assert {e["event"] for e in told(game.told, "hand_sold", "hand_joined") if e["seat"] == 0} == {
        event
    }
    assert all(not h for h in game.hands)


def coins_for(kind: str, cards: int) -> int:
    """What a field of that many cards earns by the Plus beanometer, read from the printed scale."""
    meter = {2: 2, 3: 3, 4: 4} if kind == "cocoa" else BEANS[KIND[kind]].meter
    return max([0, *(coins for coins, needed in meter.items() if needed <= cards)])


def most_coins(kind: str, hand: int, planted: int) -> int:
    """The most that a hand can earn: every way to share its cards out among fields is tried."""

    def shared_out(cards: int, most: int) -> list[list[int]]:
        if cards == 0:
            return [[]]
        return [
            [first, *rest]
            for first in range(1, min(cards, most) + 1)
            for rest in shared_out(cards - first, first)
        ]

    return max(
        coins_for(kind, planted + joined) + sum(coins_for(kind, field) for field in fields)
        for joined in range(hand + 1 if planted else 1)
        for fields in shared_out(hand - joined, hand)
    )


KINDS = ["coffee", "wax", "blue", "chili", "stink", "green", "soy", "black_eyed", "red", "garden",
         "cocoa", "field"]  # fmt: skip


@pytest.mark.rule("P7")
@pytest.mark.parametrize("kind", KINDS)
def test_no_other_split_of_a_kind_earns_more(kind: str) -> None:
    players = 4 if kind in ("cocoa", "field") else 3
    earns = compile_rulebook(HAND, players).earns[KIND[kind]]
    for hand in range(1, 11):
        for planted in range(11):
            joined, fields = best_split(earns, hand, planted)
            assert joined + sum(fields) == hand
            assert planted or not joined
            earned = coins_for(kind, planted + joined) + sum(coins_for(kind, f) for f in fields)
            assert earned == most_coins(kind, hand, planted), (hand, planted)


@pytest.mark.rule("P7")
@pytest.mark.parametrize("seed", range(30))
def test_random_hands_earn_the_most_they_can_and_no_card_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    kinds = rng.sample([kind for kind in KINDS if kind != "coffee"], 6)
    fields = [(kind, rng.randint(1, BEANS[KIND[kind]].copies // 2)) for kind in kinds[:2]]
    hand = [
        kind for kind in kinds[1:] for _ in range(rng.randint(0, BEANS[KIND[kind]].copies // 2))
    ]
    rng.shuffle(hand)
    game = position(
        HAND, 4, step="draw", draw_pile="chili", active=1, run_outs=2, hands={0: " ".join(hand)},
        fields={0: [" ".join([kind] * count) for kind, count in fields]},
    )  # fmt: skip
    grown = dict(fields)
    assert game.result.scores[0] == sum(
        most_coins(kind, hand.count(kind), grown.get(kind, 0)) for kind in set(hand) | set(grown)
    )
    there = Counter(names(game.discard).split()) + Counter(names(game.coins[0]).split())
    there["chili"] -= 1  # the one drawn and sold by the active player
    assert +there == Counter(hand) + Counter(grown)
    assert game.hands[0] == b""


@pytest.mark.rule("P7")
def test_active_player_first_then_clockwise_and_orders_are_worth_nothing() -> None:
    game = position(
        HAND, 4, step="draw", active=2, draw_pile="red", run_outs=2, discard="stink",
        hands={1: "soy soy order_3_0", 2: "red order_4_0", 3: "wax"},
        fields={1: ["red red red", ""]},
    )  # fmt: skip
    assert [(e["event"], e["seat"]) for e in game.told if "seat" in e] == [
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
    assert told(game.told, "hand_joined") == [
        {"event": "hand_joined", "seat": 0, "field": 1, "cards": pile("soy")}
    ]
    assert [names(event["cards"]) for event in told(game.told, "harvested")] == [
        "stink", "soy soy soy soy", "blue",
    ]  # fmt: skip
    assert names(game.coins[0]) == "soy soy"


@pytest.mark.rule("P7")
@pytest.mark.parametrize(("hand", "field"), [("soy soy soy soy", ""), ("soy soy", "soy soy")])
def test_a_rule_that_makes_harvests_pay_more_counts_for_hands_too(hand: str, field: str) -> None:
    """With a coin more for each harvest that pays, two pairs earn more than four together."""
    game = position(HAND, 4, hands={0: hand}, fields={0: [field]})
    more = {HARVEST_COINS: (lambda coins, game, seat, field: coins + bool(coins),)}
    game.book, game.asked = replace(game.book, changes=more), ()
    game.finish()
    game.go_on()
    assert game.result.scores[0] == 2 + 2


@pytest.mark.rule("P7", "B13")
@pytest.mark.parametrize(
    ("variant", "winners"),
    [(HAND, (0, 1)), ("plus+without_orders+hand_harvest", (0, 1)), ("plus", (1,))],
)
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


# --- no orders -----------------------------------------------------------------------------------

OTHERS = ["", "+hand_harvest", "+open_retrade", "+without_cocoa", "+without_field_beans",
          "+hand_harvest+open_retrade"]  # fmt: skip


@pytest.mark.rule("P7")
@pytest.mark.parametrize("others", OTHERS)
def test_without_orders_nothing_is_left_of_them(others: str) -> None:
    with_orders = compile_rulebook(f"plus{others}", 4)
    book = compile_rulebook(f"plus+without_orders{others}", 4)
    assert book.tables.deck == with_orders.tables.deck
    assert book.tables.price == with_orders.tables.price == 4
    assert {rule.name for rule in with_orders.rules} - {rule.name for rule in book.rules} == {
        "orders", "order_list",
    }  # fmt: skip
    order_words = ("order_stack", "laid_order", "order_laid_first", "lay_order", "fill_order")
    there = [*book.free_by_do, *book.places_by_do, *(piece.name for piece in book.pieces)]
    assert not set(order_words) & set(there)
    assert set(order_words) < {
        *with_orders.free_by_do,
        *with_orders.places_by_do,
        *(piece.name for piece in with_orders.pieces),
    }
    assert "return_order" not in book.number


@pytest.mark.rule("P7")
@pytest.mark.parametrize("players", [3, 4, 7])
def test_without_orders_no_order_is_dealt_drawn_or_told(players: int) -> None:
    game = compile_rulebook("plus+without_orders", players).start(b"orders")
    assert [len(hand) for hand in game.hands] == list(game.book.tables.deal)
    events = []
    while game.decisions and game.turn < 3 * players:
        seat = game.decisions[0].seat
        events += play(game, seat, game.choices(seat)[0])
        assert all(card < FIRST_ORDER for hand in game.hands for card in hand)
    assert len(told(events, "drew")) > players
    assert not [event for event in events if "order" in event["event"]]


@pytest.mark.rule("P7")
def test_without_orders_is_for_plus_alone_and_goes_with_every_other_option() -> None:
    name = "plus+without_cocoa+without_orders+hand_harvest+open_retrade"
    assert compile_rulebook("plus+open_retrade+hand_harvest+without_orders+without_cocoa", 5) is (
        compile_rulebook(name, 5)
    )
    assert compile_rulebook("plus+without_orders", 7).tables.last == 3
