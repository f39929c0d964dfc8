"""Games as the referee takes and returns them: what to play, who plays, and the outcome."""

from __future__ import annotations

from dataclasses import dataclass, field

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.rules.trades import Between
from protocol import Json


@dataclass(frozen=True)
class GameSpec:
    """A game to be played."""

    id: str
    """The game's name in the ledger, which bots never learn."""
    variant: str
    players: int
    seed: bytes
    """The seed of the deal."""
    bots: tuple[BotSpec, ...]
    """The bots by seat."""
    bot_seeds: tuple[int, ...]
    """Seeds for the bots' own randomness, by seat; below 2**53, so exact in JSON."""
    time: TimeControl
    talk: bool = True


@dataclass(frozen=True)
class SeatPlayed:
    """One seat's part in a finished game."""

    decisions: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    """Number of faults by kind."""
    refused: int = 0
    """Number of answers that were refused or cut."""
    forfeit: str | None = None
    """The kind of fault that made it forfeit; None if it didn't."""
    reason: str = ""
    """Why it forfeited."""
    time_ms: float = 0.0
    max_ms: float = 0.0
    """The time of the longest decision."""
    stderr: str = ""
    metrics: dict[str, float] = field(default_factory=dict)
    """The bot's own metrics, by key."""
    models: dict[str, int] = field(default_factory=dict)
    """How many answers each language model gave it, by its provider's name for it."""


@dataclass(frozen=True)
class FinishedGame:
    """A game that was played, or a void one: one that failed by no bot's fault, to be replayed."""

    spec: GameSpec
    record: Json
    """The record, see `protocol.record`; empty if void."""
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """Places by coins, ignoring forfeits; the ratings account for those."""
    winners: tuple[int, ...]
    seats: tuple[SeatPlayed, ...]
    void: str | None = None
    """Why the game doesn't count; None if it does."""
    halt: bool = False
    """True for a void game if no other can be played in this run either."""
    trades: tuple[Between, ...] = ()
    """Cards handed over between each pair of seats, and the coins they brought."""
    level: str = ""
    """The level at which its bots were confined, see `arena.sandbox.level`."""
