"""`arena crosstable`: who beats whom."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from arena.cli.home import reading
from arena.cli.ladder.standings import MOST_ROWS
from arena.cli.options.arguments import Common, Csv, bots_argument, option
from arena.cli.options.filters import Filters
from arena.cli.options.parsing import only_one
from arena.cli.output.console import note, picked, print_json
from arena.cli.output.data_files import print_csv
from arena.cli.output.tables import show
from arena.text.company import company
from arena.text.crosstable import crosstable as table_of
from arena.text.standings import older_rules
from arena.text.table import Remark
from ladder.queries.standings import Selected, Standing, selected
from protocol import Json

if TYPE_CHECKING:
    from ladder.queries.crosstable import Crosstable


def crosstable(
    bots: list[str] | None = bots_argument("BOTS", "Only these bots.", default=None),
    *,
    filters: Filters,
    top: int | None = option("Show only the best N bots.", min=2, show_default="50; all as CSV"),
    games: bool = option("Show how many games they shared, instead of the score.", default=False),
    csv: Csv = False,
    common: Common,
) -> None:
    """Show who beats whom: the percentage of shared games in which one finished ahead of the other.

    A tie counts half. Bots come in the order of the standings, and columns are numbered like the
    rows; all is the score against everybody. Games with a forfeit count as they do for ratings.

    Below it: whether one strength per bot explains these results, or it differs with the company
    or the pool, so that Elo should not be relied on beyond these games.

    Examples:
        arena crosstable
        arena crosstable --variant classic --players 4 --top 10
        arena crosstable trader greedy random
        arena crosstable --games
        arena crosstable --csv

    JSON:
        # Shifts of strength by company and by pool, and how far they differ beyond chance.
        {**MetBots, "shifts": [Spread] | null}
    """
    only_one(["--csv"] * csv + ["--json"] * common.json)
    chosen = filters.read()
    with reading(common.home) as store:
        chosen.check(store)
        named = {each.id for bot in bots or [] for each in store.find_players(bot)}
        found = selected(store, chosen.games, with_retired=bool(named))
        listed = [
            row
            for row in found.rows
            if (not named or row.bot_id in named) and chosen.keeps(row.author, row.language)
        ]
        shown = listed[: top or (None if csv or common.json else MOST_ROWS)]
        from ladder.queries.crosstable import crosstable as made  # numpy takes a while to import

        ids = [pool.id for pool in found.pools]
        table = made(store, [row.bot_id for row in shown], ids, found.matches)
        from ladder.queries.company import explained

        shifts = explained(store, ids, found.matches)
    older = older_rules(found.not_counted)
    if common.json:
        print_json(_data(table, shown, found) | {"shifts": shifts and [*map(asdict, shifts)]})
    elif csv:
        values = (table.games if games else table.score).tolist()
        labels = [row.label for row in shown]
        lines = zip(labels, values, strict=True)
        print_csv(["bot", *labels], ([label, *map(_number, row)] for label, row in lines))
        for remark in older:
            note(remark)
    else:
        above = [Remark(f"Only the games{chosen.alone}.")] if chosen.alone else ()
        more, of = len(listed) - len(shown), chosen.of
        cross = table_of(
            table, shown, found.pools, games=games, more=more, above=above, below=older, of=of
        )
        show(cross)
        one_strength = company(shifts, shown, found.pools)
        if not games and one_strength.empty:
            show(one_strength, section=True)


def _data(table: "Crosstable", rows: Sequence[Standing], found: Selected) -> Json:
    """Return the crosstable for --json, null for bots that have not met and on the diagonal.

    JSON:
        # Rows and columns are the bots, in that order; null where two have not met.
        MetBots = {
            "pools": [PoolInfo],
            "bots": [{"rank": int | null, "bot_id": int, "name": str, "version": int}],
            "score": [[float | null]], "games": [[int]], "overall": [float | null],
            "not_counted": {str: int},
        }
    """
    return {
        "pools": [asdict(pool) for pool in found.pools],
        "bots": [picked(row, "rank", "bot_id", "name", "version") for row in rows],
        "score": [[*map(_number, row)] for row in table.score.tolist()],
        "games": table.games.astype(int).tolist(),
        "overall": [*map(_number, table.overall.tolist())],
        "not_counted": found.not_counted,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 6)
