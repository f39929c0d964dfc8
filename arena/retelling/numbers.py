"""The lines of a table of tallies: what is shown, in which order, in whose words."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from arena.retelling.remarks import mean_harvest, total
from arena.retelling.tally import EXCHANGE, GIFT, REQUEST, Tally


class Line(NamedTuple):
    """A line of the table. A number is None where a seat has none.

    indent    how far it is a part of the lines above, from 0
    decimals  how many are shown
    private   whether only its own seat learns it in the game
    """

    name: str
    number: Callable[[Tally], float | None]
    indent: int = 0
    decimals: int = 0
    private: bool = False

    def cell(self, tally: Tally) -> str:
        """The number as it is shown."""
        value = self.number(tally)
        return "–" if value is None else f"{value:.{self.decimals}f}"

    def mean(self, tallies: Sequence[Tally]) -> str:
        """The mean of several seats; empty if none has the number."""
        known = [value for value in map(self.number, tallies) if value is not None]
        return f"{sum(known) / len(known):.1f}" if known else ""


def lines(tallies: Sequence[Tally]) -> list[Line]:
    """The lines in which not all seats have 0, or nothing."""
    more = [Line(name, _more(name)) for name in tallies[0].more]
    return [line for line in (*LINES, *more) if any(map(line.number, tallies))]


def _more(name: str) -> Callable[[Tally], float]:
    return lambda tally: tally.more[name]


def _accepted(tally: Tally, sort: str | None = None) -> float | None:
    """Per cent of the offers put to a seat to which it said yes; None if there were none."""
    offers = total(tally.offers) if sort is None else tally.offers[sort]
    return 100 * offers.accepted / offers.put if offers.put else None


LINES = (
    Line("coins", lambda t: t.coins),
    Line("of harvests", lambda t: t.harvest_coins, 1),
    Line("of all else", lambda t: t.other_coins, 1),
    Line("harvests", lambda t: t.harvests),
    Line("coins of each", mean_harvest, 1, 1),
    Line("before the end", lambda t: t.early, 1),
    Line("forced, to make room", lambda t: t.forced, 2, private=True),
    Line("for nothing", lambda t: t.empty, 2),
    Line("beans wasted", lambda t: t.wasted, 2),
    Line("beans unripe at the end", lambda t: t.unripe, 1),
    Line("beans planted", lambda t: t.planted),
    Line("first further field, in turn", lambda t: t.field_turn),
    Line("trades", lambda t: len(t.deals)),
    Line("cards given", lambda t: t.cards_given, 1),
    Line("brought others, coins", lambda t: t.coins_given, 2, 1),
    Line("cards received", lambda t: t.cards_received, 1),
    Line("brought it, coins", lambda t: t.coins_received, 2, 1),
    Line("gifts made", lambda t: t.gifts_given, 1),
    Line("gifts received", lambda t: t.gifts_received, 1),
    Line("offers made", lambda t: total(t.offers).made),
    Line("that became trades", lambda t: total(t.offers).taken, 1),
    Line("offers put to it", lambda t: total(t.offers).put),
    Line("accepted, in %", _accepted, 1),
    Line("of exchanges", lambda t: _accepted(t, EXCHANGE), 2),
    Line("of gifts", lambda t: _accepted(t, GIFT), 2),
    Line("of requests for gifts", lambda t: _accepted(t, REQUEST), 2),
    Line("cards in hand at the end", lambda t: t.hand),
    Line("faults", lambda t: t.faults, private=True),
    Line("refusals", lambda t: t.refusals, private=True),
    Line("ms a decision", lambda t: t.ms / max(1, t.decisions), 0, 2, True),
    Line("longest decision, ms", lambda t: t.max_ms, private=True),
)
