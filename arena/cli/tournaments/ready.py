"""Get a run ready: bots that can play here, a level that holds, workers."""

from collections.abc import Sequence

from arena.cli.home import require_hidden
from arena.cli.options.confinement import Conditions, tell_of_limits
from arena.cli.output.console import note
from arena.errors import ArenaError
from arena.registry.permissions import granted
from arena.registry.resolver import Resolver, needs_of, submitted_labels
from arena.sandbox.level import Level
from arena.source import source_of_games
from arena.tournament.cluster.client import ClusterClient, ClusterSetup
from arena.tournament.cluster.nodes import Demand
from arena.tournament.driver import Options
from arena.tournament.plan import Plan
from arena.tournament.worker_process import raise_limits
from ladder.database.store import Bot, Store
from ladder.queries.games import levels
from ladder.ratings.calibration import FIELD
from ladder.tournaments.tournaments import Tournament


def with_reference(resolver: Resolver, bots: Sequence[Bot]) -> list[Bot]:
    """Return the bots, and those of the reference field that are not among them.

    How strong these are is known (`ladder/ratings/calibration.py`), so that ratings compare over
    years: others are measured by them wherever they have played.
    """
    return [*bots, *(bot for bot in resolver.bundled(only=FIELD) if bot not in bots)]


def made_ready(
    resolver: Resolver, plan: Plan, bots: list[Bot], fillers: list[Bot], conditions: Conditions
) -> Options:
    """Check that the bots can run here; report reduced limits."""
    resolver.require_ready([*bots, *fillers])
    for bot in bots:
        granted(resolver.spec_of(bot), plan.cap)  # raises if it needs what the plan does not grant
        tell_of_limits(bot.label, needs_of(bot), plan.cap)
    level = conditions.confinement(submitted_labels([*bots, *fillers]))
    options = run_options(level, conditions)
    require_hidden(resolver.home)
    return options


def resumed_options(
    store: Store, chosen: Tournament, conditions: Conditions, names: Sequence[str] = ()
) -> Options:
    """Choose how and where a tournament goes on, confined no worse than before, unless asked to.

    names: the bots that aren't bundled, if they differ from those in the settings. Raises
    NoCluster, LimitTooLow, or ArenaError where bots cannot be confined as well.
    """
    players = [*chosen.settings["bots"], *chosen.settings["fillers"]]
    level = conditions.confinement(names or submitted_labels([store.bot(bot) for bot in players]))
    # Levels sort as their letters, so the largest is the worst; older games have none.
    before = max(filter(None, levels(store, tournament_id=chosen.id)), default=level)
    if conditions.level is None and level > before and chosen.finished_at is None:
        if not conditions.elsewhere:
            raise ArenaError(
                f"Tournament {chosen.id} has been played at level {before}, and this machine "
                f"confines bots only at level {level}; see arena doctor. Resume all the same: "
                f"--level {level}"
            )
        level = Level(before)  # nodes that cannot do as well are left out
    return run_options(level, conditions)


def run_options(level: Level, conditions: Conditions) -> Options:
    """Choose how and where a run is played. Raises NoCluster, LimitTooLow."""
    raise_limits()  # at once, so that a refusal comes before anything is written
    if conditions.elsewhere:
        return on_cluster(level, conditions)
    return Options(concurrency=conditions.concurrency or 0, level=level)


def on_cluster(level: Level, conditions: Conditions) -> Options:
    """Choose how a run is played on a cluster. level: the one asked for, or the worst that will do.

    Raises NoCluster, or ArenaError where it would be open to the bots.
    """
    note(f"Connecting to the cluster: --address {conditions.address} …")
    client = ClusterClient(conditions.address)
    if conditions.allow_network:
        client.require_guarded()
    exactly = level if conditions.level is not None else None
    demand = Demand(source_of_games(), exactly, level)
    expected = min(conditions.concurrency or client.cores, client.cores)
    return Options(
        expected, level=level, cluster=ClusterSetup(client, demand, conditions.concurrency)
    )
