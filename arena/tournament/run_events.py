"""Events of a running tournament, reported to whatever shows them."""

from collections.abc import Callable
from dataclasses import dataclass, field


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
class GameStarted(Event):
    """A game was handed to a worker."""

    game_id: int
    variant: str
    bots: tuple[str, ...]
    """Labels of the bots by seat."""


@dataclass(frozen=True, slots=True)
class GameFinished(Event):
    """A game was played and stored."""

    game_id: int
    variant: str
    bots: tuple[str, ...]
    coins: tuple[int, ...]
    places: tuple[int, ...]
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
    widest: float | None = None
    """The widest Elo ± a moment ago, if the tournament ends by that."""
    logs: tuple[str, ...] = ()
    """By seat, the stderr of bots that forfeited, "" for others; empty if nobody did."""


@dataclass(frozen=True, slots=True)
class GameVoid(Event):
    """A game failed through the arena's fault; it is played again unless its match is given up."""

    game_id: int
    reason: str
    """The reason in one line, without a full stop."""
    given_up: bool


@dataclass(frozen=True, slots=True)
class WorkerLost(Event):
    """A worker died; its games are handed out again, and another worker takes its place."""

    worker: int
    games: int
    reason: str
    """The reason in one line, without a full stop."""


@dataclass(frozen=True, slots=True)
class NodeCame(Event):
    """A node of the cluster begins to play."""

    node: str
    workers: int
    level: str
    """The level at which it confines bots."""


@dataclass(frozen=True, slots=True)
class NodeUnfit(Event):
    """A node of the cluster cannot be used."""

    node: str
    reason: str
    """The reason in whole sentences, with the way out."""


@dataclass(frozen=True, slots=True)
class NodeGone(Event):
    """A node of the cluster is lost; its games are played again elsewhere."""

    node: str
    reason: str
    """The reason in one line, without a full stop."""


@dataclass(frozen=True, slots=True)
class BotStaysAway(Event):
    """A bot cannot play on a node of the cluster."""

    bot: str
    node: str
    reason: str
    """The reason in whole sentences."""


@dataclass(frozen=True, slots=True)
class GamesWait(Event):
    """Games wait because no worker can play them at the moment."""

    reason: str
    """The reason in whole sentences."""


@dataclass(frozen=True, slots=True)
class BotSuspended(Event):
    """A bot made too many faults; its remaining matches are dropped and others drawn."""

    bot: str
    reason: str


@dataclass(frozen=True, slots=True)
class BotCame(Event):
    """A bot has joined a league."""

    bot: str


@dataclass(frozen=True, slots=True)
class BotLeft(Event):
    """A bot has left a league, or cannot join it."""

    bot: str
    reason: str


@dataclass(frozen=True, slots=True)
class BotWaits(Event):
    """A bot cannot join a league yet, because its author has the most bots there already."""

    bot: str
    places: int


@dataclass(frozen=True, slots=True)
class BotPlaced(Event):
    """A newcomer to a league is placed, with an Elo within ± 50, after so many games."""

    bot: str
    games: int


@dataclass(frozen=True, slots=True)
class TimeUp(Event):
    """The time of the tournament is over; matches that have begun are completed."""

    running: int


@dataclass(frozen=True, slots=True)
class Halted(Event):
    """This run starts no more games, but tries to finish those under way."""

    reason: str
    """The reason in whole sentences."""
    running: int


@dataclass(frozen=True, slots=True)
class Stopping(Event):
    """The user asked to stop; games under way are completed."""

    running: int


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

    @property
    def interrupted(self) -> bool:
        """True if it was stopped with games left or ratings not fitted."""
        return self.signal is not None or bool(self.halted)

    @property
    def resume(self) -> str:
        """The command that resumes the tournament."""
        return f"arena resume {self.tournament_id}"
