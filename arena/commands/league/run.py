"""`arena league run`: a tournament that plays on for ever."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arena.commands.home import opened, require_hidden
from arena.commands.league.listing import found_league, leagues, the_league
from arena.commands.tournaments.ready import no_worse, run_options
from arena.commands.tournaments.run import play_on
from arena.errors import ArenaError
from arena.home import Home
from arena.options.confinement import Conditions
from arena.options.tournament import LeagueOptions
from arena.printing.console import note, say
from arena.registry.permissions import missing_permissions
from arena.registry.resolver import Resolver, needs_of
from arena.text.phrases import listed
from arena.tournament.admission import Admission
from arena.tournament.driver import Options
from arena.tournament.league import PER_AUTHOR
from arena.tournament.lock import RunLock, exclusive_run
from arena.tournament.plan import Plan
from arena.tournament.progress import Report
from arena.tournament.worker_process import EarlyProcesses, raise_limits
from ladder.database.store import Bot, Store
from ladder.tournaments.tournaments import Tournament, set_option
from ladder.tournaments.tournaments import tournament as stored_tournament

LATER = "Bots submitted later"


def run(home: Path | None, wished: LeagueOptions, json: bool) -> None:
    """Go on with the league that is meant, or found it."""
    wished.plan()  # raises before anything is made
    with opened(home) as (folder, store, resolver):
        require_hidden(folder)
        raise_limits()
        going_on = [each for each in leagues(store) if each.finished_at is None]
        meant = [each for each in going_on if wished.mean(Plan.of(each.settings))]
        others = [str(each.id) for each in going_on if each not in meant[:1]]
        if others and not json:
            note(f"To continue another league, use arena resume and its number: {listed(others)}.")
        with exclusive_run(store) as held:
            number = meant[0].id if meant else found_league(store, resolver, wished.plan(), held)
            chosen = stored_tournament(store, number)
            level = no_worse(store, chosen, wished.terms.conditions, [LATER])
            if wished.per_author is not None:
                set_option(store, number, PER_AUTHOR, wished.per_author or None)
            usual = run_options(level, wished.terms.conditions)
            seconds = None if wished.hours is None else wished.hours * 3600
            options = replace(usual, games=wished.games, seconds=seconds)
            _play_on(store, resolver, chosen, options, json, held)


def go_on(
    folder: Home,
    store: Store,
    resolver: Resolver,
    chosen: Tournament,
    conditions: Conditions,
    json: bool,
    early: EarlyProcesses,
) -> None:
    """Let a league play on until it is stopped: `arena resume`."""
    require_hidden(folder)
    level = no_worse(store, chosen, conditions, [LATER])
    with exclusive_run(store) as held:
        options = run_options(level, conditions)
        _play_on(store, resolver, chosen, replace(options, early=early), json, held)


def _play_on(
    store: Store,
    resolver: Resolver,
    chosen: Tournament,
    options: Options,
    json: bool,
    held: RunLock,
) -> None:
    plan = Plan.of(stored_tournament(store, chosen.id).settings)  # as it is now
    cap, places = plan.cap, plan.options.get(PER_AUTHOR)

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
        return Admission(store, chosen.id, chosen.settings["fillers"], unable, report, places)

    # Of several leagues, the bare command means the newest.
    newest = the_league(store).id == chosen.id
    resume = "arena league run" if newest else f"arena resume {chosen.id}"
    outcome = play_on(store, resolver, chosen.id, options, json, held, admission, resume)
    if not json and outcome.signal is None:
        say(f"\nIt goes on with: {resume}")
