"""Why a bot lost: its latest games in numbers, beside its best rivals and the others."""

from arena.pages.page import Page
from arena.retelling.lately import LATEST, lately
from arena.retelling.numbers import cells
from ladder.games import games
from ladder.store import Store

MOST_LOST = 12
"""Lost games that are listed, the worst first."""


def why_page(store: Store, bot_id: int) -> Page:
    """The page "Why" of a bot, by id. It replays up to LATEST games, which takes seconds.

    Raises UnknownBot.
    """
    bot = store.bot(bot_id)
    found = lately(store, bot_id, games(store, bot_id=bot_id, limit=LATEST))
    return Page(
        "why.html",
        f"Why {bot.label} lost",
        {
            "bot": bot,
            "found": found,
            "numbers": [(each, cells(each)) for each in found.averages],
            "lost": found.lost[:MOST_LOST],
            "more": max(0, len(found.lost) - MOST_LOST),
        },
    )
