"""The numbers of a game as tables: a seat beside the winner and the others."""

from collections.abc import Callable, Sequence

from arena.commands.console import say
from arena.commands.page import signed
from arena.commands.tables import print_table
from arena.retelling.remarks import mean_harvest, rival, total
from arena.retelling.tally import EXCHANGE, GIFT, REQUEST, Deal, Tally
from arena.rules.cards import NAMES
from arena.text import beans

MOST_DEALS = 4
"""Trades that are listed: those that cost most. --json has all."""

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
    ("  accepted, in %", lambda t: _accepted(t, None), 0),
    ("    of exchanges", lambda t: _accepted(t, EXCHANGE), 0),
    ("    of gifts", lambda t: _accepted(t, GIFT), 0),
    ("    of requests for gifts", lambda t: _accepted(t, REQUEST), 0),
    ("cards in hand at the end", lambda t: t.hand, 0),
    ("faults", lambda t: t.faults, 0),
    ("refusals", lambda t: t.refusals, 0),
    ("ms a decision", lambda t: t.ms / max(1, t.decisions), 2),
    ("longest decision, ms", lambda t: t.max_ms, 0),
)


def _accepted(tally: Tally, sort: str | None) -> float | None:
    """Per cent of the offers put to a seat to which it said yes; None if there were none."""
    offers = total(tally.offers) if sort is None else tally.offers[sort]
    return 100 * offers.accepted / offers.put if offers.put else None


def show_numbers(found: Sequence[Tally], seat: int, names: Sequence[str]) -> None:
    """A line for each number that is not 0 for all."""
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


def show_deals(mine: Tally, names: Sequence[str]) -> None:
    """The trades of a seat that cost it most."""
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
