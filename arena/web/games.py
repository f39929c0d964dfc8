"""Lists of games, a page after the other."""

import re

from arena.web import urls
from arena.web.coverage import coverage_of
from arena.web.rendering import NoPage, Page
from ladder.database import unrated
from ladder.database.store import Store
from ladder.queries.games import games
from ladder.queries.pools import EVERY, Wanted
from ladder.tournaments.tournaments import tournament

PER_PAGE = 100
MOST_CASUAL = 200

PATTERN = re.compile(
    r"(?P<of>all|(?P<kind>bot|tournament|pool)-(?P<id>\d{1,18}))"
    r"(?P<faults>-faults)?(?:-before-(?P<before>\d{1,18}))?"
)
"""The addresses that `addresses.games` makes."""


def games_page(store: Store, key: str) -> Page:
    """The list of that key. Raises NoPage, UnknownBot, UnknownTournament."""
    found = PATTERN.fullmatch(key)
    if found is None:
        raise NoPage("There is no such list of games.")
    number = int(found["id"] or 0)
    before = int(found["before"]) if found["before"] else None
    wanted, bot_id, of = EVERY, None, "All games"
    if found["kind"] == "bot":
        bot_id, of = number, f"Games of {store.bot(number).label}"
    elif found["kind"] == "tournament":
        wanted = Wanted(tournament_id=tournament(store, number).id)
        of = f"Games of tournament {number}"
    elif found["kind"] == "pool":
        coverage = coverage_of(store, str(number))
        wanted, of = coverage.games, f"Games of {coverage.label}"
    faults = found["faults"] is not None
    listed = games(store, wanted, bot_id, faults, limit=PER_PAGE + 1, before=before)
    more = len(listed) > PER_PAGE
    listed = listed[:PER_PAGE]
    return Page(
        "games.html",
        of + (" with faults" if faults else ""),
        {
            "games": listed,
            "of": found["of"],
            "bot_id": bot_id,
            "faults": faults,
            "newest": urls.games(found["of"], faults) if before is not None else None,
            "older": urls.games(found["of"], faults, listed[-1].id) if more else None,
            "other": urls.games(found["of"], not faults),
        },
    )


def casual_page(store: Store) -> Page:
    """The casual games, those of `arena match`, as far as they are kept; the newest."""
    alone = dict.fromkeys(("bot_id", "faults", "newest", "older", "other"))
    found = {"games": unrated.games(store, MOST_CASUAL), "of": "casual", **alone}
    return Page("games.html", "Casual games", found)
