"""The bean coin: who holds it at first, and when it may be claimed (C1, C2)."""

import pytest

from arena.rules import catalogue, compile_rulebook, table_sizes
from arena.rules.expansions.bean_coin import ClaimCoin
from protocol.messages import WINDOWS
from tests.support.lawful import tables_with
from tests.support.scenario import asked, names, play, position

COIN = "anniversary+bean_coin"
CLAIM = ClaimCoin()
GAMES = [
    (variant, players)
    for variant, _ in tables_with("bean_coin", among=catalogue())
    for players in table_sizes(variant)
]
each_game = pytest.mark.parametrize(("variant", "players"), GAMES)
FIVE = ["red red red red red", "soy soy"]  # worth 4 + 1
SIX = ["red red red red red", "soy soy soy soy"]  # worth 4 + 2
FOUR = ["red red red red red", "soy"]  # worth 4 + 0


def rich(players: int) -> list[str]:
    """Fields that are worth just enough."""
    return SIX if players == 3 else FIVE


@pytest.mark.rule("C1")
@each_game
def test_it_begins_right_of_the_starting_player(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    game = book.start(b"coin")
    assert game.extra["coin_holder"] == players - 1
    assert all(game.view(seat)["coin_holder"] == players - 1 for seat in range(players))


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    ("players", "fields", "needed"), [(3, FIVE, 6), (4, FOUR, 5), (5, FOUR, 5)]
)
def test_one_coin_too_few(players: int, fields: list[str], needed: int) -> None:
    game = position(COIN, players, hands={0: "blue"}, fields={0: fields})
    why = f"to claim the coin your fields must be worth {needed} coins (C2)"
    assert game.check(0, CLAIM) == why
    assert CLAIM not in game.choices(0)


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    ("players", "fields"),
    [
        (3, SIX),
        (3, ["red red", "soy soy soy soy", "garden garden garden"]),  # 1 + 2 + 3, three fields
        (4, FIVE),
        (5, FIVE),
        (4, ["green green green", "blue blue blue blue blue blue blue blue blue blue"]),  # 1 + 4
    ],
)
def test_just_enough(players: int, fields: list[str]) -> None:
    game = position(COIN, players, hands={0: "blue"}, fields={0: fields})
    assert CLAIM in game.choices(0)
    events = play(game, 0, CLAIM)
    assert events == [
        {"event": "coin_claimed", "seat": 0}, {"event": "coin_passed", "seat": 0},
    ]  # fmt: skip
    assert game.extra["coin_holder"] == 0
    assert asked(game) == [(0, "plant")]
    assert [names(field) for field in game.fields[0]][: len(fields)] == fields  # nothing is sold


@pytest.mark.rule("C2", "T4")
@each_game
@pytest.mark.parametrize(
    "step", ["before_plant", "plant", "before_trade", "turn_over", "set_aside", "before_draw"]
)
def test_in_every_step_of_the_own_turn_before_step_4(variant: str, players: int, step: str) -> None:
    game = position(
        variant, players, step=step, active=1, hands={1: "red"}, fields={1: rich(players)},
        set_aside={1: "red"} if step == "set_aside" else {},
        wants={1: {*WINDOWS}},
    )  # fmt: skip
    before = asked(game)
    assert before == [
        (1, {"plant": "plant", "turn_over": "trade", "set_aside": "set_aside"}.get(step, "window"))
    ]
    assert CLAIM in game.choices(1)
    play(game, 1, CLAIM)
    assert game.extra["coin_holder"] == 1
    # The step goes on where it was.
    assert asked(game) == before
    assert game.check(1, CLAIM) == "you hold the coin already"
    assert CLAIM not in game.choices(1)


@pytest.mark.rule("C2", "T4")
@pytest.mark.parametrize("window", WINDOWS)
def test_never_in_the_turn_of_another(window: str) -> None:
    game = position(
        COIN, 4, step=window, fields={2: FIVE}, wants={2: {window}},
    )  # fmt: skip
    assert asked(game) == [(2, "window")]
    assert CLAIM not in game.choices(2)
    assert game.check(2, CLAIM) == "you may claim the coin on your own turn only (C2)"
