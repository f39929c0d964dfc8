"""Every question of a stored game as its bot saw it, with what was chosen: data to learn from."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from arena.retelling.replay import Before, Replay
from arena.translation import writer
from protocol import Json


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and its answer. `view`, `choices`, `more` and `chosen` are JSON text."""

    seat: int
    question: int
    """From 1, of the seat: the id of its `decide` message."""
    ask: str
    view: str
    choices: str
    """The choices listed; offers are lawful besides."""
    more: str
    """Details of the ask: the card to plant, the offers to answer, the window; else `{}`."""
    chosen: str
    index: int | None
    """The index of `chosen` in `choices`; None for one that is not listed."""
    ms: float
    """Time charged."""
    fault: str
    """Why the referee chose in the bot's place; empty when the bot did."""


def questions(replay: Replay) -> Iterator[Asked]:
    """List the questions of a game in the order of their answers. Raises ReplayError.

    Of questions put at the same time each is as it was before any of them was answered.
    """
    words = writer(replay.book)
    waiting: dict[int, Json] = {}  # by seat: questions that are put and not answered yet
    asked: dict[int, int] = {}
    for step in replay.steps():
        if not isinstance(step, Before):
            continue
        if step.seat not in waiting:
            waiting = {
                decision.seat: _written(words.question(step.game, decision).json)
                for decision in step.open
            }
        asked[step.seat] = asked.get(step.seat, 0) + 1
        yield _answered(step, asked[step.seat], waiting.pop(step.seat))


def _written(question: Json) -> Json:
    """A question with its parts as text: what they hold changes as the game goes on."""
    parts = {name: question.pop(name) for name in ("ask", "choices", "view")}
    texts = {name: _text(parts[name]) for name in ("choices", "view")}
    return {"ask": parts["ask"], "more": _text(question), **texts}


def _answered(step: Before, number: int, question: Json) -> Asked:
    chosen = step.played["choice"]
    listed = orjson.loads(question["choices"])
    return Asked(
        seat=step.seat,
        question=number,
        **question,
        chosen=_text(chosen),
        index=listed.index(chosen) if chosen in listed else None,
        ms=step.played.get("ms", 0.0),
        fault=step.played.get("fault") or "",
    )


def _text(value: Any) -> str:
    return orjson.dumps(value).decode()
