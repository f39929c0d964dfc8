"""Plain data about the nodes of a cluster, passed between them, the head and the driver."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from arena.sandbox.level import Level
from arena.tournament.run_events import Event
from arena.tournament.worker import FailedGame
from ladder.database.result import GameResult


@dataclass(frozen=True, slots=True)
class Demand:
    """The demands of a run on a node."""

    source: str
    """The source of the code that decides games (arena/source.py), the same on all nodes."""
    level: Level | None = None
    """The level at which bots are confined; None: each node's best that is not below `least`."""
    least: Level = Level.C
    """The lowest level accepted if `level` is None."""
    programs: tuple[str, ...] = ()
    """Programs to look for on a node's PATH; a node without them still takes part."""


@dataclass(frozen=True, slots=True)
class NodeReport:
    """A node's report about itself."""

    source: str
    """The source of the arena that is installed there."""
    level: Level | None = None
    """The level at which it confines bots; None if it cannot be used."""
    unfit: str = ""
    """Why it cannot be used, in a sentence, with the way out."""
    programs: dict[str, str] = field(default_factory=dict)
    """The paths of the programs that were asked for; "" for a missing one."""


class CanRun(StrEnum):
    """Possible results of trying a bot on a node."""

    YES = "yes"
    UNREADY = "unready"
    """It starts but does not get ready. If that happens everywhere, it is the bot's fault."""
    NO = "no"


@dataclass(frozen=True, slots=True)
class BotOnNode:
    """A bot as it was tried on a node."""

    runs: CanRun
    why: str = ""
    """Why it does not run, or is not ready."""
    command: tuple[str, ...] = ()
    cwd: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A node as the driver sees it."""

    name: str
    cores: int
    """The cores that the cluster lets us use; with 0, nothing is played there."""
    level: Level | None = None
    unfit: str = ""
    asked: bool = False
    """True if it has reported."""
    gone: bool = False
    bots: dict[str, BotOnNode] = field(default_factory=dict)
    """The bots that were tried there, by the hash of their content."""
    programs: dict[str, str] = field(default_factory=dict)
    source: str = ""

    @property
    def usable(self) -> bool:
        """True if games can be played there."""
        return self.asked and not self.unfit and not self.gone and self.cores > 0

    def runs(self, digest: str) -> CanRun | None:
        """Return whether the bot with this hash runs there; None if it was not tried yet."""
        return self.bots[digest].runs if digest in self.bots else None

    def starts(self, digest: str) -> bool:
        """Return True if the bot can be started there, even if it does not get ready."""
        return self.runs(digest) in (CanRun.YES, CanRun.UNREADY)

    def without_files(self) -> "Node":
        """Return the node without how its bots are started, which the driver need not know."""
        slim = {key: BotOnNode(bot.runs, bot.why) for key, bot in self.bots.items()}
        return replace(self, bots=slim)


@dataclass(frozen=True, slots=True)
class ClusterState:
    """The nodes and workers of a cluster at one moment."""

    nodes: dict[str, Node] = field(default_factory=dict)
    """The nodes by Ray's id."""
    workers: dict[int, str] = field(default_factory=dict)
    """The ready ones: number → node."""
    known: bool = False
    """True if every node has reported and tried all bots."""
    settled: bool = False
    """True if it is known, and all workers have a core."""


class EndedChunk(NamedTuple):
    """A chunk that has ended: its number, then the results as arena.tournament.worker.Chunk has."""

    number: int
    outcomes: tuple[GameResult | FailedGame, ...] = ()
    lost: str = ""
    running: bool = False
    reported: bool = False


@dataclass(frozen=True, slots=True)
class ClusterUpdate:
    """News from the process that uses Ray."""

    ended: list[EndedChunk]
    news: list[Event]
    state: ClusterState | None
    """The state, or None if it has not changed."""
