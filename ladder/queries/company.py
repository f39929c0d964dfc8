"""Whether one strength per bot explains the results: its shifts by company and by pool.

A shift is what a bot scored beside traders, beside others, or in one pool, less what the official
fit expects there, in Elo points. Of shifts that vary beyond their errors, the standard deviation is
estimated by moments (DerSimonian and Laird, 1986). Needs numpy and scipy.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc, expit

from ladder.database.store import Store
from ladder.database.trades import traders
from ladder.ratings.fit_model import Deals, Fit
from ladder.ratings.fitting import Matches, known_in, read
from ladder.ratings.scope import NORMAL
from ladder.statistics.arrays import Indices
from ladder.statistics.elo import SCALE, weight

LEAST_INFORMATION = 1.0
"""The Fisher information that a shift must have, in log-odds: less tells nothing."""
BESIDE = ("others", "traders")
"""The kinds of company; a table of the second has traders in at least half of the other seats."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What a bot does better in some of its games than over all of them, in Elo points."""

    bot_id: int
    where: int
    """Position in BESIDE, or the pool's id."""
    deals: int
    elo: float
    interval: float


@dataclass(frozen=True, slots=True)
class Spread:
    """How much the strengths of bots shift."""

    deviation: float
    """The standard deviation of true shifts, in Elo points; 0 if errors explain them all."""
    chance: float
    """The chance of shifts as large if one strength per bot explained all."""
    shifts: tuple[Shift, ...]


def explained(
    store: Store, pool_ids: Sequence[int], matches: Matches | None = None
) -> tuple[Spread, Spread] | None:
    """Return how strengths shift with the company, and from pool to pool; None without games."""
    tables = read(store, pool_ids, matches)
    if not tables:
        return None
    fit = Fit(tables, known=known_in(store, tables))
    trading = sorted(traders(store, pool_ids))
    pools = [np.repeat(np.asarray(table.pools)[:, None], table.players, 1) for table in tables]
    return spread(fit, tables, [_company(each, trading) for each in tables]), spread(
        fit, tables, pools
    )


def spread(fit: Fit, tables: Sequence[Deals], where: Sequence[Indices]) -> Spread:
    """Return the shifts of bots. where: by table size, deal and seat, the kind of its games."""
    kinds = 1 + max(int(each.max(initial=0)) for each in where)
    sums = np.zeros((4, len(fit.ids) * kinds))
    for table, kind in zip(tables, where, strict=True):
        at = np.searchsorted(fit.ids, table.bots)
        (one, other), strength, group = np.array(table.pairs).T, fit.strength[at], fit.group[at]
        games = table.games * (group[:, one] == group[:, other])
        chance = expit(strength[:, one] - strength[:, other])
        sides = np.eye(table.players)[one] - np.eye(table.players)[other]
        share = weight(table.players)
        surprise = share * (table.scores * (games > 0) - games * chance) @ sides
        information = share * (games * chance * (1 - chance)) @ np.abs(sides)
        for row, each in enumerate((surprise, information, surprise**2, information > 0)):
            sums[row] += np.bincount((at * kinds + kind).ravel(), each.ravel(), sums.shape[1])
    told = np.flatnonzero(sums[1] >= LEAST_INFORMATION)
    surprise, information, squares, deals = sums[:, told]
    shift, error = surprise / information, np.sqrt(np.maximum(information, squares)) / information
    bot = told // kinds
    several = np.bincount(bot, minlength=len(fit.ids))[bot] > 1
    bot, told, shift, error, deals = (x[several] for x in (bot, told, shift, error, deals))
    weights = error**-2
    of_bot = np.maximum(np.bincount(bot, weights, len(fit.ids)), 1e-9)
    mean = np.bincount(bot, weights * shift, len(fit.ids)) / of_bot
    beyond = float((weights * (shift - mean[bot]) ** 2).sum())
    freedom = len(bot) - len(np.unique(bot))
    scale = weights.sum() - (np.bincount(bot, weights**2, len(fit.ids)) / of_bot).sum()
    variance = max(0.0, (beyond - freedom) / scale) if freedom else 0.0
    return Spread(
        float(SCALE * np.sqrt(variance)),
        float(chdtrc(freedom, beyond)) if freedom else 1.0,
        tuple(
            Shift(int(fit.ids[one]), int(kind), int(number), float(SCALE * by), float(half))
            for one, kind, number, by, half in zip(
                bot, told % kinds, deals, shift, NORMAL * SCALE * error, strict=True
            )
        ),
    )


def _company(table: Deals, trading: Sequence[int]) -> Indices:
    """Return by deal and seat what company the seat has, as a position in BESIDE."""
    trades = np.isin(table.bots, list(trading)).astype(int)
    others = trades.sum(1)[:, None] - trades
    return np.asarray(2 * others >= table.players - 1, np.intp)
