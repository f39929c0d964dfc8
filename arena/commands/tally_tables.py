"""The numbers of a game as tables: a seat beside the winner and the others."""

from collections.abc import Sequence

from arena.commands.console import say
from arena.commands.tables import print_table
from arena.retelling.numbers import lines
from arena.retelling.remarks import rival
from arena.retelling.tally import Deal, Tally
from arena.rules.cards import NAMES
from arena.text.cards import beans
from arena.text.ratings import signed

MOST_DEALS = 4
"""Trades that are listed: those that cost most. --json has all."""


def show_numbers(found: Sequence[Tally], seat: int, names: Sequence[str]) -> None:
    """A line for each number that is not 0 for all."""
    mine, other = found[seat], found[rival(found, seat)]
    others = [tally for tally in found if tally.seat != seat]
    rows = []
    for line in lines(found):
        cells = ["  " * line.indent + line.name, line.cell(mine), line.cell(other)]
        rows.append(cells + [line.mean(others)] * (len(others) > 1))
    columns = ["", names[seat], f"{names[other.seat]}{' (won)' if other.won else ''}"]
    say("")
    print_table(columns + ["the others"] * (len(others) > 1), rows)


def show_deals(mine: Tally, names: Sequence[str]) -> None:
    """The trades of a seat that cost it most."""
    lost = sorted(mine.deals, key=lambda deal: deal.coins_received - deal.coins_given)
    lost = [deal for deal in lost if deal.coins_given - deal.coins_received >= 0.5][:MOST_DEALS]
    if not lost:
        return
    say("\nThe trades that cost most, by the coins that the cards brought those who received them")
    rows = [_deal(deal, names) for deal in lost]
    print_table(("turn", "with", "gave", "got", "brought it", "balance"), rows, left=(1, 2, 3))


def _deal(deal: Deal, names: Sequence[str]) -> tuple[object, ...]:
    gave, got = (beans([NAMES[card] for card in side]) or "–" for side in (deal.gave, deal.got))
    balance = signed(deal.coins_received - deal.coins_given)
    return deal.turn, names[deal.partner], gave, got, f"{deal.coins_received:.1f}", balance
