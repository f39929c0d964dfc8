"""The pages of tournaments: the list, and each with progress, standings and settings."""

from datetime import UTC, datetime, timedelta
from typing import Any

from arena.pages.page import Page
from arena.pages.standings import in_words
from arena.tournament.bracket import bracket
from arena.tournament.courses import summary
from arena.tournament.overview import describe_games, needs_fillers, overview
from arena.tournament.plan import Plan
from arena.tournament.size import duration
from ladder.standings import live, selected
from ladder.store import Store
from ladder.tournaments import tournament, tournaments

MOST_ROWS = 100
"""Of the standings of a tournament; its page of standings has them all."""
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
    """One tournament; while it is played, by live Elo. Raises UnknownTournament."""
    found = tournament(store, number)
    told = overview(store, found)
    playing = told["state"] == "running"
    ids = [*told["bot_ids"], *told["filler_ids"]]
    rows = [] if playing or not found.rated else selected(store, tournament_id=number).rows
    return Page(
        "tournament.html",
        f"Tournament {number}",
        {
            "tournament": told,
            "variants": describe_games(told["games"]),
            "summary": summary(Plan.of(found.settings)),
            "playing": playing,
            "live": live(store, number)[:MOST_ROWS] if playing else [],
            "ids": dict(zip([*told["bots"], *told["fillers"]], ids, strict=True)),
            "fillers": told["fillers"] if needs_fillers(told) else [],
            "rows": in_words(rows[:MOST_ROWS]),
            "more": max(0, len(rows) - MOST_ROWS),
            "bracket": bracket(store, found),
            "pace": _pace(store, told) if playing else "",
        },
    )


def _pace(store: Store, told: dict[str, Any]) -> str:
    """How fast it is, and how long it may take, in words."""
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
