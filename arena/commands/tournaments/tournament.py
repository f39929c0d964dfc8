"""`arena tournament`: a schedule is written, played, and rated.

`arena sprt A B`: is A better than B? Plays until that is decided, and not rated.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from arena.commands.home import opened
from arena.commands.models import foreseen, require_here, with_gateway
from arena.commands.tournaments.ready import made_ready, with_reference
from arena.commands.tournaments.run import play_on
from arena.errors import UsageError
from arena.home import Home
from arena.options.parsing import OptionError
from arena.options.sprt import SprtOptions
from arena.options.tournament import TournamentOptions, usual_size
from arena.printing.console import note, say
from arena.registry.bundled import FILLERS
from arena.registry.permissions import missing_permissions, name_a_model
from arena.registry.resolver import Resolver, model_of, needs_of
from arena.text.phrases import listed
from arena.tournament.authors import same_author_groups
from arena.tournament.driver import Options, workers
from arena.tournament.estimate import estimate
from arena.tournament.lock import RunLock, exclusive_run
from arena.tournament.plan import Plan
from arena.tournament.run import create
from arena.tournament.worker_process import EarlyProcesses
from ladder.database.store import Bot, Store
from ladder.queries.standings import overall


def tournament(
    home: Path | None,
    words: list[str],
    wanted: TournamentOptions,
    json: bool,
    early: EarlyProcesses,
) -> None:
    """Write the schedule, play it, print the standings."""
    plan = wanted.plan()
    with opened(home) as (folder, store, resolver):
        resolver.models = wanted.terms.asking.named
        bots = [resolver.find(word) for word in words] or _seeded(
            store, _who_may(resolver.everyone(), plan)
        )
        require_different(bots)
        if wanted.reference:
            bots = with_reference(resolver, bots)
        if wanted.size() is None:
            plan = replace(plan, size=usual_size(plan, len(bots)))
        with begun(folder, resolver, plan, bots, wanted, json) as (number, options, run):
            play_on(store, resolver, number, replace(options, early=early), json, run)


@contextmanager
def begun(
    folder: Home,
    resolver: Resolver,
    plan: Plan,
    bots: list[Bot],
    wanted: TournamentOptions,
    json: bool,
) -> Iterator[tuple[int, Options, RunLock]]:
    """A new tournament that is ready to be played: its number, and what it is played with.

    Tells what it is expected to take. Bundled bots fill the seats that are left over.
    """
    store, fillers = resolver.store, resolver.bundled(only=FILLERS)
    require_here(bots, wanted.terms.conditions.elsewhere)  # before a cluster is looked for
    options = made_ready(folder, resolver, plan, bots, fillers, wanted.terms.conditions)
    ready = with_gateway(resolver, bots, wanted.terms.asking, plan, options)
    with exclusive_run(store) as run, ready as options:
        apart = [] if wanted.same_author else same_author_groups(bots)
        number = create(store, plan, bots, fillers, run, apart)
        _tell_of_fillers(plan, bots, fillers)
        if not json:
            expected = estimate(store, number, workers(options))
            say(f"Expecting {expected}.", wrap=True)
            if cost := foreseen(store, bots, resolver.models, plan, expected.games):
                say(cost, wrap=True)
        yield number, options, run


def require_different(bots: list[Bot]) -> None:
    """Refuse a bot that is named twice."""
    twice = [bot.label for at, bot in enumerate(bots) if bot in bots[:at]]
    if twice:
        raise UsageError(f"{twice[0]} is named twice. Name each bot once.")


def _seeded(store: Store, bots: list[Bot]) -> list[Bot]:
    """Sort bots by official rating, best first, which matters where a format seeds; others last."""
    elo = {row.bot_id: row.elo for row in overall(store)}
    return sorted(bots, key=lambda bot: -elo.get(bot.id, -math.inf))


def _who_may(bots: list[Bot], plan: Plan) -> list[Bot]:
    """Keep the bots that are given all they ask for; tell of the others."""
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


def _tell_of_fillers(plan: Plan, bots: list[Bot], fillers: list[Bot]) -> None:
    large = sorted({players for _, players in plan.games if players > len(bots)})
    if large:
        names = listed([bot.name for bot in fillers])
        note(f"Games with {listed([*map(str, large)])} players are filled up with {names}.")


def sprt(home: Path | None, words: tuple[str, str], wanted: SprtOptions, json: bool) -> None:
    """Write the first units, play until there is a verdict, print it."""
    plan = wanted.plan()
    with opened(home) as (folder, store, resolver):
        resolver.models = wanted.terms.asking.named
        bots = [resolver.find(word) for word in words]
        require_different(bots)
        others = _others(resolver, plan, bots, wanted.names_of_others())
        require_here([*bots, *others], wanted.terms.conditions.elsewhere)
        options = made_ready(folder, resolver, plan, bots, others, wanted.terms.conditions)
        ready = with_gateway(resolver, [*bots, *others], wanted.terms.asking, plan, options)
        with exclusive_run(store) as run, ready as options:
            number = create(store, plan, bots, others, run)
            if not json:
                one, other = (bot.label for bot in bots)
                say(f"Is {one} better than {other}? These games are not rated.")
            if others:
                note(f"At the other seats: {listed([bot.label for bot in others])}.")
            play_on(store, resolver, number, options, json, run)


def _others(resolver: Resolver, plan: Plan, bots: list[Bot], names: list[str]) -> list[Bot]:
    """The third bots: those named, else bundled ones that are not tested themselves."""
    ((_, players),) = plan.games
    if players == len(bots):
        return []
    if not names:
        return [bot for bot in resolver.bundled(only=FILLERS) if bot not in bots][: players - 2]
    others = [resolver.find(name) for name in names]
    for bot in others:
        if bot in bots:
            raise OptionError(
                f"{bot.label} is tested, so it cannot hold another seat. Leave it out of --others."
            )
    return others
