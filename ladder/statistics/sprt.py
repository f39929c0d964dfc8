"""A sequential probability ratio test over swap units: is one bot better than another?

A unit is two games on one deal; in the second the two bots have exchanged their seats. Its *lead*
is the difference of their place scores, summed over both games. The test uses the lead's mean
divided by its standard deviation, so the unit of measurement does not matter; whole numbers keep
the sums exact. Generalised SPRT with normalised Elo: M. Van den Bergh, "A practical introduction to
the GSPRT" and "Normalized Elo" (2020), in the units of fastchess. See decision 7
(`docs/decisions/07-two-bots.md`).
"""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from math import copysign, inf, log, sqrt, tanh

NORMALISED = 800 / log(10) / sqrt(2)
"""Normalised Elo of one standard deviation of a unit: 347.4356 / √2."""
MOST_ELO = 5000
"""More than any two bots differ by, yet small enough for safe arithmetic."""
LEAST_UNITS = 16
"""Units before which no verdict is given: the standard deviation of fewer is too uncertain."""


class Verdict(StrEnum):
    """The ways in which a test can end."""

    H0 = "H0"
    H1 = "H1"
    IDENTICAL = "identical play"
    """Exchanging the seats never made any difference."""
    INCONCLUSIVE = "inconclusive"
    """No verdict within the units allowed, or nothing but forfeits, which would look like identical
    play."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The two hypotheses in normalised Elo, and how often each may be wrongly accepted."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Raise ValueError with a whole sentence if a number makes no sense."""
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(
                f"elo0 must be less than elo1, both between -{MOST_ELO} and {MOST_ELO}; they "
                f"are {self.elo0:g} and {self.elo1:g}."
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(
                    f"{name} is the share of wrong verdicts, which must lie between 0 and "
                    f"0.5; it is {getattr(self, name):g}."
                )

    @property
    def lower(self) -> float:
        """The bound below which H0 is accepted (A. Wald, 1945)."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound above which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    @property
    def means(self) -> tuple[float, float]:
        """The mean lead under each hypothesis, in standard deviations of a unit."""
        return self.elo0 / NORMALISED, self.elo1 / NORMALISED

    def llr(self, units: int, mean: float) -> float:
        """Return the log-likelihood ratio of H1 to H0 after units with this mean lead.

        The mean is in deviations of a unit.
        """
        t0, t1 = self.means
        # As a function of the mean, the ratio peaks about one deviation out on either side, since a
        # greater lead seems more likely to come from a small deviation. Beyond the peaks it keeps
        # their value, so that a bot that always wins by the same lead wins the test, too.
        middle, reach = (t0 + t1) / 2, sqrt(1 + (t1 - t0) ** 2 / 4)
        t = min(max(mean, middle - reach), middle + reach)
        return units / 2 * log((1 + (t - t0) ** 2) / (1 + (t - t1) ** 2))

    def mean_at(self, units: int, llr: float) -> float:
        """Return the mean at which the log-likelihood ratio is `llr` after this number of units.

        If none does, that is ±inf.
        """
        t0, t1 = self.means
        middle, half = (t0 + t1) / 2, (t1 - t0) / 2
        slope = half / tanh(llr / units)
        root = slope**2 - 1 - half**2
        # The product of both solutions equals that of the peaks, so the smaller lies between them.
        if root < 0:
            return copysign(inf, llr)
        return middle + (1 + half**2) / (slope + copysign(sqrt(root), llr))


@dataclass(frozen=True, slots=True)
class Unit:
    """Two games that bots A and B played with their seats swapped."""

    lead: int
    """How many more opponents A beat than B in both games, in halves: 2(n - 1) times the sum of the
    differences of their place scores."""
    points: int
    """A's score against B in halves: 0 if it was behind B twice, 4 if ahead twice."""
    draws: int
    """Games in which neither was ahead of the other."""
    same: bool
    """True if each seat came to the same result in both games, whichever bot sat there."""
    forfeited: bool = False
    """True if A or B forfeited one of the games, so that the referee played on for it."""


@dataclass(slots=True)
class UnitCounts:
    """Running totals over units; each query costs the same, however many units there are."""

    units: int = 0
    differing: int = 0
    """Units in which the exchange of seats made a difference."""
    forfeited: int = 0
    """Units in which A or B forfeited a game."""
    lead: int = 0
    lead_squared: int = 0
    points: int = 0
    points_squared: int = 0
    draws: int = 0
    both: int = 0
    """The sum of lead × points."""
    leads: Counter[int] = field(default_factory=Counter)
    """Lead → number of units."""
    ptnml: list[int] = field(default_factory=lambda: [0] * 5)
    """Number of units with each score of A, from 0 to 4 points (pentanomial counts)."""

    def add(self, unit: Unit) -> None:
        """Count a unit."""
        self.units += 1
        self.differing += not unit.same
        self.forfeited += unit.forfeited
        self.lead += unit.lead
        self.lead_squared += unit.lead**2
        self.points += unit.points
        self.points_squared += unit.points**2
        self.draws += unit.draws
        self.both += unit.lead * unit.points
        self.leads[unit.lead] += 1
        self.ptnml[unit.points] += 1

    @property
    def mean(self) -> float:
        """The mean lead in standard deviations (with divisor N); 0 if all units were even."""
        spread = self.units * self.lead_squared - self.lead**2  # exact: whole numbers
        if spread:
            return self.lead / sqrt(spread)
        return inf if self.lead > 0 else -inf if self.lead else 0.0

    def llr(self, bounds: Bounds) -> float:
        """Return the log-likelihood ratio; 0 while all units were even, which says nothing."""
        return bounds.llr(self.units, self.mean) if self.lead_squared else 0.0

    def verdict(self, bounds: Bounds) -> Verdict | None:
        """Return the verdict if these units reach one; call it after each unit."""
        if self.units < LEAST_UNITS:
            return None
        if not self.differing:
            return Verdict.INCONCLUSIVE if self.forfeited == self.units else Verdict.IDENTICAL
        llr = self.llr(bounds)
        if llr >= bounds.upper:
            return Verdict.H1
        return Verdict.H0 if llr <= bounds.lower else None
