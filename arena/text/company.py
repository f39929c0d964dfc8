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
) -> DataTable["Shift"]:
    """Return the shifts of bots by company and by pool, and what they say together.

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
    # By identity, as a shift does not say whether it is one by company or by pool.
    where = {id(each): at for each, at in rows}

    def beside(each: "Shift") -> str:
        if where[id(each)]:
            return pools[each.where]
        return "beside traders" if each.where else "beside others"

    columns: list[Column[Shift]] = [
        Column("bot", lambda each: bot_link(labels[each.bot_id], each.bot_id), words=True),
        Column("where", beside, words=True),
        Column("deals", lambda each: each.deals, spare=1),
        Column("shift", lambda each: f"{each.elo:+.0f}"),
        Column("±", lambda each: f"{each.interval:.0f}"),
        axis(
            "The shift, drawn",
            [each for each, _ in rows],
            lambda each: (each.elo, each.interval),
            around=0.0,
        ),
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
        [each for each, _ in rows],
        above=[Remark(about)] if rows else (),
        verdict=verdict if rows else "",
        empty=Remark(verdict) if any(spread.shifts for spread in spreads) else None,
    )
