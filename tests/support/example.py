"""An example of SPEC.md: a position that is set up here, its question by the engine, an answer."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import protocol
from arena.rules import Game
from protocol import Json
from tests.support.scenario import book_of, play
from tests.support.translating import CLOCK, question, read, seen

PAGE = Path(protocol.__file__).with_name("SPEC.md")
# A list of more than four names; its first two are shown.
LONG_LIST = re.compile(r'(\["\w+","\w+")(?:,"\w+"){3,}\]')


class Example(NamedTuple):
    """`position` sets up a game, and `before` is played; the page shows these keys of the view.

    A step of `before` is a choice object of the seat that must decide.
    """

    position: Callable[[], Game]
    shown: tuple[str, ...]
    answer: int | Json
    before: tuple[Json, ...] = ()


def set_up(example: Example) -> Game:
    """The position of the question; `told` is what happened since the one before."""
    game = example.position()
    for answer in example.before:
        seat = game.decisions[0].seat
        play(game, seat, read(game, seat, answer))
    return game


def decide(example: Example) -> Json:
    """The whole message."""
    game = set_up(example)
    asked = question(game)
    told = seen(book_of(game), game.told, asked["view"]["seat"])
    return {"type": "decide", "id": 9, **asked, "events": told, "clock": CLOCK}


def check_answer(example: Example) -> None:
    """Raises Refused if the answer that the page gives is not legal."""
    game = set_up(example)
    read(game, game.decisions[0].seat, example.answer)


def lines(example: Example) -> str:
    """The question and the answer as the page has them, cut to what matters."""
    message = decide(example)
    view = {key: message["view"][key] for key in example.shown}
    shown = {**message, "stack": ["…"], "view": view | {"…": 0}, "clock": {"…": 0}}
    answer = {"type": "choose", "id": message["id"], "choice": example.answer}
    text = f"> {_compact(shown)}\n< {_compact(answer)}\n"
    return text.replace('"…":0', "…").replace('["…"]', "[…]")


def _compact(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return LONG_LIST.sub(r"\1,…]", text)
