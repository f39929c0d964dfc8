"""Step 4 of Plus: who has no order draws one (P6)."""

import pytest

from tests.support.scenario import asked, names, pile, position, told

STACK = {"order_stack": pile("order_1_2 order_4_0")}


@pytest.mark.rule("P2", "P6")
@pytest.mark.parametrize(("players", "drawn"), [(3, 3), (4, 3), (5, 3), (6, 4), (7, 4)])
def test_behind_the_beans(players: int, drawn: int) -> None:
    game = position(
        "plus", players, step="draw", hands={0: "red", 1: "soy"},
        draw_pile="blue chili stink green wax red", extra=STACK,
    )  # fmt: skip
    beans = ["blue", "chili", "stink", "green"][:drawn]
    assert names(game.hands[0]).split() == ["red", *beans, "order_4_0"]
    assert names(game.extra["order_stack"]) == "order_1_2"
    drew = told(game.told, "drew_order")[0]
    assert drew == {"event": "drew_order", "seat": 0, "cards": pile("order_4_0")}
    assert game.book.seen_by(drew, 1) == {"event": "drew_order", "seat": 0, "count": 1}
    assert names(game.hands[1]) == "soy"  # only who draws beans


@pytest.mark.rule("P3", "P6")
@pytest.mark.parametrize("hand", ["order_3_4", "red order_3_4 soy", "soy order_3_4"])
def test_not_with_one_in_hand(hand: str) -> None:
    game = position(
        "plus", 4, step="draw", hands={0: hand}, draw_pile="blue chili stink soy", extra=STACK
    )
    assert not told(game.told, "drew_order")
    assert names(game.hands[0]) == f"{hand} blue chili stink"
    assert len(game.extra["order_stack"]) == 2


@pytest.mark.rule("P6")
def test_an_empty_stack_gives_none() -> None:
    game = position(
        "plus", 4, step="draw", hands={1: "red"}, draw_pile="blue chili stink soy",
        extra={"order_stack": b""},
    )  # fmt: skip
    assert not told(game.told, "drew_order")
    assert names(game.hands[0]) == "blue chili stink"
    assert asked(game) == [(1, "plant")]


@pytest.mark.rule("P6")
def test_with_no_bean_left_to_draw_too() -> None:
    game = position("plus", 4, step="draw", hands={1: "red"}, draw_pile="", extra=STACK)
    assert names(game.hands[0]) == "order_4_0"


@pytest.mark.rule("P6", "B12")
@pytest.mark.parametrize(("players", "last"), [(3, 2), (4, 3), (6, 3)])
def test_at_the_last_run_out_no_order_is_drawn_any_more(players: int, last: int) -> None:
    game = position(
        "plus", players, step="draw", draw_pile="blue", discard="red", run_outs=last - 1,
        extra=STACK,
    )  # fmt: skip
    assert game.over
    assert not told(game.told, "drew_order")
    assert names(game.hands[0]) == "blue"
