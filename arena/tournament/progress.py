"""Events of a running tournament, told to whatever shows them (the CLI, a test)."""

from collections.abc import Callable
from dataclasses import dataclass, field


class Event:
    """What happens while a tournament runs."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RunBegan(Event):
    """The run begins, or goes on."""

    tournament_id: int
    size: str
    """As it was asked for: "4 rounds", "20 s"."""
    games: int | None
    """In the ledger, without those dropped or given up; None when nobody knows how many."""
    played: int
    """Of them before this run."""
    workers: int
    """0: a cluster's, of which each node tells."""
    secret_hash: str
    seed: int | None
    """Given: the deals of this tournament can be guessed."""


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """A game was handed to a worker."""

    game_id: int
    variant: str
    bots: tuple[str, ...]
    """Labels by seat."""


@dataclass(frozen=True, slots=True)
class GameFinished(Event):
    """A game is stored."""

    game_id: int
    variant: str
    bots: tuple[str, ...]
    coins: tuple[int, ...]
    places: tuple[int, ...]
    faults: tuple[dict[str, int], ...]
    """By seat: kind → how often; empty for nearly all."""
    forfeits: tuple[int, ...]
    """The seats that forfeited."""
    done: int
    """Games played, earlier runs included, …"""
    games: int | None
    """… of all games; None when nobody knows how many."""
    eta_s: float | None
    """Seconds to go at the rate of this run so far; None before anything is known."""
    widest: float | None = None
    """The widest Elo ± a moment ago, in a tournament that is played until it is narrow enough."""
    logs: tuple[str, ...] = ()
    """By seat, what those that forfeited wrote on stderr; empty for the others, or for all."""


@dataclass(frozen=True, slots=True)
class GameVoid(Event):
    """A game failed through the arena's fault; it is played again unless its match is given up."""

    game_id: int
    reason: str
    """In one line, without a full stop."""
    given_up: bool


@dataclass(frozen=True, slots=True)
class WorkerLost(Event):
    """A worker died; its games are handed out again and another worker takes its place."""

    worker: int
    games: int
    reason: str
    """As in GameVoid."""


@dataclass(frozen=True, slots=True)
class NodeCame(Event):
    """A node of the cluster plays from now on."""

    node: str
    workers: int
    level: str
    """How well it confines bots."""


@dataclass(frozen=True, slots=True)
class NodeUnfit(Event):
    """A node of the cluster cannot be used."""

    node: str
    reason: str
    """In whole sentences, with the way out."""


@dataclass(frozen=True, slots=True)
class NodeGone(Event):
    """A node of the cluster is lost, and what ran there is played again elsewhere."""

    node: str
    reason: str
    """As in GameVoid."""


@dataclass(frozen=True, slots=True)
class BotStaysAway(Event):
    """A bot does not play on a node of the cluster."""

    bot: str
    node: str
    reason: str
    """In whole sentences."""


@dataclass(frozen=True, slots=True)
class GamesWait(Event):
    """Games wait, since nobody can play them at the moment."""

    reason: str
    """In whole sentences."""


@dataclass(frozen=True, slots=True)
class BotSuspended(Event):
    """A bot made too many faults; its remaining matches are dropped and others drawn."""

    bot: str
    reason: str


@dataclass(frozen=True, slots=True)
class BotCame(Event):
    """A bot has come into a league."""

    bot: str


@dataclass(frozen=True, slots=True)
class BotLeft(Event):
    """A bot has left a league, or cannot come in."""

    bot: str
    reason: str


@dataclass(frozen=True, slots=True)
class BotWaits(Event):
    """A bot cannot come into a league yet: its author has all the places there that one may."""

    bot: str
    places: int


@dataclass(frozen=True, slots=True)
class BotPlaced(Event):
    """A newcomer of a league has found its place after so many games: its Elo is within ± 50."""

    bot: str
    games: int


@dataclass(frozen=True, slots=True)
class TimeUp(Event):
    """The time of the tournament is over; the matches that have begun are played to their end."""

    running: int


@dataclass(frozen=True, slots=True)
class Halted(Event):
    """No more can be played in this run; games under way are played as far as they can be."""

    reason: str
    """In whole sentences."""
    running: int


@dataclass(frozen=True, slots=True)
class Stopping(Event):
    """The user asked to stop; games under way are played to their end."""

    running: int


Report = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a run."""

    tournament_id: int
    signal: int | None
    """The signal that stopped it: SIGINT for Ctrl-C."""
    played: int
    """Games of this run."""
    left: int
    """Games still to be played; when it is open-ended, those of the ledger, and more may follow."""
    given_up: int
    """Games of matches given up after failing through the arena's fault."""
    seconds: float
    open_ended: bool = False
    nodes: dict[str, int] = field(default_factory=dict)
    """On a cluster, the games of this run by the node that played them."""
    halted: str = ""
    """Why it could not go on, with games left, such as a budget that is used up."""

    @property
    def interrupted(self) -> bool:
        """True if it was stopped, with games left or ratings not fitted."""
        return self.signal is not None or bool(self.halted)

    @property
    def resume(self) -> str:
        """The command that goes on with it."""
        return f"arena resume {self.tournament_id}"
