"""The record of a game: small, replayable from its seed and decisions alone, verifiable.

The referee writes it from plain data (`decision`, `encode`), which the models here describe.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import orjson
from pydantic import Field

from protocol.choices import Choice
from protocol.messages import Clock, Usage
from protocol.model import Count, Entries, Model

FORMAT = 1

Fault = Literal["malformed", "illegal", "late", "crashed", "exceeded", "silent", "forfeit"]
"""A bot's fault. malformed: the line is not an answer; illegal: the choice is not allowed; late:
too slow; crashed: the process died; exceeded: it used more than it may; silent: it did not become
ready. `forfeit` marks decisions for a seat that has already lost."""


class Player(Model):
    """A bot in a seat."""

    name: str
    version: int
    hash: str
    """Content hash of the bot's files."""
    seed: Count
    """The seed that `game_start` gave it for its own randomness."""
    wants: Entries[str] = Field(default_factory=list)
    """Windows (and `bids`) asked for in `ready`."""


class Decision(Model):
    """One choice, as it was played."""

    seat: Count
    choice: Choice
    ms: Annotated[float, Field(ge=0)] = 0
    """Time charged, in milliseconds."""
    say: str | None = None
    wants: Entries[str] | None = None
    """The bot's new wishes from here on."""
    fault: Fault | None = None
    """Set when the referee chose in the bot's place."""
    note: str | None = None
    """The bot's private thought."""
    thought: str | None = None
    """What its language model thought before it answered, as far as its provider tells."""
    usage: Usage | None = None
    """Its use of language models, as measured by the arena's gateway if they were asked there."""
    refused: str | None = None
    """Why the first answer was refused, even if the second was accepted; else what was cut."""


class Forfeit(Model):
    """A seat that lost by faults; `decision` is the number of decisions played before it."""

    seat: Count
    decision: Count
    fault: Fault
    reason: str = ""


class Result(Model):
    """The end of the game, by seat."""

    scores: Entries[Count]
    places: Entries[Annotated[int, Field(ge=1)]]
    winners: Entries[Count]


class Record(Model):
    """One game. Same variant, rules version, seed and decisions: the same game."""

    format: Literal[1] = 1
    variant: str
    players: Count
    rules: str
    """Version of the rules engine that played it."""
    seed: Annotated[str, Field(pattern=r"^([0-9a-f]{2})*$")]
    """Seed of the deal, in hexadecimal."""
    talk: bool = True
    clock: Clock | None = None
    bots: Entries[Player]
    """The bots by seat."""
    decisions: Entries[Decision]
    """In the order in which they were applied."""
    forfeits: Entries[Forfeit] = Field(default_factory=list)
    result: Result


def decision(seat: int, choice: Mapping[str, Any], ms: float = 0, **more: Any) -> dict[str, Any]:
    """Return a `Decision` as plain data, with those of `more` that are not None."""
    entry: dict[str, Any] = {"seat": seat, "choice": choice, "ms": round(ms, 2)}
    for key, value in more.items():
        if value is not None:
            entry[key] = value
    return entry


def encode(record: Mapping[str, Any]) -> bytes:
    """Encode a record, given as plain data, as JSON."""
    return orjson.dumps({"format": FORMAT, **record})
