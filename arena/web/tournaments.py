"""The pages of tournaments, of tests of two bots, and of leagues and their seasons."""

from datetime import UTC, datetime, timedelta

from arena.text import sprt_summary
from arena.text.standings import live_standings, season_standings, standings
from arena.text.table import DataTable, Remark
from arena.tournament.league import LEAGUE, members
from arena.tournament.overview import bracket, overview
from arena.tournament.size import duration
from arena.tournament.sprt_scheduler import contest
from arena.tournament.tables import (
    facts,
    members_table,
    most_per_author,
    seasons_table,
    tournaments_table,
)
from arena.web.rendering import NoPage, Page
from ladder.database.store import Store
from ladder.queries.games import span
from ladder.queries.pools import Wanted
from ladder.queries.standings import Selected, Standing, live, selected
from ladder.tournaments.seasons import Season, seasons
from ladder.tournaments.seasons import standings as of_season
from ladder.tournaments.tournaments import Tournament, tournament, tournaments
from protocol import Json

MOST_ROWS = 100
"""Rows on the page of a tournament; its page of standings has them all."""
LOOK_BACK = timedelta(minutes=2)
"""The time over which the pace is measured."""


def tournaments_page(store: Store) -> Page:
    """List all tournaments, newest first."""
    overviews = [overview(store, each) for each in tournaments(store)]
    return Page("table.html", "Tournaments", {"table": tournaments_table(overviews)})


def tournament_page(store: Store, number: int) -> Page:
    """Return the page of a tournament, test or league. Raises UnknownTournament.

    While it is played, it shows live Elo in place of standings.
    """
    shown = tournament(store, number)
    about = overview(store, shown)
    if about["format"] == LEAGUE:
        return _league(store, shown, about)
    playing = about["state"] == "running"
    numbers = [*about["bot_ids"], *about["filler_ids"]]
    ids = dict(zip([*about["bots"], *about["fillers"]], numbers, strict=True))
    data = {
        "tournament": about,
        "playing": playing,
        "facts": facts(about),
        "standings": live_standings(live(store, number)[:MOST_ROWS], ids)
        if playing and shown.rated
        else _standings(store, shown),
        "bracket": bracket(store, shown),
        "test": contest(store, shown),
        "words": sprt_summary,
        "pace": _pace(store, about) if playing else "",
    }
    return Page("tournament.html", f"Tournament {number}", data)


def seasons_page(store: Store) -> Page:
    """List all seasons, newest first. Raises NoPage if there has been none."""
    every = seasons(store)
    if not every:
        raise NoPage("There is no season yet.")
    return Page("table.html", "Seasons", {"table": seasons_table(store, every)})


def season_page(store: Store, season_id: int) -> Page:
    """Return the page of a season, with the standings of its final once that has begun.

    Raises:
        NoPage: There is no such season.
    """
    season = _season(store, season_id)
    table = season_standings(of_season(store, season))
    return Page("season.html", f"Season {season.name}", {"season": season, "table": table})


def _league(store: Store, league: Tournament, about: Json) -> Page:
    """Return the page of a league: its seasons, its members, its standings by the latest fit."""
    present, gone = members(store, league)
    held = [each for each in seasons(store) if each.league_id == league.id]
    data = {
        "league": about,
        "facts": facts(about) | {"bots": []} | most_per_author(league),
        "seasons": seasons_table(store, held),
        "there": members_table(present),
        "gone": gone,
        "standings": _standings(store, league),
        "pace": _pace(store, about) if about["state"] == "running" else "",
    }
    return Page("league.html", f"League {league.id}", data)


def _season(store: Store, season_id: int) -> Season:
    for each in seasons(store):
        if each.id == season_id:
            return each
    raise NoPage("There is no such season.")


def _standings(store: Store, shown: Tournament) -> DataTable[Standing]:
    """Return the standings by the games of a tournament or league alone."""
    found = selected(store, Wanted(tournament_id=shown.id)) if shown.rated else Selected([], [])
    left = ", with bots that have left it" if shown.settings["format"] == LEAGUE else ""
    above = [Remark(f"From these games only{left}.")]
    return standings(found, most=MOST_ROWS, above=above)


def _pace(store: Store, about: Json) -> str:
    """Say how fast games are played, and how long the rest may take."""
    since = datetime.now(UTC) - LOOK_BACK
    played = span(store, since.strftime("%Y-%m-%dT%H:%M:%SZ"))
    if played.first is None:
        return ""
    # Since the first of them, as the tournament may have begun a moment ago; the ladder's times
    # have whole seconds.
    seconds = max((datetime.now(UTC) - datetime.fromisoformat(played.first)).total_seconds(), 1.0)
    rate = played.games / seconds
    text = f"{rate:.1f} games a second"
    if about["scheduled"] is None:
        return text
    return f"{text}, about {duration((about['scheduled'] - about['played']) / rate)} to go"
