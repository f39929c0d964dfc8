"""What the tests of the translation share: a position to trade in, and reading either way."""

from typing import Any

import orjson
import pytest

from arena.codec import ChoiceRefused, reader, writer
from arena.rules import Event, Game, Rulebook
from arena.rules.choices import (
    Choice,
    Trade,
)
from tests.support.scenario import position

ANSWER = {"do": "answer"}
CLOCK = {"bank_ms": 10000, "limit_ms": 2000}


def trading(**pieces: Any) -> Game:
    """Seat 0 is active, with a soy and a blue turned over and a hand with soys at 0, 2 and 4."""
    return position(
        "anniversary", 4, step="turn_over", draw_pile="soy blue green green green",
        **{"hands": {0: "soy chili soy stink soy", 1: "red green red", 2: "red"}, **pieces},
    )  # fmt: skip


def read(game: Game, seat: int, answer: Any) -> Choice:
    """A bot's answer as a choice."""
    return reader(game.book).read(game, seat, game.choices(seat), answer)


def why(game: Game, seat: int, answer: Any) -> str:
    """Why a bot's answer is refused."""
    with pytest.raises(ChoiceRefused) as refused:
        read(game, seat, answer)
    return str(refused.value)


def given(game: Game, give: list[Any]) -> Any:
    """The exact cards that the active player's offer of `give` means."""
    choice = read(game, 0, {"do": "trade", "offers": [{"give": give, "want": ["red"]}]})
    assert isinstance(choice, Trade)
    return choice.offers[0].give


def question(game: Game, at: int = 0) -> dict[str, Any]:
    """The question of the `at`-th open decision, as a bot reads it."""
    asked_now = writer(game.book).question(game, game.decisions[at])
    return asked_now.json


def seen(book: Rulebook, events: list[Event], seat: int) -> list[dict[str, Any]]:
    """Events as a seat reads them."""
    return [orjson.loads(event) for event in writer(book).events(events)[seat]]
