"""Begin a tournament: who plays, on which terms, and how long it should take."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from arena.cli.models import foreseen, require_here, with_gateway
from arena.cli.options.play_settings import PlaySettings
from arena.cli.options.tournament_options import TournamentOptions
from arena.cli.output.console import note, prose
from arena.cli.tournaments.ready import made_ready
from arena.cli.tournaments.run import Run, resuming
from arena.errors import UsageError
from arena.registry.bundled import FILLERS
from arena.registry.permissions import missing_permissions, name_a_model
from arena.registry.resolver import Resolver, model_of, needs_of
from arena.text.phrases import listed
from arena.tournament.authors import most_together, same_author_groups, too_few_authors
from arena.tournament.driver import Options, workers
from arena.tournament.estimate import estimate
from arena.tournament.lifecycle import create
from arena.tournament.lock import RunLock, exclusive_run
from arena.tournament.plan import Plan
from ladder.database.store import Bot, Store
from ladder.queries.standings import overall
from ladder.ratings.scope import without_noise


@contextmanager
def begun(
    resolver: Resolver, plan: Plan, bots: list[Bot], wanted: TournamentOptions, json: bool
) -> Iterator[Run]:
    """Enter a new tournament as `entered` does, and print its expected length and cost.

    Bundled bots fill the seats that are left over.
    """
    fillers = resolver.bundled(only=FILLERS)
    apart = [] if wanted.same_author else same_author_groups(bots)
    with entered(resolver, plan, bots, fillers, wanted.terms, json, apart) as run:
        _tell_of_fillers(plan, bots, fillers, apart)
        tell_expected(run)
        yield run


def tell_expected(run: Run) -> None:
    """Print how long a new tournament should take, and what it should cost."""
    if run.json:
        return
    store = run.resolver.store
    expected = estimate(store, run.number, workers(run.options))
    prose(f"Expecting {expected}.")
    cost, basis = foreseen(store, run.number, run.resolver.models, expected.games)
    if cost:
        prose(f"The models: about {cost} ({basis}).")


@contextmanager
def entered(
    resolver: Resolver,
    plan: Plan,
    bots: list[Bot],
    fillers: list[Bot],
    terms: PlaySettings,
    json: bool,
    apart: Sequence[Sequence[Bot]] = (),
) -> Iterator[Run]:
    """Prepare a new tournament, and yield its run."""
    with readied(resolver, plan, bots, fillers, terms) as (options, lock):
        number = create(resolver.store, plan, bots, fillers, apart)
        resume = resuming(number, terms.asking, terms.conditions)
        yield Run(resolver, number, options, lock, json, resume)


@contextmanager
def readied(
    resolver: Resolver, plan: Plan, bots: list[Bot], fillers: list[Bot], terms: PlaySettings
) -> Iterator[tuple[Options, RunLock]]:
    """Prepare to play by this plan; yield the options and the lock of the run."""
    players = [*bots, *fillers]
    require_here(players, terms.conditions.elsewhere)  # before a cluster is looked for
    options = made_ready(resolver, plan, bots, fillers, terms.conditions)
    ready = with_gateway(resolver, players, terms.asking, plan, options)
    # Nothing is written until every check that could refuse has passed.
    with exclusive_run(resolver.store) as run, ready as options:
        yield options, run


def require_different(bots: list[Bot]) -> None:
    """Refuse a bot that is named twice."""
    twice = [bot.label for at, bot in enumerate(bots) if bot in bots[:at]]
    if twice:
        raise UsageError(f"{twice[0]} is named twice. Name each bot once.")


def seeded(store: Store, bots: list[Bot]) -> list[Bot]:
    """Sort bots by official rating, best first, for formats that seed; unrated bots come last."""
    elo = {row.bot_id: without_noise(row.elo) for row in overall(store)}
    return sorted(bots, key=lambda bot: -elo.get(bot.id, -math.inf))


def who_may(bots: list[Bot], plan: Plan) -> list[Bot]:
    """Return the bots whose requests are all granted; report the others."""
    able = []
    for bot in bots:
        why = missing_permissions(needs_of(bot), plan.cap)
        if why:
            note(f"{bot.label} does not play: it {why}")
        elif needs_of(bot).model and not model_of(bot):
            note(name_a_model(bot.label))
        else:
            able.append(bot)
    return able


def _tell_of_fillers(
    plan: Plan, bots: list[Bot], fillers: list[Bot], apart: Sequence[Sequence[Bot]]
) -> None:
    most = most_together(bots, apart)
    large = sorted({players for _, players in plan.games if players > most})
    if large:
        names = listed([bot.name for bot in fillers])
        why = too_few_authors(plan, bots, apart)
        filled = f"Games with {listed([*map(str, large)])} players are filled up with {names}."
        note(f"{filled} {why}".rstrip())
