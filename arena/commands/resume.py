"""`arena resume`: continuing what was stopped."""

from dataclasses import replace
from pathlib import Path

from arena.commands.home import existing, opened, require_hidden
from arena.commands.league.run import go_on
from arena.commands.models import with_gateway
from arena.commands.tournaments.ready import no_worse, run_options
from arena.commands.tournaments.run import play_on
from arena.errors import ArenaError
from arena.options.confinement import Conditions
from arena.options.parsing import parse_tournament
from arena.options.terms import ModelOptions
from arena.printing.console import note, say
from arena.text.phrases import listed
from arena.tournament.league import LEAGUE
from arena.tournament.lock import exclusive_run
from arena.tournament.plan import Plan
from arena.tournament.worker_process import EarlyProcesses
from ladder.database.store import Store
from ladder.tournaments.ledger import Ledger
from ladder.tournaments.tournaments import Tournament, tournaments
from ladder.tournaments.tournaments import tournament as stored_tournament


def resume(
    home: Path | None,
    word: str | None,
    asking: ModelOptions,
    conditions: Conditions,
    json: bool,
    early: EarlyProcesses,
) -> None:
    """Continue a tournament; says so when nothing is left to play."""
    existing(home)
    with opened(home) as (folder, store, resolver):
        unfinished = [each for each in tournaments(store) if each.finished_at is None]
        if word is not None:
            chosen = stored_tournament(store, parse_tournament(word))
        elif unfinished:
            chosen = unfinished[0]
        else:
            raise ArenaError("There is no unfinished tournament. Start one: arena tournament")
        if chosen.abandoned_at:
            raise ArenaError(
                f"Tournament {chosen.id} was abandoned. Start another: arena tournament"
            )
        plan = Plan.of(chosen.settings)
        if plan.format == LEAGUE:
            go_on(folder, store, resolver, chosen, conditions, json, early)
            return
        seated = [*chosen.settings["bots"], *chosen.settings["fillers"]]
        entrants = [store.bot(bot) for bot in seated]
        resolver.require_ready([bot for bot in entrants if bot.status != "suspended"])
        require_hidden(folder)
        level = no_worse(store, chosen, conditions)
        options = run_options(level, conditions)
        resolver.models = asking.named
        ready = with_gateway(resolver, entrants, asking, plan, options)
        with exclusive_run(store) as run, ready as options:
            if not json:
                _tell_of_unfinished(store, chosen, unfinished)
            play_on(store, resolver, chosen.id, replace(options, early=early), json, run)


def _tell_of_unfinished(store: Store, chosen: Tournament, unfinished: list[Tournament]) -> None:
    """Say what is resumed, and what else could be."""
    others = [str(each.id) for each in unfinished if each.id != chosen.id]
    if chosen.finished_at is None:
        played = Ledger(store, chosen.id).counts().played
        say(f"Resuming tournament {chosen.id} of {chosen.created_at[:10]} after {played} games.")
    if others:
        what = "Tournament" if len(others) == 1 else "Tournaments"
        verb = "is" if len(others) == 1 else "are"
        note(f"{what} {listed(others)} {verb} also unfinished: arena resume {others[0]}")
