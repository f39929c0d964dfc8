"""Whether one strength per bot explains the results, as a table with a picture."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.text.ratings import chance
from arena.text.table import Column, DataTable, Remark, axis, bot_link
from ladder.queries.pools import PoolInfo
from ladder.queries.standings import Standing

if TYPE_CHECKING:  # it needs numpy, which loads slowly
    from ladder.queries.company import Shift, Spread

UNLIKELY = 0.01
"""The chance below which one strength per bot does not explain the results."""


def company(
    found: "tuple[Spread, Spread] | None", bots: Sequence[Standing], covered: Sequence[PoolInfo]
) -> "DataTable[tuple[Shift, int]]":
    """Return the shifts of bots by company and by pool, and what they say together.

    A row is a shift, and 0 or 1: by company, or by pool.

    Args:
        found: Those by company and by pool.
        bots: The bots, in the order of the table.
        covered: The pools.
    """
    labels = {row.bot_id: row.label for row in bots}
    pools = {pool.id: pool.label for pool in covered}
    spreads = found or ()
    rows = [
        (each, at)
        for at, spread in enumerate(spreads)
        for each in spread.shifts
        # Shifts by pool are many, and shown only where together they are beyond chance.
        if each.bot_id in labels and (at == 0 or spread.chance < UNLIKELY)
    ]
    order = [*labels]
    rows.sort(key=lambda row: (order.index(row[0].bot_id), row[1], -row[0].where))

    def beside(row: "tuple[Shift, int]") -> str:
        where, by_pool = row[0].where, row[1]
        return pools[where] if by_pool else "beside traders" if where else "beside others"

    columns: list[Column[tuple[Shift, int]]] = [
        Column("bot", lambda row: bot_link(labels[row[0].bot_id], row[0].bot_id), words=True),
        Column("where", beside, words=True),
        Column("deals", lambda row: row[0].deals, spare=1),
        Column("shift", lambda row: f"{row[0].elo:+.0f}"),
        Column("±", lambda row: f"{row[0].interval:.0f}"),
        axis("The shift, drawn", rows, lambda row: (row[0].elo, row[0].interval), around=0.0),
    ]
    kinds = zip(("company", "pool"), spreads, strict=False)
    told = [
        f"from {kind} to {kind} a bot's strength differs by about {spread.deviation:.0f} points "
        f"(standard deviation), and chance alone would do as much in {chance(spread.chance)}"
        for kind, spread in kinds
        if spread.shifts and spread.chance < UNLIKELY
    ]
    explains = "One strength per bot explains these results"
    verdict = f"{explains}: no shift is beyond chance."
    if told:
        verdict = f"{explains.replace('explains', 'does not explain')}: {'; '.join(told)}."
    about = (
        "Elo points that a bot did better beside traders, beside others or in a pool than over all "
        "its games. Beside traders: they have at least half of the other seats."
    )
    return DataTable(
        "One strength per bot?",
        columns,
        rows,
        above=[Remark(about)] if rows else (),
        verdict=verdict if rows else "",
        empty=Remark(verdict) if any(spread.shifts for spread in spreads) else None,
    )
