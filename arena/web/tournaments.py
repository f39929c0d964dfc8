"""The pages of tournaments: the list, and each with progress, standings and settings; tests of two
bots with their verdict, leagues with who is in them, and their seasons."""

from datetime import UTC, datetime, timedelta

from arena.text.ratings import BOUNDS, ranks, to_next
from arena.text.sprt import llr_line, remarks, results, verdict_line
from arena.tournament.league import LEAGUE, PER_AUTHOR, members
from arena.tournament.overview import bracket, describe_games, needs_fillers, overview
from arena.tournament.plan import Plan
from arena.tournament.schedulers import summary
from arena.tournament.size import duration
from arena.tournament.sprt import contest
from arena.web.rendering import NoPage, Page
from arena.web.standings import Shown, in_words
from ladder.database.store import Store
from ladder.queries.pools import Wanted
from ladder.queries.standings import live, selected
from ladder.tournaments.seasons import Season, seasons
from ladder.tournaments.seasons import standings as of_season
from ladder.tournaments.sprt_progress import Contest
from ladder.tournaments.tournaments import Tournament, tournament, tournaments
from protocol import Json

MOST_ROWS = 100
"""The most rows on the page of a tournament; its page of standings has them all."""
LOOK_BACK = timedelta(minutes=2)
"""How far back its pace is measured."""


def tournaments_page(store: Store) -> Page:
    """The list, newest first."""
    found = [overview(store, each) for each in tournaments(store)]
    return Page(
        "tournaments.html",
        "Tournaments",
        {"tournaments": [each | {"variants": describe_games(each["games"])} for each in found]},
    )


def tournament_page(store: Store, number: int) -> Page:
    """One tournament, test or league; while it is played, by live Elo. Raises UnknownTournament."""
    found = tournament(store, number)
    told = overview(store, found)
    if told["format"] == LEAGUE:
        return _league(store, found, told)
    playing = told["state"] == "running"
    ids = [*told["bot_ids"], *told["filler_ids"]]
    rows, more = _standings(store, found, playing)
    test = contest(store, found)
    return Page(
        "tournament.html",
        f"Tournament {number}",
        {
            "tournament": told,
            "summary": summary(Plan.of(found.settings)),
            "playing": playing,
            "live": live(store, number)[:MOST_ROWS] if playing and found.rated else [],
            "ids": dict(zip([*told["bots"], *told["fillers"]], ids, strict=True)),
            "fillers": told["fillers"] if needs_fillers(told) else [],
            "rows": rows,
            "more": more,
            "bracket": bracket(store, found),
            "test": None if test is None else _test(test, *told["bots"]),
            "pace": _pace(store, told) if playing else "",
        },
    )


def seasons_page(store: Store) -> Page:
    """List all seasons, newest first. Raises NoPage if there has been none."""
    found = seasons(store)
    if not found:
        raise NoPage("There is no season yet.")
    return Page("seasons.html", "Seasons", {"seasons": found})


def season_page(store: Store, season_id: int) -> Page:
    """One season: its standings, those of its final once that has begun. Raises NoPage."""
    found = _season(store, season_id)
    rows = [
        (
            each,
            store.bot(each.bot_id),
            f"{BOUNDS[each.official.bound]}{each.official.elo:.0f}",
            to_next(each.official.above, each.official.above_interval),
        )
        for each in of_season(store, found)
    ]
    return Page(
        "season.html", f"Season {found.name}", {"season": found, "rows": rows, "ranks": ranks}
    )


def _league(store: Store, found: Tournament, told: Json) -> Page:
    """A league: its seasons, who is in it, its standings by the latest fit."""
    there, gone = members(store, found)
    rows, more = _standings(store, found)
    return Page(
        "league.html",
        f"League {found.id}",
        {
            "league": told,
            "per_author": Plan.of(found.settings).options.get(PER_AUTHOR),
            "seasons": [each for each in seasons(store) if each.league_id == found.id],
            "there": there,
            "gone": gone,
            "rows": rows,
            "more": more,
            "pace": _pace(store, told) if told["state"] == "running" else "",
        },
    )


def _season(store: Store, season_id: int) -> Season:
    for each in seasons(store):
        if each.id == season_id:
            return each
    raise NoPage("There is no such season.")


def _standings(store: Store, found: Tournament, playing: bool = False) -> tuple[list[Shown], int]:
    """Its first rows, and how many more there are; none while their order may still change."""
    settled = found.rated and not playing
    rows = selected(store, Wanted(tournament_id=found.id)).rows if settled else []
    return in_words(rows[:MOST_ROWS]), max(0, len(rows) - MOST_ROWS)


def _test(test: Contest, a: str, b: str) -> Json:
    """A test of two bots, in the words of `arena sprt`."""
    bounds = test.bounds
    return {
        "a": a,
        "b": b,
        "verdict": verdict_line(test),
        "remarks": remarks(test),
        "line": llr_line(test),
        "results": results(test, a, b),
        "llr": min(max(test.llr, bounds.lower), bounds.upper),
        "lower": bounds.lower,
        "upper": bounds.upper,
        "elo0": bounds.elo0,
        "elo1": bounds.elo1,
    }


def _pace(store: Store, told: Json) -> str:
    """Say how fast it is, and how long it may take."""
    since = datetime.now(UTC) - LOOK_BACK
    (row,) = store.rows(
        "SELECT count(*) AS games, min(played_at) AS first FROM results WHERE played_at >= ?",
        [since.strftime("%Y-%m-%dT%H:%M:%SZ")],
    )
    if not row["games"]:
        return ""
    seconds = max((datetime.now(UTC) - datetime.fromisoformat(row["first"])).total_seconds(), 1.0)
    rate = row["games"] / seconds
    text = f"{rate:.1f} games a second"
    if told["scheduled"] is None:
        return text
    return f"{text}, about {duration((told['scheduled'] - told['played']) / rate)} to go"
