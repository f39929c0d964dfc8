"""The pages of standings, and of crosstables, which show who beats whom."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from arena.text.ratings import cells_of, cells_of_models, scale_of
from arena.web.chart import scale
from arena.web.coverage import coverage_of, families
from arena.web.rendering import Page
from ladder.database.store import Store
from ladder.queries.games import levels
from ladder.queries.standings import Standing, selected
from ladder.queries.usage import Use, uses

MOST_POINTS = 60
"""Bots in the chart of costs."""
MARGIN = 0.04
"""The share of an axis that is kept free at either end."""
TURN = 60
"""Right of this, labels are to the left of their points."""
CHARACTER, LINE = 1.6, 9.0
"""Width of a letter and height of a label on a phone, where they are largest."""


@dataclass(frozen=True, slots=True)
class Whisker:
    """An interval on an axis from 0 to 100 that all rows share."""

    low: float
    middle: float
    high: float


Shown = tuple[Standing, dict[str, object], Whisker]
"""A standing, its cells in a table, and its interval as it is drawn."""


def standings_page(store: Store, key: str) -> Page:
    """Return the page of a coverage's standings. Raises NoPage."""
    coverage = coverage_of(store, key)
    selection = selected(store, coverage.games)
    ids = [pool.id for pool in selection.pools]
    used = uses(store, ids, coverage.games.tournament_id)
    return Page(
        "standings.html",
        coverage.title("Standings"),
        {
            "coverage": coverage,
            "families": families(store),
            "pools": selection.pools,
            "rows": in_words(selection.rows, used),
            "costs": costs(selection.rows, used),
            "groups": _groups(selection.rows),
            "levels": levels(store, coverage.games.tournament_id, ids),
            "scale": scale_of(selection.rows),
            "not_counted": selection.not_counted,
        },
    )


@dataclass(frozen=True, slots=True)
class Spent:
    """A bot in the chart of costs, at 0 to 100 from the left and the top."""

    label: str
    """Empty if it would overlap another label."""
    left: float
    elo: Whisker
    words: str


@dataclass(frozen=True, slots=True)
class Costs:
    """A chart of Elo against the cost of a game, by bot; programs cost nothing."""

    unit: str
    points: tuple[Spent, ...]
    rules: tuple[tuple[float, int], ...]
    """Distance from the top, and Elo, of each rule across the chart."""
    ticks: tuple[tuple[float, str], ...]
    """Distance from the left, and text, of each cost below the chart."""


def costs(rows: Sequence[Standing], used: Mapping[int, Use]) -> Costs | None:
    """Draw the chart of costs; None if no language model plays.

    Tokens take the place of costs if no prices are known.
    """
    if not any(row.bot_id in used for row in rows if not row.unknown):
        return None
    rows = [row for row in rows if not row.unknown][:MOST_POINTS]
    priced = any(use.cost for use in used.values())
    unit = "cost a game" if priced else "tokens a game"
    spent = {bot: use.cost if priced else use.tokens for bot, use in used.items()}
    most = max(spent.get(row.bot_id, 0.0) for row in rows) or 1.0
    bottom, top, step = scale([row.elo + by * row.interval for row in rows for by in (-1, 1)])

    def down(elo: float) -> float:
        return round(100 * (top - elo) / (top - bottom), 1)

    points = []
    for row in rows:
        cost = spent.get(row.bot_id, 0.0)
        places = Whisker(*(down(row.elo + by * row.interval) for by in (-1, 0, 1)))
        words = f"{row.label}: Elo {row.elo:.0f} ± {row.interval:.0f}, {_short(cost)} {unit}"
        points.append(Spent(row.label, round(100 * cost / most, 1), places, words))
    return Costs(
        unit,
        legible(points),
        tuple((down(elo), elo) for elo in range(int(bottom), int(top) + 1, step)),
        tuple((100.0 * part, _short(part * most)) for part in (0, 0.5, 1)),
    )


def legible(points: Sequence[Spent]) -> tuple[Spent, ...]:
    """Drop labels that would overlap; models keep theirs first, then the best programs."""
    taken: list[tuple[float, float, float]] = []
    kept = []
    # Programs cost nothing, so they stand at the very left; sorting keeps the order of the rest.
    for each in sorted(points, key=lambda each: not each.left):
        wide = CHARACTER * len(each.label) * (-1 if each.left > TURN else 1)
        low, high = sorted((each.left, each.left + wide))
        if any(
            low < end and start < high and abs(each.elo.middle - middle) < LINE
            for start, end, middle in taken
        ):
            each = replace(each, label="")
        else:
            taken.append((low, high, each.elo.middle))
        kept.append(each)
    return tuple(kept)


def _short(amount: float) -> str:
    return f"{amount:,.0f}" if amount >= 100 else f"{amount:.2g}"


def in_words(rows: Sequence[Standing], used: Mapping[int, Use] | None = None) -> list[Shown]:
    """Return the rows as a table shows them."""
    if not rows:
        return []
    known = [row for row in rows if not row.unknown] or rows
    low = min(row.elo - row.interval for row in known)
    high = max(row.elo + row.interval for row in known)
    span = max(high - low, 1.0)

    def place(elo: float) -> float:
        at = min(max((elo - low) / span, 0.0), 1.0)  # an unknown rating spans the whole axis
        return round(100 * (MARGIN + (1 - 2 * MARGIN) * at), 1)

    return [
        (
            row,
            cells_of(row) | cells_of_models(row, used or {}),
            Whisker(*(place(row.elo + by) for by in (-row.interval, 0, row.interval))),
        )
        for row in rows
    ]


def _groups(rows: Sequence[Standing]) -> list[list[Any]]:
    """List the bots of each group, by label; empty if there is just one group."""
    known = [row for row in rows if not row.unknown]
    by_group = sorted(known, key=lambda row: row.group_number)
    groups = [
        [row.label for row in each] for _, each in groupby(by_group, lambda row: row.group_number)
    ]
    return groups if len(groups) > 1 else []


MOST_BOTS = 50
"""The best bots, which a crosstable shows."""
STEPS = 5
"""Shades of a cell, from beaten to beating."""


def crosstable_page(store: Store, key: str) -> Page:
    """Return the page of a coverage's crosstable. Raises NoPage."""
    from ladder.queries.crosstable import crosstable  # numpy takes a while to import

    coverage = coverage_of(store, key)
    selection = selected(store, coverage.games)
    rows = selection.rows[:MOST_BOTS]
    ids = [pool.id for pool in selection.pools]
    table = crosstable(store, [row.bot_id for row in rows], ids, selection.matches)
    scores, games = table.score.tolist(), table.games.astype(int).tolist()
    return Page(
        "crosstable.html",
        coverage.title("Crosstable"),
        {
            "coverage": coverage,
            "families": families(store),
            "pools": selection.pools,
            "more": len(selection.rows) - len(rows),
            "not_counted": selection.not_counted,
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
    """Return the percentage ("" where two have not met), the shade from 0, and the games."""
    if math.isnan(score):
        return "", 0, 0
    return _percent(score), min(int(score * STEPS), STEPS - 1), games
