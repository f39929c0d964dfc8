"""The standings of `arena ladder`, as a table, CSV or JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields

from arena.cli.home import reading
from arena.cli.options.arguments import Common
from arena.cli.options.filters import Filters, Sort
from arena.cli.options.parsing import only_one
from arena.cli.output.console import note, print_json
from arena.cli.output.data_files import print_csv
from arena.cli.output.tables import show
from arena.text.phrases import counted
from arena.text.ratings import measured_by
from arena.text.standings import OPPONENTS_DIFFER, older_rules
from arena.text.standings import standings as table_of
from arena.text.table import Remark
from arena.tournament.formats import opponents_differ
from ladder.queries.games import levels
from ladder.queries.standings import Selected, Standing, selected
from ladder.queries.usage import Use, uses
from ladder.ratings.live import GameCounts
from protocol import Json

MOST_ROWS = 50
"""The most rows of a table, unless all are asked for."""


def standings(filters: Filters, sort: Sort, all_: bool, csv: bool, common: Common) -> None:
    """Show the standings.

    JSON:
        Standings = {
            "pools": [PoolInfo], "standings": [Standing],
            "levels": {str: int},  # games by how well their bots were confined
            "not_counted": {str: int}, "trades_a_game": float | null,
            # The id of the calibration by which Elo is measured; null where no reference bot
            # has played. Elo compares with ladders by the same one whose fields are similar.
            "calibration": str | null,
            "models": {str: Use},
        }
    """
    only_one(["--csv"] * csv + ["--json"] * common.json)
    chosen = filters.read()
    with reading(common.home) as store:
        chosen.check(store)
        found = selected(store, chosen.games)
        ids = [pool.id for pool in found.pools]
        played = levels(store, chosen.games.tournament_id, ids)
        used = {} if csv else uses(store, ids, chosen.games.tournament_id, found.matches)
        by_results = opponents_differ(store, chosen.games.tournament_id)
    listed = sort(row for row in found.rows if chosen.keeps(row.author, row.language))
    if csv:
        # Who it is comes first, what is counted last; so does a count that is new.
        names = sorted(
            (each.name for each in fields(Standing)), key=GameCounts.__slots__.__contains__
        )
        print_csv(names, ([getattr(row, name) for name in names] for row in listed))
        for remark in older_rules(found.not_counted):
            note(remark)
    elif common.json:
        print_json(_data(found, listed, played, used))
    else:
        above = [Remark(f"Only by the games{chosen.alone}.")] if chosen.alone and found.rows else []
        if chosen.bots and found.rows:
            bots = f"{len(listed)} of {counted(len(found.rows), 'bot')}"
            above.append(Remark(f"Only {chosen.bots}: {bots}; ranks are among all."))
        table = table_of(
            found,
            shown=listed,
            most=None if all_ else MOST_ROWS,
            show_all="--all",
            above=above,
            below=[OPPONENTS_DIFFER] if by_results and listed else [],
            sorted_by=sort.column,
            used=used,
            levels=played,
            of=chosen.of,
        )
        show(table)


def _data(
    found: Selected, rows: Sequence[Standing], played: Mapping[str, int], used: Mapping[int, Use]
) -> Json:
    """Return the standings for --json. rows: those that are shown."""
    return {
        "pools": [asdict(pool) for pool in found.pools],
        "standings": [asdict(row) for row in rows],
        "not_counted": found.not_counted,
        "trades_a_game": found.traded,
        "calibration": measured_by(found.rows),
        "levels": played,
        "models": {row.label: asdict(used[row.bot_id]) for row in rows if row.bot_id in used},
    }
