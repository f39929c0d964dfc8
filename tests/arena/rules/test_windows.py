"""Windows and free choices: who may harvest and buy when (T4, T5, B9, B14)."""

import pytest

from arena.rules import State
from arena.rules.choices import BUY_FIELD, HARVEST, PASS, Choice
from tests.support.scenario import asked, fields_of, plant, play, position

WINDOWS = ("before_plant", "before_trade", "before_draw")
FIELDS = {seat: ["blue blue", "soy"] for seat in range(4)}
every_window = pytest.mark.parametrize("window", WINDOWS)


@pytest.mark.rule("T4")
@every_window
@pytest.mark.parametrize("variant", ["classic", "rio_grande", "anniversary"])
def test_a_window_asks_the_active_player_first_then_clockwise(variant: str, window: str) -> None:
    book, state, _ = position(
        variant, 4, step=window, active=2, fields=FIELDS, wants={at: {window} for at in range(4)}
    )
    for seat in (2, 3, 0, 1):
        assert [tuple(d) for d in book.to_decide(state)] == [(seat, "window", False)]
        assert book.choices(state, seat) == [PASS, HARVEST[0]]
        play(book, state, seat, PASS)
    # Over: what is asked next is another step, or another turn's window.
    assert (state.active, asked(book, state)[0][1]) != (2, "window")


@pytest.mark.rule("T4")
@every_window
def test_only_seats_that_want_the_window_are_asked(window: str) -> None:
    others = set(WINDOWS) - {window}
    book, state, _ = position(
        "anniversary", 4, step=window, fields=FIELDS,
        wants={0: others | {"bids"}, 1: {window}, 3: others},
    )  # fmt: skip
    assert asked(book, state) == [(1, "window")]


@pytest.mark.rule("T4")
@pytest.mark.parametrize(("window", "then"), [("before_plant", "plant"), ("before_trade", "trade")])
def test_without_wishes_nobody_is_asked(window: str, then: str) -> None:
    book, state, _ = position("anniversary", 4, step=window, fields=FIELDS, hands={0: "red"})
    assert asked(book, state) == [(0, then)]


@pytest.mark.rule("T4")
@every_window
def test_each_seat_acts_any_number_of_times_then_passes_once_round(window: str) -> None:
    book, state, _ = position(
        "rio_grande", 4, step=window, wants={1: {window}, 2: {window}},
        fields={1: ["blue blue", "soy soy"], 2: ["red red", ""]}, coins={1: "soy wax red"},
    )  # fmt: skip
    play(book, state, 1, HARVEST[1])
    assert asked(book, state) == [(1, "window")]
    play(book, state, 1, BUY_FIELD)
    assert fields_of(state, 1) == ["blue blue", "", ""]
    play(book, state, 1, PASS)
    assert asked(book, state) == [(2, "window")]
    play(book, state, 2, HARVEST[0])
    # Nothing is left that seat 2 could do, and seat 1 has passed: the window is over.
    assert asked(book, state) != [(2, "window")]
    assert fields_of(state, 1) == ["blue blue", "", ""]


@pytest.mark.rule("T4")
@every_window
def test_a_seat_that_could_do_nothing_is_not_asked(window: str) -> None:
    book, state, _ = position(
        "rio_grande", 4, step=window, wants={at: {window} for at in range(4)},
        fields={3: ["soy"]}, coins={1: "soy wax", 2: "soy wax red"},
    )  # fmt: skip
    assert asked(book, state) == [(2, "window")]
    play(book, state, 2, PASS)
    assert asked(book, state) == [(3, "window")]


@pytest.mark.rule("T4")
def test_the_windows_lie_before_steps_1_2_and_4() -> None:
    """Seat 1 only watches: what seat 0 has planted, turned over and drawn by then."""
    book, state, _ = position(
        "anniversary", 3, step="before_plant", hands={0: "red", 1: "stink"},
        fields={1: ["blue blue"]}, draw_pile="green soy chili chili chili chili",
        wants={1: set(WINDOWS)},
    )  # fmt: skip
    seen = []
    while state.active == 0:
        [(seat, ask)] = asked(book, state)
        if ask == "window":
            step = book.steps[state.stack[-1][0]].name
            seen.append((step, fields_of(state, 0), len(state.draw_pile)))
        play(book, state, seat, book.choices(state, seat)[0])
    assert seen == [
        ("before_plant", ["", "", ""], 6),
        ("before_trade", ["red", "", ""], 6),
        ("before_draw", ["red", "green", "soy"], 4),
    ]


@pytest.mark.rule("T4")
def test_what_is_refused_in_a_window() -> None:
    book, state, _ = position(
        "anniversary", 4, step="before_trade", hands={1: "soy"}, fields=FIELDS,
        wants={1: {"before_trade"}},
    )  # fmt: skip
    assert book.check(state, 1, plant("soy", 1)) == "plant is not possible here"
    assert book.check(state, 1, HARVEST[1]) is not None  # protection holds here too
    assert book.check(state, 0, HARVEST[0]) == "it is not your decision"


@pytest.mark.rule("T4")
def test_wishes_can_change_at_any_time() -> None:
    book, state, _ = position(
        "anniversary", 4, step="before_plant", hands={0: "red"}, fields=FIELDS,
        wants={1: {"before_plant"}},
    )  # fmt: skip
    assert asked(book, state) == [(1, "window")]
    book.wish(state, 1, frozenset())
    book.wish(state, 3, frozenset({"before_trade"}))
    play(book, state, 1, PASS)
    play(book, state, 0, book.choices(state, 0)[0])  # harvests the blues
    play(book, state, 0, plant("red", 0))
    assert asked(book, state) == [(3, "window")]


@pytest.mark.rule("T4")
@pytest.mark.parametrize("step", ["plant", "turn_over", "set_aside"])
def test_free_choices_are_open_in_every_decision_of_the_own_turn(step: str) -> None:
    book, state, _ = position(
        "classic", 4, step=step, hands={0: "soy"}, set_aside={0: "soy"}, fields=FIELDS,
        coins={0: "red red red"},
    )  # fmt: skip
    free: list[Choice] = [HARVEST[0], BUY_FIELD]
    assert [choice for choice in book.choices(state, 0) if choice in free] == free
    play(book, state, 0, BUY_FIELD)
    play(book, state, 0, HARVEST[0])
    assert fields_of(state, 0) == ["", "soy", ""]


@pytest.mark.rule("T4", "T5")
@every_window
def test_being_asked_does_not_depend_on_what_is_hidden(window: str) -> None:
    def start(hand: str) -> tuple[list[tuple[int, str]], list[Choice], State]:
        book, state, _ = position(
            "classic", 4, step=window, hands={0: hand, 2: hand}, fields={3: ["soy"]},
            wants={1: {window}, 3: {window}},
        )  # fmt: skip
        return asked(book, state), book.choices(state, 3), state

    one, two = start("red red"), start("blue soy")
    assert one[:2] == two[:2]
    assert one[0] == [(3, "window")]
