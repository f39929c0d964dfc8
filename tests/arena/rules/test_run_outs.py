"""Run-outs in every step that draws: with a discard pile, without one, on an empty pile, the last.

One table for all editions; what is special about a step is told in the tests of that step.
"""

from typing import Any, NamedTuple

import pytest

from arena.rules import Game
from arena.rules.events import Event
from tests.support.scenario import names, position, told


class Drawing(NamedTuple):
    """A step of a game that draws: how many cards, and the run-out that ends the game."""

    variant: str
    players: int
    step: str
    cards: int
    last: int
    extra: dict[str, Any] = {}  # noqa: RUF012


STEPS = [
    Drawing("classic", 3, "turn_over", 2, 3),
    Drawing("classic", 5, "draw", 3, 3),
    Drawing("rio_grande", 3, "turn_over", 2, 2),
    Drawing("rio_grande", 3, "draw", 3, 2),
    Drawing("rio_grande", 5, "draw", 3, 3),
    Drawing("rio_grande", 7, "draw", 4, 3),
    Drawing("anniversary", 4, "turn_over", 2, 3),
    Drawing("anniversary", 4, "draw", 3, 3),
    Drawing("anniversary+new_beans", 3, "turn_over", 2, 2),
    Drawing("anniversary+new_beans", 3, "draw_round", 3, 2),
    Drawing("anniversary+new_beans", 7, "draw_round", 7, 3),
    Drawing("anniversary+field_beans", 4, "draw_round", 4, 3),
    Drawing("anniversary+bean_coin", 4, "draw", 4, 3, {"coin_holder": 1}),
    Drawing("anniversary+bean_coin", 3, "draw", 2, 3, {"coin_holder": 0}),
    Drawing("anniversary+magpie", 5, "turn_over", 2, 3),
    Drawing("high_bohn", 3, "turn_over", 2, 3),
    Drawing("high_bohn", 5, "turn_over", 2, 4),
    Drawing("high_bohn+cognac", 5, "draw", 3, 4),
    Drawing("plus", 3, "turn_over", 2, 2),
    Drawing("plus", 3, "draw", 3, 2),
    Drawing("plus", 6, "draw", 4, 3),
    Drawing("rio_grande_duel", 2, "turn_over", 3, 3),
    Drawing("rio_grande_duel", 2, "draw", 2, 3),
    Drawing("anniversary_duel", 2, "turn_over", 3, 1),
    Drawing("anniversary_duel", 2, "draw", 2, 1),
]
GREENS = " ".join(["green"] * 9)


def beans(events: list[Event]) -> str:
    """All cards that were turned over or drawn, in order."""
    return names(b"".join(event["cards"] for event in told(events, "turned_over", "drew")))


def drawn(where: Drawing, pile: str, discard: str, run_outs: int) -> Game:
    """What the step draws in seat 1's turn; the next seat has a bean, so that the game goes on."""
    own = where.extra | ({"order_stack": b""} if "plus" in where.variant else {})
    game = position(
        where.variant, where.players, step=where.step, active=1, draw_pile=pile, discard=discard,
        run_outs=run_outs, hands={(2 % where.players): "blue"}, extra=own,
    )  # fmt: skip
    return game


def named(where: Drawing) -> str:
    return f"{where.variant}-{where.players}-{where.step}"


not_the_last = pytest.mark.parametrize(
    "where", [where for where in STEPS if where.last > 1], ids=named
)
every_step = pytest.mark.parametrize("where", STEPS, ids=named)


@pytest.mark.rule("B11")
@not_the_last
def test_with_a_discard_pile_it_is_shuffled_at_once_and_the_draw_goes_on(where: Drawing) -> None:
    game = drawn(where, "soy", GREENS, 0)
    events = game.told
    rest = where.cards - 1
    assert beans(events).split() == ["soy"] + ["green"] * rest
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": 1, "shuffled": 9}]
    assert (game.run_outs, game.ended, game.over) == (1, False, False)
    assert names(game.draw_pile).split() == ["green"] * (9 - rest)
    assert game.discard == b""


@pytest.mark.rule("B11")
@not_the_last
def test_the_last_card_of_the_draw_is_a_run_out_too(where: Drawing) -> None:
    pile = " ".join(["soy"] * where.cards)
    game = drawn(where, pile, GREENS, 0)
    events = game.told
    assert beans(events) == pile
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": 1, "shuffled": 9}]
    assert names(game.draw_pile) == GREENS


@pytest.mark.rule("B11")
@not_the_last
def test_without_a_discard_pile_drawing_stops(where: Drawing) -> None:
    game = drawn(where, "soy", "", 0)
    events = game.told
    assert beans(events) == "soy"
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": 1, "shuffled": 0}]
    assert (game.run_outs, game.over, game.draw_pile) == (1, False, b"")


@pytest.mark.rule("B11")
@not_the_last
def test_on_an_empty_pile_the_discard_is_shuffled_first_and_that_is_no_run_out(
    where: Drawing,
) -> None:
    game = drawn(where, "", GREENS, where.last - 1)
    events = game.told
    assert told(events, "shuffled") == [{"event": "shuffled", "count": 9}]
    assert beans(events).split() == ["green"] * where.cards
    assert (game.run_outs, game.over) == (where.last - 1, False)
    # In the old duel, too, nothing is left that could match.
    assert names(game.draw_pile).split() == ["green"] * (9 - where.cards)


@pytest.mark.rule("B11", "B12")
@not_the_last
def test_a_pile_shuffled_late_runs_out_like_any_other(where: Drawing) -> None:
    game = drawn(where, "", "green", where.last - 1)
    events = game.told
    assert beans(events) == "green"
    assert told(events, "run_out")[0] == {
        "event": "run_out", "run_outs": where.last, "shuffled": 0,
    }  # fmt: skip
    assert game.ended


@pytest.mark.rule("B11")
@not_the_last
def test_with_nothing_to_draw_nothing_is_told(where: Drawing) -> None:
    game = drawn(where, "", "", 0)
    events = game.told
    assert not told(events, "turned_over", "drew", "run_out", "shuffled")
    assert (game.run_outs, game.over) == (0, False)


@pytest.mark.rule("B12")
@every_step
@pytest.mark.parametrize("discard", [GREENS, ""])
def test_after_the_last_run_out_no_further_card_is_drawn(where: Drawing, discard: str) -> None:
    game = drawn(where, "soy", discard, where.last - 1)
    events = game.told
    assert beans(events) == "soy"
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": where.last, "shuffled": 0}]
    assert (game.ended, game.draw_pile) == (True, b"")
    assert names(game.discard).count("green") == discard.count("green")
    at_once = where.step != "turn_over" or where.variant in ("classic", "anniversary_duel")
    assert game.over is at_once
    assert names(game.turned_over) == ("" if at_once else "soy")
