"""What the driver makes of what it is told of a cluster, without one."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import GameSpec
from arena.tournament.cluster import cluster_pool as pools
from arena.tournament.cluster.client import ClusterLost, ClusterSetup, NoCluster
from arena.tournament.cluster.cluster_pool import ClusterPool
from arena.tournament.cluster.nodes import (
    BotOnNode,
    CanRun,
    ClusterState,
    ClusterUpdate,
    Demand,
    EndedChunk,
    Node,
)
from arena.tournament.run_events import Notice, NoticeKind
from arena.tournament.worker import Chunk, FailedGame, WorkersFail

ADA, BOB = (BotSpec(name, 1, name, ("true",), "/") for name in ("ada", "bob"))
YES, NO = BotOnNode(CanRun.YES), BotOnNode(CanRun.NO, "java is not installed here.")
UNREADY = BotOnNode(CanRun.UNREADY, "no answer")


class FakeLink:
    """Answers as the process would, with what a test has put there."""

    address = "lab:6379"
    sending = False

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.answers: list[Any] = []
        self.connects: Callable[[], None] = lambda: None

    def ask(self, method: str, *arguments: Any, patience: float = 0) -> Any:
        self.asked.append((method, arguments))
        if method != "wait":
            return None
        answer = self.answers.pop(0) if self.answers else ClusterUpdate([], [], None)
        if isinstance(answer, Exception):
            raise answer
        return answer

    tell = ask

    def connect(self) -> None:
        self.connects()

    def drop(self) -> None:
        self.asked.append(("drop", ()))

    def close(self, drop: bool) -> None:
        self.asked.append(("close", (drop,)))

    def of(self, method: str) -> list[Any]:
        return [arguments for asked, arguments in self.asked if asked == method]


class Cluster:
    """A worker pool with a fake client, on a clock of its own."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        clock = SimpleNamespace(monotonic=lambda: self.now, sleep=lambda seconds: None)
        patch.setattr(pools, "time", clock)
        self.client = FakeLink()
        setup = ClusterSetup(self.client, Demand("1"))  # type: ignore[arg-type]
        self.cluster_pool = ClusterPool(setup, lambda bot: bot.hash, [ADA, BOB])  # type: ignore[arg-type, return-value]

    def told(
        self,
        *nodes: Node,
        settled: bool = True,
        ended: tuple[EndedChunk, ...] = (),
        news: tuple[Notice, ...] = (),
    ) -> Any:
        """One worker for each usable node."""
        usable = [node.name for node in nodes if node.usable]
        state = ClusterState(
            {node.name: node for node in nodes}, dict(enumerate(usable)), settled, settled
        )
        self.client.answers.append(ClusterUpdate(list(ended), list(news), state))
        return self.cluster_pool.wait(0)

    def able(self, worker: int, *bots: BotSpec) -> bool:
        return self.cluster_pool.able(worker, bots)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    return Cluster(monkeypatch)


def node(name: str, **bots: BotOnNode) -> Node:
    return Node(name, 1, asked=True, bots=bots)


def game(number: int) -> GameSpec:
    clock = TimeControl.parse("standard")
    return GameSpec(str(number), "anniversary", 3, b"", (ADA, BOB, ADA), (1, 2, 3), clock)


def test_a_game_goes_only_where_all_of_its_bots_run(cluster: Cluster) -> None:
    cluster.told(node("one", ada=YES, bob=NO), node("two", ada=YES, bob=YES), node("three"))
    assert cluster.cluster_pool.size == 3
    assert [cluster.able(worker, ADA) for worker in range(4)] == [True, True, False, False]
    assert [cluster.able(worker, ADA, BOB) for worker in range(4)] == [False, True, False, False]


def test_a_bot_that_gets_ready_nowhere_plays_and_loses_as_at_home(cluster: Cluster) -> None:
    cluster.told(node("one", ada=UNREADY), node("two", ada=YES))
    assert [cluster.able(0, ADA), cluster.able(1, ADA)] == [False, True]
    cluster.told(node("one", ada=UNREADY), node("two"))
    assert not cluster.able(0, ADA), "the other node may still be able to"
    cluster.told(node("one", ada=UNREADY), node("two", ada=NO))
    assert [cluster.able(0, ADA), cluster.able(1, ADA)] == [True, False]


def test_a_bot_that_turns_up_later_is_sent_once(cluster: Cluster) -> None:
    new = replace(ADA, name="new", hash="new")
    cluster.told(node("one", ada=YES))
    assert not cluster.able(0, new)
    assert not cluster.able(0, new)
    assert [digest for digest, _ in cluster.client.of("bring")] == ["ada", "bob", "new"]


def test_what_a_lost_node_had_comes_back_and_counts_for_nobody(cluster: Cluster) -> None:
    cluster.told(node("one", ada=YES, bob=YES), node("two", ada=YES, bob=YES))
    cluster.cluster_pool.give(0, [game(1), game(2)])
    cluster.cluster_pool.give(1, [game(3)])
    assert [cluster.cluster_pool.load(0), cluster.cluster_pool.load(1)] == [1, 1]
    ended = (EndedChunk(1, lost="the node is gone"), EndedChunk(2, (FailedGame(3, "no"),)))
    gone = (Notice(NoticeKind.NODE_GONE, {"node": "one", "cause": "it does not answer"}),)
    told, lost, played = cluster.told(node("two", ada=YES, bob=YES), ended=ended, news=gone)
    assert told.text == (
        "Node one is gone: it does not answer. It had played 0 games; 2 games will be played again."
    )
    assert isinstance(lost, Chunk) and isinstance(played, Chunk)
    assert (lost.lost, lost.running, len(lost.games)) == ("the node is gone", False, 2)
    assert (played.lost, played.outcomes) == ("", (FailedGame(3, "no"),))
    assert dict(cluster.cluster_pool.nodes) == {"two": 1}


def test_a_bot_that_runs_on_no_node_is_told_at_once(cluster: Cluster) -> None:
    cluster.told(node("one", ada=YES), settled=False)
    with pytest.raises(WorkersFail, match=r"bob:1 runs on no node of the cluster\. one: java is"):
        cluster.told(node("one", ada=YES, bob=NO))


def test_games_wait_for_a_node_for_a_while(cluster: Cluster) -> None:
    good = node("one", ada=YES, bob=YES)
    cluster.told(good)
    cluster.cluster_pool.give(0, [game(1)])
    cluster.told(good, ended=(EndedChunk(1, (FailedGame(1, "no"),)),))
    gone = replace(good, gone=True)
    assert cluster.told(gone) == []
    cluster.now += 11
    (waits,) = cluster.told(gone)
    assert waits.text == "Waiting. The cluster has no node that can take part."
    assert cluster.told(gone) == [], "it is said once"
    cluster.told(good)
    cluster.cluster_pool.give(0, [game(1)])
    cluster.told(gone, ended=(EndedChunk(2, lost="gone"),))
    cluster.told(gone)
    cluster.now += 61
    with pytest.raises(WorkersFail, match="The cluster has no node that can take part"):
        cluster.told(gone)


@pytest.mark.parametrize(
    ("nodes", "told"),
    [
        ([replace(node("one"), unfit="It has arena 9.")], r"no node that can take part\. one: It"),
        ([node("one", ada=YES, bob=NO), node("two", ada=NO, bob=YES)], r"one lacks bob:1\. two la"),
    ],
)
def test_why_nobody_can_play_is_told(cluster: Cluster, nodes: list[Node], told: str) -> None:
    cluster.told(*nodes)
    for worker in range(2):
        assert not cluster.able(worker, ADA, BOB)
    cluster.now += 61 if nodes[0].unfit else 6
    with pytest.raises(WorkersFail, match=told):
        cluster.told(*nodes)


def test_bots_that_took_long_to_build_play_all_the_same(cluster: Cluster) -> None:
    cluster.told(node("one"), settled=False)
    cluster.now += 100
    cluster.told(node("one"), settled=False)
    cluster.told(node("one", ada=YES, bob=YES))
    assert cluster.able(0, ADA, BOB), "before it is given up"


def test_while_nodes_get_ready_nothing_fails(cluster: Cluster) -> None:
    cluster.told(settled=False)
    cluster.now += 1000
    notice = cluster.told(settled=False)[0]
    assert isinstance(notice, Notice) and notice.kind is NoticeKind.GAMES_WAIT


def test_a_lost_cluster_is_joined_again_and_all_bots_are_sent_anew(cluster: Cluster) -> None:
    cluster.told(node("one", ada=YES, bob=YES))
    cluster.cluster_pool.give(0, [game(1)])
    cluster.cluster_pool.give(0, [game(2)])
    cluster.client.answers.append(ClusterLost("it ended"))
    (chunk,) = cluster.cluster_pool.wait(0)
    assert isinstance(chunk, Chunk)
    assert [spec.id for spec in chunk.games] == ["1", "2"]
    assert not chunk.running, "no game is to blame"
    assert len(cluster.client.of("start")) == 2
    assert [digest for digest, _ in cluster.client.of("bring")] == ["ada", "bob"] * 2
    assert not cluster.able(0, ADA), "until the nodes have said so again"

    def nowhere() -> None:
        raise NoCluster("lab:6379", "nobody answers")

    cluster.client.connects = nowhere
    cluster.client.answers.append(ClusterLost("it ended"))
    with pytest.raises(WorkersFail, match=r"cluster at lab:6379 is lost: nobody answers\."):
        cluster.cluster_pool.wait(0)
