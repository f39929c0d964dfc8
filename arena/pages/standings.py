"""The page of standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from arena.pages.coverage import coverage_of, families
from arena.pages.page import Page
from arena.text.ratings import cells_of
from ladder.games import levels
from ladder.standings import Row, selected
from ladder.store import Store

MARGIN = 0.04
"""Of the width of an axis, kept free at either end."""


@dataclass(frozen=True, slots=True)
class Whisker:
    """An interval on an axis that all rows share: places from 0 to 100."""

    low: float
    middle: float
    high: float


Shown = tuple[Row, dict[str, object], Whisker]
"""A row with what a table shows of it, and its interval as it is drawn."""


def standings_page(store: Store, key: str) -> Page:
    """The standings of a coverage. Raises NoPage."""
    coverage = coverage_of(store, key)
    found = selected(store, coverage.games)
    return Page(
        "standings.html",
        coverage.title("Standings"),
        {
            "coverage": coverage,
            "families": families(store),
            "pools": found.pools,
            "rows": in_words(found.rows),
            "groups": _groups(found.rows),
            "levels": levels(
                store, coverage.games.tournament_id, [pool.id for pool in found.pools]
            ),
        },
    )


def in_words(rows: Sequence[Row]) -> list[Shown]:
    """The rows as a table shows them."""
    if not rows:
        return []
    low = min(row.elo - row.interval for row in rows)
    high = max(row.elo + row.interval for row in rows)
    span = max(high - low, 1.0)

    def place(elo: float) -> float:
        return round(100 * (MARGIN + (1 - 2 * MARGIN) * (elo - low) / span), 1)

    return [
        (
            row,
            cells_of(row),
            Whisker(
                *(place(row.elo + by) for by in (-row.interval, 0, row.interval)),
            ),
        )
        for row in rows
    ]


def _groups(rows: Sequence[Row]) -> list[list[Any]]:
    """The bots of each group that has not met the others, by label; none if all have met."""
    by_group = sorted(rows, key=lambda row: row.group_number)
    found = [
        [row.label for row in each] for _, each in groupby(by_group, lambda row: row.group_number)
    ]
    return found if len(found) > 1 else []
