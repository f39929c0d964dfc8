"""Orders on their way: the empty stack, orders spent as coins, fields that just opened (P4–P6)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import BUY_FIELD, HARVEST, PASS
from arena.rules.expansions.plus.orders import FillOrder, LayOrder
from tests.support.scenario import asked, fields_of, names, pile, plant, play, position, told

EMPTY = {"order_stack": b""}


def stack(game: object) -> str:
    """The order stack in words, bottom first."""
    return names(game.extra["order_stack"])  # type: ignore[attr-defined]


@pytest.mark.rule("P5", "P6")
def test_under_an_empty_stack_the_unfilled_order_is_drawn_again() -> None:
    game = position(
        "plus", 4, step="return_order", hands={0: "red", 1: "soy"},
        draw_pile="blue chili stink soy",
        extra=EMPTY | {"laid_order": (pile("order_3_4"), b"", b"", b"")},
    )  # fmt: skip
    events = play(game, 0, PASS)
    assert [event["event"] for event in events][:3] == ["returned_order", "drew", "drew_order"]
    assert names(game.hands[0]) == "red blue chili stink order_3_4"
    assert (stack(game), game.extra["laid_order"]) == ("", (b"",) * 4)


@pytest.mark.rule("P4", "P6", "B14")
@pytest.mark.parametrize(("players", "price"), [(4, 4), (7, 3)])
def test_orders_spent_as_coins_make_an_empty_stack_one_to_draw_from(
    players: int, price: int
) -> None:
    """The topmost coin is spent first and lies on top of the stack; none goes to the discard."""
    coins = ["order_0_3", "order_1_2", "order_2_1", "order_3_0"][4 - price :]
    game = position(
        "plus", players, step="before_draw", coins={0: f"soy {' '.join(coins)}", 1: "wax"},
        hands={0: "red", 1: "soy order_4_4"}, draw_pile="blue chili stink green soy", extra=EMPTY,
        wants={0: {"before_draw"}},
    )  # fmt: skip
    play(game, 0, BUY_FIELD)
    assert names(game.coins[0]) == "soy"
    assert game.discard == b""
    # The top of the stack has been drawn already: nothing else was left to do in the window.
    assert names(game.hands[0]).split()[-1] == "order_3_0"
    assert stack(game).split() == coins[:-1]


@pytest.mark.rule("P4", "B14")
def test_an_order_on_top_of_the_pile_is_spent_first_and_counts_as_a_coin() -> None:
    game = position(
        "plus", 6, hands={0: "red order_3_0"}, coins={0: "soy blue"}, discard="chili",
        fields={0: ["wax wax wax", ""]}, extra={"order_stack": pile("order_4_4")},
    )  # fmt: skip
    assert game.check(0, BUY_FIELD) == "the third field costs 3 coins"
    play(game, 0, FillOrder(0))
    play(game, 0, BUY_FIELD)
    assert (game.coins[0], names(game.discard)) == (b"", "chili blue soy")
    assert stack(game) == "order_3_0 order_4_4"
    assert fields_of(game, 0) == ["wax wax wax", "", ""]


@pytest.mark.rule("P4", "F2")
@pytest.mark.parametrize(("order", "where"), [("order_0_4", 0), ("order_4_0", 1)])
def test_the_field_that_two_field_beans_open_is_right_of_the_second(order: str, where: int) -> None:
    game = position(
        "plus", 4, hands={0: f"red {order}"}, fields={0: ["field field", "wax wax wax wax"]}
    )
    fills = [choice for choice in game.choices(0) if choice.do == "fill_order"]
    assert fills == []
    play(game, 0, HARVEST[0])
    fills = [choice for choice in game.choices(0) if choice.do == "fill_order"]
    assert fills == [FillOrder(where)]
    play(game, 0, FillOrder(where))
    assert names(game.coins[0]) == order


@pytest.mark.rule("P4", "P5")
def test_laid_as_second_card_it_is_filled_from_the_table_in_step_3() -> None:
    """With a bean turned over: three and four in the second and the third field."""
    game = position(
        "plus", 3, hands={0: "red order_3_4 stink", 1: "soy"}, draw_pile="blue wax soy soy soy soy",
        fields={0: ["red", "soy soy soy", "blue blue blue"]},
    )  # fmt: skip
    play(game, 0, plant("red", 0))
    play(game, 0, LayOrder(KIND["order_3_4"]))
    assert asked(game) == [(0, "trade")]
    why = "the order needs exactly 3 and 4 beans in two adjacent fields (P4)"
    assert game.check(0, FillOrder(1)) == why
    play(game, 0, PASS)
    play(game, 0, plant("blue", 2))
    assert asked(game) == [(0, "set_aside")]  # the wax is still to be planted
    play(game, 0, FillOrder(1))
    play(game, 0, HARVEST[0])
    events = play(game, 0, plant("wax", 0))
    assert not told(events, "returned_order")
    assert fields_of(game, 0) == ["wax", "soy soy soy", "blue blue blue blue"]
    assert names(game.coins[0]) == "order_3_4 red"


@pytest.mark.rule("P5", "B12")
def test_unfilled_at_the_last_run_out_of_step_2_it_goes_back_and_scores_nothing() -> None:
    game = position(
        "plus", 5, step="turn_over", draw_pile="soy", run_outs=2, hands={1: "order_3_0"},
        fields={0: ["soy", ""]}, extra=EMPTY | {"laid_order": (pile("order_4_0"), *[b""] * 4)},
    )  # fmt: skip
    play(game, 0, PASS)
    play(game, 0, plant("soy", 0))
    events = play(game, 0, PASS)
    assert told(events, "returned_order")
    assert not told(events, "drew", "drew_order")
    assert (game.over, stack(game)) == (True, "order_4_0")
    assert game.result.scores == (1, 0, 0, 0, 0)


@pytest.mark.rule("P3", "P6", "P4")
def test_an_order_drawn_in_step_4_that_fits_at_once_must_wait() -> None:
    """For the next own turn; the window before another's is none."""
    game = position(
        "plus", 3, step="turn_over", hands={0: "order_3_0", 1: "soy", 2: "soy soy"}, draw_pile="",
        fields={0: ["wax wax wax", "", "blue blue blue"]},
        extra={"order_stack": pile("order_1_2 order_0_3")}, wants={0: {"before_plant"}},
    )  # fmt: skip
    play(game, 0, FillOrder(0))
    play(game, 0, PASS)
    assert names(game.hands[0]) == "order_0_3"
    assert (game.active, asked(game)) == (1, [(0, "window")])
    assert game.check(0, FillOrder(1)) == "you may fill an order on your own turn only (P4)"
    play(game, 0, PASS)
    play(game, 1, plant("soy", 0))
    play(game, 1, PASS)
    play(game, 0, PASS)
    play(game, 2, plant("soy", 0))
    play(game, 2, PASS)
    play(game, 2, PASS)
    assert (game.active, asked(game)) == (0, [(0, "window")])
    play(game, 0, FillOrder(1))
    assert names(game.coins[0]) == "order_3_0 order_0_3"


@pytest.mark.rule("P4", "P5", "B12")
def test_an_order_filled_from_the_hand_in_the_window_leaves_the_hand_empty() -> None:
    """Filled before the turn's first card, with nothing left to draw: the game is over."""
    game = position(
        "plus", 4, step="before_plant", hands={0: "order_3_0"}, draw_pile="",
        fields={0: ["wax wax wax", ""]}, wants={0: {"before_plant"}},
    )  # fmt: skip
    assert asked(game) == [(0, "window")]
    play(game, 0, FillOrder(0))
    play(game, 0, PASS)
    assert game.over
    assert game.result.scores == (1, 0, 0, 0)
