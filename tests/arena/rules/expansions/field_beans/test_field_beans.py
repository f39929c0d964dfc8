"""Field beans: one, two and three of them, in the anniversary edition and in Plus (F2)."""

import pytest

from arena.rules import compile_rulebook
from arena.rules.choices import BUY_FIELD, HARVEST, PASS
from protocol.messages import WINDOWS
from tests.support.lawful import lawful_sets, tables_with
from tests.support.scenario import asked, fields_of, names, plant, play, position, told

GAMES = tables_with("field_bean_harvest", players=4, among=lawful_sets())
each_game = pytest.mark.parametrize(("variant", "players"), GAMES)


@pytest.mark.rule("F2")
@each_game
def test_two_open_the_third_field_which_is_usable_at_once(variant: str, players: int) -> None:
    game = position(
        variant, players, hands={0: "red"}, fields={0: ["field field", "soy"]}, discard="blue"
    )
    events = play(game, 0, HARVEST[0])
    assert [event["event"] for event in events] == ["harvested", "opened_field"]
    assert events[1] == {"event": "opened_field", "seat": 0}
    assert names(game.discard) == "blue field field"
    assert game.coins[0] == b""
    assert fields_of(game, 0) == ["", "soy", ""]
    assert game.view(1)["third_field"] == [True] + [False] * (players - 1)
    play(game, 0, plant("red", 2))
    assert fields_of(game, 0) == ["", "soy", "red"]


@pytest.mark.rule("F2")
@each_game
@pytest.mark.parametrize(
    ("fields", "opened", "coins"),
    [
        (["soy", "field"], False, 0),
        (["soy", "field field field"], False, 3),
        (["soy", "blue", "field field"], True, 0),  # when it is open already
    ],
)
def test_one_or_three_or_two_once_more_open_no_field(
    variant: str, players: int, fields: list[str], opened: bool, coins: int
) -> None:
    game = position(
        variant, players, hands={0: "red"}, fields={0: fields},
        extra={"third_field": (opened,) + (False,) * (players - 1)},
    )  # fmt: skip
    events = play(game, 0, HARVEST[len(fields) - 1])
    assert not told(events, "opened_field")
    assert fields_of(game, 0) == [*fields[:-1], ""]
    assert names(game.coins[0]).split() == ["field"] * coins
    assert names(game.discard) == ("" if coins else fields[-1])


@pytest.mark.rule("F2", "T4")
@each_game
@pytest.mark.parametrize("window", WINDOWS)
def test_out_of_turn_in_every_window(variant: str, players: int, window: str) -> None:
    game = position(
        variant, players, step=window, fields={2: ["blue", "field field"]}, wants={2: {window}}
    )
    assert asked(game) == [(2, "window")]
    assert game.choices(2) == [PASS, HARVEST[1]]
    play(game, 2, HARVEST[1])
    assert fields_of(game, 2) == ["blue", "", ""]


@pytest.mark.rule("F2")
@each_game
def test_the_third_bean_may_still_join_two(variant: str, players: int) -> None:
    """Two may wait in their field until the third makes them worth three coins."""
    game = position(variant, players, hands={0: "field"}, fields={0: ["soy", "field field"]})
    play(game, 0, plant("field", 1))
    assert fields_of(game, 0) == ["soy", "field field field"]
    play(game, 0, HARVEST[1])
    assert names(game.coins[0]) == "field field field"


@pytest.mark.rule("F2", "B13")
@pytest.mark.parametrize(("field", "coins"), [("field", 0), ("field field", 0),
                                              ("field field field", 3)])  # fmt: skip
@each_game
def test_at_the_end(variant: str, players: int, field: str, coins: int) -> None:
    turn = [step.name for step in compile_rulebook(variant, players).tables.turn]
    game = position(
        variant, players, step=turn[turn.index("before_draw") + 1], draw_pile="red", run_outs=2,
        fields={1: ["soy soy", field]},
    )  # fmt: skip
    assert game.over
    assert game.result.scores == (0, 1 + coins, 0, 0)


@pytest.mark.rule("F2", "B14", "P2")
def test_in_plus_an_opened_field_is_the_only_third_field() -> None:
    coins = " ".join(["soy"] * 9)
    game = position(
        "plus", 4, hands={0: "red"}, fields={0: ["field field", "soy"]}, coins={0: coins}
    )
    assert BUY_FIELD in game.choices(0)
    play(game, 0, HARVEST[0])
    assert game.check(0, BUY_FIELD) == "you have your third field already"
    assert BUY_FIELD not in game.choices(0)


@pytest.mark.rule("F2", "B14", "P2")
def test_in_plus_nothing_opens_beside_a_bought_field() -> None:
    fields = {0: ["field field", "soy"]}
    game = position("plus", 5, hands={0: "red"}, fields=fields, coins={0: "soy soy soy soy"})
    play(game, 0, BUY_FIELD)
    assert not told(play(game, 0, HARVEST[0]), "opened_field")
    assert fields_of(game, 0) == ["", "soy", ""]


@pytest.mark.rule("F2", "B10")
def test_a_single_field_bean_is_protected_like_any_other() -> None:
    game = position(
        "anniversary+field_beans", 4, hands={0: "red"}, fields={0: ["field", "soy soy"]}
    )
    assert HARVEST[0] not in game.choices(0)
    assert "protected" in (game.check(0, HARVEST[0]) or "")
