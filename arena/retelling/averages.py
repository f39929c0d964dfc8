"""The tallies of many games of one bot: means, beside whom it was measured by and the others."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from statistics import fmean, stdev

from arena.retelling.numbers import LINES, Line
from arena.retelling.remarks import rival
from arena.retelling.tally import Tally

SURE = 0.975
"""Two-sided 95 %."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A game of the bot: the tallies of all seats, its own seat, and the match it belongs to."""

    tallies: Sequence[Tally]
    seat: int
    match: int


@dataclass(frozen=True, slots=True)
class Average:
    """A number of the tally over the bot's games, in the units of `Tally`; None: nobody has it.

    name, indent, decimals  of its line, `numbers.Line`
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
        """Whether 0 lies outside the interval."""
        return self.behind is not None and abs(self.behind) > self.interval


def averages(games: Sequence[Counted]) -> list[Average]:
    """A line for each number that is not 0 for all. Games of one match are one observation."""
    more = dict.fromkeys(name for game in games for name in game.tallies[0].more)
    lines = [*LINES, *(Line(name, _more(name), 0, 1) for name in more)]
    found = [_average(line, games) for line in lines]
    return [each for each in found if each.mean or each.rivals or each.others]


def cells(average: Average) -> tuple[str, str, str, str, str]:
    """What a table shows: `mean`, `rivals`, `others`, `behind`, and its interval."""

    def text(value: float | None) -> str:
        return "–" if value is None else f"{value:.{average.decimals}f}"

    behind = "" if average.behind is None else f"{average.behind:+.{average.decimals}f}"
    wide = text(average.interval) if isfinite(average.interval) else ""
    mark = "*" if average.certain else ""
    return text(average.mean), text(average.rivals), text(average.others), behind, wide + mark


def _more(name: str) -> Callable[[Tally], float | None]:
    """What expansions count; a game without them has no such number."""
    return lambda tally: tally.more.get(name)


def _average(line: Line, games: Sequence[Counted]) -> Average:
    mine: list[float | None] = []
    rivals: list[float | None] = []
    others: list[float | None] = []
    by_match: dict[int, list[float]] = {}
    for game in games:
        own = line.number(game.tallies[game.seat])
        its = line.number(game.tallies[rival(game.tallies, game.seat)])
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
