"""Tables of seat statistics: one game's numbers by seat, or a bot's means over its recent games.

A bot's means are shown beside those of its rivals (see `rival`) and of all other seats.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite, sqrt
from operator import attrgetter
from statistics import fmean, stdev
from typing import Any, NamedTuple

from arena.replay.replay import Replay, ReplayError
from arena.replay.seat_statistics import (
    EXCHANGE,
    GIFT,
    REQUEST,
    SeatStatistics,
    mean_harvest,
    rival,
    seat_statistics,
    total,
)
from arena.replay.stored_game import Refusals, RefusedAnswer, by_reason, refusals
from arena.text import harmless
from arena.text.games import replay
from arena.text.phrases import counted
from arena.text.table import Column, DataTable, Link, Remark, meanings, number
from ladder.database.errors import DamagedRecord
from ladder.database.store import Store
from ladder.queries import games as stored_games
from ladder.queries.games import LadderGame

SURE = 0.975
"""The quantile of a two-sided 95% interval."""


class StatisticRow(NamedTuple):
    """A line of the table; its number is None for a seat that has none.

    indent    how deep it lies below the lines above it, from 0
    decimals  the decimals shown
    private   True if during the game only its own seat learns it
    """

    name: str
    number: Callable[[SeatStatistics], float | None]
    indent: int = 0
    decimals: int = 0
    private: bool = False

    def cell(self, seat: SeatStatistics) -> str:
        """Format the number of a seat."""
        value = self.number(seat)
        return "–" if value is None else f"{value:.{self.decimals}f}"

    def mean(self, seats: Sequence[SeatStatistics]) -> str:
        """Format the mean of several seats; empty if none has the number."""
        mean = _mean(map(self.number, seats))
        return "" if mean is None else f"{mean:.1f}"


def lines(seats: Sequence[SeatStatistics]) -> list[StatisticRow]:
    """Return the lines in which some seat has a number other than 0."""
    # All seats of a game have the same names in `more`.
    return [line for line in _with_more(seats[0].more) if any(map(line.number, seats))]


def _with_more(names: Iterable[str]) -> list[StatisticRow]:
    """Return the usual lines, and one for each of these counts of expansions."""
    return [*LINES, *(StatisticRow(name, _more(name)) for name in names)]


def _more(name: str) -> Callable[[SeatStatistics], float | None]:
    """Return a function for a count of an expansion, None for games without it."""
    return lambda seat: seat.more.get(name)


def _accepted(seat: SeatStatistics, sort: str | None = None) -> float | None:
    """Return the per cent of the offers put to a seat that it accepted; None without offers."""
    offers = total(seat.offers) if sort is None else seat.offers[sort]
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
    StatisticRow("trades", lambda t: len(t.trades)),
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
    """One of a bot's games: the statistics of all seats, the bot's seat, and the game's match."""

    seats: Sequence[SeatStatistics]
    seat: int
    match: int

    @property
    def own(self) -> SeatStatistics:
        """The bot's own statistics."""
        return self.seats[self.seat]

    @property
    def rival(self) -> SeatStatistics:
        """The statistics of the seat that the bot is compared with."""
        return self.seats[rival(self.seats, self.seat)]


@dataclass(frozen=True, slots=True)
class Average:
    """A statistic averaged over the bot's games, in the units of `SeatStatistics`.

    A mean is None if nobody has the number.

    name, indent, decimals  as in its `StatisticRow`, but with at least one decimal
    mean       the bot's mean
    rivals     its rivals' mean: the winners, or the best of the others in games it won
    others     the mean of all other seats
    behind     the bot's mean less its rival's, over games in which both have the number
    interval   half the width of the 95% interval of `behind`; infinite for a single match
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
    """Average each statistic that isn't 0 for everybody.

    The games of a match aren't independent, so together they are one observation.
    """
    more = dict.fromkeys(name for game in games for name in game.seats[0].more)
    rows = [_average(line, games) for line in _with_more(more)]
    return [each for each in rows if each.mean or each.rivals or each.others]


def averages_table(found: Sequence[Average]) -> DataTable[Average]:
    """Return the means of a bot's games as a table."""

    def mean(name: str, key: str, meaning: str = "", none: str = "–", **more: Any) -> Any:
        value, sign = attrgetter(key), "+" if key == "behind" else ""

        def cell(each: Average) -> str:
            return none if value(each) is None else f"{value(each):{sign}.{each.decimals}f}"

        return Column[Average](name, cell, meaning, **more)

    def wide(each: Average) -> str:
        half = f"{each.interval:.{each.decimals}f}" if isfinite(each.interval) else ""
        return half + ("*" if each.certain else "")

    columns: list[Column[Average]] = [
        Column("mean of a game", lambda each: NO_BREAK * 2 * each.indent + each.name, words=True),
        mean("bot", "mean"),
        mean("best rival", "rivals", "the winner, or the best other if it won"),
        mean("others", "others", "all other seats"),
        mean(
            *("behind", "behind", "the bot less its best rival", ""),
            style=lambda each: "strong" if each.certain else "",
        ),
        Column("±", wide, "its 95% interval over matches, * if that leaves out 0"),
    ]
    remarks = [Remark(meanings(columns))]
    return DataTable("Means of a game", columns, found, remarks=remarks)


def refused_table(recent: "RecentGames") -> DataTable[Refusals]:
    """Return why a bot's answers were refused, the most frequent reason first."""

    def seen(row: Refusals) -> Link:
        game, seat = row.first.game, row.first.seat
        return replay(game, seat, f"arena log {game} --seat {seat + 1}")

    columns: list[Column[Refusals]] = [
        Column("a game", lambda row: f"{row.times / recent.games:.1f}"),
        Column("why", lambda row: harmless(row.reason, LONGEST_REASON), words=True),
        Column("question", lambda row: row.first.question),
        Column("the first", seen, words=True),
    ]
    remark = Remark("What such an answer asked for is lost, unless the second one asks for it.")
    return DataTable("Answers refused or cut", columns, recent.refused, remarks=[remark])


LONGEST_REASON = 200
"""Characters of a reason, which may be in the bot's words."""


def lost_table(recent: "RecentGames", most: int) -> DataTable["Lost"]:
    """Return the games that the bot lost, the worst first."""

    def seen(each: Lost) -> Link:
        command = f"arena why {each.game} --seat {each.seat + 1} --rollouts"
        return replay(each.game, each.seat, command)

    columns: list[Column[Lost]] = [
        Column("game", seen, words=True),
        Column("seat", lambda each: each.seat + 1),
        number("coins", "coins"),
        number("winner", "winner_coins"),
        Column("behind", lambda each: each.winner_coins - each.coins),
    ]
    more = len(recent.lost) - most
    remarks = [Remark(f"It lost {more} more.")] if more > 0 else []
    return DataTable("Where it was farthest behind", columns, recent.lost[:most], remarks=remarks)


NO_BREAK = "\N{NO-BREAK SPACE}"
"""Indents a cell, on pages as well."""


def _average(line: StatisticRow, games: Sequence[CountedGame]) -> Average:
    mine: list[float | None] = []
    rivals: list[float | None] = []
    others: list[float | None] = []
    by_match: dict[int, list[float]] = {}
    for game in games:
        own, its = line.number(game.own), line.number(game.rival)
        mine.append(own)
        rivals.append(its)
        others += [line.number(each) for each in game.seats if each.seat != game.seat]
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
"""The default number of games to look at."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A game that the bot didn't win."""

    game: int
    seat: int
    coins: int
    winner_coins: int


@dataclass(frozen=True)
class RecentGames:
    """Statistics of the latest games of one bot."""

    counted: Sequence[tuple[int, CountedGame]]
    """The games that can be replayed, with their numbers."""
    not_replayed: int
    """The number of others: played by other rules, or damaged."""
    refused: Sequence[Refusals] = ()
    """Why answers of the bot were refused or cut, the most frequent reason first."""

    @property
    def games(self) -> int:
        """Number of games counted."""
        return len(self.counted)

    @property
    def won(self) -> int:
        """Number of these that the bot won."""
        return sum(each.own.won for _, each in self.counted)

    @cached_property
    def averages(self) -> Sequence[Average]:
        """The average of each statistic."""
        return averages([each for _, each in self.counted])

    @cached_property
    def lost(self) -> Sequence[Lost]:
        """Games that the bot didn't win: the worst deficit first, then the newest."""
        lost = [
            Lost(number, each.seat, each.own.coins, each.rival.coins)
            for number, each in self.counted
            if not each.own.won
        ]
        return sorted(lost, key=lambda each: (each.coins - each.winner_coins, -each.game))


def summary(recent: RecentGames, bot: str, of: str = "") -> Iterator[Remark]:
    """Say what games of a bot were replayed, and which could not be. of: which, in words."""
    if recent.games:
        games = f"the last {recent.games} games" if recent.games > 1 else "one game"
        yield Remark(f"{bot} in {games}{of}, of which it won {recent.won}.")
    elif not recent.not_replayed:
        yield Remark(
            f"No game{of} of {bot} has been played in a tournament or a test yet.",
            *("Play some", f"arena tournament {bot}"),
        )
    if recent.not_replayed:
        games = counted(recent.not_replayed, "more game" if recent.games else "game")
        yield Remark(f"{games}{of} cannot be replayed: played under other rules, or damaged.")


def why_tables(recent: RecentGames, most_lost: int) -> list[DataTable[Any]]:
    """Return the tables of why a bot lost that have rows."""
    averaged = averages_table(recent.averages)
    every = (refused_table(recent), averaged, lost_table(recent, most_lost))
    return [each for each in every if each.rows]


def recent_games(store: Store, bot_id: int, games: Iterable[LadderGame]) -> RecentGames:
    """Replay these games of the bot one after the other, and sum them up."""
    read, refused, not_replayed = list[tuple[int, CountedGame]](), list[RefusedAnswer](), 0
    for game in games:
        try:
            replayed = Replay(stored_games.record(store, game.id))
            seats = seat_statistics(replayed)
        except (ReplayError, DamagedRecord):
            not_replayed += 1
            continue
        seat = next(each.seat for each in game.seats if each.bot_id == bot_id)
        read.append((game.id, CountedGame(seats, seat, game.match_id)))
        refused += [each for each in refusals(replayed.data, game.id) if each.seat == seat]
    return RecentGames(read, not_replayed, by_reason(refused))
