"""Get a run ready: bots that can play here, a level that holds, workers."""

from collections.abc import Sequence

from arena.cli.home import require_hidden
from arena.cli.options.confinement import Conditions
from arena.cli.output.console import note
from arena.errors import ArenaError
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.registry.permissions import granted, held_to
from arena.registry.resolver import Roster, needs_of, strangers
from arena.sandbox.level import Level
from arena.source import source_of_games
from arena.tournament.cluster.client import ClusterClient, ClusterLost, ClusterPlace, NoCluster
from arena.tournament.cluster.nodes import Demand
from arena.tournament.driver import Options
from arena.tournament.plan import Plan
from arena.tournament.worker import Crew
from arena.tournament.worker_process import make_room
from ladder.database.store import Bot, Store
from ladder.queries.games import levels
from ladder.ratings.calibration import FIELD
from ladder.tournaments.tournaments import Tournament


def with_reference(roster: Roster, bots: Sequence[Bot]) -> list[Bot]:
    """Return the bots, and those of the reference field that are not among them.

    How strong these are is known (`ladder/ratings/calibration.py`), so that ratings compare over
    years: others are measured by them wherever they have played.
    """
    return [*bots, *(bot for bot in roster.bundled(only=FIELD) if bot not in bots)]


def made_ready(
    folder: Home,
    roster: Roster,
    plan: Plan,
    bots: list[Bot],
    fillers: list[Bot],
    conditions: Conditions,
) -> Options:
    """Sees to it that these bots can play here, and tells of those held to less than they ask."""
    roster.require_ready([*bots, *fillers])
    for bot in bots:
        granted(roster.spec_of(bot), plan.cap)
        if less := held_to(needs_of(bot), plan.cap):
            note(f"{bot.label} {less}")
    level = conditions.confinement(strangers([*bots, *fillers]))
    options = run_options(level, conditions)
    require_hidden(folder)
    make_room()
    return options


def no_worse(
    store: Store, chosen: Tournament, conditions: Conditions, names: Sequence[str] = ()
) -> Level:
    """Choose how bots are confined from now on: never worse than before, unless the user says so.

    names: the bots that did not come with the arena, if they are not those of the settings.
    """
    players = [*chosen.settings["bots"], *chosen.settings["fillers"]]
    level = conditions.confinement(names or strangers([store.bot(bot) for bot in players]))
    before = max(filter(None, levels(store, tournament_id=chosen.id)), default=level)
    if conditions.level is None and level > before and chosen.finished_at is None:
        if conditions.elsewhere:  # nodes that cannot do as well are left out
            return Level(before)
        raise ArenaError(
            f"Tournament {chosen.id} has been played at level {before}, and this machine confines "
            f"bots only at level {level}; see arena doctor. Resume all the same: --level {level}"
        )
    return level


def run_options(level: Level, conditions: Conditions) -> Options:
    """Choose how and where a run is played. Raises NoCluster."""
    if conditions.elsewhere:
        return on_cluster(level, conditions)
    return Options(concurrency=conditions.concurrency or 0, level=level)


def on_cluster(level: Level, conditions: Conditions) -> Options:
    """Choose how a run is played on a cluster. level: the one asked for, or the worst that will do.

    Raises NoCluster, or ArenaError where it would be open to the bots.
    """
    link = ClusterClient(conditions.address)
    require_guarded(link, conditions.allow_network)
    exactly = level if conditions.level is not None else None
    demand = Demand(source_of_games(), exactly, level)
    expected = min(conditions.concurrency or link.cores, link.cores)
    return Options(
        expected, level=level, cluster=ClusterPlace(link, demand, conditions.concurrency)
    )


def require_guarded(link: ClusterClient, network: bool) -> None:
    """Raise ArenaError if bots that are granted the network could command the cluster."""
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
    """Return the workers of a run on a cluster. bots: those that are sure to play."""
    # Imported late: most runs need none of it.
    from arena.tournament.cluster.worker_pool import ClusterCrew

    assert options.cluster is not None
    return ClusterCrew(options.cluster, roster.parcel_of, bots, options.ask_all, options.pin)
