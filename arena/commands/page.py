"""`arena ladder BOT`: the page of one bot."""

from dataclasses import asdict
from pathlib import Path

from arena.commands.console import print_json, say
from arena.commands.home import reading
from arena.commands.options import check_players, of_game, parse_variant
from arena.commands.standings import COLUMNS, SPARE, cells_of
from arena.commands.tables import print_table
from arena.text import harmless
from ladder.page import Page, bot_page
from ladder.standings import Row


def page(
    home: Path | None,
    bot: str,
    variant: str,
    players: int | None,
    anchor: str | None,
    json: bool,
) -> None:
    """The page of a bot, by all games or those of a variant or number of players."""
    variant = parse_variant(variant) if variant else ""
    check_players(variant, players)
    with reading(home) as store:
        fixed = None if anchor is None else store.find_bot(anchor).id
        found = bot_page(
            store, store.find_bot(bot), variant=variant or None, players=players, anchor=fixed
        )
    print_json(asdict(found)) if json else show_page(found, of_game(variant, players))


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
    print_table(("pool", "#", *COLUMNS), rows, spare=SPARE)
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
    found = cells_of(row)
    return (label, *(found[name] for name in ("#", *COLUMNS)))
