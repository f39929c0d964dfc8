"""The scope of a fit of official ratings, and a bot's rating by it."""

import json
import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from ladder.statistics.elo import SCALE, START

PRIOR = 2.0
"""Standard deviation of the strengths that are expected of bots: log-odds, 347 Elo points. Official
ratings expect more where the games show more."""
FEW_DEALS = 10
"""With fewer, the variance over deals is erratic: the model's counts as so many beside it."""
NORMAL = 1.96
"""Standard deviations to either side that hold 95 % of a normal distribution."""


ONE_DEGREE = 12.706
"""The same in deviations estimated with one degree of freedom: Student's."""


NOTHING_KNOWN = -1
"""The number of the group of bots that have met nobody."""


class Official(NamedTuple):
    """One bot's official rating, in Elo points: a row of `official_ratings`."""

    elo: float
    interval: float
    """Elo ± this is the 95 % interval; of a bound, only towards the middle."""
    bound: int
    """1: the bot has hardly lost, and is at least so strong; -1: at most; 0: neither."""
    group_number: int
    """Bots of different groups have not met, not even through others, or in too few games.
    NOTHING_KNOWN: no game tells how strong the bot is, as it has met nobody in one that counts."""
    first_rank: int | None
    """With 95 % confidence its rank is from this one, …"""
    last_rank: int | None
    """… to this one; None for bots that are not ranked."""
    ahead: float | None
    """The probability of being stronger than the next in rank; None for the last."""
    above: float | None = None
    """Elo points above the next in rank, …"""
    above_interval: float | None = None
    """… ± this: the 95 % interval of the difference."""
    on_scale: int = 0
    """1: measured by the reference bots, of which `greedy` has 1500; 0: by the mean of its group or
    by an anchor."""

    @property
    def unknown(self) -> bool:
        """True if nothing is known: Elo is what is believed of a bot before its first game."""
        return self.group_number == NOTHING_KNOWN


RATING = tuple(name for name in Official._fields if name != "group_number")
"""What is kept of a rating in a season's standings: the bots of a final have all met."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of a fit: the matches of some pools, and the bots that share out the ranks."""

    pool_ids: tuple[int, ...]
    ranked: tuple[int, ...]

    @classmethod
    def of(cls, pool_ids: Collection[int], ranked: Collection[int]) -> "Scope":
        """Make a scope of ids in any order."""
        return cls(tuple(sorted(pool_ids)), tuple(sorted(ranked)))

    @property
    def key(self) -> tuple[str, str]:
        """The scope as the table `fits` has it."""
        return _json(self.pool_ids), _json(self.ranked)


def _json(ids: tuple[int, ...]) -> str:
    return json.dumps(ids, separators=(",", ":"))


def interval(error: float | None, freedom: int) -> float | None:
    """Half of the 95 % interval of a mean, by its standard error with such degrees of freedom.

    Student's quantile by its expansion (Abramowitz and Stegun 26.7.5), without scipy, which takes
    a while to import: 1 % too small for two degrees, and useless for one.
    """
    if error is None:
        return None
    if freedom < 2:
        return ONE_DEGREE * error
    z = NORMAL
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return error * math.fsum(term / freedom**power for power, term in enumerate(terms))


@dataclass(frozen=True, slots=True)
class Strength:
    """A bot's strength by a quick fit, in Elo points."""

    elo: float
    deviation: float


UNKNOWN = Strength(START, SCALE * PRIOR)
"""What is believed of a bot before its first game."""
