"""The overseer of a run's nodes: meets them, sends bots there, hires workers, hands them games.

On each node is a steward, and as many workers as the cluster lets us have cores there. Nodes come
and go meanwhile; what a lost one had in hand is told, and given again by the driver. Nothing here
waits for one node: what is asked is noted in `_asked`, and `_answered` and `_failed` say what
follows from each answer.
"""

import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any, NamedTuple

from arena.referee.game import GameSpec
from arena.registry.bundle import Parcel
from arena.sandbox.needs import Needs
from arena.text.phrases import first_line
from arena.tournament.cluster.agent import ClusterChecker, ClusterWorker, Steward
from arena.tournament.cluster.metrics import Meters
from arena.tournament.cluster.nodes import (
    BotThere,
    ClusterState,
    Demand,
    Ended,
    Happened,
    Node,
    Report,
    Runs,
)
from arena.tournament.progress import BotStaysAway, Event, NodeCame, NodeGone, NodeUnfit
from protocol import Json

SECONDS_BETWEEN_LOOKS = 1.0
"""How often the list of nodes is read."""
SECONDS_GONE = 30.0
"""Ray lists a lost node for some seconds; one that is still listed then is met anew."""
SECONDS_TO_COME = 10.0
"""So long a node may take until all of its workers have a core; others may use some."""
SECONDS_TO_CLOSE = 10.0
NOWHERE = BotThere(Runs.NO)
LOST_IN_A_ROW = 3
"""For each worker of a node: so many may be lost before any of them brings something."""


@dataclass(eq=False)
class KnownNode:
    """A node that was met, and what is on it."""

    id: str
    node: Node
    steward: Any = None
    workers: set[int] = field(default_factory=set)
    to_send: list[str] = field(default_factory=list)
    sending: bool = False
    lost_in_a_row: int = 0
    gone_at: float = 0.0
    met_at: float = field(default_factory=time.monotonic)
    plays: bool = False
    """Whether that it does was told."""


@dataclass(eq=False)
class Hired:
    """A worker."""

    number: int
    actor: Any
    at: KnownNode
    place: int
    """Among the workers of its node."""
    ready: bool = False
    given: dict[int, Any] = field(default_factory=dict)
    """By the number of a chunk: Ray's reference to its outcome, in the order they were given."""


class Brought(NamedTuple):
    """A bot that plays."""

    label: str
    parcel: Any
    """Ray's reference."""
    needs: Needs
    builds: bool
    """Whether something is built before it runs."""


@dataclass(frozen=True, slots=True)
class Reporting:
    """A steward was asked what its node can do."""

    met: KnownNode


@dataclass(frozen=True, slots=True)
class Sending:
    """A bot was sent to a node."""

    met: KnownNode
    digest: str


@dataclass(frozen=True, slots=True)
class Starting:
    """A worker was hired, and is not ready yet."""

    hired: Hired


@dataclass(frozen=True, slots=True)
class Playing:
    """A worker was given a chunk."""

    hired: Hired
    number: int


Asked = Reporting | Sending | Starting | Playing


class Overseer:
    """ray: the module, which has joined the cluster. on: its way to say on which node.

    metrics: its module of them.
    """

    def __init__(self, ray: Any, on: Any, metrics: Any) -> None:
        self._meters = Meters(metrics)
        self._ray = ray
        self._on = on
        self._met: dict[str, KnownNode] = {}
        self._workers: dict[int, Hired] = {}
        self._told: dict[str, str] = {}
        """By a node's id: why it was last said to be left out."""
        self._parcels: dict[str, Brought] = {}
        """By hash."""
        self._asked: dict[Any, Asked] = {}
        """What is under way, by Ray's reference to the answer."""
        self._ended: list[Ended] = []
        self._news: list[Event] = []
        self._changed = True
        self._looked = 0.0

    def offered(self) -> int:
        """The cores that the cluster has now."""
        return sum(map(_cores, self._alive().values()))

    def start(self, demand: Demand, ask_all: bool, most: int | None, pin: bool) -> None:
        """Begins to meet the nodes. most: workers in all; None: as many as there are cores."""
        self._demand, self._ask_all, self._most, self._pin = demand, ask_all, most, pin
        self._look()

    def bring(self, parcel: Parcel, needs: Needs) -> None:
        """Sends a bot to all nodes, also to those that come later. needs: what it is granted."""
        builds = bool(parcel.manifest.get("build"))
        self._parcels[parcel.hash] = Brought(parcel.label, self._ray.put(parcel), needs, builds)
        for met in self._usable():
            met.to_send.append(parcel.hash)
            self._send_next(met)
        self._changed = True

    def give(self, worker: int, number: int, games: Sequence[GameSpec]) -> None:
        """Queues a chunk behind what the worker has."""
        hired = self._workers.get(worker)
        if hired is None or not all(_runs_there(hired.at, game) for game in games):
            self._ended.append(Ended(number, lost="its node was lost a moment ago"))
            return
        reference = hired.actor.play.remote([_there(hired.at, game) for game in games])
        hired.given[number] = reference
        self._asked[reference] = Playing(hired, number)

    def wait(self, timeout: float) -> Happened:
        """Wait until anything has happened, and return it."""
        end = time.monotonic() + timeout
        while True:
            self._look()
            now = time.monotonic()
            until = min(end, self._looked + SECONDS_BETWEEN_LOOKS)
            self._hear(0.0 if self._ended or self._news or self._changed else max(0.0, until - now))
            if self._ended or self._news or self._changed or now >= end:
                break
        ended, self._ended = self._ended, []
        news, self._news = self._news, []
        changed, self._changed = self._changed, False
        return Happened(ended, news, self._state() if changed else None)

    def close(self, drop: bool) -> None:
        """Ends our workers and their bots, and leaves the cluster."""
        actors = [hired.actor for hired in self._workers.values()]
        if not drop:
            with suppress(Exception):
                closing = [actor.close.remote() for actor in actors]
                self._ray.wait(closing, num_returns=len(closing), timeout=SECONDS_TO_CLOSE)
        for actor in (*actors, *(met.steward for met in self._met.values() if met.steward)):
            self._kill(actor)
        self._ray.shutdown()

    # nodes

    def _look(self) -> None:
        """Reads the list of nodes, if that was not done just now; hires where cores are left."""
        now = time.monotonic()
        if now - self._looked < SECONDS_BETWEEN_LOOKS:
            return
        self._looked = now
        alive = self._alive()
        for met in list(self._met.values()):
            if met.id not in alive:
                self._lose(met, "the cluster has lost it")
                del self._met[met.id]
            elif met.node.gone and now - met.gone_at > SECONDS_GONE:
                del self._met[met.id]
        for node_id, listed in alive.items():
            if node_id not in self._met:
                self._meet(node_id, listed)
        for met in self._met.values():
            self._tell_that_it_plays(met)
            workers = [self._workers[number] for number in met.workers]
            idle = sum(each.ready and not each.given for each in workers)
            self._meters.busy(met.node.name, sum(each.ready for each in workers), idle)
        self._hire()

    def _meet(self, node_id: str, listed: Json) -> None:
        name, taken = listed["NodeManagerHostname"], {met.node.name for met in self._met.values()}
        if name in taken:
            name = next(f"{name}#{n}" for n in range(2, 10**6) if f"{name}#{n}" not in taken)
        met = self._met[node_id] = KnownNode(node_id, Node(name, _cores(listed)))
        self._changed = True
        if met.node.cores == 0:
            met.node = replace(met.node, asked=True, unfit="It offers no cores (--num-cpus=0).")
            return
        kind = self._ray.remote(Steward).options(
            num_cpus=0,
            max_restarts=0,
            scheduling_strategy=self._on(node_id, soft=False),
        )
        met.steward = kind.remote()
        self._asked[met.steward.report.remote(self._demand)] = Reporting(met)

    def _hear_report(self, met: KnownNode, report: Report) -> None:
        if met.node.gone:
            return
        self._changed = True
        met.node = replace(met.node, asked=True, source=report.source)
        if why := _other_source(report.source, self._demand.source):  # of which nothing else holds
            self._refuse(met, why)
            return
        met.node = replace(met.node, level=report.level, programs=report.programs)
        if report.unfit:
            self._refuse(met, report.unfit)
            return
        self._told.pop(met.id, None)
        met.to_send.extend(self._parcels)
        self._send_next(met)
        self._hire()

    def _go_without(self, met: KnownNode, error: Exception) -> None:
        """A node that cannot even be asked. It is met again later, unless the arena is missing."""
        if met.node.gone:
            return
        missing = "No module named" in str(error)
        self._refuse(met, _not_installed(self._demand) if missing else _unable(error))
        met.node, met.gone_at = replace(met.node, gone=not missing), time.monotonic()

    def _refuse(self, met: KnownNode, why: str) -> None:
        met.node = replace(met.node, asked=True, unfit=why)
        if self._told.get(met.id) != why:  # it may be met again and again
            self._told[met.id] = why
            self._news.append(NodeUnfit(met.node.name, why))
        self._dismiss_all(met, f"the node {met.node.name} is left out: {why}")

    def _lose(self, met: KnownNode, why: str) -> None:
        """A node is gone."""
        if met.node.gone or met.node.unfit:
            return
        if met.node.usable:
            self._news.append(NodeGone(met.node.name, why))
        met.node = replace(met.node, asked=True, gone=True)
        met.gone_at = time.monotonic()
        self._dismiss_all(met, f"the node {met.node.name} is gone: {why}")

    def _dismiss_all(self, met: KnownNode, why: str) -> None:
        """Ends all that is on a node; what its workers had is lost with them, through no game."""
        for number in sorted(met.workers):
            hired = self._workers.pop(number)
            for chunk, outcome in self._left_by(hired):
                lost = Ended(chunk, lost=why, told=True)
                self._ended.append(Ended(chunk, *outcome) if outcome else lost)
            self._kill(hired.actor)
        met.workers.clear()
        self._meters.busy(met.node.name, 0, 0)
        self._kill(met.steward)
        met.steward = None
        self._changed = True

    def _usable(self) -> list[KnownNode]:
        return [met for met in self._met.values() if met.node.usable]

    # bots

    def _send_next(self, met: KnownNode) -> None:
        """One at a time, since builds want a machine for themselves: those without a build first.

        So games begin while the others build.
        """
        if met.sending or not met.to_send or met.steward is None:
            return
        digest = next((each for each in met.to_send if not self._parcels[each].builds), None)
        digest = digest or met.to_send[0]
        met.to_send.remove(digest)
        met.sending = True
        _, parcel, needs, _ = self._parcels[digest]
        self._asked[met.steward.take_in.remote(parcel, needs)] = Sending(met, digest)

    def _arrived(self, met: KnownNode, digest: str, there: BotThere) -> None:
        met.sending = False
        met.node.bots[digest] = there
        self._changed = True
        if there.runs is not Runs.YES:
            label = self._parcels[digest].label
            self._news.append(BotStaysAway(label, met.node.name, there.why))
        self._send_next(met)

    # workers

    def _hire(self) -> None:
        """A worker to a core, where fewest are first: nodes may not have the same bots."""
        while self._most is None or len(self._workers) < self._most:
            free = [met for met in self._usable() if len(met.workers) < met.node.cores]
            if not free:
                return
            self._hire_at(min(free, key=lambda met: len(met.workers)))

    def _hire_at(self, met: KnownNode) -> None:
        number = next(n for n in range(len(self._workers) + 1) if n not in self._workers)
        places = {self._workers[each].place for each in met.workers}
        place = next(n for n in range(met.node.cores) if n not in places)
        replays = self._demand.replays
        kind = self._ray.remote(ClusterChecker if replays else ClusterWorker).options(
            num_cpus=1,
            max_restarts=0,
            max_task_retries=0,
            scheduling_strategy=self._on(met.id, soft=False),
        )
        about = () if replays else (self._ask_all, met.node.level, place, met.node.cores, self._pin)
        hired = self._workers[number] = Hired(number, kind.remote(*about), met, place)
        met.workers.add(number)
        self._changed = True
        self._asked[hired.actor.ready.remote()] = Starting(hired)

    def _started(self, hired: Hired, source: str) -> None:
        """A worker is ready, in a process of its own, which may have found other files by now."""
        if self._workers.get(hired.number) is not hired:
            return
        if why := _other_source(source, self._demand.source):
            self._refuse(hired.at, why)
            return
        hired.ready = self._changed = True
        self._tell_that_it_plays(hired.at)

    def _tell_that_it_plays(self, met: KnownNode) -> None:
        """Once all of its workers have a core, or some time after the first of them has."""
        ready = sum(self._workers[number].ready for number in met.workers)
        now = time.monotonic()
        if met.plays or not ready:
            return
        if ready < len(met.workers) and now - met.met_at < SECONDS_TO_COME:
            return
        met.plays = True
        self._news.append(NodeCame(met.node.name, ready, str(met.node.level)))

    def _lose_worker(self, hired: Hired, error: Exception) -> None:
        """A worker is lost; perhaps its node with it."""
        if self._workers.get(hired.number) is not hired:
            return
        met, why = hired.at, _message(error)
        if self._is_lost(met, error):
            self._lose(met, "it does not answer")
            return
        self._meters.lost(met.node.name)
        reason = f"on {met.node.name}, {_what_happened(error)}\n{why}"
        running = hired.ready
        for chunk, outcome in self._left_by(hired):
            if outcome:
                self._ended.append(Ended(chunk, *outcome))
            else:
                self._ended.append(Ended(chunk, lost=reason, running=running))
                running = False
        self._kill(hired.actor)
        del self._workers[hired.number]
        met.workers.remove(hired.number)
        self._changed = True
        met.lost_in_a_row += 1
        if met.lost_in_a_row > LOST_IN_A_ROW * met.node.cores:
            self._refuse(met, f"Workers die there as fast as they are started. The last one: {why}")
        else:
            self._hire()

    def _left_by(self, hired: Hired) -> Iterator[tuple[int, Any]]:
        """The chunks of a worker that is gone, and the outcomes of those that ended just before."""
        for chunk, reference in list(hired.given.items()):
            self._asked.pop(reference, None)
            outcome = None
            ready, _ = self._ray.wait([reference], timeout=0)
            if ready:
                with suppress(self._ray.exceptions.RayError):
                    outcome = self._ray.get(reference)
            yield chunk, outcome
        hired.given.clear()

    def _is_lost(self, met: KnownNode, error: Exception) -> bool:
        """True if a node is lost, and not one of its workers alone.

        As long as the node's daemon lives, Ray says for sure that a worker has died; else, that it
        is unavailable, long before it calls the node dead.
        """
        unavailable = isinstance(error, self._ray.exceptions.ActorUnavailableError)
        return unavailable or met.id not in self._alive()

    def _alive(self) -> dict[str, Json]:
        """The list of nodes, by id."""
        return {each["NodeID"]: each for each in self._ray.nodes() if each["Alive"]}

    def _kill(self, actor: Any) -> None:
        if actor is not None:
            with suppress(Exception):
                self._ray.kill(actor)

    # answers

    def _hear(self, timeout: float) -> None:
        """Takes in the answers that have come, after at most so many seconds."""
        if not self._asked:
            time.sleep(timeout)
            return
        ready, _ = self._ray.wait(list(self._asked), num_returns=1, timeout=timeout)
        if ready and len(self._asked) > 1:  # and those that are there already
            ready, _ = self._ray.wait(list(self._asked), num_returns=len(self._asked), timeout=0)
        for reference in ready:
            about = self._asked.pop(reference, None)
            if about is None:  # it went with its node, a moment ago
                continue
            try:
                answer = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                self._failed(about, error)
            else:
                self._answered(about, answer)

    def _answered(self, about: Asked, answer: Any) -> None:
        match about:
            case Reporting(met):
                self._hear_report(met, answer)
            case Sending(met, digest):
                self._arrived(met, digest, answer)
            case Starting(hired):
                self._started(hired, answer)
            case Playing(hired, number):
                del hired.given[number]
                hired.at.lost_in_a_row = 0
                ended = Ended(number, *answer)
                self._ended.append(ended)
                if not self._demand.replays:
                    self._meters.played(hired.at.node.name, ended.outcomes)

    def _failed(self, about: Asked, error: Exception) -> None:
        match about:
            case Reporting(met):
                self._go_without(met, error)
            case Sending(met):
                self._lose(met, _message(error))
            case Starting(hired) | Playing(hired):
                self._lose_worker(hired, error)

    def _state(self) -> ClusterState:
        known = all(met.node.asked for met in self._met.values()) and not any(
            met.sending or met.to_send for met in self._usable()
        )
        return ClusterState(
            {met.id: met.node.without_files() for met in self._met.values()},
            {number: each.at.id for number, each in self._workers.items() if each.ready},
            known,
            known and all(hired.ready for hired in self._workers.values()),
        )


def _cores(listed: Json) -> int:
    return int(listed["Resources"].get("CPU", 0))


def _runs_there(met: KnownNode, game: GameSpec) -> bool:
    return all(met.node.bots.get(bot.hash, NOWHERE).cwd for bot in game.bots)


def _there(met: KnownNode, game: GameSpec) -> GameSpec:
    """The game with its bots as they are started on that node."""
    there = [(bot, met.node.bots[bot.hash]) for bot in game.bots]
    bots = tuple(replace(bot, command=at.command, cwd=at.cwd) for bot, at in there)
    return replace(game, bots=bots)


def _what_happened(error: Exception) -> str:
    if type(error).__name__ == "OutOfMemoryError":
        return "the worker was ended by Ray, because memory ran out"
    return "the worker was killed or crashed, perhaps because memory ran out"


def _other_source(there: object, here: str) -> str:
    """Why a node does not take part whose source is not the driver's; "" where it is."""
    if there == here:
        return ""
    one, other = (str(each).partition("+")[0] for each in (there, here))
    what = " The version is the same, the source is not." if one == other else ""
    return (
        f"It has arena {there}, and the driver arena {here}.{what} Install the driver's there: the "
        "same release, or the same commit without changes."
    )


def _not_installed(demand: Demand) -> str:
    return f"The arena is not installed there. Install arena {demand.source}, as on this machine."


def _unable(error: Exception) -> str:
    why = _message(error).rstrip(".")
    return (
        f"Nothing can be started there: {why}. Make sure it has the same versions as this machine: "
        f"{ours()}."
    )


def ours() -> str:
    """The versions here that nodes must have, too."""
    return f"Ray {version('ray')} and Python {platform.python_version()}"


def _message(error: Exception) -> str:
    cause = getattr(error, "cause", None) or error  # Ray wraps it in its own traceback
    return first_line(str(cause)) or type(cause).__name__
