"""A tournament on a cluster of three nodes, one of which is killed and one of which comes later."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import arena as arena_package
from arena.cluster.crew import ClusterCrew
from arena.cluster.link import Link, Place
from arena.cluster.nodes import Demand
from arena.home import Home
from arena.referee.clock import TimeControl
from arena.rules.rulebook import RULES_VERSION
from arena.sandbox.probe import best_level
from arena.shelf.roster import Roster
from arena.tournament.driver import MakeCrew, Options
from arena.tournament.plan import Plan
from arena.tournament.progress import Event, GameFinished, NodeCame, NodeGone, NodeUnfit
from arena.tournament.run import create, play
from arena.tournament.size import Size
from arena.tournament.worker import LocalCrew, WorkersFail
from ladder.records import packed, unpacked
from ladder.store import Store
from tests.support.clusters import TestCluster, cluster

PLAN = Plan(
    games=(("anniversary", 3),),
    size=Size(rounds=16),
    time=TimeControl.parse("standard"),
    seed=11,
)
GAMES = 16 * 3
DEMAND = Demand(arena_package.__version__, RULES_VERSION)


class Ladder:
    """A fresh home with a tournament of bundled bots."""

    def __init__(self, folder: Path) -> None:
        home = Home(folder)
        folder.mkdir()
        self.store = Store(home.database)
        self.roster = Roster(home, self.store, print)
        self.bots = self.roster.bundled(only=["greedy", "random"])
        self.tournament = create(self.store, PLAN, self.bots, self.bots)

    def play(self, make_crew: MakeCrew, then: Callable[[Event], None] = lambda event: None) -> Any:
        return play(
            *(self.store, self.tournament, self.roster.spec_of, Options(concurrency=1), then),
            make_crew=make_crew,
        )

    def crew(self, address: str, demand: Demand, options: Options) -> ClusterCrew:
        bots = [self.roster.spec_of(bot) for bot in self.bots]
        return ClusterCrew(Place(Link(address), demand), self.roster.parcel_of, bots, pin=False)

    @property
    def played(self) -> list[dict[str, Any]]:
        """What must not depend on where it was played; a game for each row."""
        return self.store.rows(
            "SELECT game_id, seat, bot_id, coins, place, forfeited FROM seats ORDER BY 1, 2"
        )

    def close(self) -> None:
        self.roster.close()
        self.store.close()


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestCluster]:
    with cluster(1, 1, cache=tmp_path_factory.mktemp("cache")) as found:
        yield found


@pytest.mark.slow
def test_a_lost_node_costs_only_its_running_games_and_a_new_one_plays_along(
    nodes: TestCluster, tmp_path: Path
) -> None:
    events: list[Event] = []

    def watch(event: Event) -> None:
        events.append(event)
        finished = sum(isinstance(each, GameFinished) for each in events)
        if isinstance(event, GameFinished) and finished == 8:
            nodes.kill()
            nodes.add()

    with closing(Ladder(tmp_path / "cluster")) as there, closing(Ladder(tmp_path / "here")) as here:
        outcome = there.play(partial(there.crew, nodes.address, DEMAND), watch)
        assert (outcome.played, outcome.left, outcome.given_up) == (GAMES, 0, 0)
        assert sum(outcome.nodes.values()) == GAMES
        assert len([each for each in events if isinstance(each, NodeCame)]) == 3
        assert len([each for each in events if isinstance(each, NodeGone)]) == 1
        assert there.store.rows("SELECT * FROM voids") == [], "no game is to blame"
        levels = there.store.rows("SELECT DISTINCT level FROM results")
        assert [row["level"] for row in levels] == [str(best_level())]
        here.play(lambda options: LocalCrew())
        assert there.played == here.played


@pytest.mark.slow
def test_the_nodes_of_a_cluster_are_listed(nodes: TestCluster, arena: Any) -> None:
    told = arena.json("doctor", "--address", nodes.address)
    cores = [node["cores"] for node in told["nodes"] if node["usable"]]
    assert cores == [1] * len(nodes.nodes)
    assert {node["level"] for node in told["nodes"] if node["usable"]} == {str(best_level())}
    (head,) = [node for node in told["nodes"] if not node["usable"] and node["cores"] == 0]
    assert head["unfit"] == "It offers no cores (--num-cpus=0)."


@pytest.mark.slow
def test_stored_games_are_replayed_there_as_here(nodes: TestCluster, arena: Any) -> None:
    with closing(Ladder(arena.home)) as ladder:
        ladder.play(lambda options: LocalCrew())
        with ladder.store.transaction() as conn:
            conn.execute("UPDATE records SET record = 'x' WHERE game_id = 2")
            conn.execute("UPDATE records SET record = zeroblob(9) WHERE game_id = 3")
            (record,) = conn.execute("SELECT record FROM records WHERE game_id = 5").fetchone()
            other = packed(unpacked(record).replace(b'"scores":[', b'"scores":[9', 1))
            conn.execute("UPDATE records SET record = ? WHERE game_id = 4", [other])
    here = arena.json("verify", "--all", "--concurrency", "1", code=1)
    there = arena.json("verify", "--all", "--address", nodes.address, code=1)
    assert list(here["wrong"]) == ["2", "3", "4"] and here["right"] == GAMES - 3
    assert there == here


@pytest.mark.slow
def test_nodes_with_another_version_are_left_out(
    nodes: TestCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.cluster.crew.PATIENCE_S", 0.0)
    events: list[Event] = []
    with closing(Ladder(tmp_path / "home")) as there:
        other = replace(DEMAND, version="0.0.0")
        with pytest.raises(
            WorkersFail, match=r"no node that can take part.*Install the same version"
        ):
            there.play(partial(there.crew, nodes.address, other), events.append)
    unfit = [event.reason for event in events if isinstance(event, NodeUnfit)]
    assert unfit[0].startswith(f"It has arena {arena_package.__version__} with rules")
