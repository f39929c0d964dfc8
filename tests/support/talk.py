"""Short words for negotiations in tests: who offers, answers and takes what."""

from typing import Any

from arena.rules import Event, Rulebook, State
from arena.rules.choices import (
    DECLINE,
    Accepting,
    Answer,
    Take,
    Terms,
    Trade,
)
from tests.support.scenario import play, position


def trading(
    turned: str = "soy blue",
    variant: str = "anniversary",
    players: int = 4,
    **pieces: Any,
) -> tuple[Rulebook, State]:
    """Seat 0 is active and has turned over two cards; the draw pile holds greens behind them."""
    book, state, _ = position(
        variant, players, step="turn_over", draw_pile=f"{turned} green green green green", **pieces
    )
    return book, state


def offer(book: Rulebook, state: State, *offered: Terms) -> list[Event]:
    """The active player posts offers."""
    return play(book, state, state.active, Trade(offers=offered))


def answer(
    book: Rulebook, state: State, seat: int, *accept: int | Accepting, **more: Any
) -> list[Event]:
    """A sealed answer: accepts by id, and `offers`, `withdraw`, `silent`."""
    accepts = [Accepting(item) if isinstance(item, int) else item for item in accept]
    return play(book, state, seat, Answer(tuple(accepts), **more))


def decline(book: Rulebook, state: State) -> None:
    """All who are still asked decline."""
    for seat in state.asked:
        play(book, state, seat, DECLINE)


def take(book: Rulebook, state: State, *taken: int | Take, **more: Any) -> list[Event]:
    """The active player takes replies, in order."""
    takes = [Take(item) if isinstance(item, int) else item for item in taken]
    return play(book, state, state.active, Trade(tuple(takes), **more))


def why(book: Rulebook, state: State, seat: int, choice: Any) -> str:
    """Why a choice is refused."""
    reason = book.check(state, seat, choice)
    assert reason is not None, choice
    return reason


def offer_ids(state: State) -> list[int]:
    return [offer.id for offer in state.offers]


def accept_ids(state: State) -> list[int]:
    return [accept.id for accept in state.accepts]
