"""A tournament on a cluster of three nodes, one of which is killed and one of which comes later."""

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arena.home import Home
from arena.referee.clock import TimeControl
from arena.registry.resolver import Resolver
from arena.sandbox.probe import best_level
from arena.source import source_of_games
from arena.tournament.cluster.client import ClusterClient, ClusterSetup, NoCluster
from arena.tournament.cluster.cluster_pool import ClusterPool
from arena.tournament.cluster.nodes import Demand
from arena.tournament.driver import MakeWorkerPool, Options
from arena.tournament.lifecycle import create, play
from arena.tournament.plan import Plan
from arena.tournament.run_events import (
    Event,
    GameFinished,
    Notice,
    NoticeKind,
)
from arena.tournament.size import Size
from ladder.database.store import Store
from ladder.queries.games import sources
from tests.arena.conftest import Arena
from tests.support.clusters import RayNodes, other_source
from tests.support.fake_tournament import notices
from tests.support.fake_worker_pool import InProcessPool

PLAN = Plan(
    games=(("anniversary", 3),),
    size=Size(rounds=10),
    time=TimeControl.parse("standard"),
    seed=11,
)
GAMES = 10 * 3
DEMAND = Demand(source_of_games())


class Ladder:
    """A fresh home with a tournament of bundled bots."""

    def __init__(self, folder: Path) -> None:
        home = Home(folder)
        folder.mkdir()
        self.store = Store(home.database)
        self.resolver = Resolver(home, self.store, print)
        self.bots = self.resolver.bundled(only=["greedy", "random"])
        self.tournament = create(self.store, PLAN, self.bots, self.bots)

    def play(
        self, make_worker_pool: MakeWorkerPool, then: Callable[[Event], None] = lambda event: None
    ) -> Any:
        return play(
            *(self.store, self.tournament, self.resolver.spec_of, Options(concurrency=1), then),
            make_worker_pool=make_worker_pool,
        )

    def worker_pool(self, address: str, demand: Demand, options: Options) -> ClusterPool:
        bots = [self.resolver.spec_of(bot) for bot in self.bots]
        return ClusterPool(
            ClusterSetup(ClusterClient(address), demand), self.resolver.bundle_of, bots
        )

    @property
    def played(self) -> list[dict[str, Any]]:
        """What must not depend on where it was played; a game for each row."""
        return self.store.rows(
            "SELECT game_id, seat, bot_id, coins, place, forfeited FROM seats ORDER BY 1, 2"
        )

    def close(self) -> None:
        self.resolver.close()
        self.store.close()


@pytest.fixture(scope="module")
def nodes() -> Iterator[RayNodes]:
    """One for all tests: a head without cores, and two nodes with one each, behind a token."""
    with (
        pytest.MonkeyPatch.context() as patch,
        tempfile.TemporaryDirectory(prefix="arena-") as folder,
        RayNodes(Path(folder)) as found,
    ):
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", "ab" * 32)
        patch.setenv("XDG_CACHE_HOME", f"{folder}/cache")
        found.start_head()
        for _ in range(2):
            found.add()
        found.settle()
        yield found


@pytest.mark.slow
def test_a_lost_node_costs_only_its_running_games_and_a_new_one_plays_along(
    nodes: RayNodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it has another rule and the same version: that one plays no game."""
    monkeypatch.chdir("/")  # Ray lets workers import from where the driver is, first of all
    events: list[Event] = []

    def told(kind: NoticeKind) -> int:
        return len(notices(events, kind))

    def unfit() -> list[Notice]:
        return [
            each for each in notices(events, NoticeKind.NODE_UNFIT) if "offers" not in each.text
        ]

    def games() -> int:
        return sum(isinstance(each, GameFinished) for each in events)

    def watch(event: Event) -> None:
        events.append(event)
        if isinstance(event, GameFinished) and games() == 8:
            nodes.kill()
            nodes.add()
            nodes.add(PYTHONPATH=other_source(tmp_path / "other"))
        there = told(NoticeKind.NODE_CAME) == 3 and unfit()
        if isinstance(event, GameFinished) and games() > 8 and not there:
            time.sleep(2)  # else all would be over before they are there

    with closing(Ladder(tmp_path / "cluster")) as there, closing(Ladder(tmp_path / "here")) as here:
        outcome = there.play(partial(there.worker_pool, nodes.address, DEMAND), watch)
        assert (outcome.played, outcome.left, outcome.given_up) == (GAMES, 0, 0)
        assert sum(outcome.nodes.values()) == GAMES
        assert (told(NoticeKind.NODE_CAME), told(NoticeKind.NODE_GONE)) == (3, 1)
        assert told(NoticeKind.WORKER_LOST) == 0, "it is told of the node"
        assert there.store.rows("SELECT * FROM voids") == [], "no game is to blame"
        levels = there.store.rows("SELECT DISTINCT level FROM results")
        assert [row["level"] for row in levels] == [str(best_level())]
        assert list(sources(there.store)) == [source_of_games()]
        here.play(lambda options: InProcessPool())
        assert there.played == here.played
    nodes.kill(-1)
    (other,) = unfit()
    (gone,) = notices(events, NoticeKind.NODE_GONE)
    # On one host it may get the name that the lost one leaves, and with it what that had played.
    before = {gone.facts["node"]: int(str(gone.facts["played"]).partition(" ")[0])}
    name = str(other.facts["node"])
    assert outcome.nodes.get(name, 0) == before.get(name, 0)
    version = source_of_games().partition("+")[0]
    assert re.match(
        rf"It has arena {version}\+\w{{16}}, and the driver arena {re.escape(source_of_games())}\. "
        r"The version is the same, the source is not\. Install the driver's there",
        str(other.facts["reason"]),
    )


@pytest.mark.slow
def test_the_nodes_of_a_cluster_are_listed(nodes: RayNodes, arena: Arena) -> None:
    told = arena.json("doctor", "--address", nodes.address)
    cores = [node["cores"] for node in told["nodes"] if node["usable"]]
    assert cores == [1] * len(nodes.alive), told
    assert {node["level"] for node in told["nodes"] if node["usable"]} == {str(best_level())}
    (head,) = [node for node in told["nodes"] if not node["usable"] and node["cores"] == 0]
    assert head["unfit"] == "It offers no cores (--num-cpus=0)."


@pytest.mark.slow
@pytest.mark.parametrize("token", ["cd" * 32, None])
def test_a_wrong_token_or_none_is_told_at_once(
    nodes: RayNodes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, token: str | None
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # where a person may keep one
    if token is None:
        monkeypatch.delenv("RAY_AUTH_MODE")
        monkeypatch.delenv("RAY_AUTH_TOKEN")
    else:
        monkeypatch.setenv("RAY_AUTH_TOKEN", token)
    ours = "this machine shows none" if token is None else "this machine's is a different one"
    before = os.times()
    with pytest.raises(NoCluster, match=rf"asks for a token, and {ours}\. Copy ~/\.ray/auth_token"):
        ClusterClient(nodes.address)
    after = os.times()
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    assert spent < 3, "most of it for importing Ray"
    assert after.elapsed - before.elapsed < 15, "Ray itself tries for 20 s"


@pytest.mark.slow
def test_a_cluster_behind_a_token_is_guarded(nodes: RayNodes) -> None:
    link = ClusterClient(nodes.address)
    assert link.guarded()
    link.close()
