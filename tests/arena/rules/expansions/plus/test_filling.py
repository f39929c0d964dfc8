"""Filling an order: from the hand and from the table, over which fields, and when (P4)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import BUY_FIELD, Trade
from arena.rules.expansions.plus.orders import FillOrder
from tests.support.scenario import asked, cards, fields_of, names, pile, play, position, terms
from tests.support.talk import answer, offer

FILLED = ["soy soy soy", "blue blue blue blue"]  # 3/4


def field(kind: str, count: int) -> str:
    return " ".join([kind] * count)


@pytest.mark.rule("P4")
@pytest.mark.parametrize(
    ("order", "counts", "where"),
    [
        ("3_4", (3, 4), 0),
        ("3_4", (3, 4, 1), 0),
        ("3_4", (1, 3, 4), 1),  # the second and the third
        ("4_0", (4, 0), 0),  # 0 is an empty field
        ("4_0", (2, 4, 0), 1),
        ("0_4", (0, 4), 0),
        ("0_4", (5, 0, 4), 1),
        ("1_2", (1, 2), 0),
        ("4_4", (4, 4), 0),
        ("8_0", (8, 0), 0),
    ],
)
@pytest.mark.parametrize("from_hand", [True, False])
def test_two_adjacent_fields_with_exactly_so_many(
    order: str, counts: tuple[int, ...], where: int, from_hand: bool
) -> None:
    grown = [field(kind, n) for kind, n in zip(("soy", "blue", "red"), counts, strict=False)]
    laid = (b"" if from_hand else pile(f"order_{order}"), b"", b"", b"")
    hand = f"stink order_{order} red" if from_hand else "stink"
    game = position(
        "plus", 4, step="turn_over", hands={0: hand}, fields={0: grown}, coins={0: "wax"},
        extra={"laid_order": laid},
    )  # fmt: skip
    fills = [choice for choice in game.choices(0) if choice.do == "fill_order"]
    assert fills == [FillOrder(where)]
    events = play(game, 0, fills[0])
    place = {"hand": 1} if from_hand else {}
    assert events == [
        {"event": "filled_order", "seat": 0, "card": KIND[f"order_{order}"], "field": where} | place
    ]
    assert names(game.coins[0]) == f"wax order_{order}"  # one coin, on top
    assert fields_of(game, 0) == grown  # the fields stay
    assert names(game.hands[0]) == ("stink red" if from_hand else "stink")
    assert game.extra["laid_order"][0] == b""
    assert game.check(0, FillOrder(where)) == "you have no order to fill"
    assert game.view(2)["coins"][0] == game.coins[0]


@pytest.mark.rule("P4")
@pytest.mark.parametrize(
    ("order", "counts"),
    [
        ("3_4", (4, 3)),  # left and right
        ("3_4", (3, 5)),  # exactly
        ("3_4", (4, 4)),
        ("3_4", (3, 1, 4)),  # adjacent
        ("3_4", (4, 1, 3)),  # nor round the corner
        ("4_0", (4, 1)),
        ("4_0", (4,) * 2),
        ("0_4", (4, 0)),
    ],
)
def test_anything_else_does_not_fit(order: str, counts: tuple[int, ...]) -> None:
    grown = [field(kind, n) for kind, n in zip(("soy", "blue", "red"), counts, strict=False)]
    game = position("plus", 4, hands={0: f"stink order_{order}"}, fields={0: grown})
    left, right = order.split("_")
    why = f"the order needs exactly {left} and {right} beans in two adjacent fields (P4)"
    for at in range(-1, 3):
        assert game.check(0, FillOrder(at)) == why
    assert not [choice for choice in game.choices(0) if choice.do == "fill_order"]


@pytest.mark.rule("P4")
def test_where_two_pairs_fit_the_player_says_which() -> None:
    game = position(
        "plus", 3, hands={0: "stink order_2_2"}, fields={0: ["soy soy", "blue blue", "red red"]}
    )
    fills = [choice for choice in game.choices(0) if choice.do == "fill_order"]
    assert fills == [FillOrder(0), FillOrder(1)]


@pytest.mark.rule("P4", "T4")
@pytest.mark.parametrize(
    "step", ["before_plant", "plant", "before_trade", "turn_over", "set_aside", "before_draw"]
)
def test_at_any_time_in_the_own_turn(step: str) -> None:
    game = position(
        "plus", 4, step=step, active=2, hands={2: "red order_3_4"}, fields={2: FILLED},
        set_aside={2: "soy"}, wants={2: {"before_plant", "before_trade", "before_draw"}},
    )  # fmt: skip
    before = asked(game)
    assert [seat for seat, _ in before] == [2]
    play(game, 2, FillOrder(0))
    assert names(game.coins[2]) == "order_3_4"
    assert asked(game) == before


@pytest.mark.rule("P4", "T4")
@pytest.mark.parametrize("step", ["before_plant", "before_trade", "before_draw", "set_aside"])
def test_never_in_the_turn_of_another(step: str) -> None:
    game = position(
        "plus", 4, step=step, hands={2: "red order_3_4"}, fields={2: FILLED},
        set_aside={2: "soy"}, wants={2: {step} - {"set_aside"}},
    )  # fmt: skip
    assert [seat for seat, _ in asked(game)] == [2]
    assert game.check(2, FillOrder(0)) == "you may fill an order on your own turn only (P4)"
    assert FillOrder(0) not in game.choices(2)


@pytest.mark.rule("P4")
def test_a_bought_field_is_adjacent_to_the_second() -> None:
    game = position(
        "plus", 6, hands={0: "red order_4_0"}, fields={0: ["soy", "blue blue blue blue"]},
        coins={0: "wax wax wax"},
    )  # fmt: skip
    assert FillOrder(1) not in game.choices(0)
    play(game, 0, BUY_FIELD)
    play(game, 0, FillOrder(1))
    assert names(game.coins[0]) == "order_4_0"


@pytest.mark.rule("P4", "B14")
def test_orders_spent_as_coins_go_under_the_stack_one_by_one() -> None:
    game = position(
        "plus", 4, hands={0: "red"}, coins={0: "blue order_1_2 wax order_2_1 soy"}, discard="chili",
        extra={"order_stack": pile("order_4_0 order_0_4")},
    )  # fmt: skip
    play(game, 0, BUY_FIELD)
    assert names(game.coins[0]) == "blue"
    assert names(game.discard) == "chili soy wax"
    # From the bottom: the last one paid lies lowest.
    assert names(game.extra["order_stack"]) == "order_1_2 order_2_1 order_4_0 order_0_4"


@pytest.mark.rule("P4", "T1")
def test_offers_move_up_when_an_order_leaves_the_hand() -> None:
    game = position(
        "plus", 4, step="turn_over", draw_pile="green stink red red", fields={0: FILLED},
        hands={0: "order_3_4 red soy", 1: "chili"},
    )  # fmt: skip
    offer(game, terms("hand 1 red", "chili", to=1))
    answer(game, 1, 1)
    play(game, 0, FillOrder(0))
    assert [o.give for o in game.offers] == [cards("hand 0 red")]
    play(game, 0, Trade(take=(game.choices(0)[1].take[0],)))  # type: ignore[attr-defined]
    assert names(game.hands[0]) == "soy"
    assert names(game.set_aside[1]) == "red"


@pytest.mark.rule("P3", "B6")
def test_orders_are_not_traded() -> None:
    game = position(
        "plus+open_retrade", 4, step="turn_over", hands={0: "order_3_4 soy", 1: "order_4_0"},
        draw_pile="green stink red red",
    )  # fmt: skip
    for give in ("hand 0 order_3_4", "hand 1 soy, hand 0 order_3_4"):
        choice = Trade(offers=(terms(give, "red"),))
        assert game.check(0, choice) == "orders cannot be traded (P3)"
    choice = Trade(offers=(terms("hand 1 soy", "order_4_0"),))
    assert game.check(0, choice) == "there is no order_4_0 in this game"
