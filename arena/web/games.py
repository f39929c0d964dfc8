"""The pages of lists of games."""

import re

from arena.web import urls
from arena.web.coverage import coverage_of
from arena.web.rendering import NoPage, Page
from ladder.database import casual_games
from ladder.database.store import Store
from ladder.queries.games import games
from ladder.queries.pools import EVERY, Wanted
from ladder.tournaments.tournaments import tournament

PER_PAGE = 100
MOST_UNRATED = 200

PATTERN = re.compile(
    r"(?P<of>all|(?P<kind>bot|tournament|pool)-(?P<id>\d{1,18}))"
    r"(?P<faults>-faults)?(?:-before-(?P<before>\d{1,18}))?"
)
"""Names of the pages that `urls.games` addresses."""


def games_page(store: Store, key: str) -> Page:
    """Return a page of a list of games by its key. Raises NoPage, UnknownBot, UnknownTournament."""
    parts = PATTERN.fullmatch(key)
    if parts is None:
        raise NoPage("There is no such list of games.")
    number = int(parts["id"] or 0)
    before = int(parts["before"]) if parts["before"] else None
    wanted, bot_id, of = EVERY, None, "All games"
    if parts["kind"] == "bot":
        bot_id, of = number, f"Games of {store.bot(number).label}"
    elif parts["kind"] == "tournament":
        wanted = Wanted(tournament_id=tournament(store, number).id)
        of = f"Games of tournament {number}"
    elif parts["kind"] == "pool":
        coverage = coverage_of(store, str(number))
        wanted, of = coverage.games, f"Games of {coverage.label}"
    faults = parts["faults"] is not None
    listed = games(store, wanted, bot_id, faults, limit=PER_PAGE + 1, before=before)
    more = len(listed) > PER_PAGE
    listed = listed[:PER_PAGE]
    return Page(
        "games.html",
        of + (" with faults" if faults else ""),
        {
            "games": listed,
            "of": parts["of"],
            "bot_id": bot_id,
            "faults": faults,
            "newest": urls.games(parts["of"], faults) if before is not None else None,
            "older": urls.games(parts["of"], faults, listed[-1].id) if more else None,
            "other": urls.games(parts["of"], not faults),
        },
    )


def unrated_page(store: Store) -> Page:
    """Return the page of the newest unrated games, those of `arena match`."""
    unused = dict.fromkeys(("bot_id", "faults", "newest", "older", "other"))
    data = {"games": casual_games.games(store, MOST_UNRATED), "of": "casual", **unused}
    return Page("games.html", "Casual games", data)
