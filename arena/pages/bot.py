"""The pages of one bot: what went wrong, how strong it is, against whom and where; why it lost."""

from collections.abc import Mapping, Sequence

from arena.pages.chart import Line, charts
from arena.pages.page import Page
from arena.retelling.numbers import LATEST, cells, lately
from arena.retelling.stored import explained
from arena.text.ratings import cells_of
from ladder.games import games
from ladder.page import Page as BotPage
from ladder.page import bot_page as told
from ladder.setbacks import faulty_games, lost_games
from ladder.standings import PROVISIONAL
from ladder.store import Store

MOST_SETBACKS = 12
"""Games of each sort that are listed."""
LAST_LINES = 12
"""Lines that are shown of a bot's log."""


def bot_page(store: Store, bot_id: int) -> Page:
    """The page of the bot of that id. Raises UnknownBot."""
    found = told(store, store.bot(bot_id))
    row = found.overall
    faulty = faulty_games(store, bot_id, MOST_SETBACKS)
    return Page(
        "bot.html",
        found.bot.label,
        {
            "page": found,
            "bot": found.bot,
            "row": row,
            "cells": cells_of(row) if row else {},
            "pools": {each.pool.id: each.pool for each in found.pools},
            "pool_rows": [(each, cells_of(each.row)) for each in found.pools],
            "seats": _by_seat(found),
            "charts": charts(_lines(found)),
            "partners": {each.bot_id: each for each in found.dealings.partners}
            if found.dealings
            else {},
            "faulty": faulty,
            "reasons": {(at.game_id, at.seat): why for at, why in explained(store, faulty)},
            "lost": lost_games(store, bot_id, MOST_SETBACKS),
            "goal": PROVISIONAL,
            "last_lines": LAST_LINES,
        },
    )


def _by_seat(found: BotPage) -> Mapping[int, Mapping[int, float]]:
    """Place scores by pool and seat."""
    scores: dict[int, dict[int, float]] = {}
    for each in found.games.seats:
        scores.setdefault(each.pool_id, {})[each.seat] = each.place_score
    return scores


def _lines(found: BotPage) -> Sequence[Line]:
    """The history of the live Elo in each pool, over the matches of the ladder."""
    lines = []
    for each in found.pools:
        points = [
            (float(point.match_id), point.elo)
            for point in found.history
            if point.pool_id == each.pool.id
        ]
        lines.append(Line(each.pool.label, tuple(points)))
    return lines


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
