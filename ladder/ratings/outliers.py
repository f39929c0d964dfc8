"""Bots that lose to others when a certain partner sits at the table, more than they do elsewhere.

A bot's score against the others at tables with the partner, not counting the partner itself, is
compared with the expectation of a fit of official ratings without those tables. The difference, in
log-odds, is a shift of strength. A bot that throws games shifts alone; one that feeds its partner
makes that gain as well, so the bot's shift is judged by itself and less the partner's, and the
stronger sign of the two counts. Honest bots shift too: some live by trading, and find partners
for it at one table only. So a shift is measured against its own standard error and the spread of
the shifts of all other pairs, taken from their median (MAD) without the tables of this pair, and
never for less than HONEST. The p-value is one-sided, by Student's t, and multiplied by the number
of signs (Bonferroni), which makes it rare that an honest ladder names a pair.

The tables of a named pair are left out, and the rest is looked at again: a bot beside a fed one
loses more than expected, too, but only at the feeder's tables.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, stdtr

from ladder.ratings.fit_model import Deals, Fit
from ladder.statistics.arrays import Floats, Indices
from ladder.statistics.elo import weight

ALPHA = 0.01
"""The greatest share of honest ladders that name a pair."""
LEAST_DEALS = 20
"""The deals that a pair must have met in to be judged."""
LEAST_INFORMATION = 1.0
"""The Fisher information that their games must have, in log-odds: less tells nothing."""
HONEST = 0.3
"""A spread of shifts that is honest in any case, in log-odds: 52 Elo points."""
FREEDOM = 30.0
"""Degrees of freedom: large shifts are commoner than under a normal distribution."""
MAD_TO_SD = 1.4826
"""Standard deviation of a normal distribution, in MADs."""
TRIED = 3
"""How many pairs that seem strongest are compared with a fit without their tables."""
WORTH_TRYING = -1.5
"""The shift, in deviations, from which a pair is worth that."""
QUICK = 50_000
"""The deals that are looked at within a second."""
MOST_TAKEN = 0.999
"""Upper bound of the part of a shift that a fit takes for the bot's strength."""


@dataclass(frozen=True, slots=True)
class Outlier:
    """A bot that loses more beside a partner, which is left out of its scores."""

    bot_id: int
    partner_id: int
    deals: int
    """The deals at which the two met and others could be beaten."""
    score: float
    """The share of the others that the bot beat beside its partner; a tie counts half."""
    expected: float
    """The share that its other games let expect."""
    chance: float
    """The chance that a ladder of honest bots has a pair that stands out as much."""


@dataclass(frozen=True, slots=True)
class _Beside:
    """Sums over deals; number i · bots + j is bot i against the others beside bot j.

    Attributes:
        surprise: Its weighted score less the expectation.
        information: The Fisher information, in log-odds.
        variance: Of the surprise: from deal to deal, or by the model where that is larger.
        score: Its score.
        expected: The expectation of it.
        games: The most that it could score.
        deals: The number of deals.
    """

    surprise: Floats
    information: Floats
    variance: Floats
    score: Floats
    expected: Floats
    games: Floats
    deals: Floats


def outliers(tables: Sequence[Deals]) -> tuple[list[Outlier], int]:
    """Return the pairs that stand out, strongest first, and the number of pairs judged."""
    found: list[Outlier] = []
    judged = 0
    while tables:
        fit = Fit(tables)
        pairs, shift, error = _shifts(fit, _beside(fit, tables))
        judged = max(judged, len(pairs))
        strength = shift / np.hypot(error, _spread(shift, error))
        tried = []
        for at in np.argsort(strength)[:TRIED]:
            bot, partner = (int(fit.ids[place]) for place in divmod(pairs[at], len(fit.ids)))
            both = [_meet(each, bot, partner) for each in tables]
            rest = [_some(each, ~met) for each, met in zip(tables, both, strict=True)]
            theirs = [_some(each, met) for each, met in zip(tables, both, strict=True)]
            if strength[at] < WORTH_TRYING and (one := _judge(rest, theirs, bot, partner, judged)):
                tried.append((one.chance, at, one, rest))
        if not tried or min(tried)[0] > ALPHA:
            break
        _, _, strongest, tables = min(tried)
        found.append(strongest)
    return found, judged


def quick_pairs(tables: Sequence[Deals]) -> list[tuple[int, int]]:
    """Return who seems to lose for whom, as ids; nobody where looking would take long."""
    tables = [table for table in tables if table.players > 2]
    few = sum(len(table.bots) for table in tables) <= QUICK
    return [(each.bot_id, each.partner_id) for each in outliers(tables)[0]] if few else []


def _judge(
    rest: Sequence[Deals], theirs: Sequence[Deals], bot: int, partner: int, judged: int
) -> Outlier | None:
    """Compare a pair's tables with a fit to the rest; None if that says nothing of the two."""
    fit = Fit(rest)
    size = len(fit.ids)
    if not np.isin([bot, partner], fit.ids).all():
        return None
    two = np.searchsorted(fit.ids, [bot, partner])
    beside, at = _beside(fit, theirs), two[0] * size + two[1]
    each = np.array([at, two[1] * size + two[0]])  # the bot beside its partner, and the reverse
    information = beside.information[each]
    if beside.deals[at] < LEAST_DEALS or not information.all():
        return None
    _, shift, error = _shifts(fit, _beside(fit, rest))
    shifts = beside.surprise[each] / information
    variance = beside.variance[each] / information**2 + np.diag(fit.of_model)[two]
    variance += _spread(shift, error) ** 2
    alone = shifts[0] / math.sqrt(variance[0])
    both = (shifts[0] - shifts[1]) / math.sqrt(variance.sum())
    return Outlier(
        bot,
        partner,
        int(beside.deals[at]),
        float(beside.score[at] / beside.games[at]),
        float(beside.expected[at] / beside.games[at]),
        min(1.0, 2 * judged * float(stdtr(FREEDOM, min(alone, both)))),
    )


def _shifts(fit: Fit, beside: _Beside) -> tuple[Indices, Floats, Floats]:
    """Return the pairs that can be judged, the shift of each and its standard error."""
    pairs = np.flatnonzero(
        (beside.deals >= LEAST_DEALS) & (beside.information >= LEAST_INFORMATION)
    )
    information = beside.information[pairs]
    # The fit has taken a part of the shift for the bot's strength.
    taken = np.minimum(MOST_TAKEN, information * np.diag(fit.of_model)[pairs // len(fit.ids)])
    error = np.sqrt(beside.variance[pairs] / (1 - taken)) / information
    return pairs, beside.surprise[pairs] / (information * (1 - taken)), error


def _spread(shift: Floats, error: Floats) -> float:
    """Estimate the standard deviation of honest shifts: from the MAD, less sampling error."""
    if not len(shift):
        return HONEST
    observed = (MAD_TO_SD * np.median(np.abs(shift))) ** 2 - np.median(error) ** 2
    return max(HONEST, math.sqrt(max(0.0, observed)))


def _beside(fit: Fit, tables: Sequence[Deals]) -> _Beside:
    """Sum up how each bot did against the others at tables with each partner."""
    size = len(fit.ids)
    sums = np.zeros((7, size * size))
    for table in tables:
        table = _some(table, np.asarray(np.isin(table.bots, fit.ids).all(1)))
        at = np.searchsorted(fit.ids, table.bots)
        differ = (at[:, :, None] != at[:, None, :]).astype(float)
        one, other = np.array(table.pairs).T
        score, games = np.zeros((2, len(at), table.players, table.players))
        games[:, one, other] = games[:, other, one] = table.games
        score[:, one, other] = table.scores
        score[:, other, one] = table.games - table.scores
        group, strength = fit.group[at], fit.strength[at]
        met = games * (group[:, :, None] == group[:, None, :])
        chance = expit(strength[:, :, None] - strength[:, None, :])
        share = weight(table.players)
        # Times `differ`, a bot's row sums up all opponents but one partner, wherever that sits.
        scored, expected, played = (
            each @ differ for each in (score * (met > 0), met * chance, met)
        )
        surprise = share * (scored - expected)
        information = share * ((met * chance * (1 - chance)) @ differ)
        counts = (differ > 0) & (played > 0)
        pair = (at[:, :, None] * size + at[:, None, :])[counts]
        for row, each in enumerate(
            (surprise, information, surprise**2, scored, expected, played, counts)
        ):
            sums[row] += np.bincount(pair, each[counts], size * size)
    deals = np.maximum(1, sums[6])
    sums[2] = np.maximum(sums[1], sums[2] - sums[0] ** 2 / deals)
    return _Beside(*sums)


def _meet(table: Deals, bot: int, partner: int) -> NDArray[np.bool_]:
    return np.asarray((table.bots == bot).any(1) & (table.bots == partner).any(1))


def _some(table: Deals, chosen: NDArray[np.bool_]) -> Deals:
    return Deals(table.bots[chosen], table.scores[chosen], table.games[chosen])
