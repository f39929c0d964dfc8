"""`arena tournaments`, `tournaments show`, `tournaments abandon`: list, show, abandon them."""

from __future__ import annotations

import re
import shlex
import sys

import typer

from arena.cli.help import ShowGroup
from arena.cli.home import opened, reading
from arena.cli.options.arguments import COMMON, ONLY_SHOWN, Common, TournamentId, option
from arena.cli.options.groups import words_of
from arena.cli.options.parsing import OptionError, parse_tournament
from arena.cli.options.sprt_options import SprtOptions
from arena.cli.options.tournament_options import BenchOptions, LeagueOptions, TournamentOptions
from arena.cli.output.console import answer, print_json, say
from arena.cli.output.tables import show, show_facts
from arena.text.phrases import counted
from arena.text.sprt_summary import llr_line, verdict_line
from ladder.database.store import Bot, Store
from ladder.tournaments.tournaments import Tournament
from ladder.tournaments.tournaments import tournament as stored_tournament
from ladder.tournaments.tournaments import tournaments as stored_tournaments
from protocol import Json

if not ONLY_SHOWN:
    from arena.cli.tournaments.outcome import in_json
    from arena.tournament.bench_scheduler import NAME as BENCH
    from arena.tournament.league import LEAGUE
    from arena.tournament.lifecycle import abandon as abandon_stored
    from arena.tournament.overview import bracket, overview
    from arena.tournament.plan import Plan
    from arena.tournament.sprt_scheduler import NAME as SPRT
    from arena.tournament.sprt_scheduler import contest
    from arena.tournament.tables import facts, games_played, tournaments_table


COMMANDS = ("repeat", "resume")
"""Lines meant to be copied, so they are never wrapped."""


class Tournaments(ShowGroup):
    """The commands under `tournaments`."""

    shown = re.compile(r"\d+")


commands = typer.Typer(cls=Tournaments)


def tournaments(common: Common) -> None:
    """List the tournaments, show one, or end one for good.

    Examples:
        arena tournaments
        arena tournaments --json
        arena tournaments show 3
        arena tournaments abandon 3

    JSON:
        [ListedTournament]
    """
    with reading(common.home) as store:
        found = stored_tournaments(store)
        if common.json:
            print_json([_data(store, each) for each in found])
        else:
            show(tournaments_table([overview(store, each) for each in found]))


@commands.command("show")
def tournaments_show(tournament: TournamentId, common: Common) -> None:
    """Show a tournament's settings, its progress and the command that repeats it.

    Examples:
        arena tournaments show 3

    JSON:
        {**ListedTournament, "sprt?": SprtState, "bracket?": SwissTable | KnockoutStages}
    """
    number = parse_tournament(tournament)
    with reading(common.home) as store:
        found = stored_tournament(store, number)
        data, about = _data(store, found), overview(store, found)
        decided = bracket(store, found)
        test = contest(store, found)
        told = {} if test is None or not common.json else in_json(test)  # it still reads
    if common.json:
        more = {} if decided is None else {"bracket": decided.data}
        print_json(data | more | told)
        return
    say(f"Tournament {number}: {about['state']}", style="bold")
    lines = {
        "games": games_played(about),
        **facts(about),
        "source": _sources(about["sources"]),
        "repeat": data["command"],
        "resume": f"arena resume {number}" if about["state"] == "stopped" else "",
        "verdict": "" if test is None else verdict_line(test),
        "so far": "" if test is None else llr_line(test),
    }
    show_facts(lines, copied=COMMANDS)
    if decided is not None:
        say()
        show(decided.table)


@commands.command("abandon")
def tournaments_abandon(
    tournament: TournamentId,
    yes: bool = option("Do not ask for confirmation.", default=False),
    common: Common = COMMON,
) -> None:
    """End a stopped tournament for good: what was played stays, the rest is never played.

    Examples:
        arena tournaments abandon 3
        arena tournaments abandon 3 --yes

    JSON:
        ListedTournament
    """
    number = parse_tournament(tournament)
    with opened(common.home, new=False) as (_, store, _):
        found = stored_tournament(store, number)
        if found.finished_at is None and not yes:
            _ask(_data(store, found), common.json)
        data = _data(store, abandon_stored(store, number))
    stay = f"Its {data['played']} played games stay."
    answer(common.json, data, f"Tournament {number} is abandoned. {stay}")


def _ask(data: Json, json: bool) -> None:
    """Exit unless the user agrees."""
    if json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise OptionError("An abandoned tournament cannot be resumed. Confirm with --yes.")
    say(f"Tournament {data['id']}: {games_played(data)} games are played; the rest never will be.")
    typer.confirm("Abandon it?", abort=True)


def _data(store: Store, found: Tournament) -> Json:
    """Return a tournament as --json prints it.

    JSON:
        ListedTournament = {
            "id": int, "state": str, "created_at": str, "finished_at": str | null,
            "abandoned_at": str | null, "played": int, "scheduled": int | null, "dropped": int,
            "given_up": int, "bots": [str], "fillers": [str],
            "apart": [[str]],  # bots that do not meet, such as those of one author
            "rated": bool, "games": [[str, int]], "format": str, "size": str, "settings": str,
            "seed": int | null, "secret_hash": str, "secret": str | null,
            "sources": {str: int},  # games by the source that played them
            "command": str,
        }
    """
    data, plan = overview(store, found), Plan.of(found.settings)
    del data["summary"]
    names = [_name(store, store.bot(bot)) for bot in data.pop("bot_ids")]
    fillers = [_name(store, store.bot(bot)) for bot in data.pop("filler_ids")]
    return data | {"command": shlex.join(["arena", *_repeating(plan, names, fillers)])}


def _repeating(plan: Plan, bots: list[str], fillers: list[str]) -> list[str]:
    """Return the words of the command that plays it again."""
    if plan.format == SPRT:
        return ["sprt", *bots, *words_of(SprtOptions.of(plan, fillers))]
    if plan.format == BENCH:
        return ["bench", *bots, *words_of(BenchOptions.of(plan))]
    if plan.format == LEAGUE:
        return ["league", "run", *words_of(LeagueOptions.of(plan))]
    return ["tournament", *bots, *words_of(TournamentOptions.of(plan))]


def _name(store: Store, bot: Bot) -> str:
    """Return the shortest name that means this version."""
    return bot.name if store.find_bot(bot.name) == bot else bot.label


def _sources(games: dict[str, int]) -> str:
    """Return the code that played it: 'arena 0.2.0+1f0c…', with counts where there are several."""
    named = {f"arena {name}" if name else "not known": count for name, count in games.items()}
    if len(named) == 1:
        return next(iter(named))
    return ", ".join(f"{name} ({counted(count, 'game')})" for name, count in named.items())
