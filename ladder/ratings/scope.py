"""The scope of a fit of official ratings, and a bot's rating from a fit."""

import json
import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from ladder.statistics.elo import SCALE, START

PRIOR = 2.0
"""Standard deviation of the prior for strengths, in log-odds: 347 Elo points. Official ratings
widen it where the games show a wider field."""
FEW_DEALS = 10
"""Below this number of deals the variance over deals is erratic, so the model's variance is
weighted in, as if it came from this many deals."""
NORMAL = 1.96
"""The 97.5% quantile of the normal distribution: 95% lie within ± this."""


ONE_DEGREE = 12.706
"""The same quantile of Student's t with one degree of freedom."""


NOTHING_KNOWN = -1
"""Group number of bots that have met no other."""


class Official(NamedTuple):
    """One bot's official rating, in Elo points: a row of `official_ratings`."""

    elo: float
    interval: float
    """Elo ± this is the 95% interval; for a bound, only towards the middle."""
    bound: int
    """1 if the bot has hardly lost and is at least this strong; -1 if at most; else 0."""
    group_number: int
    """Number of the bot's group. Bots of different groups have not met, not even through others, or
    in too few games. NOTHING_KNOWN: the bot has met nobody in a game that counts."""
    first_rank: int | None = None
    """The best rank that the bot could plausibly have (95%); None if it is not ranked."""
    last_rank: int | None = None
    """The worst rank that it could plausibly have; None if it is not ranked."""
    ahead: float | None = None
    """The probability of being stronger than the next in rank; None for the last."""
    above: float | None = None
    """Elo points above the next in rank."""
    above_interval: float | None = None
    """`above` ± this is the 95% interval of that difference."""
    on_scale: int = 0
    """1 if measured by the reference bots, with `greedy` at 1500; 0 if by the mean of its group."""

    @property
    def unknown(self) -> bool:
        """True if nothing is known: Elo is then only the prior mean."""
        return self.group_number == NOTHING_KNOWN

    @property
    def ranked_by(self) -> float:
        """The Elo that ranks go by."""
        return without_noise(self.elo)


def without_noise(elo: float) -> float:
    """Round to a millionth: rounding makes the fits of bots that played alike differ by 1e-13."""
    return round(elo, 6)


RATING = tuple(name for name in Official._fields if name != "group_number")
"""The columns kept in a season's standings; the bots of a final have all met, so no group is."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of a fit: the matches of some pools, and the bots that are ranked."""

    pool_ids: tuple[int, ...]
    ranked: tuple[int, ...]

    @classmethod
    def of(cls, pool_ids: Collection[int], ranked: Collection[int]) -> "Scope":
        """Make a scope of ids in any order."""
        # Sorted, as a kept fit is found again by the text of these ids.
        return cls(tuple(sorted(pool_ids)), tuple(sorted(ranked)))

    @property
    def key(self) -> tuple[str, str]:
        """The scope as the table `fits` stores it."""
        return _json(self.pool_ids), _json(self.ranked)


def _json(ids: tuple[int, ...]) -> str:
    return json.dumps(ids, separators=(",", ":"))


def interval(error: float | None, freedom: int) -> float | None:
    """Return half of the 95% interval of a mean, from its standard error.

    Student's quantile by its expansion (Abramowitz and Stegun 26.7.5), without scipy, which takes
    a while to import. It is 1% too small for two degrees of freedom and useless for one, which
    ONE_DEGREE covers.

    Args:
        error: The standard error; None gives None.
        freedom: Its degrees of freedom.
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
"""The prior: a bot's strength before its first game."""
