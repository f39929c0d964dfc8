"""Lists of games, a page after the other."""

import re

from arena.pages import addresses
from arena.pages.coverage import coverage_of
from arena.pages.rendering import NoPage, Page
from ladder import casual
from ladder.games import games
from ladder.pools import EVERY, Wanted
from ladder.store import Store
from ladder.tournaments import tournament

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
            "newest": addresses.games(found["of"], faults) if before is not None else None,
            "older": addresses.games(found["of"], faults, listed[-1].id) if more else None,
            "other": addresses.games(found["of"], not faults),
        },
    )


def casual_page(store: Store) -> Page:
    """The casual games, those of `arena match`, as far as they are kept; the newest."""
    alone = dict.fromkeys(("bot_id", "faults", "newest", "older", "other"))
    found = {"games": casual.games(store, MOST_CASUAL), "of": "casual", **alone}
    return Page("games.html", "Casual games", found)
