"""Tournaments, seasons and a league's members as tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from arena.text.phrases import counted, few, minute
from arena.text.ratings import known
from arena.text.table import Column, DataTable, Link, Remark, bot_link, number
from arena.tournament.league import LEAGUE, PER_AUTHOR, Member, members
from arena.tournament.lock import running
from arena.tournament.overview import describe_games, needs_fillers
from arena.tournament.plan import Plan
from ladder.database.store import Bot, Store
from ladder.queries.bot_profile import more_games
from ladder.queries.standings import PROVISIONAL, Standing
from ladder.tournaments.seasons import Season, matches_of, winners
from ladder.tournaments.tournaments import Tournament, tournaments
from protocol import Json

FEW_BOTS = 3
"""More are counted, as a table has room for a few names."""


def tournaments_table(found: Sequence[Json]) -> DataTable[Json]:
    """Return the list of tournaments. found: as `overview` describes them."""

    def name(each: Json) -> Link:
        kind = "League" if each["format"] == LEAGUE else "Tournament"
        return Link(f"{kind} {each['id']}", "tournament", (each["id"],), str(each["id"]))

    columns: list[Column[Json]] = [
        Column("id", name, words=True),
        Column(
            "when, UTC", lambda each: minute(each["created_at"]), words=True, spare=4, style="when"
        ),
        Column("state", lambda each: each["state"], words=True),
        Column("games", games_played),
        Column("bots", lambda each: few(each["bots"], FEW_BOTS), words=True, spare=2),
        Column("variants", lambda each: describe_games(each["games"]), words=True, spare=3),
        Column("settings", lambda each: f"{each['size']}, {each['settings']}", words=True, spare=1),
    ]
    empty = Remark("No tournament has been played yet.", "Start one", "arena tournament")
    return DataTable("Tournaments", columns, found, empty=empty, searched="tournaments")


def _numbered(kind: str, number: int) -> Link:
    return Link(f"{kind} {number}", "tournament", (number,))


def games_played(each: Json) -> str:
    """Return the games played, and of how many: `12 of 30`."""
    done = each["scheduled"] in (None, each["played"])
    return f"{each['played']}" if done else f"{each['played']} of {each['scheduled']}"


def facts(about: Json) -> dict[str, object]:
    """Return the settings of a tournament, as `overview` describes it, by what they are called."""
    links = dict(zip(about["bots"], about["bot_ids"], strict=True))
    links |= zip(about["fillers"], about["filler_ids"], strict=True)

    def bots(labels: Sequence[str]) -> list[Link]:
        return [bot_link(label, links[label]) for label in labels]

    secret = about["secret"]
    return {
        "size": about["size"],
        "format": f"{about['format']}: {about['summary']}",
        "bots": bots(about["bots"]),
        "fillers": bots(about["fillers"]) if needs_fillers(about) else [],
        "variants": [
            Link(describe_games(played), "rules", (name, played[0][1]))
            for name, each in groupby(about["games"], lambda game: game[0])
            if (played := list(each))
        ],
        "settings": about["settings"],
        "begun": minute(about["created_at"]),
        "finished": minute(about["finished_at"]),
        "seed": "none: the deals are secret"
        if about["seed"] is None
        else f"{about['seed']}: a bot could find out every card",
        "seed hash": about["secret_hash"],
        "secret": secret and f"{secret} (arena verify --tournament {about['id']})",
    }


def most_per_author(league: Tournament) -> dict[str, object]:
    """Return how many bots of one author a league takes, as a further fact."""
    most = Plan.of(league.settings).options.get(PER_AUTHOR)
    return {"authors": f"at most {counted(most, 'bot')} each"} if most else {}


def seasons_table(store: Store, found: Sequence[Season]) -> DataTable[Season]:
    """Return the list of seasons."""

    def final(each: Season) -> Link | None:
        return None if each.final_id is None else _numbered("tournament", each.final_id)

    columns: list[Column[Season]] = [
        Column("season", lambda each: Link(each.name, "season", (each.id,)), words=True),
        Column("state", lambda each: each.state, words=True),
        Column("opened", lambda each: each.opened_at[:10], words=True, spare=2),
        Column("closed", lambda each: (each.closed_at or "")[:10], words=True, spare=3),
        Column("league", lambda each: _numbered("league", each.league_id), words=True, spare=4),
        Column("matches", lambda each: matches_of(store, each), spare=1),
        Column("final", final, words=True),
        Column("winners", lambda each: ", ".join(winners(store, each)), words=True),
    ]
    empty = Remark("There is no season yet.", "Open one", "arena season open NAME")
    return DataTable("Seasons", columns, found, empty=empty)


def leagues(store: Store) -> list[Tournament]:
    """List the leagues that have not been ended, the newest first."""
    unfinished = [each for each in tournaments(store) if each.finished_at is None]
    return [each for each in unfinished if Plan.of(each.settings).format == LEAGUE]


def plays_next(store: Store) -> Callable[[Bot], str]:
    """Return what says when a bot plays next, and what it waits for."""
    league = next(iter(leagues(store)), None)
    there = {each.bot.id: each for each in members(store, league)[0]} if league else {}

    def words(bot: Bot) -> str:
        member = there.get(bot.id)
        if bot.status != "active" and member is None:
            newer = "only where it is named, as a newer version plays"
            return newer if bot.willing else "once it is reinstated"
        if league is None or (member is None and bot.bundled):
            return "when a tournament begins"
        if running(store) != league.id:
            return f"when league {league.id} goes on"
        if member is None:
            return f"in league {league.id}, at one of its next tables"
        return f"in league {league.id}" + (", which is placing it" if member.newcomer else "")

    return words


@dataclass(frozen=True)
class BotRow:
    """A bot in the list of all; `next` is empty for a bundled one that has not been entered."""

    label: str
    language: str
    author: str
    status: str
    since: str = ""
    standing: Standing | None = None
    next: str = ""


def bots_table(found: Sequence[BotRow]) -> DataTable[BotRow]:
    """Return the list of bots."""

    def elo(each: BotRow) -> str:
        row = each.standing
        return "" if row is None or row.unknown else known(row.elo, row.interval, row.bound)

    def missing(each: BotRow) -> str:
        more = each.standing and more_games(each.standing)
        return "" if more is None else f"{more:,}"

    columns: list[Column[BotRow]] = [
        Column("bot", lambda each: each.label, words=True),
        Column("language", lambda each: each.language, words=True, spare=3),
        Column("author", lambda each: each.author, words=True, spare=2),
        Column("status", lambda each: each.status, words=True, spare=6),
        Column("since", lambda each: each.since, words=True, spare=1),
        Column("Elo", elo),
        Column(f"to ± {PROVISIONAL:.0f}", missing, "games until its Elo is that precise", spare=4),
        Column("plays next", lambda each: each.next, words=True, spare=5),
    ]
    return DataTable("Bots", columns, found)


def members_table(found: Sequence[Member]) -> DataTable[Member]:
    """Return the list of a league's members."""
    columns: list[Column[Member]] = [
        Column("bot", lambda each: bot_link(each.bot.label, each.bot.id), words=True),
        Column("author", lambda each: each.bot.author, words=True, spare=2),
        number("games", "games"),
        number("since match", "since", 0, "the match from which it could be drawn", spare=1),
        Column(
            "state", lambda each: "newcomer" if each.newcomer else "", "not placed yet", words=True
        ),
    ]
    empty = Remark("No bots yet.")
    return DataTable("Who is in it", columns, found, empty=empty, searched="members")
