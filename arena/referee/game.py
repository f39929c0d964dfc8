"""A game as the referee sees it: what to play, who plays it, and the outcome."""

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
    """Names the game in the ledger; no bot is told."""
    variant: str
    players: int
    seed: bytes
    """Seed of the deal."""
    bots: tuple[BotSpec, ...]
    """By seat."""
    bot_seeds: tuple[int, ...]
    """By seat, for the bots' own randomness; below 2**53."""
    time: TimeControl
    talk: bool = True


@dataclass(frozen=True)
class SeatPlayed:
    """One seat's part in a game that is over."""

    decisions: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    """Number of faults by kind."""
    forfeit: str | None = None
    """The kind of fault that lost the game, if one did."""
    reason: str = ""
    time_ms: float = 0.0
    max_ms: float = 0.0
    """The longest decision."""
    stderr: str = ""
    metrics: dict[str, float] = field(default_factory=dict)
    """The bot's own metrics, by key."""


@dataclass(frozen=True)
class FinishedGame:
    """A game that was played, or a void one: no bot's fault, and to be played again."""

    spec: GameSpec
    record: Json
    """As `protocol.record` has it; empty when void."""
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """By coins alone, as the game ended. The ratings take care of forfeits."""
    winners: tuple[int, ...]
    seats: tuple[SeatPlayed, ...]
    void: str | None = None
    """Why it does not count."""
    halt: bool = False
    """Whether a void one says that no other can be played in this run either."""
    dealings: tuple[Between, ...] = ()
    """The cards handed over between each two seats, and the coins they brought."""
    level: str = ""
    """How well its bots were confined, `arena.sandbox.level`."""
