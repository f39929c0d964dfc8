"""`arena league run`: play a tournament that never ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import typer

from arena.cli.help import CommandGroup
from arena.cli.home import opened, require_hidden
from arena.cli.options.arguments import ONLY_SHOWN, Common
from arena.cli.options.confinement import Conditions
from arena.cli.options.tournament_options import LeagueOptions
from arena.cli.output.console import note, say
from arena.errors import ArenaError
from arena.registry.permissions import missing_permissions
from arena.text.phrases import listed
from arena.tournament.lock import RunLock, exclusive_run
from arena.tournament.run_events import Report
from ladder.database.store import Bot
from ladder.tournaments.tournaments import Tournament, add_fillers, set_option
from ladder.tournaments.tournaments import tournament as stored_tournament

if not ONLY_SHOWN:
    from arena.cli.league.league_status import found_league, show_league, the_league
    from arena.cli.tournaments.ready import resumed_options
    from arena.cli.tournaments.run import Run, play_on
    from arena.registry.bundled import FILLERS
    from arena.registry.resolver import Resolver, needs_of
    from arena.tournament.admission import Admission
    from arena.tournament.driver import Options
    from arena.tournament.league import PER_AUTHOR
    from arena.tournament.plan import Plan
    from arena.tournament.tables import leagues
    from arena.tournament.worker_process import EarlyProcesses, raise_limits

commands = typer.Typer(cls=CommandGroup)


LATER = "Bots submitted later"


def league(common: Common) -> None:
    """Show the league, or let it play on.

    Examples:
        arena league
        arena league run --games 500
        arena league run --hours 8

    JSON:
        LeagueData | null  # null where there is no league, with exit code 1
    """
    show_league(common)


@commands.command("run")
def run(*, options: LeagueOptions, common: Common) -> None:
    """Let the league play on, for ever or for a while. Ctrl-C stops it; run it again to go on.

    All active submitted bots play, and the arena's greedy, random and trader beside them, each as
    often as any other: with 25 submitted bots one seat in nine is theirs, and they answer quickly.
    Their strength is known, so Elo compares with leagues that have a similar field.

    Bots submitted meanwhile join, and are placed by their first games; a new version plays beside
    the old one. Retired and suspended bots leave, reinstated ones come back. With --per-author, an
    author's latest bots beyond that number wait until another is retired. The first run founds the
    league; a run with other games or another clock founds a new one.

    Examples:
        arena league run
        arena league run --games 500
        arena league run --hours 8 --variants anniversary,plus --players 4
        arena league run --per-author 3

    JSON:
        Run
    """
    options.plan()  # raises before anything is made
    with opened(common.home) as (folder, store, resolver):
        require_hidden(folder)
        raise_limits()
        going_on = leagues(store)
        meant = [each for each in going_on if options.mean(Plan.of(each.settings))]
        others = [str(each.id) for each in going_on if each not in meant[:1]]
        if others and not common.json:
            note(f"To continue another league, use arena resume and its number: {listed(others)}.")
        with exclusive_run(store) as held:
            number = meant[0].id if meant else found_league(resolver, options.plan())
            chosen = stored_tournament(store, number)
            if options.per_author is not None:
                set_option(store, number, PER_AUTHOR, options.per_author or None)
            usual = resumed_options(store, chosen, options.terms.conditions, [LATER])
            seconds = None if options.hours is None else options.hours * 3600
            playing = replace(usual, games=options.games, seconds=seconds)
            _play_on(resolver, chosen, playing, common.json, held)


def go_on(
    resolver: Resolver,
    chosen: Tournament,
    conditions: Conditions,
    json: bool,
    early: EarlyProcesses,
) -> None:
    """Let a league play on until it is stopped: `arena resume`."""
    require_hidden(resolver.home)
    with exclusive_run(resolver.store) as held:
        options = resumed_options(resolver.store, chosen, conditions, [LATER])
        _play_on(resolver, chosen, replace(options, early=early), json, held)


def _play_on(
    resolver: Resolver, chosen: Tournament, options: Options, json: bool, held: RunLock
) -> None:
    store = resolver.store
    plan = Plan.of(stored_tournament(store, chosen.id).settings)  # as it is now
    cap, places = plan.cap, plan.options.get(PER_AUTHOR)
    # After an upgrade, today's reference bots take the place of those whose strength is not known.
    fillers = [bot.id for bot in resolver.bundled(only=FILLERS)]
    add_fillers(store, chosen.id, fillers)

    def unable(bot: Bot) -> str:
        if needs_of(bot).model:
            return (
                "it plays with a language model, which no league has. Let it play in a tournament: "
                f"arena tournament {bot.name.partition('@')[0]}@small --models models.toml"
            )
        if why := missing_permissions(needs_of(bot), cap):
            return f"it {why}"
        try:
            resolver.spec_of(bot)
        except ArenaError as error:
            return str(error)
        return ""

    def admission(report: Report) -> Callable[[], None]:
        return Admission(store, chosen.id, fillers, unable, report, places)

    # Of several leagues, the bare command means the newest.
    newest = the_league(store).id == chosen.id
    resume = "arena league run" if newest else f"arena resume {chosen.id}"
    outcome = play_on(Run(resolver, chosen.id, options, held, json, resume, admission))
    if not json and outcome.signal is None:
        say(f"\nIt goes on with: {resume}")
