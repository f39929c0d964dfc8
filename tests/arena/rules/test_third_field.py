"""The third field (B14)."""

import pytest

from arena.rules import compile_rulebook
from arena.rules.choices import BUY_FIELD
from tests.support.lawful import tables, tables_with
from tests.support.scenario import asked, fields_of, names, pile, plant, play, position

# `test_presets` holds the prices.
SOLD = [
    (variant, players, compile_rulebook(variant, players).tables.price)
    for variant, players in tables()
    if tables_with("third_field", players=players, among=[variant])
]
NOT_SOLD = [table for table in tables() if table not in {table[:2] for table in SOLD}]
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
def test_one_each_at_most_and_none_for_a_coin_too_few(
    variant: str, players: int, price: int
) -> None:
    game = position(variant, players, hands={0: "red"}, coins={0: "soy " * (price - 1)})
    assert game.check(0, BUY_FIELD) == f"the third field costs {price} coins"
    assert BUY_FIELD not in game.choices(0)
    game.coins[0] = pile("soy " * 9)
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
