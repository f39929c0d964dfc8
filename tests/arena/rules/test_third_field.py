"""The third field (B14)."""

import pytest

from arena.rules.choices import BUY_FIELD, HARVEST, PASS
from tests.support.scenario import asked, fields_of, names, plant, play, position

SOLD = [
    ("classic", 3, 3),
    ("classic", 4, 3),
    ("classic", 5, 3),
    ("classic+cheap_third_field", 5, 2),
    ("rio_grande", 4, 3),
    ("rio_grande", 5, 3),
    ("rio_grande", 6, 2),
    ("rio_grande", 7, 2),
]
PILE = "red soy blue green stink"  # bottom to top


@pytest.mark.rule("B14")
@pytest.mark.parametrize(("variant", "players", "price"), SOLD)
def test_it_is_paid_with_the_topmost_coins(variant: str, players: int, price: int) -> None:
    book, state, _ = position(
        variant, players, hands={0: "red"}, fields={0: ["soy", "blue"]}, coins={0: PILE},
        discard="chili",
    )  # fmt: skip
    events = play(book, state, 0, BUY_FIELD)
    assert events[0] == {"event": "bought_field", "seat": 0, "price": price}
    stack = PILE.split()
    assert names(state.coins[0]).split() == stack[:-price]
    # One by one from the top, so the last one paid lies on top of the discard pile.
    assert names(state.discard).split() == ["chili", *stack[: -price - 1 : -1]]
    assert fields_of(state, 0) == ["soy", "blue", ""]  # right of the second
    assert asked(book, state) == [(0, "plant")]  # usable at once
    play(book, state, 0, plant("red", 2))
    assert fields_of(state, 0) == ["soy", "blue", "red"]


@pytest.mark.rule("B14")
@pytest.mark.parametrize(("variant", "players", "price"), SOLD)
def test_one_coin_too_few(variant: str, players: int, price: int) -> None:
    coins = " ".join(["red"] * (price - 1))
    book, state, _ = position(variant, players, hands={0: "red"}, coins={0: coins})
    assert book.check(state, 0, BUY_FIELD) == f"the third field costs {price} coins"
    assert BUY_FIELD not in book.choices(state, 0)


@pytest.mark.rule("B14")
def test_the_last_coins_may_be_spent_on_it() -> None:
    book, state, _ = position("classic", 4, hands={0: "red"}, coins={0: "red soy blue"})
    play(book, state, 0, BUY_FIELD)
    assert state.coins[0] == b""
    assert names(state.discard) == "blue soy red"


@pytest.mark.rule("B14")
@pytest.mark.parametrize(("variant", "players", "price"), SOLD)
def test_one_each_at_most(variant: str, players: int, price: int) -> None:
    coins = " ".join(["soy"] * 9)
    book, state, _ = position(variant, players, hands={0: "red"}, coins={0: coins, 1: coins})
    play(book, state, 0, BUY_FIELD)
    assert book.check(state, 0, BUY_FIELD) == "you have your third field already"
    assert BUY_FIELD not in book.choices(state, 0)
    assert book.view(state, 1)["third_field"] == [True] + [False] * (players - 1)


@pytest.mark.rule("B14")
@pytest.mark.parametrize(
    ("variant", "players"),
    [
        ("classic+beginner_fields", 3),
        ("rio_grande", 3),
        ("anniversary", 3),
        ("anniversary", 4),
        ("anniversary", 5),
    ],
)
def test_it_is_not_sold_here(variant: str, players: int) -> None:
    coins = " ".join(["soy"] * 9)
    book, state, _ = position(variant, players, hands={0: "red"}, coins={0: coins})
    assert BUY_FIELD not in book.choices(state, 0)
    assert book.check(state, 0, BUY_FIELD) == "buy_field is not possible here"


@pytest.mark.rule("B14", "T4")
@pytest.mark.parametrize("window", ["before_plant", "before_trade", "before_draw"])
def test_out_of_turn_in_every_window(window: str) -> None:
    book, state, _ = position(
        "rio_grande", 4, step=window, coins={2: "soy soy wax"}, wants={2: {window}}
    )
    assert asked(book, state) == [(2, "window")]
    assert book.choices(state, 2) == [PASS, BUY_FIELD]
    play(book, state, 2, BUY_FIELD)
    assert fields_of(state, 2) == ["", "", ""]
    assert names(state.discard) == "wax soy soy"


@pytest.mark.rule("B9", "B14")
def test_coins_of_a_harvest_pay_for_it_at_once() -> None:
    book, state, _ = position(
        "classic", 4, hands={0: "green"}, fields={0: ["red red red red red", "blue"]}
    )
    assert BUY_FIELD not in book.choices(state, 0)
    play(book, state, 0, HARVEST[0])
    play(book, state, 0, BUY_FIELD)
    assert names(state.coins[0]) == "red"
    assert names(state.discard) == "red red red red"
