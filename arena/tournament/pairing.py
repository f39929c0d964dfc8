"""Pairing in a league: the bot that has played least, beside those that tell most about it.

The first at the table is the bot that has played least. A newcomer meets those that are nearest to
it in strength, if most of them are placed: among others that are as unsure, who is near is a
guess, and a guess that feeds itself stretches the scale. Of the other tables, half have the bots
nearest to the first and half are mixed, from those that have played least: how strong a bot is
depends on whom it meets. Near is by strengths drawn for the occasion, each as wide as that bot's
rating is unsure. ADR 14 has the measurements.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from arena.tournament.deals import Draws

PLACED = 50 / 1.96
"""Elo points: the deviation from which a bot is placed, within ± 50."""
MOST_NEWCOMER_GAMES = 200
"""After so many a bot is placed anyway: one that loses them all may never be."""
MOST_WAITING = 1
"""A newcomer waits while so many of its matches are unsettled: their results say whom to meet."""
WIDEST = 20.0
"""Elo points: what is drawn is no wider. That is enough not to meet the same few again and again,
and a game against a bot 20 points off tells as much as one against an equal."""
GRID = 0.01
"""Elo points: strengths are rounded to this, many times what two machines compute differently."""
PRECISION = 2**53
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot that may be drawn for a match of a pool."""

    bot: int
    author: str
    """Two bots of one author do not meet; "" is nobody's author."""
    games: int
    """In this pool, …"""
    in_all: int
    """… and in all pools, with those drawn that are still to be played."""
    waiting: int
    """Its matches that are not settled."""
    elo: float
    deviation: float
    """In Elo points: how unsure that is."""

    @property
    def newcomer(self) -> bool:
        """True if it has still to find its place."""
        return is_newcomer(self.deviation, self.in_all)

    @property
    def turn(self) -> tuple[bool, int]:
        """The bot with the least is drawn first."""
        return self.newcomer and self.waiting >= MOST_WAITING, self.games


def is_newcomer(deviation: float, games: int) -> bool:
    """Whether a bot with such a rating, after so many games in a league, has no place yet."""
    return deviation > PLACED and games < MOST_NEWCOMER_GAMES


def meeting(field: Sequence[Candidate], players: int, draws: Draws) -> list[int]:
    """Draw a table for so many; fewer where there are no more bots of other authors.

    The same field and draws give the same bots on every machine.
    """
    left = draws.shuffled(field)
    first = min(left, key=lambda each: each.turn)
    drawn = {each.bot: _drawn(each, draws) for each in left}
    near = _table(
        first, sorted(left, key=lambda each: abs(drawn[each.bot] - drawn[first.bot])), players
    )
    unsure = sum(each.newcomer for each in near[1:])
    if 2 * unsure <= len(near) - 1 and (first.newcomer or draws.below(2)):
        return [each.bot for each in near]
    return [each.bot for each in _table(first, sorted(left, key=lambda each: each.turn), players)]


def _table(first: Candidate, order: Sequence[Candidate], players: int) -> list[Candidate]:
    """So many bots, taken in that order after the first, none of them by one author."""
    table = [first]
    for each in order:
        if len(table) < players and not any(_related(each, other) for other in table):
            table.append(each)
    return table


def _related(one: Candidate, other: Candidate) -> bool:
    return one.bot == other.bot or one.author == other.author != ""


def _drawn(bot: Candidate, draws: Draws) -> int:
    """A strength that the bot may have, in GRIDs."""
    chance = (draws.below(PRECISION) + 0.5) / PRECISION
    width = min(WIDEST, bot.deviation)
    return round((bot.elo + width * _NORMAL.inv_cdf(chance)) / GRID)
