"""Who beats whom, as a table."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.text.phrases import counted
from arena.text.standings import heading, no_match
from arena.text.table import Column, DataTable, Link, Remark, bot_link
from ladder.queries.pools import PoolInfo
from ladder.queries.standings import Standing

if TYPE_CHECKING:  # it needs numpy, which loads slowly
    from ladder.queries.crosstable import Crosstable

ITSELF = "·"
SHADES = 5
"""Shades of a cell on a page, from beaten to beating."""


def crosstable(
    found: "Crosstable",
    bots: Sequence[Standing],
    covered: Sequence[PoolInfo],
    *,
    games: bool = False,
    more: int = 0,
    above: Sequence[Remark] = (),
    below: Sequence[Remark] = (),
    of: str = "",
) -> DataTable[int]:
    """Return the table of these bots; its rows are their numbers, from 0.

    Args:
        found: Their scores and games.
        bots: The bots, in the order of the crosstable.
        covered: The pools.
        games: True to show how many games two shared, instead of the score.
        more: The number of bots that are left out.
        above: What else is to be said above the table.
        below: What else is to be said below it.
        of: What was asked for, in words.
    """
    scores, shared = found.score.tolist(), found.games.tolist()
    overall = [sum(row) for row in shared] if games else found.overall.tolist()

    def total(at: int) -> str:
        return _number(overall[at], games)

    def against(at: int, other: int) -> object:
        if at == other:
            return ITSELF
        if not shared[at][other]:
            return ""
        one, two = bots[at], bots[other]
        title = f"{one.label} against {two.label}: {counted(round(shared[at][other]), 'game')}"
        value = shared[at][other] if games else scores[at][other]
        return Link(_number(value, games), "compare", (one.bot_id, two.bot_id), title=title)

    def shade(at: int, other: int) -> str:
        score = math.nan if at == other else scores[at][other]
        return "" if math.isnan(score) else f"shade-{min(int(score * SHADES), SHADES - 1)}"

    def column(other: int) -> Column[int]:
        return Column(
            *(str(other + 1), lambda at: against(at, other), bots[other].label),
            style=lambda at: shade(at, other),
            # The weakest bots are left out first, but not before names have been shortened.
            spare=len(bots) - other + 1,
        )

    def bot(at: int) -> Link:
        return bot_link(bots[at].label, bots[at].bot_id)

    what = (
        "The games that two bots shared."
        if games
        else "The percentage of shared games in which the row's bot finished ahead of the "
        "column's; a tie counts half."
    )
    left_out = [Remark(f"The best {len(bots)} bots; there are {more} more.")] if more else []
    return DataTable(
        "Crosstable",
        [
            Column[int]("#", lambda at: at + 1),
            Column[int]("bot", bot, words=True, spare=1, shortens=True),
            Column[int]("all", total, "against everybody", style="strong"),
            *map(column, range(len(bots))),
        ],
        range(len(bots)),
        above=[Remark(f"{heading(covered)}."), *above, Remark(what)] if bots else (),
        remarks=[*left_out, *below],
        empty=no_match(of),
    )


def _number(value: float, games: bool) -> str:
    return "" if math.isnan(value) else f"{value if games else 100 * value:.0f}"
