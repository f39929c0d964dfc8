"""Plain data about the nodes of a cluster: they report it, the driver goes by it."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from arena.sandbox.level import Level
from arena.tournament.progress import Event
from arena.tournament.worker import Failed
from ladder.database.result import GameResult


@dataclass(frozen=True, slots=True)
class Demand:
    """A run's demands on a node."""

    source: str
    """Of the code that decides games (arena/source.py): the same everywhere in a run."""
    level: Level | None = None
    """How bots are confined; None: as well as each node can, but …"""
    least: Level = Level.C
    """… no worse than this."""
    programs: tuple[str, ...] = ()
    """To be looked for on its PATH; that they are missing keeps nobody out."""
    replays: bool = False
    """Stored games are only replayed there: no bot runs, so nothing need confine it."""


@dataclass(frozen=True, slots=True)
class Report:
    """A node's report about itself."""

    source: str
    """As in Demand, of the code that is installed there."""
    level: Level | None = None
    """How well it confines bots, or how it was asked to; None if it cannot be used."""
    unfit: str = ""
    """Why it cannot be used, in a sentence, with the way out."""
    programs: dict[str, str] = field(default_factory=dict)
    """Where those are that were asked for; "" for what is missing."""


class Runs(StrEnum):
    """True if a bot runs on a node."""

    YES = "yes"
    UNREADY = "unready"
    """It starts, and does not get ready. Where it does so everywhere, that is its own fault."""
    NO = "no"


@dataclass(frozen=True, slots=True)
class BotThere:
    """A bot on a node."""

    runs: Runs
    why: str = ""
    """Why it does not run, or is not ready."""
    command: tuple[str, ...] = ()
    cwd: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A node as the driver sees it."""

    name: str
    cores: int
    """Those that the cluster lets us use; 0: nothing is played there."""
    level: Level | None = None
    unfit: str = ""
    asked: bool = False
    """Whether it has told of itself."""
    gone: bool = False
    bots: dict[str, BotThere] = field(default_factory=dict)
    """By the hash of a bot's content; it has not been tried there before it is in here."""
    programs: dict[str, str] = field(default_factory=dict)
    source: str = ""

    @property
    def usable(self) -> bool:
        """True if games can be played there."""
        return self.asked and not self.unfit and not self.gone and self.cores > 0

    def without_files(self) -> "Node":
        """The report without its list of files, which is less to send around."""
        slim = {key: BotThere(bot.runs, bot.why) for key, bot in self.bots.items()}
        return replace(self, bots=slim)


@dataclass(frozen=True, slots=True)
class ClusterState:
    """The nodes at one moment."""

    nodes: dict[str, Node] = field(default_factory=dict)
    """By Ray's id."""
    workers: dict[int, str] = field(default_factory=dict)
    """The ready ones: number → node."""
    known: bool = False
    """Whether every node has told of itself and tried all bots."""
    settled: bool = False
    """And all workers have a core."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A chunk that has ended, by its number, as in arena.tournament.worker.Chunk."""

    number: int
    outcomes: tuple[GameResult | Failed, ...] = ()
    seconds: float = 0.0
    lost: str = ""
    running: bool = False
    told: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """News from the process that uses Ray."""

    ended: list[Ended]
    news: list[Event]
    state: ClusterState | None
    """None: as before."""
