"""The head of a run on a cluster: finds nodes, sends them bots, starts workers, hands out games.

Each node has an agent, and a worker for each core that the cluster lets us have there. Nodes come
and go. What a lost node had in hand is reported as lost, and the driver hands it out again.
Nothing here waits for a single node: each call is noted in `_pending`, with what is to be done
once it has an answer or has failed. See decision 9 (docs/decisions/09-workers-and-clusters.md).
"""

import platform
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from typing import Any, NamedTuple

from arena.referee.bot import BotSpec
from arena.referee.game_types import GameSpec
from arena.registry.transfer import Bundle
from arena.sandbox.needs import Needs
from arena.text.phrases import counted, first_line
from arena.tournament.cluster.agent import Agent, ClusterWorker
from arena.tournament.cluster.nodes import (
    BotOnNode,
    CanRun,
    ClusterState,
    ClusterUpdate,
    Demand,
    EndedChunk,
    Node,
    NodeReport,
)
from arena.tournament.run_events import Event, Notice, NoticeKind
from protocol import Json

SECONDS_BETWEEN_LOOKS = 1.0
"""How often the list of nodes is read."""
SECONDS_GONE = 30.0
"""How long a lost node is ignored: Ray may list it for some seconds, and later it may be back."""
SECONDS_TO_COME = 10.0
"""How long a node is given until all of its workers have a core; other users may have some."""
SECONDS_TO_GATHER = 20e-6
"""How long more results are waited for, for each call under way, since each look costs as much."""
SECONDS_TO_CLOSE = 10.0
LOST_IN_A_ROW = 3
"""Losses in a row, for each worker of a node, after which the node is left out."""


@dataclass(eq=False)
class KnownNode:
    """A node of the cluster, and what is on it."""

    id: str
    node: Node
    agent: Any = None
    workers: set[int] = field(default_factory=set)
    to_send: list[str] = field(default_factory=list)
    sending: bool = False
    lost_in_a_row: int = 0
    gone_at: float = 0.0
    seen_at: float = field(default_factory=time.monotonic)
    plays: bool = False
    """True if it was announced as playing."""


@dataclass(eq=False)
class NodeWorker:
    """A worker on a node."""

    number: int
    actor: Any
    at: KnownNode
    place: int
    """Its index among the workers of its node."""
    ready: bool = False
    given: dict[int, Any] = field(default_factory=dict)
    """Ray's references to the results of its chunks, by chunk number, in the order given."""


class SentBot(NamedTuple):
    """A bot that was sent to the nodes."""

    label: str
    bundle: Any
    """Ray's reference to its bundle."""
    needs: Needs
    builds: bool
    """True if it is built before it runs."""


Pending = tuple[Callable[[Any], None], Callable[[Exception], None]]
"""What takes the answer to a call, and what takes the error if it fails."""


class Head:
    """The part of the cluster's process that looks after nodes, bots and workers."""

    def __init__(self, ray: Any, on: Any) -> None:
        """Take `ray`, which has joined a cluster, with its node affinity class."""
        self._ray = ray
        self._on = on
        self._nodes: dict[str, KnownNode] = {}
        self._workers: dict[int, NodeWorker] = {}
        self._reasons: dict[str, str] = {}
        """By a node's id, why it was last reported to be left out."""
        self._bots: dict[str, SentBot] = {}
        """The bots that play, by hash."""
        self._pending: dict[Any, Pending] = {}
        """The calls under way, by Ray's reference to the result."""
        self._ended: list[EndedChunk] = []
        self._news: list[Event] = []
        self._changed = True
        self._looked = 0.0

    def offered(self) -> int:
        """Count the cores that the cluster has now."""
        return sum(map(_cores, self._alive().values()))

    def start(self, demand: Demand, ask_all: bool, most: int | None) -> None:
        """Start on the current nodes, with at most `most` workers; None: one for each core."""
        self._demand, self._ask_all, self._most = demand, ask_all, most
        self._refresh()

    def bring(self, bundle: Bundle, needs: Needs) -> None:
        """Send a bot, with what it may use, to all nodes, including those that come later."""
        bot, builds = bundle.bot, bool(bundle.bot.manifest.build)
        self._bots[bot.hash] = SentBot(bot.label, self._ray.put(bundle), needs, builds)
        for known in self._usable():
            known.to_send.append(bot.hash)
            self._send_next(known)
        self._changed = True

    def give(self, worker: int, number: int, games: Sequence[GameSpec]) -> None:
        """Queue a chunk behind those that the worker has."""
        node_worker = self._workers.get(worker)
        bots = {bot for game in games for bot in game.bots}
        # The driver may not have heard yet that the node was lost.
        if node_worker is None or not all(node_worker.at.node.starts(bot.hash) for bot in bots):
            self._ended.append(EndedChunk(number, lost="its node was lost a moment ago"))
            return
        there = {bot: _there(node_worker.at, bot) for bot in bots}
        chunk = [replace(game, bots=tuple(map(there.__getitem__, game.bots))) for game in games]
        node_worker.given[number] = node_worker.actor.play.remote(chunk)
        if len(node_worker.given) == 1:
            self._await_first(node_worker)

    def wait(self, timeout: float) -> ClusterUpdate:
        """Wait at most `timeout` seconds for news, and return it."""
        end = time.monotonic() + timeout
        while True:
            self._refresh()
            now = time.monotonic()
            until = min(end, self._looked + SECONDS_BETWEEN_LOOKS)
            self.collect(
                0.0 if self._ended or self._news or self._changed else max(0.0, until - now)
            )
            if self._ended or self._news or self._changed or now >= end:
                break
        ended, self._ended = self._ended, []
        news, self._news = self._news, []
        changed, self._changed = self._changed, False
        return ClusterUpdate(ended, news, self._state() if changed else None)

    def close(self, drop: bool) -> None:
        """End our workers and their bots, and leave the cluster."""
        actors = [node_worker.actor for node_worker in self._workers.values()]
        if not drop:
            with suppress(Exception):
                closing = [actor.close.remote() for actor in actors]
                self._ray.wait(closing, num_returns=len(closing), timeout=SECONDS_TO_CLOSE)
        for actor in (*actors, *(known.agent for known in self._nodes.values() if known.agent)):
            self._kill(actor)
        self._ray.shutdown()

    # nodes

    def _refresh(self) -> None:
        """Read the list of nodes, at most every second, and start workers on free cores."""
        now = time.monotonic()
        if now - self._looked < SECONDS_BETWEEN_LOOKS:
            return
        self._looked = now
        alive = self._alive()
        for known in list(self._nodes.values()):
            if known.id not in alive:
                self._lose_node(known, "the cluster has lost it")
                del self._nodes[known.id]
            elif known.node.gone and now - known.gone_at > SECONDS_GONE:
                del self._nodes[known.id]
        for node_id, listed in alive.items():
            if node_id not in self._nodes:
                self._add_node(node_id, listed)
        for known in self._nodes.values():
            self._announce(known)
        self._start_workers()

    def _add_node(self, node_id: str, listed: Json) -> None:
        name = listed["NodeManagerHostname"]
        taken = {known.node.name for known in self._nodes.values()}
        if name in taken:  # several nodes may run on one machine
            name = next(f"{name}#{n}" for n in range(2, 10**6) if f"{name}#{n}" not in taken)
        known = self._nodes[node_id] = KnownNode(node_id, Node(name, _cores(listed)))
        self._changed = True
        if known.node.cores == 0:
            known.node = replace(known.node, asked=True, unfit="It offers no cores (--num-cpus=0).")
            return
        # It takes no core: all of them are for workers.
        known.agent = self._actor(Agent, node_id, num_cpus=0).remote()
        self._pending[known.agent.report.remote(self._demand)] = (
            partial(self._reported, known),
            partial(self._unreachable, known),
        )

    def _reported(self, known: KnownNode, report: NodeReport) -> None:
        if known.node.gone:
            return
        self._changed = True
        known.node = replace(known.node, asked=True, source=report.source)
        # With another source the rest of the report means nothing.
        if why := _other_source(report.source, self._demand.source):
            self._refuse(known, why)
            return
        known.node = replace(known.node, level=report.level, programs=report.programs)
        if report.unfit:
            self._refuse(known, report.unfit)
            return
        self._reasons.pop(known.id, None)
        known.to_send.extend(self._bots)
        self._send_next(known)
        self._start_workers()

    def _unreachable(self, known: KnownNode, error: Exception) -> None:
        """Leave out a node that cannot be asked; try it again later unless it lacks the arena."""
        if self._is_lost(known, error):
            self._lose_node(known, "it does not answer")
        if known.node.gone:
            return
        missing = "No module named" in str(error)
        self._refuse(known, _not_installed(self._demand) if missing else _unable(error))
        known.node, known.gone_at = replace(known.node, gone=not missing), time.monotonic()

    def _refuse(self, known: KnownNode, why: str) -> None:
        known.node = replace(known.node, asked=True, unfit=why)
        if self._reasons.get(known.id) != why:  # report it once, however often it is tried
            self._reasons[known.id] = why
            self._notify(NoticeKind.NODE_UNFIT, known, reason=why)
        self._stop_workers(known, f"the node {known.node.name} is left out: {why}")

    def _lose_node(self, known: KnownNode, why: str) -> None:
        """Report that a node is gone, and what its workers had as lost."""
        if known.node.gone or known.node.unfit:
            return
        if known.node.usable:
            self._notify(NoticeKind.NODE_GONE, known, cause=why)
        known.node = replace(known.node, asked=True, gone=True)
        known.gone_at = time.monotonic()
        self._stop_workers(known, f"the node {known.node.name} is gone: {why}")

    def _stop_workers(self, known: KnownNode, why: str) -> None:
        """End all that is on a node, and report what its workers had as lost."""
        for number in sorted(known.workers):
            self._end_worker(self._workers[number], why, reported=True)
        self._kill(known.agent)
        known.agent = None
        self._changed = True

    def _usable(self) -> list[KnownNode]:
        return [known for known in self._nodes.values() if known.node.usable]

    # bots

    def _send_next(self, known: KnownNode) -> None:
        """Send a node its next bot: one at a time, since builds want the machine for themselves.

        Those without a build come first, so that games can begin while others are built.
        """
        if known.sending or not known.to_send or known.agent is None:
            return
        digest = next((each for each in known.to_send if not self._bots[each].builds), None)
        digest = digest or known.to_send[0]
        known.to_send.remove(digest)
        known.sending = True
        _, bundle, needs, _ = self._bots[digest]
        self._pending[known.agent.install.remote(bundle, needs)] = (
            partial(self._bot_tried, known, digest),
            lambda error: self._lose_node(known, _message(error)),
        )

    def _bot_tried(self, known: KnownNode, digest: str, tried: BotOnNode) -> None:
        known.sending = False
        known.node.bots[digest] = tried
        self._changed = True
        if tried.runs is not CanRun.YES:
            label = self._bots[digest].label
            self._notify(NoticeKind.BOT_UNFIT, known, bot=label, why=tried.why)
        self._send_next(known)

    # workers

    def _start_workers(self) -> None:
        """Start a worker on each free core, where there are fewest first.

        Nodes may have different bots, so all of them should soon have a worker.
        """
        while self._most is None or len(self._workers) < self._most:
            free = [known for known in self._usable() if len(known.workers) < known.node.cores]
            if not free:
                return
            self._start_worker(min(free, key=lambda known: len(known.workers)))

    def _start_worker(self, known: KnownNode) -> None:
        # A free number if there is one: the driver looks through all up to the highest.
        number = next(n for n in range(len(self._workers) + 1) if n not in self._workers)
        places = {self._workers[each].place for each in known.workers}
        place = next(n for n in range(known.node.cores) if n not in places)
        kind = self._actor(ClusterWorker, known.id, num_cpus=1)
        actor = kind.remote(self._ask_all, known.node.level, place, known.node.cores)
        node_worker = self._workers[number] = NodeWorker(number, actor, known, place)
        known.workers.add(number)
        self._changed = True
        self._pending[node_worker.actor.ready.remote()] = (
            partial(self._worker_ready, node_worker),
            partial(self._lose_worker, node_worker),
        )

    def _worker_ready(self, node_worker: NodeWorker, source: str) -> None:
        """Note that a worker is ready, unless it has another source than the driver.

        It is a new process, so it may have imported files that were changed since the report.
        """
        if self._workers.get(node_worker.number) is not node_worker:
            return
        if why := _other_source(source, self._demand.source):
            self._refuse(node_worker.at, why)
            return
        node_worker.ready = self._changed = True
        self._announce(node_worker.at)

    def _announce(self, known: KnownNode) -> None:
        """Announce a node once all its workers are ready, or those that are after ten seconds."""
        ready = sum(self._workers[number].ready for number in known.workers)
        now = time.monotonic()
        if known.plays or not ready:
            return
        if ready < len(known.workers) and now - known.seen_at < SECONDS_TO_COME:
            return
        known.plays = True
        workers = counted(ready, "worker")
        self._notify(NoticeKind.NODE_CAME, known, workers=workers, level=known.node.level)

    def _notify(self, kind: NoticeKind, known: KnownNode, **facts: object) -> None:
        self._news.append(Notice(kind, {"node": known.node.name, **facts}))

    def _lose_worker(self, node_worker: NodeWorker, error: Exception) -> None:
        """Give up a worker that is lost, or its whole node."""
        if self._workers.get(node_worker.number) is not node_worker:
            return
        known, why = node_worker.at, _message(error)
        if self._is_lost(known, error):
            self._lose_node(known, "it does not answer")
            return
        reason = f"on {known.node.name}, {_what_happened(error)}\n{why}"
        self._end_worker(node_worker, reason, running=node_worker.ready)
        known.lost_in_a_row += 1
        if known.lost_in_a_row > LOST_IN_A_ROW * known.node.cores:
            self._refuse(
                known, f"Workers die there as fast as they are started. The last one: {why}"
            )
        else:
            self._start_workers()

    def _end_worker(
        self, node_worker: NodeWorker, why: str, running: bool = False, reported: bool = False
    ) -> None:
        """End a worker, and report what it had in hand as lost, but for what ended just before.

        `running` says that the first of the lost chunks had begun.
        """
        for chunk, reference in node_worker.given.items():
            self._pending.pop(reference, None)
            outcome = None
            ready, _ = self._ray.wait([reference], timeout=0)
            if ready:
                with suppress(self._ray.exceptions.RayError):
                    outcome = self._ray.get(reference)
            if outcome:
                self._ended.append(EndedChunk(chunk, outcome))
            else:
                self._ended.append(EndedChunk(chunk, (), why, running, reported))
                running = False
        node_worker.given.clear()
        self._kill(node_worker.actor)
        del self._workers[node_worker.number]
        node_worker.at.workers.remove(node_worker.number)
        self._changed = True

    def _is_lost(self, known: KnownNode, error: Exception) -> bool:
        """Return True if a node is lost, and not just one of its workers.

        While the node's daemon lives, Ray reports that a worker has died; otherwise that it is
        unavailable, long before it declares the node dead.
        """
        unavailable = isinstance(error, self._ray.exceptions.ActorUnavailableError)
        return unavailable or known.id not in self._alive()

    def _alive(self) -> dict[str, Json]:
        """Return Ray's list of living nodes, by id."""
        return {each["NodeID"]: each for each in self._ray.nodes() if each["Alive"]}

    def _actor(self, kind: type, node_id: str, num_cpus: int) -> Any:
        """Return Ray's class of such actors on that node, which are never restarted or retried."""
        # By Ray, games that kill their workers would be tried again uncounted: the driver decides.
        return self._ray.remote(kind).options(
            num_cpus=num_cpus,
            max_restarts=0,
            max_task_retries=0,
            scheduling_strategy=self._on(node_id, soft=False),
        )

    def _kill(self, actor: Any) -> None:
        if actor is not None:
            with suppress(Exception):
                self._ray.kill(actor)

    # results

    def _await_first(self, node_worker: NodeWorker) -> None:
        """Wait for a worker's first chunk: it plays one after the other, and waiting costs time."""
        number, reference = next(iter(node_worker.given.items()))
        self._pending[reference] = (
            partial(self._chunk_played, node_worker, number),
            partial(self._lose_worker, node_worker),
        )

    def collect(self, timeout: float) -> None:
        """Handle the results that have come, after at most `timeout` seconds."""
        if not self._pending:
            time.sleep(timeout)
            return
        ready, _ = self._ray.wait(list(self._pending), num_returns=1, timeout=timeout)
        if ready and len(self._pending) > 1:  # take along all others that have come, too
            time.sleep(SECONDS_TO_GATHER * len(self._pending))
            ready, _ = self._ray.wait(
                list(self._pending), num_returns=len(self._pending), timeout=0
            )
        for reference in ready:
            if reference not in self._pending:  # dropped with its node a moment ago
                continue
            answered, failed = self._pending.pop(reference)
            try:
                answer = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                failed(error)
            else:
                answered(answer)

    def _chunk_played(self, node_worker: NodeWorker, number: int, answer: Any) -> None:
        del node_worker.given[number]
        node_worker.at.lost_in_a_row = 0
        if node_worker.given:
            self._await_first(node_worker)
        self._ended.append(EndedChunk(number, answer))

    def _state(self) -> ClusterState:
        complete = all(known.node.asked for known in self._nodes.values()) and not any(
            known.sending or known.to_send for known in self._usable()
        )
        return ClusterState(
            {known.id: known.node.without_files() for known in self._nodes.values()},
            {number: each.at.id for number, each in self._workers.items() if each.ready},
            complete,
            complete and all(node_worker.ready for node_worker in self._workers.values()),
        )


def _cores(listed: Json) -> int:
    return int(listed["Resources"].get("CPU", 0))


def _there(known: KnownNode, bot: BotSpec) -> BotSpec:
    """Return a bot as it is started on that node."""
    tried = known.node.bots[bot.hash]
    return replace(bot, command=tried.command, cwd=tried.cwd)


def _what_happened(error: Exception) -> str:
    if type(error).__name__ == "OutOfMemoryError":
        return "the worker was ended by Ray, because memory ran out"
    return "the worker was killed or crashed, perhaps because memory ran out"


def _other_source(source: object, own: str) -> str:
    """Explain why a node with another source than the driver is left out; "" if it has the same."""
    if source == own:
        return ""
    one, other = (str(each).partition("+")[0] for each in (source, own))
    what = " The version is the same, the source is not." if one == other else ""
    return (
        f"It has arena {source}, and the driver arena {own}.{what} Install the driver's there: the "
        "same release, or the same commit without changes."
    )


def _not_installed(demand: Demand) -> str:
    return f"The arena is not installed there. Install arena {demand.source}, as on this machine."


def _unable(error: Exception) -> str:
    why = _message(error).rstrip(".")
    return (
        f"Nothing can be started there: {why}. Make sure it has the same versions as this machine: "
        f"{required_versions()}."
    )


def required_versions() -> str:
    """Name the versions on this machine, which nodes must have, too."""
    return f"Ray {version('ray')} and Python {platform.python_version()}"


def _message(error: Exception) -> str:
    cause = getattr(error, "cause", None) or error  # Ray wraps it in its own traceback
    return first_line(str(cause)) or type(cause).__name__
