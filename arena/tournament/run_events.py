"""Events of a running tournament, reported to whatever shows them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from arena.text import harmless


class Event:
    """An event of a running tournament."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RunBegan(Event):
    """A run begins, or resumes a tournament."""

    tournament_id: int
    size: str
    """The size as it was requested: "4 rounds", "20 s"."""
    games: int | None
    """The games there will be; None if that is unknown."""
    played: int
    """The games played before this run."""
    workers: int
    """The number of workers; 0 on a cluster, where each node reports its own."""
    secret_hash: str
    seed: int | None
    """The seed, with which the deals of this tournament can be guessed; None if it has none."""


@dataclass(frozen=True, slots=True)
class GameFinished(Event):
    """A game was played and stored."""

    game_id: int
    variant: str
    bots: tuple[str, ...]
    coins: tuple[int, ...]
    faults: tuple[dict[str, int], ...]
    """By seat, the number of faults by kind."""
    forfeits: tuple[int, ...]
    """The seats that forfeited."""
    done: int
    """The games played so far, including earlier runs."""
    games: int | None
    """The games there will be; None if that is unknown."""
    eta_s: float | None
    """Seconds to go at the rate of this run so far; None if that is unknown."""
    to_come: float | None = None
    """The games to go, about; None if that is unknown."""
    widest: float | None = None
    """The widest Elo ± a moment ago, if the tournament ends by that."""
    logs: tuple[str, ...] = ()
    """By seat, the stderr of bots that forfeited, "" for others; empty if nobody did."""


class NoticeKind(Enum):
    """The sentences of notices, to be filled in with their facts.

    A cause is one line without a full stop; a why or reason is whole sentences.
    """

    # A game failed through the arena's fault.
    GAME_AGAIN = "Game {game} is played again: {cause}."
    GAME_GIVEN_UP = "Game {game} is given up: {cause}."
    WORKER_LOST = "Worker {worker} was lost with {games}, which another plays: {cause}."

    NODE_CAME = "Node {node} joined: {workers}, level {level}."
    NODE_UNFIT = "Node {node} is left out. {reason}"
    NODE_GONE = "Node {node} is gone: {cause}. It had played {played}; {lost} will be played again."
    BOT_UNFIT = "{bot} does not play on node {node}: {why}"
    GAMES_WAIT = "Waiting. {reason}"

    BOT_SUSPENDED = "{bot} is suspended: {why}"
    BOT_CAME = "{bot} joined the league."
    BOT_LEFT = "{bot} does not play: {why}"
    BOT_WAITS = "{bot} is waiting: its author has {bots} in the league, the maximum."
    BOT_PLACED = "{bot} is placed, after {games}."

    TIME_UP = "The time is up. Finishing {running}, and the rest of their matches."
    HALTED = "{reason} Finishing {running}, as far as they can be."
    STOPPING = "Finishing {running}. Press Ctrl-C again to drop them."


LONGEST = {"node": 60, "cause": 200, "why": 300, "reason": 600}
"""The most characters of a fact that others wrote."""


@dataclass(frozen=True, slots=True)
class Notice(Event):
    """Something out of the ordinary, which is only put into words."""

    kind: NoticeKind
    facts: Mapping[str, object]

    @property
    def text(self) -> str:
        """The sentences, safe to show."""
        facts = {name: harmless(fact, LONGEST.get(name, 0)) for name, fact in self.facts.items()}
        return self.kind.value.format_map(facts)


Report = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The outcome of a run."""

    tournament_id: int
    signal: int | None
    """The signal that stopped it, such as SIGINT for Ctrl-C."""
    played: int
    """The games played in this run."""
    left: int
    """The games still to be played; in an open-ended tournament, those drawn so far."""
    given_up: int
    """The games of matches given up after failing through the arena's fault."""
    seconds: float
    open_ended: bool = False
    nodes: dict[str, int] = field(default_factory=dict)
    """The games of this run by the node of the cluster that played them."""
    halted: str = ""
    """Why it stopped with games left, such as a budget that is used up."""
    paid: dict[str, dict[str, float]] = field(default_factory=dict)
    """By player with a language model, the `tokens` and the `cost` of this run's answers."""

    @property
    def interrupted(self) -> bool:
        """True if it was stopped with games left or ratings not fitted."""
        return self.signal is not None or bool(self.halted)
