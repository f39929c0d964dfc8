"""`arena why GAME`: what a seat made of a game, beside the winner and the others."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arena.commands.console import print_json, say
from arena.commands.page import signed
from arena.commands.replay import check_seat, load
from arena.commands.tables import print_table
from arena.retelling.remarks import mean_harvest, remarks, rival, total
from arena.retelling.replay import Replay
from arena.retelling.tally import SORTS, Deal, Tally, tallies
from arena.rules.cards import NAMES
from arena.text import beans, harmless

LONGEST_NAME = 20
MOST_DEALS = 4
"""Trades that are listed: those that cost most. --json has all."""


def why(home: Path | None, game: str, seat: int | None, json: bool) -> None:
    """The numbers of a game for one seat, and what stands out in them."""
    replay = load(home, game)
    check_seat(replay, seat)
    found = tallies(replay)
    names = [harmless(name, LONGEST_NAME) for name in replay.names]
    looked_at = loser(found) if seat is None else seat
    said = remarks(found, looked_at, names)
    if json:
        print_json(
            {
                "seat": looked_at,
                "measured_by": rival(found, looked_at),
                "remarks": said,
                "seats": [plain(tally) for tally in found],
            }
        )
        return
    say(f"Game {game}, {_played(replay)}: {_ending(found[looked_at], names)}", style="bold")
    for sentence in said or ["Nothing in the numbers of this game stands out."]:
        say(f"- {sentence}", wrap=True)
    _show_numbers(found, looked_at, names)
    _show_deals(found[looked_at], names)
    say(
        f"\nThe game itself: arena replay {game} --seat {looked_at}"
        + ("" if seat is not None else f"; another seat: arena why {game} --seat 0"),
        wrap=True,
    )


def loser(found: Sequence[Tally]) -> int:
    """The seat that is asked about if none is named: whoever came last, of several the first."""
    return max(found, key=lambda tally: (tally.place, -tally.seat)).seat


def plain(tally: Tally) -> dict[str, Any]:
    """A tally as plain data."""
    data = asdict(tally)
    for deal in data["deals"]:
        for side in ("gave", "got"):
            deal[side] = [NAMES[card] for card in deal[side]]
    return data


def _played(replay: Replay) -> str:
    return f"{replay.data['variant']} with {replay.book.players} players"


def _ending(tally: Tally, names: Sequence[str]) -> str:
    place = "won" if tally.won else f"came {_ordinal(tally.place)}"
    return f"{names[tally.seat]} (seat {tally.seat}) {place}, with {tally.coins} coins"


def _ordinal(place: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(place, f"{place}th")


# --- the table ------------------------------------------------------------------------------------

Number = Callable[[Tally], float | None]

# What each line shows, and with how many decimals. A line that is 0 for all is left out.
_LINES: tuple[tuple[str, Number, int], ...] = (
    ("coins", lambda t: t.coins, 0),
    ("  of harvests", lambda t: t.harvest_coins, 0),
    ("  of all else", lambda t: t.other_coins, 0),
    ("harvests", lambda t: t.harvests, 0),
    ("  coins of each", mean_harvest, 1),
    ("  before the end", lambda t: t.early, 0),
    ("    forced, to make room", lambda t: t.forced, 0),
    ("    for nothing", lambda t: t.empty, 0),
    ("    beans wasted", lambda t: t.wasted, 0),
    ("  beans unripe at the end", lambda t: t.unripe, 0),
    ("beans planted", lambda t: t.planted, 0),
    ("first further field, in turn", lambda t: t.field_turn, 0),
    ("trades", lambda t: len(t.deals), 0),
    ("  cards given", lambda t: t.cards_given, 0),
    ("    brought others, coins", lambda t: t.coins_given, 1),
    ("  cards received", lambda t: t.cards_received, 0),
    ("    brought it, coins", lambda t: t.coins_received, 1),
    ("  gifts made", lambda t: t.gifts_given, 0),
    ("  gifts received", lambda t: t.gifts_received, 0),
    ("offers made", lambda t: total(t.offers).made, 0),
    ("  that became trades", lambda t: total(t.offers).taken, 0),
    ("offers put to it", lambda t: total(t.offers).put, 0),
    *(
        (f"  {what}, of {sort}s" if sort != "open" else f"  {what}, of open ones", number, 0)
        for sort in SORTS
        for what, number in (
            ("put to it", lambda t, sort=sort: t.offers[sort].put),
            ("said yes", lambda t, sort=sort: t.offers[sort].accepted),
        )
    ),
    ("cards in hand at the end", lambda t: t.hand, 0),
    ("faults", lambda t: t.faults, 0),
    ("refusals", lambda t: t.refusals, 0),
    ("ms a decision", lambda t: t.ms / max(1, t.decisions), 2),
    ("longest decision, ms", lambda t: t.max_ms, 0),
)


def _show_numbers(found: Sequence[Tally], seat: int, names: Sequence[str]) -> None:
    mine, other = found[seat], found[rival(found, seat)]
    others = [tally for tally in found if tally.seat != seat]
    lines = [*_LINES, *((name, _more(name), 0) for name in mine.more)]
    rows = []
    for name, number, decimals in lines:
        values = [number(tally) for tally in found]
        if not any(values):
            continue
        known = [value for value in map(number, others) if value is not None]
        mean = f"{sum(known) / len(known):.1f}" if known else ""
        cells = [_cell(number(tally), decimals) for tally in (mine, other)]
        rows.append((name, *cells, mean) if len(others) > 1 else (name, *cells))
    columns = ["", names[seat], f"{names[other.seat]}{' (won)' if other.won else ''}"]
    say("")
    print_table(columns + ["the others"] * (len(others) > 1), rows)


def _more(name: str) -> Number:
    return lambda tally: tally.more[name]


def _cell(value: float | None, decimals: int) -> str:
    return "–" if value is None else f"{value:.{decimals}f}"


def _show_deals(mine: Tally, names: Sequence[str]) -> None:
    lost = sorted(mine.deals, key=lambda deal: deal.coins_received - deal.coins_given)
    lost = [deal for deal in lost if deal.coins_given - deal.coins_received >= 0.5][:MOST_DEALS]
    if not lost:
        return
    say("\nThe trades that cost most, by the coins that the cards brought whoever received them")
    rows = [_deal(deal, names) for deal in lost]
    print_table(("turn", "with", "gave", "got", "brought it", "balance"), rows, left=(1, 2, 3))


def _deal(deal: Deal, names: Sequence[str]) -> tuple[object, ...]:
    gave, got = (beans([NAMES[card] for card in side]) or "–" for side in (deal.gave, deal.got))
    balance = signed(deal.coins_received - deal.coins_given)
    return deal.turn, names[deal.partner], gave, got, f"{deal.coins_received:.1f}", balance
