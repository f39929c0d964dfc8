"""A tournament on a cluster of three nodes, one of which is killed and one of which comes later."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import arena
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
from arena.tournament.progress import Event, GameFinished, NodeCame, NodeGone
from arena.tournament.run import create, play
from arena.tournament.size import Size
from arena.tournament.worker import LocalCrew
from ladder.store import Store
from tests.support.clusters import TestCluster, cluster

PLAN = Plan(
    games=(("anniversary", 3),),
    size=Size(rounds=16),
    time=TimeControl.parse("standard"),
    seed=11,
)
GAMES = 16 * 3
DEMAND = Demand(arena.__version__, RULES_VERSION)


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
