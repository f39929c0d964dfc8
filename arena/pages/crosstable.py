"""The page that shows who beats whom."""

import math

from arena.pages.coverage import coverage_of, families
from arena.pages.page import Page
from ladder.standings import selected
from ladder.store import Store

MOST_BOTS = 50
"""Of a table; the best."""
STEPS = 5
"""Shades of a cell, from beaten to beating."""


def crosstable_page(store: Store, key: str) -> Page:
    """The crosstable of a coverage. Raises NoPage."""
    from ladder.crosstable import crosstable  # numpy takes a while to import

    coverage = coverage_of(store, key)
    found = selected(store, coverage.games)
    rows = found.rows[:MOST_BOTS]
    ids = [pool.id for pool in found.pools]
    table = crosstable(store, [row.bot_id for row in rows], ids, found.matches)
    scores, games = table.score.tolist(), table.games.astype(int).tolist()
    return Page(
        "crosstable.html",
        coverage.title("Crosstable"),
        {
            "coverage": coverage,
            "families": families(store),
            "pools": found.pools,
            "more": len(found.rows) - len(rows),
            "lines": [
                (row, _percent(overall), [_cell(*pair) for pair in zip(*line, strict=True)])
                for row, overall, *line in zip(
                    rows, table.overall.tolist(), scores, games, strict=True
                )
            ],
        },
    )


def _percent(score: float) -> str:
    return "" if math.isnan(score) else f"{100 * score:.0f}"


def _cell(score: float, games: int) -> tuple[str, int, int]:
    """In percent, its shade from 0, and the games; "" where two have not met."""
    if math.isnan(score):
        return "", 0, 0
    return _percent(score), min(int(score * STEPS), STEPS - 1), games
