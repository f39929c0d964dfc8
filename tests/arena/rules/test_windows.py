"""Windows and free choices: who may harvest and buy when (T4, T5, B9, B14)."""

import pytest

from arena.rules.choices import BUY_FIELD, HARVEST, PASS, Choice
from protocol.messages import WINDOWS
from tests.support.lawful import tables_with
from tests.support.scenario import asked, fields_of, plant, play, position

FIELDS = {seat: ["blue blue", "soy"] for seat in range(4)}
every_window = pytest.mark.parametrize("window", WINDOWS)


@pytest.mark.rule("T4")
@every_window
@pytest.mark.parametrize(("variant", "players"), tables_with("trade", players=4))
def test_a_window_asks_the_active_player_first_then_clockwise(
    variant: str, players: int, window: str
) -> None:
    game = position(
        variant, players, step=window, active=2, fields=FIELDS,
        wants={at: {window} for at in range(players)},
    )  # fmt: skip
    for seat in (2, 3, 0, 1):
        assert [tuple(d) for d in game.decisions] == [(seat, "window", False)]
        assert game.choices(seat) == [PASS, HARVEST[0]]
        play(game, seat, PASS)
    # Over: what is asked next is another step, or another turn's window.
    assert (game.active, asked(game)[0][1]) != (2, "window")


@pytest.mark.rule("T4")
@every_window
def test_each_seat_acts_any_number_of_times_then_passes_once_round(window: str) -> None:
    game = position(
        "rio_grande", 4, step=window, wants={1: {window}, 2: {window}},
        fields={1: ["blue blue", "soy soy"], 2: ["red red", ""]}, coins={1: "soy wax red"},
    )  # fmt: skip
    play(game, 1, HARVEST[1])
    assert asked(game) == [(1, "window")]
    play(game, 1, BUY_FIELD)
    assert fields_of(game, 1) == ["blue blue", "", ""]
    play(game, 1, PASS)
    assert asked(game) == [(2, "window")]
    play(game, 2, HARVEST[0])
    # Nothing is left that seat 2 could do, and seat 1 has passed: the window is over.
    assert asked(game) != [(2, "window")]
    assert fields_of(game, 1) == ["blue blue", "", ""]


@pytest.mark.rule("T4")
@every_window
def test_a_seat_that_could_do_nothing_is_not_asked(window: str) -> None:
    game = position(
        "rio_grande", 4, step=window, wants={at: {window} for at in range(4)},
        fields={3: ["soy"]}, coins={1: "soy wax", 2: "soy wax red"},
    )  # fmt: skip
    assert asked(game) == [(2, "window")]
    play(game, 2, PASS)
    assert asked(game) == [(3, "window")]


@pytest.mark.rule("T4")
def test_the_windows_lie_before_steps_1_2_and_4() -> None:
    """Seat 1 only watches: what seat 0 has planted, turned over and drawn by then."""
    game = position(
        "anniversary", 3, step="before_plant", hands={0: "red", 1: "stink"},
        fields={1: ["blue blue"]}, draw_pile="green soy chili chili chili chili",
        wants={1: set(WINDOWS)},
    )  # fmt: skip
    seen = []
    while game.active == 0:
        [(seat, ask)] = asked(game)
        if ask == "window":
            step = game.step.name
            seen.append((step, fields_of(game, 0), len(game.draw_pile)))
        play(game, seat, game.choices(seat)[0])
    assert seen == [
        ("before_plant", ["", "", ""], 6),
        ("before_trade", ["red", "", ""], 6),
        ("before_draw", ["red", "green", "soy"], 4),
    ]


@pytest.mark.rule("T4")
def test_wishes_can_change_at_any_time() -> None:
    game = position(
        "anniversary", 4, step="before_plant", hands={0: "red"}, fields=FIELDS,
        wants={1: {"before_plant"}},
    )  # fmt: skip
    assert asked(game) == [(1, "window")]
    game.wish(1, frozenset())
    game.wish(3, frozenset({"before_trade"}))
    play(game, 1, PASS)
    play(game, 0, game.choices(0)[0])  # harvests the blues
    play(game, 0, plant("red", 0))
    assert asked(game) == [(3, "window")]


@pytest.mark.rule("T4")
@pytest.mark.parametrize("step", ["plant", "turn_over", "set_aside"])
def test_free_choices_are_open_in_every_decision_of_the_own_turn(step: str) -> None:
    game = position(
        "classic", 4, step=step, hands={0: "soy"}, set_aside={0: "soy"}, fields=FIELDS,
        coins={0: "red red red"},
    )  # fmt: skip
    free: list[Choice] = [HARVEST[0], BUY_FIELD]
    assert [choice for choice in game.choices(0) if choice in free] == free
    play(game, 0, BUY_FIELD)
    play(game, 0, HARVEST[0])
    assert fields_of(game, 0) == ["", "soy", ""]
