"""The pages of lists of games."""

import re

from arena.text.games import casual_games as casual_table
from arena.text.games import games as games_table
from arena.web import urls
from arena.web.page_scope import coverage_of
from arena.web.rendering import NoPage, Page
from ladder.database import casual_games
from ladder.database.store import Store
from ladder.queries.games import games
from ladder.queries.pools import EVERY, Wanted
from ladder.tournaments.tournaments import tournament

PER_PAGE = 100
MOST_UNRATED = 200

PATTERN = re.compile(
    r"(?P<of>all|(?:bot|tournament|pool)-[0-9]{1,18})"
    r"(?P<faults>-faults)?(?:-before-(?P<before>[0-9]{1,18}))?"
)
"""Names of the pages that `urls.games` addresses."""


def games_page(store: Store, key: str) -> Page:
    """Return a page of a list of games by its key. Raises NoPage, UnknownBot, UnknownTournament."""
    parts = PATTERN.fullmatch(key)
    if parts is None:
        raise NoPage("There is no such list of games.")
    title, wanted, bot_id = games_of(store, parts["of"])
    before = int(parts["before"]) if parts["before"] else None
    faults = parts["faults"] is not None
    bots = [[bot_id]] if bot_id else []
    listed = games(store, wanted, bots, faults, limit=PER_PAGE + 1, before=before)
    more = len(listed) > PER_PAGE
    listed = listed[:PER_PAGE]
    data = {
        "table": games_table(listed, mine=[bot_id] if bot_id else []),
        "of": parts["of"],
        "bot_id": bot_id,
        "faults": faults,
        "newest": urls.games(parts["of"], faults) if before is not None else None,
        "older": urls.games(parts["of"], faults, listed[-1].id) if more else None,
        "other": urls.games(parts["of"], not faults),
    }
    return Page("games.html", title + (" with faults" if faults else ""), data)


def games_of(store: Store, of: str) -> tuple[str, Wanted, int | None]:
    """Return the title of a list of games, the games that it has, and the bot it is about.

    Args:
        store: The ladder.
        of: As for `urls.games`.

    Raises:
        NoPage: There is no such list.
        UnknownBot, UnknownTournament: It would be of a bot or tournament that does not exist.
    """
    kind, _, number = of.partition("-")
    if kind == "bot":
        bot = store.bot(int(number))
        return f"Games of {bot.label}", EVERY, bot.id
    if kind == "tournament":
        of_tournament = Wanted(tournament_id=tournament(store, int(number)).id)
        return f"Games of tournament {number}", of_tournament, None
    if kind == "pool":
        coverage = coverage_of(store, number)
        return f"Games of {coverage.label}", coverage.games, None
    return "All games", EVERY, None


def unrated_page(store: Store) -> Page:
    """Return the page of the newest unrated games, those of `arena match`."""
    unused = dict.fromkeys(("bot_id", "faults", "newest", "older", "other"))
    found = casual_table(casual_games.games(store, MOST_UNRATED))
    data = {"table": found, "of": "casual", **unused}
    return Page("games.html", "Casual games", data)
