"""A worker pool on the nodes of a Ray cluster, as the driver sees it.

The driver gives a worker only games whose bots run on its node. What a lost node had in hand comes
back as lost chunks, which the driver hands out again. A lost cluster is joined again.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from arena.referee.bot import BotSpec
from arena.referee.game_types import GameSpec
from arena.registry.transfer import Bundle
from arena.text.phrases import counted, listed
from arena.tournament.cluster.client import SECONDS_TO_ANSWER, ClusterLost, ClusterSetup, NoCluster
from arena.tournament.cluster.nodes import CanRun, ClusterState, ClusterUpdate, Node
from arena.tournament.run_events import Event, Notice, NoticeKind
from arena.tournament.worker import Chunk, WorkersFail

TRIES = 3
"""Losses of the cluster in a row, without a single game played, after which the run ends."""
SECONDS_BEFORE_TRY = 2.0
SECONDS_TO_WAIT_SILENTLY = 10.0
PATIENCE_S = 60.0
"""How long games may wait for a node that can play them, before the run ends."""
PATIENCE_AT_FIRST_S = 5.0
"""The same while there are nodes but no game was played yet: probably somebody's mistake."""


class ClusterPool:
    """Workers on the nodes of a cluster, one to a core."""

    def __init__(
        self,
        setup: ClusterSetup,
        bundle_of: Callable[[BotSpec], Bundle],
        bots: Iterable[BotSpec] = (),
        ask_all: bool = False,
    ) -> None:
        """Start a pool.

        Args:
            setup: The cluster, and what is demanded of its nodes.
            bundle_of: Bundles a bot, by how it is started here.
            bots: Bots that are sure to play; others are sent when they are first needed.
            ask_all: Whether sealed questions go out to all seats at once.

        Raises:
            WorkersFail: The cluster is lost.
        """
        self._client = client = setup.client
        self._start_arguments = setup.demand, ask_all, setup.most
        self._bundle_of = bundle_of
        self._bots: dict[str, BotSpec] = {}
        self._given: dict[int, tuple[int, str, tuple[GameSpec, ...]]] = {}
        """The chunks handed out, by number: the worker, the name of its node, the games."""
        self._loads: Counter[int] = Counter()
        self._numbers = 0
        self._learn(ClusterState())
        self._refused: Sequence[BotSpec] = ()  # the bots of a game that nobody could play
        self._idle_since: float | None = None
        self._stuck_since: float | None = None  # idle, with nothing under way to end that
        self._reported_waiting = False
        self._checked_bots = False
        self._losses = 0
        self.nodes: Counter[str] = Counter()
        """The number of games that each node has played."""
        try:
            self._start(bots)
        except ClusterLost as lost:
            client.drop()
            raise WorkersFail(f"The cluster at {client.address} is lost: {lost}.") from None

    def load(self, worker: int) -> int:
        """Return the number of chunks that a worker has in hand."""
        return self._loads[worker]

    def kind(self, worker: int) -> frozenset[str] | None:
        """Return the bots, by hash, that run where a worker is; None if it is gone."""
        node = self._state.workers.get(worker)
        return None if node is None else self._running[node]

    def able(self, worker: int, bots: Sequence[BotSpec]) -> bool:
        """Return True if the worker exists and all of these bots run on its node."""
        for bot in bots:
            if bot.hash not in self._bots:
                self._bring(bot)
        running = self.kind(worker)
        able = running is not None and all(bot.hash in running for bot in bots)
        if not able:
            self._refused = bots
        return able

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Queue a chunk behind those that the worker has."""
        self._numbers += 1
        name = self._state.nodes[self._state.workers[worker]].name
        self._given[self._numbers] = worker, name, tuple(games)
        self._loads[worker] += 1
        self._idle_since = self._stuck_since = None
        self._client.tell("give", worker, self._numbers, tuple(games))

    def wait(self, timeout: float) -> Sequence[Chunk | Event]:
        """Return the chunks that have ended, and news of the nodes.

        Raises WorkersFail if the cluster is lost for good, or no node can play what is left.
        """
        if self._client.sending:  # chunks: nobody is to wait for them meanwhile
            timeout = 0.0
        try:
            happened: ClusterUpdate = self._client.ask(
                "wait", timeout, patience=timeout + SECONDS_TO_ANSWER
            )
        except ClusterLost as lost:
            return self._join_again(str(lost))
        if happened.state is not None:
            self._learn(happened.state)
        chunks: list[Chunk] = []
        again: Counter[str] = Counter()  # games, by the name of the node that had them
        for ended in happened.ended:
            worker, node, games = self._given.pop(ended.number)
            self._loads[worker] -= 1
            if ended.lost:
                again[node] += len(games)
            else:
                self._losses = 0
                self.nodes[node] += len(ended.outcomes)
            chunks.append(Chunk(worker, games, *ended[1:]))
        waits = () if self._given or chunks else self._wait_for_nodes()
        self._require_runnable()
        news = [self._with_games(event, again) for event in happened.news]
        return [*news, *waits, *chunks]

    def close(self, drop: bool) -> None:
        """End our workers and their bots, and leave the cluster."""
        self._client.close(drop)

    def _learn(self, state: ClusterState) -> None:
        self._state = state
        self.size = max(state.workers, default=-1) + 1
        """The highest number of a worker, plus one."""
        self._running = {
            key: frozenset(digest for digest in node.bots if self._runs(node, digest))
            for key, node in state.nodes.items()
        }
        """The bots that run on each node."""

    def _start(self, bots: Iterable[BotSpec]) -> None:
        self._learn(ClusterState())
        self._client.ask("start", *self._start_arguments)
        for bot in bots:
            self._bring(bot)

    def _bring(self, bot: BotSpec) -> None:
        self._bots[bot.hash] = bot
        with suppress(ClusterLost):  # `wait` will notice too, and it is brought again
            self._client.ask("bring", self._bundle_of(bot), bot.needs)

    def _runs(self, node: Node, digest: str) -> bool:
        """Return True if a bot runs on a node, or at least starts, and runs on no other."""
        here = node.runs(digest)
        # A bot that gets ready nowhere plays, and forfeits: else it could stop the run on purpose.
        if here is not CanRun.UNREADY:
            return here is CanRun.YES
        others = [each.runs(digest) for each in self._usable()]
        return None not in others and CanRun.YES not in others

    def _usable(self) -> list[Node]:
        return [node for node in self._state.nodes.values() if node.usable]

    def _with_games(self, event: Event, lost: Counter[str]) -> Event:
        """Add to a node's loss what it had played, and what of that is lost."""
        if not isinstance(event, Notice) or event.kind is not NoticeKind.NODE_GONE:
            return event
        name = str(event.facts["node"])
        games = {"played": counted(self.nodes[name], "game"), "lost": counted(lost[name], "game")}
        return Notice(event.kind, {**event.facts, **games})

    def _join_again(self, reason: str) -> list[Chunk]:
        """Join a lost cluster again, and return all that its workers had as lost."""
        address = self._client.address
        while True:
            self._losses += 1
            self._client.drop()
            if self._losses > TRIES:
                raise WorkersFail(f"The cluster at {address} is lost: {reason}.")
            time.sleep(SECONDS_BEFORE_TRY)
            try:
                self._client.connect()
                self._start(list(self._bots.values()))
                break
            except (NoCluster, ClusterLost) as error:
                reason = getattr(error, "why", str(error))
        lost: dict[int, tuple[GameSpec, ...]] = {}
        for worker, _, games in self._given.values():
            lost[worker] = (*lost.get(worker, ()), *games)
        self._given.clear()
        self._loads.clear()
        why = f"the cluster was lost, and joined again: {reason}"
        return [Chunk(worker, games, lost=why) for worker, games in lost.items()]

    def _require_runnable(self) -> None:
        """Raise WorkersFail, as soon as all nodes are known, for a bot that runs on none."""
        if self._checked_bots or not self._state.known or not self._usable():
            return
        self._checked_bots = True
        for digest, bot in self._bots.items():
            usable = self._usable()
            if all(node.runs(digest) is CanRun.NO for node in usable):
                whys = " ".join(f"{node.name}: {node.bots[digest].why}" for node in usable[:3])
                raise WorkersFail(
                    f"{bot.label} runs on no node of the cluster. {whys} Fix that on one of "
                    f"them, or let others play: name them, or arena retire {bot.label}."
                )

    def _wait_for_nodes(self) -> list[Notice]:
        """Note that nobody plays, and say so once. Raises WorkersFail if it lasts too long."""
        now = time.monotonic()
        if self._idle_since is None:
            self._idle_since = now
            self._reported_waiting = False
        if not self._state.settled:
            self._stuck_since = None
        elif self._stuck_since is None:  # the driver gets one more chance to give games
            self._stuck_since = now
        elif now - self._stuck_since > self._patience():
            raise WorkersFail(self._why_nobody_plays())
        if now - self._idle_since > SECONDS_TO_WAIT_SILENTLY and not self._reported_waiting:
            self._reported_waiting = True
            return [Notice(NoticeKind.GAMES_WAIT, {"reason": self._why_nobody_plays()})]
        return []

    def _patience(self) -> float:
        """Return how long to wait: a mistake is reported soon, but lost nodes may come back."""
        return PATIENCE_S if self.nodes or not self._usable() else PATIENCE_AT_FIRST_S

    def _why_nobody_plays(self) -> str:
        usable = self._usable()
        if not usable:
            unfit = [node for node in self._state.nodes.values() if not node.gone]
            whys = " ".join(f"{node.name}: {node.unfit}" for node in unfit[:3])
            return f"The cluster has no node that can take part. {whys}".rstrip()
        if not self._state.workers:
            return "No worker has a core yet: they are starting, or others are using the cluster."
        if not self._state.known:
            return "The cluster's nodes are still building the bots."
        bots = " ".join(
            f"{node.name} lacks {listed(missing)}."
            for node in usable
            if (missing := self._missing(node))
        )
        return f"No node of the cluster has all bots of a game. {bots}".rstrip()

    def _missing(self, node: Node) -> list[str]:
        lacks = [bot.label for bot in self._refused if not node.starts(bot.hash)]
        return list(dict.fromkeys(lacks))
