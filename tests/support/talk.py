"""Short words for negotiations in tests: who offers, answers and takes what."""

from typing import Any

from arena.rules import Event, Game
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
) -> Game:
    """Seat 0 is active and has turned over two cards; the draw pile holds greens behind them."""
    return position(
        variant, players, step="turn_over", draw_pile=f"{turned} green green green green", **pieces
    )


def offer(game: Game, *offered: Terms) -> list[Event]:
    """The active player posts offers."""
    return play(game, game.active, Trade(offers=offered))


def answer(game: Game, seat: int, *accept: int | Accepting, **more: Any) -> list[Event]:
    """A sealed answer: accepts by id, and `offers`, `withdraw`, `silent`."""
    accepts = [Accepting(item) if isinstance(item, int) else item for item in accept]
    return play(game, seat, Answer(tuple(accepts), **more))


def decline(game: Game) -> None:
    """All who are still asked decline."""
    for seat in game.asked:
        play(game, seat, DECLINE)


def take(game: Game, *taken: int | Take, **more: Any) -> list[Event]:
    """The active player takes replies, in order."""
    takes = [Take(item) if isinstance(item, int) else item for item in taken]
    return play(game, game.active, Trade(tuple(takes), **more))


def why(game: Game, seat: int, choice: Any) -> str:
    """Why a choice is refused."""
    reason = game.check(seat, choice)
    assert reason is not None, choice
    return reason


def offer_ids(game: Game) -> list[int]:
    return [offer.id for offer in game.offers]


def accept_ids(game: Game) -> list[int]:
    return [accept.id for accept in game.accepts]
