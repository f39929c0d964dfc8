"""Orders in step 1: first, second and last in the hand, the only card (P5)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import HARVEST, PASS
from arena.rules.expansions.plus.orders import FillOrder, LayOrder
from arena.rules.offers import find
from tests.support.scenario import asked, cards, names, pile, plant, play, position, told

ORDER = KIND["order_3_4"]
LAY = LayOrder(ORDER)
MUST = "after an order a bean must be planted (P5)"
players_ = pytest.mark.parametrize("players", [3, 4, 7])


@pytest.mark.rule("P5")
@players_
def test_as_first_card_it_is_laid_and_one_bean_must_be_planted(players: int) -> None:
    game = position("plus", players, hands={0: "order_3_4 red red"})
    assert game.choices(0) == [LAY]
    assert game.check(0, PASS) == "the first card of the hand must be planted (B4)"
    assert game.check(0, plant("red", 0)) == "that card is not due"
    why = "an order is not planted: lay it (P5)"
    assert game.check(0, plant("order_3_4", 0)) == why
    events = play(game, 0, LAY)
    assert events == [{"event": "laid_order", "seat": 0, "card": ORDER, "first": True}]
    laid = game.view(1)["laid_order"]
    assert [names(cards) for cards in laid] == ["order_3_4", *[""] * (players - 1)]
    assert names(game.hands[0]) == "red red"
    assert asked(game) == [(0, "plant")]
    assert game.check(0, PASS) == MUST
    assert PASS not in game.choices(0)
    play(game, 0, plant("red", 0))
    assert asked(game) == [(0, "trade")]  # it was one of the two cards
    assert names(game.hands[0]) == "red"


@pytest.mark.rule("P5")
def test_only_orders_are_laid() -> None:
    game = position("plus", 3, hands={0: "red order_3_4"})
    why = "only an order is laid: plant a bean (P5)"
    assert game.check(0, LayOrder(KIND["red"])) == why


@pytest.mark.rule("P3")
def test_the_rules_pick_no_order_to_pay_with() -> None:
    game = position("plus", 3, hands={0: "order_3_4 red"})
    assert find(game, 0, pile("red")) == cards("hand 1 red")
    assert find(game, 0, pile("order_3_4")) is None


@pytest.mark.rule("P3", "P5", "P8")
@pytest.mark.parametrize("order", ["order_0_3", "order_8_0"])
def test_the_first_and_the_last_of_the_39_are_orders_like_the_others(order: str) -> None:
    game = position("plus", 4, hands={0: f"{order} red"}, draw_pile="soy soy soy soy")
    assert game.choices(0) == [LayOrder(KIND[order])]
    grown = ["", "red red red"] if order == "order_0_3" else [" ".join(["red"] * 8), ""]
    game = position("plus", 4, hands={0: f"soy {order}"}, fields={0: grown})
    play(game, 0, FillOrder(0))
    assert names(game.coins[0]) == order


@pytest.mark.rule("P5")
@players_
def test_as_only_card_nothing_need_be_planted(players: int) -> None:
    game = position("plus", players, hands={0: "order_3_4"})
    play(game, 0, LAY)
    assert asked(game) == [(0, "trade")]
    assert names(game.extra["laid_order"][0]) == "order_3_4"


@pytest.mark.rule("P5")
@players_
def test_as_second_card_it_may_be_laid(players: int) -> None:
    game = position("plus", players, hands={0: "red order_3_4 red"})
    play(game, 0, plant("red", 0))
    assert game.choices(0)[:2] == [PASS, LAY]
    events = play(game, 0, LAY)
    assert told(events, "laid_order")[0]["first"] is False
    assert game.view(0)["order_laid_first"] == 0
    assert asked(game) == [(0, "trade")]  # no bean after it
    assert names(game.hands[0]) == "red"


@pytest.mark.rule("P5", "B12")
def test_an_order_alone_does_not_keep_the_game_going() -> None:
    game = position(
        "plus", 4, step="before_plant", draw_pile="", hands={0: "order_3_4", 2: "order_4_0"}
    )
    assert game.over


@pytest.mark.rule("P5")
@pytest.mark.parametrize("step", ["set_aside", "return_order"])
def test_unfilled_it_goes_under_the_stack_after_step_3(step: str) -> None:
    game = position(
        "plus", 4, step=step, hands={1: "red"}, draw_pile="blue chili stink soy",
        set_aside={0: "soy"} if step == "set_aside" else {},
        extra={
            "laid_order": (bytes([ORDER]), b"", b"", b""),
            "order_stack": pile("order_1_2 order_4_0"),  # bottom to top
        },
    )  # fmt: skip
    if step == "set_aside":
        play(game, 0, plant("soy", 0))
    assert asked(game) == [(0, "return_order")]
    events = play(game, 0, PASS)
    assert events[0] == {"event": "returned_order", "seat": 0, "card": ORDER}
    # Then the top one was drawn in step 4.
    assert names(game.extra["order_stack"]) == "order_3_4 order_1_2"
    assert names(game.hands[0]) == "blue chili stink order_4_0"
    assert game.extra["laid_order"][0] == b""


@pytest.mark.rule("P5")
def test_the_last_chance_is_at_the_end_of_step_3() -> None:
    """With the last card planted; a harvest may make the field that must be empty."""
    extra = {"laid_order": (pile("order_3_0"), b"", b"", b"")}
    game = position(
        "plus", 4, step="set_aside", set_aside={0: "soy"}, fields={0: ["soy soy", "red red"]},
        extra=extra,
    )  # fmt: skip
    play(game, 0, plant("soy", 0))
    assert asked(game) == [(0, "return_order")]
    assert game.choices(0) == [PASS, HARVEST[1], HARVEST[0]]
    play(game, 0, HARVEST[1])
    assert game.choices(0) == [PASS, HARVEST[0], FillOrder(0)]
    events = play(game, 0, FillOrder(0))
    assert not told(events, "returned_order")
    assert names(game.coins[0]) == "red order_3_0"


@pytest.mark.rule("P5", "B12")
def test_also_when_the_last_run_out_came_in_step_2() -> None:
    game = position(
        "plus", 4, step="turn_over", draw_pile="soy", run_outs=2, fields={0: ["soy soy", ""]},
        extra={"laid_order": (pile("order_3_0"), b"", b"", b"")},
    )  # fmt: skip
    play(game, 0, PASS)
    play(game, 0, plant("soy", 0))
    assert asked(game) == [(0, "return_order")]
    play(game, 0, FillOrder(0))
    assert game.over
    assert game.result.scores == (2, 0, 0, 0)
