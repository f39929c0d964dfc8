"""The addresses of pages, and the functions that make them."""

import re
from collections.abc import Callable
from typing import Any

from arena.replay.stored_game import Number
from arena.web import urls
from arena.web.bots import bot_page, compare_page, signs_page, why_page
from arena.web.games import games_page, unrated_page
from arena.web.rendering import NoPage, Page
from arena.web.standings import crosstable_page, standings_page
from arena.web.tournaments import (
    season_page,
    seasons_page,
    tournament_page,
    tournaments_page,
)
from ladder.database.store import Store

_NUMBER = re.compile(r"([0-9]{1,18})")
_PAIR = re.compile(r"([0-9]{1,18}-[0-9]{1,18})")
_WORD = re.compile(r"([^/]{1,200})")

_MANY: dict[str, tuple[re.Pattern[str], Callable[[Store, Any], Page], type]] = {
    "standings": (_WORD, standings_page, str),
    "crosstable": (_WORD, crosstable_page, str),
    "games": (_WORD, games_page, str),
    "bots": (_NUMBER, bot_page, int),
    "compare": (_PAIR, compare_page, str),
    "why": (_NUMBER, why_page, int),
    "tournaments": (_NUMBER, tournament_page, int),
    "seasons": (_NUMBER, season_page, int),
}
"""By folder: the pattern of a page's name, the function that makes it, and the type it takes."""

_SINGLE: dict[str, Callable[[Store], Page]] = {
    urls.INDEX: lambda store: standings_page(store, urls.EVERYTHING),
    urls.TOURNAMENTS: tournaments_page,
    urls.SEASONS: seasons_page,
    urls.SIGNS: signs_page,
    urls.CASUAL: unrated_page,
}
_REPLAY = re.compile(r"(?:replays|judged)/(c?[0-9]{1,18})\.(?:html|json)")


def page_at(store: Store, address: str) -> Page:
    """Return the page at an address.

    Raises:
        NoPage: There is no such page.
        LadderError: The page is about something the ladder does not have.
    """
    if address in _SINGLE:
        return _SINGLE[address](store)
    folder, _, name = address.partition("/")
    if folder in _MANY and name.endswith(".html"):
        pattern, make, kind = _MANY[folder]
        if found := pattern.fullmatch(name.removesuffix(".html")):
            return make(store, kind(found[1]))
    if folder == "bots" and (found := _WORD.fullmatch(name)) and not name.endswith(".html"):
        return bot_page(store, store.find_player(name).id)  # typed by a person, without an id
    raise NoPage("There is no page at this address.")


def replayed(address: str) -> Number | None:
    """Return the game whose replay or judgement is at an address; None if it is neither."""
    found = _REPLAY.fullmatch(address)
    return Number.parse(found[1]) if found else None
