"""`arena ladder`: the standings, and the page of one bot."""

from dataclasses import asdict
from pathlib import Path

from arena.commands.console import print_json, say
from arena.commands.filters import Chosen, Filters
from arena.commands.home import existing, opened, reading
from arena.commands.options import OptionError
from arena.commands.standings import (
    COLUMNS,
    MOST_ROWS,
    SPARE,
    Sort,
    cells,
    print_standings_csv,
    show_standings,
    tell_of_levels,
)
from arena.commands.tables import print_table
from arena.text import harmless
from arena.tournament.lock import alone
from ladder.games import levels
from ladder.page import Page, bot_page
from ladder.refit import recompute
from ladder.standings import Row, selected
from ladder.store import Store

SAME = 1e-9  # Elo points
RECOMPUTE = "recompute"
"""Takes the place of a bot's name; a bot of this name goes by its version, `recompute:1`."""
PAGE_COLUMNS = ("pool", "#", *COLUMNS)
NO_MORE = (None, None, None, "", "", False)


def ladder(
    home: Path | None,
    bot: str | None,
    filters: Filters,
    anchor: str | None,
    sort: Sort,
    all_: bool,
    csv: bool,
    json: bool,
) -> None:
    """The standings, one bot's page, or all official ratings made anew."""
    if bot == RECOMPUTE:
        if filters != Filters() or anchor or csv:
            raise OptionError(
                "All ratings are made anew at once. Give no other option than --json."
            )
        _recompute(home, json)
        return
    if csv and json:
        raise OptionError("--csv and --json exclude each other. Give just one of them.")
    chosen = filters.read()
    with reading(home) as store:
        fixed = None if anchor is None else store.find_bot(anchor).id
        if bot is not None:
            _page(store, bot, chosen, fixed, csv, json)
            return
        chosen.check(store)
        found = selected(store, **chosen.games, anchor=fixed)
        played = levels(store, chosen.tournament_id, [pool.id for pool in found.pools])
    listed = sort(row for row in found.rows if chosen.keeps(row.author, row.language, row.status))
    if csv:
        print_standings_csv(listed)
    elif json:
        print_json(
            {
                "pools": [asdict(pool) for pool in found.pools],
                "standings": [asdict(row) for row in listed],
                "levels": played,
            }
        )
    else:
        most = None if all_ else MOST_ROWS
        show_standings(
            found.rows, found.pools, chosen.of, chosen.alone, chosen.bots, listed, sort, most
        )
        tell_of_levels(played)


def _page(
    store: Store, bot: str, chosen: Chosen, anchor: int | None, csv: bool, json: bool
) -> None:
    """The page of one bot; of the filters it knows a variant and a number of players."""
    players, *more = chosen.players or (None,)
    if more or csv or chosen != Chosen(chosen.variant, chosen.players, *NO_MORE):
        raise OptionError(
            "A bot's page is limited by --variant and one number of --players only. "
            "Leave out the other options, or the bot."
        )
    page = bot_page(store, store.find_bot(bot), 200, chosen.variant, players, anchor)
    print_json(asdict(page)) if json else show_page(page, chosen.of)


def _recompute(home: Path | None, json: bool) -> None:
    """Makes all official ratings anew from the games alone, and says by how much they differ."""
    existing(home)
    with opened(home) as (_, store, _), alone(store):
        done = recompute(store)
    if json:
        print_json(asdict(done))
        return
    matches = "1 match" if done.matches == 1 else f"{done.matches} matches"
    say(f"The official ratings were made anew from the games of {matches}.")
    if done.compared:
        verb = "are the same as" if done.difference <= SAME else "differ from"
        say(f"They {verb} those kept before; the largest difference is {done.difference:.2g} Elo.")


def show_page(page: Page, of: str = "") -> None:
    """One bot's page: versions, pools, seats, opponents, faults. `of`: what was asked for."""
    bot = page.bot
    by = f" by {harmless(bot.author)}" if bot.author else ""
    reason = f" ({harmless(bot.reason)})" if bot.reason else ""
    language = f", {harmless(bot.language)}" if bot.language else ""
    say(f"{bot.label}{by}{language}, {bot.status}{reason}", style="bold")
    if len(page.versions) > 1:
        say("versions: " + ", ".join(f"{each.version} ({each.status})" for each in page.versions))
    if page.overall is None:
        say(f"No game{of} has been rated yet.")
        return
    say()
    rows = [_pool_cells(f"all pools{of}", page.overall)]
    rows += [_pool_cells(each.pool.label, each.row) for each in page.pools]
    print_table(PAGE_COLUMNS, rows, spare=SPARE)
    if page.opponents:
        say("\nAgainst, in the same games:")
        print_table(
            ("bot", "games", "ahead", "tied", "coins more"),
            [
                (
                    f"{each.name}:{each.version}",
                    each.games,
                    f"{100 * each.won:.0f}%",
                    f"{100 * each.tied:.0f}%",
                    f"{each.coins:+.1f}",
                )
                for each in page.opponents
            ],
            spare=("tied", "games"),
        )
    if page.seats:
        _show_seats(page)
    if page.fault_kinds:
        faults = ", ".join(f"{kind} {times}" for kind, times in page.fault_kinds.items())
        say(f"\nFaults: {faults}")


def _show_seats(page: Page) -> None:
    """Place scores, a line for each pool, a column for each seat."""
    say("\nPlace score by seat (seat 0 begins):")
    scores: dict[int, dict[int, float]] = {}
    for each in page.seats:
        scores.setdefault(each.pool_id, {})[each.seat] = each.place_score
    seats = range(1 + max(each.seat for each in page.seats))
    rows = []
    for pool in page.pools:
        by_seat = scores.get(pool.pool.id, {})
        cells = [f"{by_seat[seat]:.3f}" if seat in by_seat else "" for seat in seats]
        rows.append((pool.pool.label, *cells))
    print_table(("pool", *map(str, seats)), rows)


def _pool_cells(label: str, row: Row) -> tuple[object, ...]:
    found = cells(row)
    return (label, *(found[name] for name in PAGE_COLUMNS[1:]))
