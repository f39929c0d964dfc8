"""Tallies as tables show them: a line for each number, of one game, or as means over many of a bot,
such as its latest: which of these can be replayed, and its worst.

Means stand beside those of whom the bot was measured by, and of the others.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from arena.replay.insights import mean_harvest, rival, total
from arena.replay.replay import Replay, ReplayError
from arena.replay.seat_statistics import EXCHANGE, GIFT, REQUEST, SeatStatistics, tallies
from ladder.database.errors import DamagedRecord
from ladder.database.store import Store
from ladder.queries import games as stored_games
from ladder.queries.games import LadderGame

SURE = 0.975
"""Two-sided 95 %."""


class StatisticRow(NamedTuple):
    """A line of the table. A number is None where a seat has none.

    indent    how far it is a part of the lines above, from 0
    decimals  how many are shown
    private   whether only its own seat learns it in the game
    """

    name: str
    number: Callable[[SeatStatistics], float | None]
    indent: int = 0
    decimals: int = 0
    private: bool = False

    def cell(self, tally: SeatStatistics) -> str:
        """The number as it is shown."""
        value = self.number(tally)
        return "–" if value is None else f"{value:.{self.decimals}f}"

    def mean(self, tallies: Sequence[SeatStatistics]) -> str:
        """The mean of several seats; empty if none has the number."""
        known = [value for value in map(self.number, tallies) if value is not None]
        return f"{sum(known) / len(known):.1f}" if known else ""


def lines(tallies: Sequence[SeatStatistics]) -> list[StatisticRow]:
    """The lines in which not all seats have 0, or nothing."""
    return [line for line in _with_more(tallies[0].more) if any(map(line.number, tallies))]


def _with_more(names: Iterable[str]) -> list[StatisticRow]:
    """The usual lines, and one for each number of this name that an expansion counts."""
    return [*LINES, *(StatisticRow(name, _more(name)) for name in names)]


def _more(name: str) -> Callable[[SeatStatistics], float | None]:
    """The numbers that expansions count; a game without them has none."""
    return lambda tally: tally.more.get(name)


def _accepted(tally: SeatStatistics, sort: str | None = None) -> float | None:
    """Per cent of the offers put to a seat to which it said yes; None if there were none."""
    offers = total(tally.offers) if sort is None else tally.offers[sort]
    return 100 * offers.accepted / offers.put if offers.put else None


LINES = (
    StatisticRow("coins", lambda t: t.coins),
    StatisticRow("of harvests", lambda t: t.harvest_coins, 1),
    StatisticRow("of all else", lambda t: t.other_coins, 1),
    StatisticRow("harvests", lambda t: t.harvests),
    StatisticRow("coins of each", mean_harvest, 1, 1),
    StatisticRow("before the end", lambda t: t.early, 1),
    StatisticRow("forced, to make room", lambda t: t.forced, 2, private=True),
    StatisticRow("for nothing", lambda t: t.empty, 2),
    StatisticRow("beans wasted", lambda t: t.wasted, 2),
    StatisticRow("beans unripe at the end", lambda t: t.unripe, 1),
    StatisticRow("beans planted", lambda t: t.planted),
    StatisticRow("first further field, in turn", lambda t: t.field_turn),
    StatisticRow("trades", lambda t: len(t.deals)),
    StatisticRow("cards given", lambda t: t.cards_given, 1),
    StatisticRow("brought others, coins", lambda t: t.coins_given, 2, 1),
    StatisticRow("cards received", lambda t: t.cards_received, 1),
    StatisticRow("brought it, coins", lambda t: t.coins_received, 2, 1),
    StatisticRow("gifts made", lambda t: t.gifts_given, 1),
    StatisticRow("gifts received", lambda t: t.gifts_received, 1),
    StatisticRow("offers made", lambda t: total(t.offers).made),
    StatisticRow("that became trades", lambda t: total(t.offers).taken, 1),
    StatisticRow("offers put to it", lambda t: total(t.offers).put),
    StatisticRow("accepted, in %", _accepted, 1),
    StatisticRow("of exchanges", lambda t: _accepted(t, EXCHANGE), 2),
    StatisticRow("of gifts", lambda t: _accepted(t, GIFT), 2),
    StatisticRow("of requests for gifts", lambda t: _accepted(t, REQUEST), 2),
    StatisticRow("cards in hand at the end", lambda t: t.hand),
    StatisticRow("faults", lambda t: t.faults, private=True),
    StatisticRow("refusals", lambda t: t.refusals, private=True),
    StatisticRow("ms a decision", lambda t: t.ms / max(1, t.decisions), 0, 2, True),
    StatisticRow("longest decision, ms", lambda t: t.max_ms, private=True),
)


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game of the bot: the tallies of all seats, its own seat, and the match it belongs to."""

    tallies: Sequence[SeatStatistics]
    seat: int
    match: int

    @property
    def own(self) -> SeatStatistics:
        """That of the bot."""
        return self.tallies[self.seat]

    @property
    def rival(self) -> SeatStatistics:
        """That of the seat that the bot is measured by."""
        return self.tallies[rival(self.tallies, self.seat)]


@dataclass(frozen=True, slots=True)
class Average:
    """A number of the tally over the bot's games, in the units of `SeatStatistics`; None: nobody
    has it.

    name, indent, decimals  of its `StatisticRow`; at least one decimal
    mean       of the bot
    rivals     of whom it was measured by: the winner, or where it won the best of the others
    others     of all other seats
    behind     mean of the bot less that of its rival, in the games in which both have the number
    interval   half the width of the 95 % interval of `behind`; infinite for a single match
    """

    name: str
    indent: int
    decimals: int
    mean: float | None
    rivals: float | None
    others: float | None
    behind: float | None
    interval: float

    @property
    def certain(self) -> bool:
        """True if 0 lies outside the interval."""
        return self.behind is not None and abs(self.behind) > self.interval


def averages(games: Sequence[CountedGame]) -> list[Average]:
    """A line for each number that is not 0 for all. Games of one match are one observation."""
    more = dict.fromkeys(name for game in games for name in game.tallies[0].more)
    found = [_average(line, games) for line in _with_more(more)]
    return [each for each in found if each.mean or each.rivals or each.others]


def cells(average: Average) -> tuple[str, str, str, str, str]:
    """The cells of a table: `mean`, `rivals`, `others`, `behind`, and its interval."""

    def text(value: float | None) -> str:
        return "–" if value is None else f"{value:.{average.decimals}f}"

    behind = "" if average.behind is None else f"{average.behind:+.{average.decimals}f}"
    wide = text(average.interval) if isfinite(average.interval) else ""
    mark = "*" if average.certain else ""
    return text(average.mean), text(average.rivals), text(average.others), behind, wide + mark


def _average(line: StatisticRow, games: Sequence[CountedGame]) -> Average:
    mine: list[float | None] = []
    rivals: list[float | None] = []
    others: list[float | None] = []
    by_match: dict[int, list[float]] = {}
    for game in games:
        own, its = line.number(game.own), line.number(game.rival)
        mine.append(own)
        rivals.append(its)
        others += [line.number(tally) for tally in game.tallies if tally.seat != game.seat]
        if own is not None and its is not None:
            by_match.setdefault(game.match, []).append(own - its)
    matches = [fmean(each) for each in by_match.values()]
    return Average(
        line.name,
        line.indent,
        max(1, line.decimals),
        _mean(mine),
        _mean(rivals),
        _mean(others),
        fmean(matches) if matches else None,
        _half_width(matches),
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _half_width(values: Sequence[float]) -> float:
    if len(values) < 2:
        return inf
    from scipy.special import stdtrit  # heavy

    return float(stdtrit(len(values) - 1, SURE)) * stdev(values) / sqrt(len(values))


LATEST = 100
"""Games that are looked at, unless somebody wishes otherwise."""


@dataclass(frozen=True)
class Lately:
    """The latest games of one bot, in numbers."""

    counted: Sequence[tuple[int, CountedGame]]
    """The games that can be replayed, by number."""
    not_replayed: int
    """The others: played by other rules, or damaged."""

    @property
    def games(self) -> int:
        """The number of games counted."""
        return len(self.counted)

    @property
    def won(self) -> int:
        """The number of these that it won."""
        return sum(each.own.won for _, each in self.counted)

    @cached_property
    def averages(self) -> Sequence[Average]:
        """A line for each number."""
        return averages([each for _, each in self.counted])

    @cached_property
    def lost(self) -> Sequence["Lost"]:
        """The games that it did not win, the one in which it was farthest behind first; of several
        the newest."""
        found = [
            Lost(number, each.seat, each.own.coins, each.rival.coins)
            for number, each in self.counted
            if not each.own.won
        ]
        return sorted(found, key=lambda each: (each.coins - each.winner_coins, -each.game))


@dataclass(frozen=True, slots=True)
class Lost:
    """A game that the bot did not win."""

    game: int
    seat: int
    coins: int
    winner_coins: int


def lately(store: Store, bot_id: int, games: Iterable[LadderGame]) -> Lately:
    """Sum up these games of the bot; they are replayed one after the other."""
    found, not_replayed = [], 0
    for game in games:
        try:
            counted = tallies(Replay(stored_games.record(store, game.id)))
        except (ReplayError, DamagedRecord):
            not_replayed += 1
            continue
        seat = next(each.seat for each in game.seats if each.bot_id == bot_id)
        found.append((game.id, CountedGame(counted, seat, game.match_id)))
    return Lately(found, not_replayed)
