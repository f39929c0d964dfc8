"""The pages of standings, and of crosstables, which show who beats whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from arena.text.company import company
from arena.text.crosstable import crosstable as crosstable_table
from arena.text.standings import OPPONENTS_DIFFER, older_rules, standings
from arena.text.table import Whisker
from arena.tournament.formats import opponents_differ
from arena.web.chart import scale
from arena.web.page_scope import coverage_of, families
from arena.web.rendering import Page
from ladder.database.store import Store
from ladder.queries.games import levels
from ladder.queries.standings import Standing, selected
from ladder.queries.usage import Use, uses

MOST_POINTS = 60
"""Bots in the chart of costs."""
TURN = 60
"""Right of this, labels are to the left of their points."""
CHARACTER, LINE = 1.6, 9.0
"""Width of a letter and height of a label on a phone, where they are largest."""


def standings_page(store: Store, key: str) -> Page:
    """Return the page of a coverage's standings. Raises NoPage."""
    coverage = coverage_of(store, key)
    selection = selected(store, coverage.games)
    ids = [pool.id for pool in selection.pools]
    number = coverage.games.tournament_id
    used = uses(store, ids, number)
    differ = [OPPONENTS_DIFFER] if opponents_differ(store, number) else []
    data = {
        "coverage": coverage,
        "families": families(store),
        "table": standings(selection, used=used, levels=levels(store, number, ids), below=differ),
        "costs": costs(selection.rows, used),
    }
    return Page("standings.html", coverage.title("Standings"), data)


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


class Benchmarked(NamedTuple):
    """A benchmark in the chart of costs, as a row of standings is."""

    bot_id: int
    label: str
    elo: float
    interval: float
    unknown: bool = False


def costs(rows: Sequence[Standing | Benchmarked], used: Mapping[int, Use]) -> Costs | None:
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


MOST_BOTS = 50
"""The best bots, which a crosstable shows."""


def crosstable_page(store: Store, key: str) -> Page:
    """Return the page of a coverage's crosstable. Raises NoPage."""
    from ladder.queries.crosstable import crosstable  # numpy takes a while to import

    coverage = coverage_of(store, key)
    selection = selected(store, coverage.games)
    rows = selection.rows[:MOST_BOTS]
    ids = [pool.id for pool in selection.pools]
    from ladder.queries.company import explained

    found = crosstable(store, [row.bot_id for row in rows], ids, selection.matches)
    shifts = explained(store, ids, selection.matches)
    more = len(selection.rows) - len(rows)
    older = older_rules(selection.not_counted)
    data = {
        "coverage": coverage,
        "families": families(store),
        "table": crosstable_table(found, rows, selection.pools, more=more, below=older),
        "shifts": company(shifts, rows, selection.pools),
    }
    return Page("crosstable.html", coverage.title("Crosstable"), data)
