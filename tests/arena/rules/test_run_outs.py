"""Run-outs in every step that draws: with a discard pile, without one, on an empty pile, the last.

One table for all editions; what is special about a step is told in the tests of that step.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from arena.rules import Game, Rulebook, catalogue, compile_rulebook, table_sizes
from arena.rules.events import Event
from arena.rules.game import Step
from tests.support.lawful import tables_with
from tests.support.scenario import names, position, told


class Drawing(NamedTuple):
    """A step of a game that draws: how many cards, and the run-out that ends the game."""

    variant: str
    players: int
    step: str
    cards: int
    last: int
    extra: dict[str, Any] = {}  # noqa: RUF012


# How many cards a step draws; `test_presets` holds the numbers of the tables.
CARDS = {
    "turn_over": lambda tables: tables.turn_over,
    "draw": lambda tables: tables.draw,
    "draw_round": lambda tables: tables.players,
}
WITH_COIN = [
    Drawing(variant, players, "draw", cards, 3, {"coin_holder": holder})
    for players, holder, cards in ((4, 1, 4), (3, 0, 2))
    for variant, _ in tables_with("bean_coin", among=catalogue())
]


def draws(book: Rulebook, step: Step) -> bool:
    """Whether the step takes cards from the draw pile by itself."""
    game = book.start(b"any")
    game.asked, game.stack, game.told = (), (), []
    game.push("turn")
    game.push(step.name)
    step.resume(game)
    return bool(told(game.told, "turned_over", "drew"))


def steps() -> Iterator[Drawing]:
    """Every step that draws, at the smallest and the largest table of every game."""
    for variant in catalogue():
        sizes = table_sizes(variant)
        for players in dict.fromkeys((sizes[0], sizes[-1])):
            book = compile_rulebook(variant, players)
            for step in book.tables.turn:
                if draws(book, step):
                    cards = CARDS[step.name](book.tables)
                    yield Drawing(variant, players, step.name, cards, book.tables.last)


SPECIAL = {(where.variant, where.step) for where in WITH_COIN}
STEPS = [*(where for where in steps() if (where.variant, where.step) not in SPECIAL), *WITH_COIN]
GREENS = " ".join(["green"] * 9)


def beans(events: list[Event]) -> str:
    """All cards that were turned over or drawn, in order."""
    return names(b"".join(event["cards"] for event in told(events, "turned_over", "drew")))


def drawn(where: Drawing, pile: str, discard: str, run_outs: int) -> Game:
    """What the step draws in seat 1's turn; the next seat has a bean, so that the game goes on."""
    return position(
        where.variant, where.players, step=where.step, active=1, draw_pile=pile, discard=discard,
        run_outs=run_outs, hands={(2 % where.players): "blue"}, extra=where.extra,
    )  # fmt: skip


def ends_at_once(game: Game) -> bool:
    """Whether a run-out in step 2 ends the game there."""
    turn = [step.name for step in game.book.tables.turn]
    return turn[turn.index("turn_over") + 1] == "end_if_run_out"


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
    rest = where.cards - 1
    assert beans(game.told).split() == ["soy"] + ["green"] * rest
    assert told(game.told, "run_out") == [{"event": "run_out", "run_outs": 1, "shuffled": 9}]
    assert (game.run_outs, game.ended, game.over) == (1, False, False)
    assert names(game.draw_pile).split() == ["green"] * (9 - rest)
    assert game.discard == b""


@pytest.mark.rule("B11")
@not_the_last
def test_the_last_card_of_the_draw_is_a_run_out_too(where: Drawing) -> None:
    pile = " ".join(["soy"] * where.cards)
    game = drawn(where, pile, GREENS, 0)
    assert beans(game.told) == pile
    assert told(game.told, "run_out") == [{"event": "run_out", "run_outs": 1, "shuffled": 9}]
    assert names(game.draw_pile) == GREENS


@pytest.mark.rule("B11")
@not_the_last
def test_without_a_discard_pile_drawing_stops(where: Drawing) -> None:
    game = drawn(where, "soy", "", 0)
    assert beans(game.told) == "soy"
    assert told(game.told, "run_out") == [{"event": "run_out", "run_outs": 1, "shuffled": 0}]
    assert (game.run_outs, game.over, game.draw_pile) == (1, False, b"")
    assert game.shuffles == 1  # the deal: the next shuffle is still the second


@pytest.mark.rule("B11")
@not_the_last
def test_on_an_empty_pile_the_discard_is_shuffled_first_and_that_is_no_run_out(
    where: Drawing,
) -> None:
    game = drawn(where, "", GREENS, where.last - 1)
    assert told(game.told, "shuffled") == [{"event": "shuffled", "count": 9}]
    assert beans(game.told).split() == ["green"] * where.cards
    assert (game.run_outs, game.over) == (where.last - 1, False)
    # In the old duel, too, nothing is left that could match.
    assert names(game.draw_pile).split() == ["green"] * (9 - where.cards)


@pytest.mark.rule("B11", "B12")
@not_the_last
def test_a_pile_shuffled_late_runs_out_like_any_other(where: Drawing) -> None:
    game = drawn(where, "", "green", where.last - 1)
    assert beans(game.told) == "green"
    assert told(game.told, "run_out")[0] == {
        "event": "run_out", "run_outs": where.last, "shuffled": 0,
    }  # fmt: skip
    assert game.ended


@pytest.mark.rule("B11")
@not_the_last
def test_with_nothing_to_draw_nothing_is_told(where: Drawing) -> None:
    game = drawn(where, "", "", 0)
    assert not told(game.told, "turned_over", "drew", "run_out", "shuffled")
    assert (game.run_outs, game.over) == (0, False)


@pytest.mark.rule("B12")
@every_step
@pytest.mark.parametrize("discard", [GREENS, ""])
def test_after_the_last_run_out_no_further_card_is_drawn(where: Drawing, discard: str) -> None:
    game = drawn(where, "soy", discard, where.last - 1)
    assert beans(game.told) == "soy"
    assert told(game.told, "run_out") == [
        {"event": "run_out", "run_outs": where.last, "shuffled": 0}
    ]
    assert (game.ended, game.draw_pile) == (True, b"")
    assert names(game.discard).count("green") == discard.count("green")
    at_once = where.step != "turn_over" or ends_at_once(game)
    assert game.over is at_once
    assert names(game.turned_over) == ("" if at_once else "soy")
