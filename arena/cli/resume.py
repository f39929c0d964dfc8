"""`arena resume`: continue what was stopped."""

from __future__ import annotations

from dataclasses import replace

from arena.cli.home import opened, require_hidden
from arena.cli.options.arguments import ONLY_SHOWN, Common, argument
from arena.cli.options.confinement import Resumed
from arena.cli.options.parsing import parse_tournament
from arena.cli.options.play_settings import ModelOptions
from arena.cli.output.console import note, say
from arena.errors import ArenaError
from arena.text.phrases import listed
from arena.tournament.lock import exclusive_run
from ladder.database.store import Store
from ladder.tournaments.ledger import Ledger
from ladder.tournaments.tournaments import Tournament, tournaments
from ladder.tournaments.tournaments import tournament as stored_tournament

if not ONLY_SHOWN:
    from arena.tournament.worker_process import start_early


def resume(
    tournament: str | None = argument(
        "ID",
        "A tournament's id; see `arena tournaments`.",
        default=None,
        show_default="the latest unfinished one",
    ),
    *,
    asking: ModelOptions,
    conditions: Resumed,
    common: Common,
) -> None:
    """Continue a tournament that was stopped: by Ctrl-C, a crash or a power cut.

    Examples:
        arena resume
        arena resume 3
        arena resume --address auto

    JSON:
        Run
    """
    with start_early(elsewhere=bool(conditions.address)) as early:
        # A worker process starts beside these imports, which take as long.
        from arena.cli.league.run import go_on
        from arena.cli.models import with_gateway
        from arena.cli.tournaments.ready import resumed_options
        from arena.cli.tournaments.run import Run, play_on, resuming
        from arena.tournament.league import LEAGUE
        from arena.tournament.plan import Plan

        with opened(common.home, asking, new=False) as (folder, store, resolver):
            unfinished = [each for each in tournaments(store) if each.finished_at is None]
            chosen = _chosen(store, tournament, unfinished)
            plan = Plan.of(chosen.settings)
            # A league admits its bots as it plays; those of a tournament must all be able to play
            # now.
            if plan.format == LEAGUE:
                go_on(resolver, chosen, conditions, common.json, early)
                return
            seated = [*chosen.settings["bots"], *chosen.settings["fillers"]]
            entrants = [store.bot(bot) for bot in seated]
            # A suspended bot plays no more: another entrant takes its seat.
            resolver.require_ready([bot for bot in entrants if bot.status != "suspended"])
            require_hidden(folder)
            options = resumed_options(store, chosen, conditions)
            ready = with_gateway(resolver, entrants, asking, plan, options)
            with exclusive_run(store) as lock, ready as options:
                if not common.json:
                    _tell_of_unfinished(store, chosen, unfinished)
                playing = replace(options, early=early)
                resume = resuming(chosen.id, asking, conditions)
                play_on(Run(resolver, chosen.id, playing, lock, common.json, resume))


def _chosen(store: Store, named: str | None, unfinished: list[Tournament]) -> Tournament:
    """Return the tournament to resume: the one named, else the latest. Raise ArenaError."""
    if named is None:
        if not unfinished:
            raise ArenaError("There is no unfinished tournament. Start one: arena tournament")
        return unfinished[0]
    chosen = stored_tournament(store, parse_tournament(named))
    if chosen.abandoned_at:
        raise ArenaError(f"Tournament {chosen.id} was abandoned. Start another: arena tournament")
    return chosen


def _tell_of_unfinished(store: Store, chosen: Tournament, unfinished: list[Tournament]) -> None:
    """Print which tournament is resumed, and which others could be."""
    others = [str(each.id) for each in unfinished if each.id != chosen.id]
    if chosen.finished_at is None:
        played = Ledger(store, chosen.id).counts().played
        say(f"Resuming tournament {chosen.id} of {chosen.created_at[:10]} after {played} games.")
    if others:
        what = "Tournament" if len(others) == 1 else "Tournaments"
        verb = "is" if len(others) == 1 else "are"
        note(f"{what} {listed(others)} {verb} also unfinished: arena resume {others[0]}")
