"""Pages about pairs of bots: two beside each other, with the games that they shared; signs."""

from collections.abc import Sequence
from typing import Any

from arena.pages.page import NoPage, Page
from arena.text.ratings import cells_of
from arena.tournament.persons import persons
from ladder.games import games
from ladder.page import Page as BotPage
from ladder.page import bot_page
from ladder.store import Store

MOST_GAMES = 100
"""Games that are listed, the newest first."""


def compare_page(store: Store, key: str) -> Page:
    """Two bots, or two versions of one, side by side. Raises NoPage, UnknownBot."""
    from ladder.compare import compare  # scipy takes a while to import

    ids = [int(each) for each in key.split("-")]
    if ids[0] == ids[1]:
        raise NoPage("Two bots are compared, or two versions of one.")
    one, other = [bot_page(store, store.bot(each)) for each in ids]
    shared = games(store, bot_id=ids[0], bot_ids=[ids[1]], limit=MOST_GAMES)
    return Page(
        "compare.html",
        f"{one.bot.label} and {other.bot.label}",
        {
            "sides": (one.bot, other.bot),
            "lines": _lines(one, other),
            "found": compare(store, one.bot, other.bot),
            "games": shared,
            "most": MOST_GAMES,
        },
    )


_CELLS = {
    "Elo": "Elo",
    "±": "±",
    "rank": "#",
    "games": "games",
    "place score": "place",
    "wins": "wins",
    "coins of a game": "coins",
    "faults": "faults",
    "ms of a decision": "ms",
}
"""What a line is called, and which cell of a standing it holds."""


def _lines(one: BotPage, other: BotPage) -> Sequence[tuple[str, Any, Any]]:
    """Numbers of the two, side by side, as their own pages have them."""
    cells = [cells_of(each.overall) if each.overall else {} for each in (one, other)]
    lines: list[tuple[str, Any, Any]] = []
    for name, key in _CELLS.items():
        first, second = ["" if each.get(key) is None else each[key] for each in cells]
        lines.append((name, first, second))
    dealt = [each.dealings.total if each.dealings else None for each in (one, other)]
    for name, key in (("trades of a game", "trades"), ("balance of them, in coins", "balance")):
        first, second = ["" if each is None else f"{getattr(each, key):.1f}" for each in dealt]
        lines.append((name, first, second))
    return [line for line in lines if line[1] != "" or line[2] != ""]


def signs_page(store: Store) -> Page:
    """The signs of collusion, the strongest first, with the games to look at."""
    from ladder.official import one_thread

    with one_thread():
        from ladder.signs import ALPHA, signs
        from ladder.standing_out import MEETINGS
    bots = {bot.id: bot for bot in store.bots()}
    whose = persons([*bots.values()])
    seen = signs(store)
    return Page(
        "signs.html",
        "Signs of collusion",
        {
            "seen": seen,
            "bots": bots,
            "alike": {
                (each.bot_id, each.partner_id): whose[each.bot_id] == whose[each.partner_id] != ""
                for each in seen.found
            },
            "alpha": ALPHA,
            "meetings": MEETINGS,
        },
    )
