"""Step 1: planting from the hand (B1, B3, B4)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import BUY_FIELD, HARVEST, PASS, Harvest
from tests.support.lawful import tables_with
from tests.support.scenario import asked, fields_of, names, plant, play, position

GAMES = tables_with("plant", "trade", players=4)
KIND_ONCE = tables_with("plant", "trade", "kind_once", players=4)
each_game = pytest.mark.parametrize(("variant", "players"), GAMES)


@pytest.mark.rule("B4")
@each_game
def test_the_first_card_must_be_planted_and_the_second_may_be(variant: str, players: int) -> None:
    game = position(variant, players, hands={0: "soy blue red"})
    assert game.choices(0) == [plant("soy", 0), plant("soy", 1)]
    assert game.check(0, PASS) == "the first card of the hand must be planted (B4)"
    events = play(game, 0, plant("soy", 0))
    assert events == [
        {"event": "planted", "seat": 0, "card": KIND["soy"], "field": 0, "from": "hand"}
    ]
    assert asked(game) == [(0, "plant")]
    assert game.choices(0) == [PASS, plant("blue", 1), HARVEST[0]]
    kept = game.copy()
    play(kept, 0, PASS)
    assert (asked(kept), names(kept.hands[0])) == ([(0, "trade")], "blue red")
    play(game, 0, plant("blue", 1))
    assert asked(game) == [(0, "trade")]  # never a third
    assert names(game.hands[0]) == "red"


@pytest.mark.rule("B4")
@each_game
def test_with_an_empty_hand_the_step_is_skipped(variant: str, players: int) -> None:
    game = position(variant, players, draw_pile="red soy blue")
    assert asked(game) == [(0, "trade")]
    assert names(game.turned_over) == "red soy"


@pytest.mark.rule("B3")
@each_game
def test_a_field_grows_one_kind_any_number_of_cards(variant: str, players: int) -> None:
    game = position(
        variant, players, hands={0: "blue"}, fields={0: [" ".join(["blue"] * 19), "soy"]}
    )
    assert game.choices(0)[0] == plant("blue", 0)
    assert game.check(0, plant("blue", 1)) == "that field grows another kind (B3)"
    play(game, 0, plant("blue", 0))
    assert len(game.fields[0][0]) == 20


@pytest.mark.rule("B3")
@pytest.mark.parametrize(("variant", "players"), KIND_ONCE)
def test_all_but_the_anniversary_grow_a_kind_once(variant: str, players: int) -> None:
    game = position(variant, players, hands={0: "blue"}, fields={0: ["", "blue"]})
    assert game.choices(0) == [plant("blue", 1), HARVEST[1]]
    assert (
        game.check(0, plant("blue", 0)) == "that kind grows in another field of yours already (B3)"
    )
    # Others may grow it, and once harvested it may grow anywhere.
    play(game, 0, HARVEST[1])
    assert game.choices(0) == [plant("blue", 0), plant("blue", 1)]


@pytest.mark.rule("B3")
@pytest.mark.parametrize(("variant", "players"), sorted({*GAMES} - {*KIND_ONCE}))
def test_the_anniversary_grows_a_kind_in_two_fields(variant: str, players: int) -> None:
    game = position(variant, players, hands={0: "blue"}, fields={0: ["", "blue"]})
    assert game.choices(0)[:2] == [plant("blue", 1), plant("blue", 0)]
    play(game, 0, plant("blue", 0))
    assert fields_of(game, 0) == ["blue", "blue"]


@pytest.mark.rule("B4", "B9")
@each_game
def test_a_card_without_a_place_forces_a_harvest(variant: str, players: int) -> None:
    game = position(variant, players, hands={0: "green"}, fields={0: ["soy soy soy", "blue blue"]})
    # The better paid harvest is the safer one: three soys are a coin, two blues are none.
    assert game.choices(0) == [HARVEST[0], HARVEST[1]]
    play(game, 0, HARVEST[0])
    assert asked(game) == [(0, "plant")]
    # The coin may buy something besides.
    assert game.choices(0)[:2] == [plant("green", 0), HARVEST[1]]
    play(game, 0, plant("green", 0))
    assert fields_of(game, 0) == ["green", "blue blue"]


@pytest.mark.rule("B4", "T4")
@each_game
def test_a_harvest_costs_none_of_the_two_cards(variant: str, players: int) -> None:
    game = position(variant, players, hands={0: "soy blue red"}, fields={0: ["soy soy", ""]})
    play(game, 0, HARVEST[0])
    play(game, 0, plant("soy", 0))
    assert game.choices(0)[0] == PASS
    play(game, 0, HARVEST[0])
    play(game, 0, plant("blue", 0))
    assert asked(game) == [(0, "trade")]


@pytest.mark.rule("B4")
def test_what_is_refused_in_step_1() -> None:
    game = position("anniversary", 4, hands={0: "soy", 1: "red"})
    assert game.check(1, plant("red", 0)) == "it is not your decision"
    assert game.check(0, plant("soy", 2)) == "your fields are 0 to 1"
    assert game.check(0, plant("soy", -1)) == "your fields are 0 to 1"
    assert game.check(0, HARVEST[0]) == "that field is empty"
    assert game.check(0, HARVEST[2]) == "your fields are 0 to 1"
    assert game.check(0, Harvest(-1)) == "your fields are 0 to 1"
    assert game.check(0, BUY_FIELD) == "buy_field is not possible here"
