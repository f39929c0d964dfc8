"""Step 3: planting what was received or kept (B7)."""

import pytest

from arena.rules.choices import HARVEST, PASS, Answer, Take, Trade
from tests.support.lawful import tables_with
from tests.support.scenario import asked, fields_of, names, plant, play, position, terms, told


@pytest.mark.rule("B7")
@pytest.mark.parametrize(("variant", "players"), tables_with("trade", players=4))
def test_the_active_player_first_then_clockwise(variant: str, players: int) -> None:
    game = position(
        variant, players, step="set_aside", active=2, hands={3: "stink"},
        set_aside={1: "soy", 2: "blue", 3: "red"},
    )  # fmt: skip
    for seat, kind in ((2, "blue"), (3, "red"), (1, "soy")):
        assert asked(game) == [(seat, "set_aside")]
        events = play(game, seat, plant(kind, 0))
        assert told(events, "planted")[0]["from"] == "set_aside"
    assert asked(game) == [(3, "plant")]


@pytest.mark.rule("B7")
def test_everyone_plants_all_in_an_order_of_ones_own() -> None:
    game = position(step="set_aside", set_aside={0: "soy blue soy red"})
    assert {choice.do for choice in game.choices(0)} == {"plant"}
    assert game.check(0, PASS) == "pass is not possible here"
    assert "that card is not due" in (game.check(0, plant("green", 0)) or "")
    for kind, field, left in (
        ("red", 0, "soy blue soy"),
        ("soy", 1, "blue soy"),
        ("soy", 1, "blue"),
        ("blue", 2, ""),
    ):
        assert asked(game) == [(0, "set_aside")]
        play(game, 0, plant(kind, field))
        assert names(game.set_aside[0]) == left
    assert fields_of(game, 0) == ["red", "soy soy", "blue"]
    assert not asked(game) or asked(game)[0][1] != "set_aside"


@pytest.mark.rule("B7", "B9")
def test_harvests_in_between() -> None:
    game = position(
        "classic", 4, step="set_aside", set_aside={1: "red green"},
        fields={1: ["soy soy", "blue"]},
    )  # fmt: skip
    assert game.choices(1) == [HARVEST[0]]  # the single blue is protected
    play(game, 1, HARVEST[0])
    play(game, 1, plant("green", 0))
    assert game.choices(1) == [HARVEST[0], HARVEST[1]]  # now both are single
    play(game, 1, HARVEST[1])
    play(game, 1, plant("red", 1))
    assert fields_of(game, 1) == ["green", "red"]
    assert names(game.coins[1]) == "soy"


@pytest.mark.rule("B6", "B7")
def test_received_cards_are_planted_not_taken_in_hand() -> None:
    """Nina gives Timon a red bean for a soy and a chili; both plant (25th, examples 3 and 4)."""
    game = position(
        "anniversary", 4, step="turn_over", hands={0: "chili", 1: "green red"},
        draw_pile="soy blue stink stink stink", wants={1: {"bids"}},
        fields={0: ["red", "blue"], 1: ["soy soy", "chili"]},
    )  # fmt: skip
    play(game, 1, Answer(offers=(terms("hand 1 red", "soy chili"),)))
    play(game, 0, Trade(take=(Take(1),), end=True))
    assert (names(game.hands[0]), names(game.hands[1])) == ("", "green")
    assert names(game.set_aside[0]) == "red blue"
    assert names(game.set_aside[1]) == "soy chili"
    play(game, 0, plant("red", 0))
    play(game, 0, plant("blue", 1))
    play(game, 1, plant("soy", 0))
    play(game, 1, plant("chili", 1))
    assert fields_of(game, 0) == ["red red", "blue blue"]
    assert fields_of(game, 1) == ["soy soy soy", "chili chili"]
