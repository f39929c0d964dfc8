"""The pages of bots: profiles, why a bot lost, two bots side by side, and signs of collusion."""

from collections.abc import Sequence
from typing import Any

from arena.replay.statistics_table import LATEST, cells, recent_games
from arena.replay.stored_game import explained
from arena.text.ratings import cells_of
from arena.tournament.authors import same_author
from arena.web.chart import ChartLine, charts
from arena.web.rendering import NoPage, Page
from ladder.database.store import Store
from ladder.queries.bot_profile import BotProfile
from ladder.queries.bot_profile import bot_page as profile_of
from ladder.queries.games import games
from ladder.queries.lost_games import faulty_games, lost_games
from ladder.queries.standings import PROVISIONAL

MOST_LISTED = 12
"""Games with faults, and lost games, that are listed."""
LAST_LINES = 12
"""Lines that are shown of a bot's log."""


def bot_page(store: Store, bot_id: int) -> Page:
    """Return the page of a bot. Raises UnknownBot."""
    profile = profile_of(store, store.bot(bot_id))
    row = profile.overall
    faulty = faulty_games(store, bot_id, MOST_LISTED)
    return Page(
        "bot.html",
        profile.bot.label,
        {
            "page": profile,
            "bot": profile.bot,
            "row": row,
            "cells": cells_of(row) if row else {},
            "pools": {each.pool.id: each.pool for each in profile.pools},
            "pool_rows": [(each, cells_of(each.row)) for each in profile.pools],
            "seats": profile.place_scores,
            "charts": charts(_lines(profile)),
            "partners": profile.partners,
            "faulty": faulty,
            "reasons": {(at.game_id, at.seat): why for at, why in explained(store, faulty)},
            "lost": lost_games(store, bot_id, MOST_LISTED),
            "goal": PROVISIONAL,
            "last_lines": LAST_LINES,
        },
    )


def _lines(profile: BotProfile) -> Sequence[ChartLine]:
    """Return the history of the live Elo in each pool, over the matches of the ladder."""
    lines = []
    for each in profile.pools:
        points = [
            (float(point.match_id), point.elo)
            for point in profile.history
            if point.pool_id == each.pool.id
        ]
        lines.append(ChartLine(each.pool.label, tuple(points)))
    return lines


MOST_LOST = 12
"""Lost games that are listed, the worst first."""


def why_page(store: Store, bot_id: int) -> Page:
    """Return the page "Why" of a bot. Raises UnknownBot.

    It replays up to LATEST games, which takes seconds.
    """
    bot = store.bot(bot_id)
    recent = recent_games(store, bot_id, games(store, with_bots=[[bot_id]], limit=LATEST))
    return Page(
        "why.html",
        f"Why {bot.label} lost",
        {
            "bot": bot,
            "found": recent,
            "numbers": [(each, cells(each)) for each in recent.averages],
            "lost": recent.lost[:MOST_LOST],
            "more": max(0, len(recent.lost) - MOST_LOST),
        },
    )


MOST_GAMES = 100
"""Games that are listed, the newest first."""


def compare_page(store: Store, key: str) -> Page:
    """Compare two bots, or two versions of one, side by side. Raises NoPage, UnknownBot."""
    ids = [int(each) for each in key.split("-")]
    if ids[0] == ids[1]:
        raise NoPage("A bot cannot be compared with itself. Name two bots, or two versions of one.")
    bots = [store.bot(each) for each in ids]
    from ladder.queries.compare import compare  # scipy takes a while to import

    one, other = [profile_of(store, each) for each in bots]
    shared = games(store, with_bots=[[each] for each in ids], limit=MOST_GAMES)
    return Page(
        "compare.html",
        f"{one.bot.label} and {other.bot.label}",
        {
            "sides": (one.bot, other.bot),
            "lines": _side_by_side(one, other),
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
"""Cells of a standing, by the name of their line."""


def _side_by_side(one: BotProfile, other: BotProfile) -> Sequence[tuple[str, Any, Any]]:
    """Return lines with a name and the numbers of both, as on their own pages."""
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
    """Return the signs of collusion, the strongest first, with the games to look at."""
    from ladder.ratings.official import one_thread

    with one_thread():  # OpenBLAS reads the number of its threads when it is imported
        from ladder.queries.collusion import ALPHA, signs
        from ladder.queries.outliers import LEAST_DEALS
    bots = {bot.id: bot for bot in store.bots()}
    return Page(
        "signs.html",
        "Signs of collusion",
        {
            "seen": signs(store),
            "bots": bots,
            "by_one": same_author([*bots.values()]),
            "alpha": ALPHA,
            "meetings": LEAST_DEALS,
        },
    )
