"""Playing on a Ray cluster: what is asked of its nodes, and the crew there."""

from collections.abc import Sequence

import arena
from arena.cluster.link import ClusterLost, Link, NoCluster, Place
from arena.cluster.nodes import Demand
from arena.commands.conditions import Conditions
from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.rules.rulebook import RULES_VERSION
from arena.sandbox.level import Level
from arena.shelf.roster import Roster
from arena.tournament.driver import Options
from arena.tournament.worker import Crew


def on_cluster(concurrency: int | None, level: Level, conditions: Conditions) -> Options:
    """How a run is played there. level: the one asked for, or else the worst that will do.

    Raises NoCluster, or ArenaError where it would be open to the bots.
    """
    link = Link(conditions.address)
    require_guarded(link, conditions.network)
    exactly = level if conditions.level is not None else None
    demand = Demand(arena.__version__, RULES_VERSION, exactly, level)
    expected = min(concurrency or link.cores, link.cores)
    return Options(expected, level=level, cluster=Place(link, demand, concurrency))


def require_guarded(link: Link, network: bool) -> None:
    """Raises ArenaError if bots that are granted the network could command the cluster."""
    try:
        open_to_bots = network and not link.guarded()
    except ClusterLost as lost:
        raise NoCluster(link.address, str(lost)) from None
    if open_to_bots:
        link.close(drop=True)
        raise ArenaError(
            "With the network, bots could command the cluster. Make it require a token: set "
            "RAY_AUTH_MODE=token and RAY_AUTH_TOKEN, for `ray start` on every machine and here."
        )


def cluster_crew(roster: Roster, bots: Sequence[BotSpec], options: Options) -> Crew:
    """The crew of a run. bots: those that are sure to play."""
    # Imported late: most runs need none of it.
    from arena.cluster.crew import ClusterCrew

    assert options.cluster is not None
    return ClusterCrew(options.cluster, roster.parcel_of, bots, options.ask_all, options.pin)
