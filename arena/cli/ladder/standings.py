"""The standings of `arena ladder`, as a table, CSV or JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path

from arena.cli.home import reading
from arena.cli.options.filters import FilteredGames, Filters, Sort
from arena.cli.options.parsing import only_one
from arena.cli.output.console import note, print_json, prose, say
from arena.cli.output.data_files import print_csv
from arena.cli.output.tables import print_table
from arena.sandbox.level import Level
from arena.text.phrases import counted
from arena.text.ratings import (
    NOTHING_TOLD,
    OF_MODELS,
    UNKNOWN,
    UNRANKED,
    cells_of,
    cells_of_models,
    measured_by,
    not_counted,
    scale_of,
)
from ladder.database.store import Store
from ladder.queries.games import levels
from ladder.queries.pools import EVERY, PoolInfo
from ladder.queries.standings import PROVISIONAL, Selected, Standing, selected
from ladder.queries.usage import Use, uses
from ladder.tournaments.tournaments import Tournament, tournaments
from protocol import Json

OPPONENTS_DIFFER = (
    "Place, wins and coins depend on whom a bot met: a league, or a format that goes by results, "
    "chooses its opponents. Elo takes them into account."
)
UNFILTERED = FilteredGames(EVERY)
MOST_ROWS = 50
"""The most rows of a table, unless all are asked for."""
MOST_NAMED_POOLS = 12  # more are a wall of names above the standings
MOST_NAMED_BOTS = 12  # of each group that has not met the others

COLUMNS = (
    *("Elo", "±", "to next", "ahead", "ranks", "games"),
    *("live", "place", "wins", "coins", "coins ±", "faults", "ms"),
)
"""The columns of every table of ratings, as the help of `arena ladder` explains them."""
SPARE = (
    *("ms", "coins ±", "place", "live", "pools", "bot…", "tokens", "fallbacks", "wins", "faults"),
    *("cost", "coins", "games", "ranks", "change", "ahead", "to next", "±"),
)
"""What a narrow terminal leaves out, the first one first; `bot…` only shortens the names."""


def standings(
    home: Path | None,
    filters: Filters,
    anchor: str | None,
    sort: Sort,
    all_: bool,
    csv: bool,
    json: bool,
) -> None:
    """Show the standings.

    JSON:
        Standings = {
            "pools": [PoolInfo], "standings": [Standing],
            "levels": {str: int},  # games by how well their bots were confined
            "not_counted": {str: int},
            # The id of the calibration by which Elo is measured; null where no reference bot
            # has played. Elo compares with ladders by the same one whose fields are similar.
            "calibration": str | null,
            "models": {str: Use},
        }
    """
    only_one(["--csv"] * csv + ["--json"] * json)
    chosen = filters.read()
    with reading(home) as store:
        anchor_id = anchored(store, anchor)
        chosen.check(store)
        found = selected(store, chosen.games, anchor=anchor_id)
        ids = [pool.id for pool in found.pools]
        played = levels(store, chosen.games.tournament_id, ids)
        used = {} if csv else uses(store, ids, chosen.games.tournament_id, found.matches)
        by_results = not (csv or json) and any(
            _goes_by_results(each)
            for each in tournaments(store)
            if each.rated and chosen.games.tournament_id in (None, each.id)
        )
    listed = sort(row for row in found.rows if chosen.keeps(row.author, row.language, row.status))
    if csv:
        names = [field.name for field in fields(Standing)]
        print_csv(names, ([getattr(row, name) for name in names] for row in listed))
        tell_of_rules(found.not_counted, note)
    elif json:
        print_json(_data(found, listed, played, used))
    else:
        show_standings(
            found.rows,
            found.pools,
            chosen,
            shown=listed,
            sort=sort,
            most=None if all_ else MOST_ROWS,
            used=used,
            anchor=next((row.label for row in found.rows if row.bot_id == anchor_id), ""),
        )
        if by_results and listed:
            prose(f"\n{OPPONENTS_DIFFER}")
        tell_of_levels(played)
        tell_of_rules(found.not_counted)


def _data(
    found: Selected, rows: Sequence[Standing], played: Mapping[str, int], used: Mapping[int, Use]
) -> Json:
    """Return the standings for --json. rows: those that are shown."""
    return {
        "pools": [asdict(pool) for pool in found.pools],
        "standings": [asdict(row) for row in rows],
        "not_counted": found.not_counted,
        "calibration": measured_by(found.rows),
        "levels": played,
        "models": {row.label: asdict(used[row.bot_id]) for row in rows if row.bot_id in used},
    }


def anchored(store: Store, word: str | None) -> int | None:
    """Return the id of the bot to be rated 1500, if one is named. Raise UnknownBot."""
    return None if word is None else store.find_player(word).id


def _goes_by_results(rated: Tournament) -> bool:
    """Return True if earlier results decide who meets whom in a rated tournament."""
    # Not `arena.tournament.kinds`, which knows leagues as well: it would load all rules.
    from arena.tournament.formats import FORMATS

    named = rated.settings.get("format")
    # Of what is rated, only a league has a format that is not in FORMATS; it goes by results.
    return FORMATS[named].sees_results if named in FORMATS else bool(named)


def show_standings(
    rows: Sequence[Standing],
    covered: Sequence[PoolInfo],
    chosen: FilteredGames = UNFILTERED,
    shown: Sequence[Standing] | None = None,
    sort: Sort | None = None,
    most: int | None = MOST_ROWS,
    used: Mapping[int, Use] | None = None,
    anchor: str = "",
) -> None:
    """Show the standings under a line that says what they cover.

    Args:
        rows: All bots' rows, which the ranks are among.
        covered: The pools.
        chosen: The games and bots asked for.
        shown: The rows of these bots, sorted; None for all.
        sort: The order they are sorted by.
        most: The most rows to print; None for no limit.
        used: What language models took, by the bot's id.
        anchor: The label of the bot rated 1500 on request.
    """
    if not rows:
        prose(no_match(chosen.of))
        return
    prose(heading(covered))
    if chosen.alone:
        prose(f"Only by the games{chosen.alone}.")
    listed = rows if shown is None else shown
    if chosen.bots:
        bots = counted(len(rows), "bot")
        prose(f"Only {chosen.bots}: {len(listed)} of {bots}; ranks are among all.")
    say()
    order = sort or Sort()
    changed = order.sort == "change" or any(row.change is not None for row in rows)
    _print(listed[:most], len(covered) > 1, order, changed, used or {})
    if most is not None and len(listed) > most:
        say(f"… and {counted(len(listed) - most, 'more bot')}; --all shows them.")
    _remarks(listed[:most], covered, anchor)


def no_match(of: str) -> str:
    """Return the sentence in place of an empty table; `of`: what was asked for."""
    return f"No match{of} has been rated yet. Play a tournament: arena tournament"


def heading(covered: Sequence[PoolInfo]) -> str:
    """Return the heading of a table: the pool that it covers, or several."""
    if len(covered) == 1:
        return covered[0].label
    return f"Over {len(covered)} pools: {_pools(covered)}"


def tell_of_levels(played: Mapping[str, int]) -> None:
    """Say if games were played unconfined, as a bot may have meddled with them."""
    if Level.C in played:
        prose(
            f"\n{played[Level.C]} of {sum(played.values())} games were played unconfined "
            "(level C), and can be trusted as far as their bots. See: arena doctor"
        )


def tell_of_rules(games: Mapping[str, int], tell: Callable[[str], None] = say) -> None:
    """Print a line for each older version of the rules with games that do not count."""
    for sentence, rules in not_counted(games):
        tell(f"{sentence}: --rules {rules}")


def _print(
    rows: Sequence[Standing], several: bool, sort: Sort, changed: bool, used: Mapping[int, Use]
) -> None:
    columns = ["#", "bot", *COLUMNS, *(["pools"] if several else [])]
    columns += OF_MODELS if used else ()
    if changed:
        columns.insert(columns.index("live") + 1, "change")
    print_table(
        columns,
        (
            [cells[name] for name in columns]
            for cells in (cells_of(row) | cells_of_models(row, used) for row in rows)
        ),
        left=(1,),
        spare=[name for name in SPARE if name != sort.column],
    )


def _remarks(rows: Sequence[Standing], covered: Sequence[PoolInfo], anchor: str) -> None:
    """Tell what Elo is measured by, and explain the marks in the table, where there are any."""
    _tell_of_scale(rows, anchor)
    if any(row.provisional and not row.unknown for row in rows):
        prose(f"\n? = provisional: the rating is still wider than ± {PROVISIONAL:.0f}, or a bound.")
    if any(row.bound for row in rows):
        prose(
            "≥, ≤ = a bound: the bot has hardly lost (or won), and may be far stronger (or weaker)."
        )
    _tell_of_groups([row for row in rows if not row.unknown])
    if unknown := [row.label for row in rows if row.unknown]:
        prose(f"\n{UNKNOWN} = unknown: of {_some(unknown)} {NOTHING_TOLD}.")
    if any(row.rank is None and not row.unknown for row in rows):
        prose(
            f"\n{UNRANKED} = not ranked: it has played in fewer than half as many of these "
            f"{len(covered)} pools as others. See who is best in one of them: arena ladder "
            f"--variant {covered[0].variant} --players {covered[0].players}"
        )
    thin = [f"{row.label} {row.pools}" for row in rows if row.rank and row.pools < row.of]
    if thin:
        prose(f"\nRanked without all {len(covered)} pools: {_some(thin)}.")


def _tell_of_scale(rows: Sequence[Standing], anchor: str) -> None:
    """Say what has 1500; say nothing where groups are measured in different ways."""
    if anchor:
        prose(f"\n{anchor} has 1500, as asked: Elo cannot be compared with other tables.")
    elif sentence := scale_of(rows):
        hint = "" if measured_by(rows) else " Let one play: arena tournament --reference"
        prose(f"\n{sentence}{hint}")


def _pools(covered: Sequence[PoolInfo]) -> str:
    """Name the pools, as in `classic with 3, 4, 5; …`; if there are too many, count them.

    The time class is named where there are several.
    """
    if len(covered) > MOST_NAMED_POOLS:
        games = len({pool.variant for pool in covered})
        sizes = ", ".join(map(str, sorted({pool.players for pool in covered})))
        return (
            f"{games} games with {sizes} players. "
            f"One of them: arena ladder --variant {covered[0].variant} "
            f"--players {covered[0].players}"
        )
    mixed = len({pool.time_class for pool in covered}) > 1
    counts: dict[str, list[str]] = {}
    for pool in covered:
        name = f"{pool.variant} ({pool.time_class})" if mixed else pool.variant
        counts.setdefault(name, []).append(str(pool.players))
    return "; ".join(f"{name} with {', '.join(each)}" for name, each in counts.items())


def _tell_of_groups(rows: Sequence[Standing]) -> None:
    """Say if some of the bots have hardly or never met, even through others."""
    groups: dict[int, list[str]] = {}
    for row in rows:
        groups.setdefault(row.group_number, []).append(row.label)
    if len(groups) > 1:
        named = "; ".join(map(_some, groups.values()))
        prose(
            f"\nThese {len(groups)} groups have met in too few games, or in none, so their ratings "
            f"cannot be compared: {named}. Let them meet: arena tournament"
        )


def _some(labels: Sequence[str]) -> str:
    """List the first labels, and count the others."""
    more = len(labels) - MOST_NAMED_BOTS
    return ", ".join(labels[:MOST_NAMED_BOTS]) + (f" and {more} more" if more > 0 else "")
