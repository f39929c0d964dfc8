"""`arena tournaments`, `tournaments show`, `tournaments abandon`: what was and is being played."""

import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import typer

from arena.commands.bracket import bracket, show_bracket
from arena.commands.console import print_json, say, terminal_width
from arena.commands.home import existing, opened, reading
from arena.commands.options import OptionError, parse_number
from arena.commands.sprt_options import written as written_sprt
from arena.commands.sprt_report import in_json, llr_line, verdict_line
from arena.commands.tables import print_table
from arena.commands.tournament_options import written
from arena.text import harmless
from arena.tournament.courses import course, length, summary
from arena.tournament.league import LEAGUE
from arena.tournament.lock import running
from arena.tournament.plan import Plan
from arena.tournament.run import abandon as abandon_stored
from arena.tournament.sprt import NAME as SPRT
from ladder.contest import Contest
from ladder.ledger import Ledger
from ladder.stays import present
from ladder.store import Bot, Store
from ladder.tournaments import Tournament, tournament, tournaments

SPARE = ("settings", "bots…", "variants", "when", "bots")
"""The columns that a narrow terminal leaves out, the first one first; `…`: shortens."""
COMMANDS = ("repeat", "resume")
"""Lines that are to be copied, so they stay as they are, however long."""

Data = dict[str, Any]


def show_all(home: Path | None, json: bool) -> None:
    """A list of all tournaments, newest first."""
    with reading(home) as store:
        found = [_data(store, each) for each in tournaments(store)]
    if json:
        print_json(found)
        return
    if not found:
        say("No tournament has been played yet. Start one: arena tournament")
        return
    print_table(
        ("id", "when", "state", "games", "bots", "variants", "settings"),
        [
            (
                each["id"],
                _when(each["created_at"]),
                each["state"],
                _games(each),
                ", ".join(each["bots"]),
                describe_games(each["games"]),
                f"{each['size']}, {each['settings']}",
            )
            for each in found
        ],
        left=(1, 2, 4, 5, 6),
        spare=SPARE,
    )


def show(home: Path | None, word: str, json: bool) -> None:
    """Everything about one tournament."""
    number = parse_number(word, "tournament")
    with reading(home) as store:
        found = tournament(store, number)
        data = _data(store, found)
        decided = bracket(store, found)
        test = _test(store, found)
        told = {} if test is None or not json else in_json(test)  # it still reads
    if json:
        more = {} if decided is None else {"bracket": decided}
        print_json(data | more | told)
        return
    say(f"Tournament {number}: {data['state']}", style="bold")
    lines = {
        "games": _games(data),
        "size": data["size"],
        "format": f"{data['format']}: {summary(Plan.of(found.settings))}",
        "bots": ", ".join(data["bots"]),
        "fillers": ", ".join(data["fillers"]) if _needs_fillers(data) else "",
        "variants": describe_games(data["games"]),
        "settings": data["settings"],
        "created": _when(data["created_at"]),
        "finished": _when(data["finished_at"]),
        "seed": "none: the deals are secret" if data["seed"] is None else data["seed"],
        "seed hash": data["secret_hash"],
        "secret": data["secret"] and f"{data['secret']} (arena verify --tournament {number})",
        "repeat": data["command"],
        "resume": f"arena resume {number}" if data["state"] == "stopped" else "",
        "verdict": "" if test is None else verdict_line(test),
        "so far": "" if test is None else llr_line(test),
    }
    for name, text in lines.items():
        if text:
            say(_entry(name, str(text)))
    if decided is not None:
        say()
        show_bracket(decided)


def _entry(name: str, text: str) -> str:
    """A line for each name; on a narrow terminal several, the others under the first."""
    width, before = terminal_width(), f"  {name:<10} "
    if width is None or name in COMMANDS:
        return before + text
    margin = " " * len(before)
    return fill(
        harmless(text), max(width, 2 * len(margin)), initial_indent=before, subsequent_indent=margin
    )


def abandon(home: Path | None, word: str, yes: bool, json: bool) -> None:
    """Ends a tournament for good, once the user has confirmed it."""
    number = parse_number(word, "tournament")
    existing(home)
    with opened(home) as (_, store, _):
        found = tournament(store, number)
        if found.finished_at is None and not yes:
            _ask(_data(store, found), json)
        data = _data(store, abandon_stored(store, number))
    if json:
        print_json(data)
    else:
        say(f"Tournament {number} is abandoned. Its {data['played']} played games stay.")


def _test(store: Store, found: Tournament) -> Contest | None:
    """The test that a tournament is, as far as it has come; None if it is none."""
    if found.settings["format"] != SPRT:
        return None
    test = Contest.of(store, found.id, found.settings)
    test.read_on()
    return test


def _ask(data: Data, json: bool) -> None:
    """Ends the command unless the user agrees."""
    if json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise OptionError("An abandoned tournament cannot be resumed. Confirm with --yes.")
    say(f"Tournament {data['id']}: {_games(data)} games are played; the rest never will be.")
    typer.confirm("Abandon it?", abort=True)


def _data(store: Store, found: Tournament) -> Data:
    """A tournament as --json prints it."""
    plan, counts = Plan.of(found.settings), Ledger(store, found.id).counts()
    bots = [store.bot(bot) for bot in _entrants(store, found)]
    fillers = [store.bot(bot) for bot in found.settings["fillers"]]
    names = [_name(store, bot) for bot in bots]
    scheduled: int | None = counts.played + counts.to_play
    if found.abandoned_at or not found.finished_at:
        ledger = counts.played + counts.to_play + (counts.dropped if found.abandoned_at else 0)
        scheduled = course(plan, found.settings, found.secret).games(ledger, found.rounds)
    return {
        "id": found.id,
        "state": _state(store, found),
        "created_at": found.created_at,
        "finished_at": found.finished_at,
        "abandoned_at": found.abandoned_at,
        "played": counts.played,
        "scheduled": scheduled,
        "dropped": counts.dropped,
        "given_up": counts.quarantined,
        "bots": [bot.label for bot in bots],
        "fillers": [bot.label for bot in fillers],
        "rated": found.rated,
        "games": plan.games,
        "format": plan.format,
        "size": length(plan),
        "settings": _settings(plan),
        "seed": found.seed,
        "secret_hash": found.secret_hash,
        "secret": shown_secret(found),
        "command": written_sprt(plan, names, [_name(store, bot) for bot in fillers])
        if plan.format == SPRT
        else written(plan, names),
    }


def _entrants(store: Store, found: Tournament) -> Sequence[int]:
    """The ids of the bots that play; in a league, those that are in it by now."""
    if found.settings["format"] == LEAGUE:
        return present(store, found.id, found.matches)
    named: list[int] = found.settings["bots"]
    return named


def shown_secret(found: Tournament) -> str | None:
    """What everything was drawn from; None while a game may still be played on its deals."""
    return found.secret.hex() if found.finished_at else None


def _needs_fillers(data: Data) -> bool:
    return data["format"] != LEAGUE and any(
        players > len(data["bots"]) for _, players in data["games"]
    )


def _name(store: Store, bot: Bot) -> str:
    """The shortest name that means this version."""
    return bot.name if store.find_bot(bot.name) == bot else bot.label


def _state(store: Store, found: Tournament) -> str:
    if found.abandoned_at:
        return "abandoned"
    if found.finished_at:
        return "finished"
    return "running" if running(store) == found.id else "stopped"


def _settings(plan: Plan) -> str:
    """The settings that differ between tournaments, in words."""
    talk = "" if plan.talk else ", no talk"
    seed = "" if plan.seed is None else f", seed {plan.seed}"
    unrated = ", not rated" if plan.format == SPRT else ""
    return f"{plan.format}{unrated}, {plan.time.time_class} {plan.time}{talk}{seed}"


def _games(data: Data) -> str:
    of = "" if data["scheduled"] is None else f" of {data['scheduled']}"
    return f"{data['played']}{of}"


def describe_games(games: Sequence[tuple[str, int]]) -> str:
    """Variants with their numbers of players: `classic with 3, 4; plus with 4`."""
    counts: dict[str, list[str]] = {}
    for variant, players in games:
        counts.setdefault(variant, []).append(str(players))
    return "; ".join(f"{variant} with {', '.join(each)}" for variant, each in counts.items())


def _when(time: str | None) -> str:
    return "" if time is None else time[:16].replace("T", " ")
