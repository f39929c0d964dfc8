"""The third field (B14)."""

import pytest

from arena.rules import compile_rulebook
from arena.rules.choices import BUY_FIELD, HARVEST, PASS
from protocol.messages import WINDOWS
from tests.support.lawful import lawful_sets, tables_with
from tests.support.scenario import asked, fields_of, names, plant, play, position

TABLES = [(variant, players) for variant, sizes in lawful_sets().items() for players in sizes]
# `test_presets` holds the prices.
SOLD = [
    (variant, players, compile_rulebook(variant, players).tables.price)
    for variant, players in TABLES
    if tables_with("third_field", players=players, among=[variant])
]
NOT_SOLD = [table for table in TABLES if table not in {table[:2] for table in SOLD}]
PILE = "red soy blue green stink"  # bottom to top


@pytest.mark.rule("B14")
@pytest.mark.parametrize(("variant", "players", "price"), SOLD)
def test_it_is_paid_with_the_topmost_coins(variant: str, players: int, price: int) -> None:
    game = position(
        variant, players, hands={0: "red"}, fields={0: ["soy", "blue"]}, coins={0: PILE},
        discard="chili",
    )  # fmt: skip
    events = play(game, 0, BUY_FIELD)
    assert events[0] == {"event": "bought_field", "seat": 0, "price": price}
    stack = PILE.split()
    assert names(game.coins[0]).split() == stack[:-price]
    # One by one from the top, so the last one paid lies on top of the discard pile.
    assert names(game.discard).split() == ["chili", *stack[: -price - 1 : -1]]
    assert fields_of(game, 0) == ["soy", "blue", ""]  # right of the second
    assert asked(game) == [(0, "plant")]  # usable at once
    play(game, 0, plant("red", 2))
    assert fields_of(game, 0) == ["soy", "blue", "red"]


@pytest.mark.rule("B14")
@pytest.mark.parametrize(("variant", "players", "price"), SOLD)
def test_one_coin_too_few(variant: str, players: int, price: int) -> None:
    coins = " ".join(["red"] * (price - 1))
    game = position(variant, players, hands={0: "red"}, coins={0: coins})
    assert game.check(0, BUY_FIELD) == f"the third field costs {price} coins"
    assert BUY_FIELD not in game.choices(0)


@pytest.mark.rule("B14")
@pytest.mark.parametrize(("variant", "players", "price"), SOLD)
def test_one_each_at_most(variant: str, players: int, price: int) -> None:
    coins = " ".join(["soy"] * 9)
    game = position(variant, players, hands={0: "red"}, coins={0: coins, 1: coins})
    play(game, 0, BUY_FIELD)
    assert game.check(0, BUY_FIELD) == "you have your third field already"
    assert BUY_FIELD not in game.choices(0)
    assert game.view(1)["third_field"] == [True] + [False] * (players - 1)


@pytest.mark.rule("B14")
@pytest.mark.parametrize(("variant", "players"), NOT_SOLD)
def test_it_is_not_sold_here(variant: str, players: int) -> None:
    coins = " ".join(["soy"] * 9)
    game = position(variant, players, hands={0: "red"}, coins={0: coins})
    assert BUY_FIELD not in game.choices(0)
    assert game.check(0, BUY_FIELD) == "buy_field is not possible here"


@pytest.mark.rule("B14", "T4")
@pytest.mark.parametrize("window", WINDOWS)
def test_out_of_turn_in_every_window(window: str) -> None:
    game = position("rio_grande", 4, step=window, coins={2: "soy soy wax"}, wants={2: {window}})
    assert asked(game) == [(2, "window")]
    assert game.choices(2) == [PASS, BUY_FIELD]
    play(game, 2, BUY_FIELD)
    assert fields_of(game, 2) == ["", "", ""]
    assert names(game.discard) == "wax soy soy"


@pytest.mark.rule("B9", "B14")
def test_coins_of_a_harvest_pay_for_it_at_once() -> None:
    game = position("classic", 4, hands={0: "green"}, fields={0: ["red red red red red", "blue"]})
    assert BUY_FIELD not in game.choices(0)
    play(game, 0, HARVEST[0])
    play(game, 0, BUY_FIELD)
    assert names(game.coins[0]) == "red"
    assert names(game.discard) == "red red red red"
