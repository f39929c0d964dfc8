"""Official ratings: fitted to all games at once, so their order doesn't matter.

A game of n is read as its pairs, each weighing w_n = 3/(n+1) as in live Elo
(`ladder.statistics.elo`). The strengths θ, in units of log-odds, are those that make the pairs'
scores S likeliest under Bradley and Terry's model, with a normal prior around the mean, of
standard deviation σ:

    minimise  Σ w_n · logloss(S_ij, 1/(1 + exp(θ_j - θ_i))) + Σ θ² / (2 · σ²)

σ is PRIOR, or wider where the games show a wider field (`ladder.statistics.maximum_likelihood`).

The games of one deal are one piece of evidence, for they resemble each other. So the variance is
the sandwich H⁻¹JH⁻¹ with J summed over deals (Liang and Zeger, 1986). After few deals that is
erratic, so the variance by the model counts as FEW_DEALS beside it, and Student's t gives the
quantile for both, as in Smyth's moderated t (2004). `docs/decisions/06-ratings.md` has the
measurements. Results are in Elo points around 1500.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh
from scipy.special import expit, ndtr, stdtr, stdtrit

from ladder.ratings.reference_ratings import Known
from ladder.ratings.scope import FEW_DEALS, NORMAL, PRIOR
from ladder.statistics.arrays import Floats, Indices
from ladder.statistics.elo import SCALE, START, weight
from ladder.statistics.maximum_likelihood import WIDEST, Beforehand, solve, spread

FEW_PAIRS = 10.0
"""Pairs' worth: of a bot that has lost, or won, less, the variance over deals is erratic, too."""
HARDLY = 3.0
"""Pairs' worth: a bot that has lost (won) less, …"""
HARDLY_ANY = 0.1
"""… and no more than this share, has only shown that it is at least (at most) so strong."""
LEAST_MEAN = 2.0
"""Bots: 1500 is the mean of at least so many. Of one alone, its ± would be 0."""
TINY = np.finfo(float).tiny
SMALL = 1e-9
"""Log-odds: no deviation is taken to be smaller."""
FAR = 8.0
"""Deviations: with a middle that is further off, only one side of an interval matters."""
SURE = 0.975
"""The probability of being stronger from which one bot stands before another for sure."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals at tables of one size: a row is one deal, in all the games played with it.

    bots: of each deal the bots' ids, by position.
    scores: by pair of positions, (0, 1), (0, 2), …, (1, 2), …: what the first scored in all games.
    games: by pair, in how many games it counts; 0 for a bot beside itself.
    pools: by deal, the pool's id, if it is known.
    """

    bots: Indices
    scores: Floats
    games: Floats
    pools: Indices | None = None

    @property
    def players(self) -> int:
        """The size of the tables."""
        return int(self.bots.shape[1])

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The positions of each pair."""
        return list(combinations(range(self.players), 2))


class Fit:
    """The strengths of all bots that took part in some deals, and how sure they are."""

    def __init__(
        self,
        deals: Sequence[Deals],
        prior: float = PRIOR,
        anchor: int | None = None,
        known: Known | None = None,
    ) -> None:
        """prior: σ, in log-odds, unless the games show a wider field. anchor: the id of a bot that
        is put at 1500; else the mean of its group is, of the bots that have shown where they are.
        known: bots of these deals whose strengths are known; their group is measured by them.
        """
        self.ids = np.flatnonzero(
            np.bincount(np.concatenate([each.bots.ravel() for each in deals]))
        )
        place = np.zeros(self.ids.max(initial=0) + 1, np.intp)
        place[self.ids] = np.arange(len(self.ids))
        tables = [Deals(place[each.bots], each.scores, each.games) for each in deals]
        self._least = prior
        self._known = known
        self._places = np.zeros(0, np.intp) if known is None else place[known.ids]
        before = None if known is None else self._beforehand(known)
        self.won = _won(tables, len(self.ids))
        """[i, j]: what bot i scored against bot j, in pairs' worth; 0 for bots of two groups."""
        met = joined(self.won + self.won.T)
        self.group = merged(met, self._places)
        """By bot: the group that it compares with; 0, 1, …"""
        self._prior, self.strength, self._inverse = spread(self.won, self.group, prior, before)
        """By bot, in log-odds; the mean of a group is 0."""
        unshrunk, _ = solve(self.won, WIDEST, self.strength, before)
        firm = firmly_joined(self.won + self.won.T, unshrunk, self._prior, met)
        firm = merged(firm, self._places)
        if firm.max(initial=0) > self.group.max(initial=0):
            self.group, tables = firm, [_within(table, firm) for table in tables]
            self.won = _won(tables, len(self.ids))
            self._prior, self.strength, self._inverse = spread(self.won, self.group, prior, before)
        self.deals = _deals_of(tables, len(self.ids))
        """By bot: the deals it has played."""
        self._anchor = int(place[anchor]) if anchor in self.ids else None
        self.between_deals, self.of_model = self._variances(tables, before)

    @property
    def elo(self) -> Floats:
        """The rating of each bot, in Elo points."""
        elo = START + SCALE * self.centred(self.strength)
        if self._known is not None:
            elo[self.on_scale] += SCALE * (self._known.share @ self._known.strength)
        return elo

    @cached_property
    def on_scale(self) -> NDArray[np.bool_]:
        """By bot, whether it is measured by known bots: all of their group, without an anchor."""
        measured = np.isin(self.group, self.group[self._places])
        if self._anchor is not None and measured[self._anchor]:
            measured[:] = False
        return np.asarray(measured)

    @cached_property
    def unknown(self) -> NDArray[np.bool_]:
        """By bot, whether nothing is known of it: it has met nobody in a game that counts."""
        alone = np.bincount(self.group)[self.group] == 1
        alone[self._places] = False
        if self._anchor is not None:
            alone[self._anchor] = False  # it is 1500, as it was asked to be
        return np.asarray(alone)

    @cached_property
    def interval(self) -> Floats:
        """Half the width of each bot's 95 % interval, in Elo points."""
        deviation, freedom = self._moderated(np.diag, self.deals)
        half = stdtrit(freedom, SURE) * deviation
        widest = NORMAL * self._prior
        known = np.minimum(_allowing(half, self._pull), widest)
        return SCALE * np.where(self.unknown, widest, known)

    @property
    def bound(self) -> Indices:
        """Each bot's bound: 1 if it hardly ever lost and may be far stronger; -1: weaker; 0."""
        lost, won = self.won.sum(0), self.won.sum(1)
        bound = np.where(lost <= self._hardly, 1, 0) - np.where(won <= self._hardly, 1, 0)
        bound[self._places] = 0
        if self._anchor is not None:
            bound[self._anchor] = 0  # it is 1500, whatever it has won
        return bound

    @property
    def _hardly(self) -> Floats:
        """The most that each bot may have lost (won) to be a bound, in pairs' worth."""
        return np.asarray(np.minimum(HARDLY, HARDLY_ANY * (self.won.sum(0) + self.won.sum(1))))

    def superiority(self) -> Floats:
        """[i, j]: the probability that bot i is stronger than bot j; ½ if they cannot be compared.

        From the variance of their difference: intervals that overlap say little about it.
        """
        deviation, freedom = self._differing
        ahead = self.strength[:, None] - self.strength[None, :]
        comparable = (self.group[:, None] == self.group[None, :]) & (deviation > 0)
        return np.where(comparable, stdtr(freedom, ahead / np.where(comparable, deviation, 1)), 0.5)

    def difference_interval(self, one: Indices, other: Indices) -> Floats:
        """Half the widths of the 95 % intervals of what these bots differ by, in Elo points.

        It leaves out 0 where `superiority` is SURE. For a thousand bots all pairs would take as
        long as a sixth of their fit.
        """
        deviation, freedom = (each[one, other] for each in self._differing)
        return np.asarray(SCALE * stdtrit(freedom, SURE) * deviation)

    @cached_property
    def _differing(self) -> tuple[Floats, Floats]:
        return self._moderated(
            _of_differences, np.minimum(self.deals[:, None], self.deals[None, :])
        )

    def _moderated(self, part: Callable[[Floats], Floats], deals: Indices) -> tuple[Floats, Floats]:
        """Return a standard deviation, by bot or pair of bots, with Student's degrees of freedom.

        part: takes the variances asked for out of the covariances. deals: how many there are for
        each. A single deal says nothing about how deals differ, and of bots that have lost or won
        little, deals that agree by chance are not believed.
        """
        between, model = part(self.between_deals), part(self.of_model)
        least = np.minimum(self.won.sum(0), self.won.sum(1))
        if deals.ndim == 2:
            least = np.minimum(least[:, None], least[None, :])
        counted = np.where(deals < 2, 0, deals)
        variance = (FEW_DEALS * model + counted * between) / (FEW_DEALS + counted)
        variance = np.where(least < FEW_PAIRS, np.maximum(variance, model), variance)
        return np.sqrt(np.maximum(0, variance)), FEW_DEALS + np.maximum(0, deals - 1)

    def centred(self, by_bot: Floats) -> Floats:
        """Take from each number, or each row, that of what its group is measured by: the mean of
        those that have shown where they are, or the anchor."""
        centred = by_bot.copy()
        for group in range(1 + self.group.max(initial=-1)):
            beside = self.group == group
            share = self._share[beside]
            centred[beside] -= (share / share.sum()) @ by_bot[beside]
        return centred

    @cached_property
    def _share(self) -> Floats:
        """Each bot's weight in the middle of its group, from 0 to 1.

        A bound may lie anywhere beyond, and would leave the mean as unsure as itself, so it weighs
        nothing. From there the weight rises bit by bit: no scale ever jumps. If those that have
        shown where they are weigh less than LEAST_MEAN, the others share in what is missing.
        """
        least = np.minimum(self.won.sum(0), self.won.sum(1))
        share = np.clip(least / np.maximum(self._hardly, TINY) - 1, 0, 1)
        sums, number = np.bincount(self.group, share), np.bincount(self.group)
        missing = np.maximum(0, LEAST_MEAN - sums) / np.maximum(number - sums, TINY)
        share += (1 - share) * np.minimum(1, missing)[self.group]
        if self._known is not None:
            share[self.group == self.group[self._places[0]]] = 0
            share[self._places] = self._known.share
        if self._anchor is not None:
            share[self.group == self.group[self._anchor]] = 0
            share[self._anchor] = 1
        return np.asarray(share)

    @cached_property
    def _pull(self) -> Floats:
        """How far the prior has pulled each bot's strength, in log-odds.

        To the second order: what pulled was the strength before, and not what is left of it. With
        few deals the variance by the model allows for the pull of a usual field already, but not
        for that of a much wider one, where the pull counts in full.
        """
        once = self._inverse @ (self.strength / self._prior**2)
        twice = once + self._inverse @ (once / self._prior**2)
        pull = np.abs(self.centred(twice))
        unusual = np.minimum(1, (self._prior / self._least) ** 2 - 1)
        return np.asarray(np.where(self.deals < FEW_DEALS, unusual * pull, pull))

    def _variances(
        self, tables: Sequence[Deals], before: Beforehand | None
    ) -> tuple[Floats, Floats]:
        """The covariances of the centred strengths: from deal to deal, and by the model."""
        number = sum(len(each.bots) for each in tables)
        meat = _surprise_squared(tables, self.strength) * (number / max(1, number - 1))
        if before is not None:
            meat += before.precision
        half = self.centred(self._inverse)
        between, model = half @ meat @ half.T, self.centred(half.T)
        if self._known is not None:
            together = np.ix_(self.on_scale, self.on_scale)
            between[together] += self._known.level
            model[together] += self._known.level
        return between, model

    def _beforehand(self, known: Known) -> Beforehand:
        """Put what is known into the order of the bots here."""
        size, places = len(self.ids), self._places
        strength, precision = np.zeros(size), np.zeros((size, size))
        strength[places], precision[np.ix_(places, places)] = known.strength, known.precision
        return Beforehand(strength, precision)


def _won(tables: Sequence[Deals], size: int) -> Floats:
    """[i, j]: the weighted score of bot i against bot j."""
    total = np.zeros((size, size))
    for table in tables:
        met, share = numbered(table, size), weight(table.players)
        total += share * by_pair(met, table.scores, size)
        total += share * by_pair(met, table.games - table.scores, size).T
    return total


def _surprise_squared(tables: Sequence[Deals], strength: Floats) -> Floats:
    """J: summed over deals, the product of what any two bots scored above their expectation."""
    size = len(strength)
    total = np.zeros((size, size))
    for table in tables:
        (one, other), strengths = np.array(table.pairs).T, strength[table.bots]
        expected = table.games * expit(strengths[:, one] - strengths[:, other])
        above = weight(table.players) * (table.scores - expected)
        sides = np.eye(table.players)[one] - np.eye(table.players)[other]
        surprise = above @ sides
        half = by_pair(numbered(table, size), surprise[:, one] * surprise[:, other], size)
        itself = np.bincount(table.bots.ravel(), (surprise**2).ravel(), size)
        total += half + half.T + np.diag(itself)
    return total


def numbered(table: Deals, size: int) -> Indices:
    """Number each pair of each deal: i · size + j, for the bots i and j."""
    one, other = np.array(table.pairs).T
    return table.bots[:, one] * size + table.bots[:, other]


def by_pair(met: Indices, numbers: Floats, size: int) -> Floats:
    """[i, j]: the sum of the numbers of the pairs that are numbered i · size + j."""
    sums = np.bincount(met.ravel(), numbers.ravel(), size * size)
    return np.asarray(sums.reshape(size, size), np.float64)


def _deals_of(tables: Sequence[Deals], size: int) -> Indices:
    """Count each bot's deals, in however many seats."""
    total = np.zeros(size, np.intp)
    for table in tables:
        columns = table.bots.T
        for position, column in enumerate(columns):
            first = np.all([column != earlier for earlier in columns[:position]], axis=0)
            total += np.bincount(column[np.broadcast_to(first, column.shape)], minlength=size)
    return total


def _within(table: Deals, group: Indices) -> Deals:
    """Count only pairs of one group in these deals."""
    one, other = np.array(table.pairs).T
    counts = group[table.bots[:, one]] == group[table.bots[:, other]]
    return Deals(table.bots, table.scores * counts, table.games * counts)


def _allowing(half: Floats, pull: Floats) -> Floats:
    """Intervals that hold 95 % though their middles are off by so much.

    Half of the width, in deviations, is the quantile of |N(pull, 1)| (Armstrong and Kolesár, 2018).
    """
    deviation = half / NORMAL
    off = np.minimum(pull / np.maximum(deviation, SMALL), FAR)
    beyond = np.maximum(0, pull - FAR * np.maximum(deviation, SMALL))
    quantile = off + NORMAL  # a little too far out, from where Newton's steps go straight in
    level = ndtr(NORMAL) - ndtr(-NORMAL)
    for _ in range(8):
        slope = np.exp(-((quantile - off) ** 2) / 2) + np.exp(-((quantile + off) ** 2) / 2)
        excess = ndtr(quantile - off) - ndtr(-quantile - off) - level
        quantile = quantile - excess * np.sqrt(2 * np.pi) / slope
    return np.asarray(quantile * deviation + beyond)


def _of_differences(variance: Floats) -> Floats:
    own = np.diag(variance)
    return np.asarray(own[:, None] + own[None, :] - 2 * variance)


# --- groups ---------------------------------------------------------------------------------------

# Two fields that met in a game or two are known well inside and hardly beside each other: there the
# prior says where one lies beside the other, and not the games. So they are told as two groups.
SELDOM = 0.25
"""A link may be weak if the two sides give less of their games to it, their shares added up, …"""
LOOSE = 0.03
"""… and if less of what their games tell is about the other side, their shares added up, …"""
WEAK = 12.0
"""… and if the games tell less of it than this many times what the prior says."""


def joined(met: Floats) -> Indices:
    """Number the groups of bots that a chain of meetings joins: 0, 1, … by bot.

    met: [i, j]: in how many games two bots met, or how much these weigh.
    """
    group = np.full(len(met), -1, np.intp)
    for bot in range(len(met)):
        if group[bot] >= 0:
            continue
        reached = np.zeros(len(met), bool)
        reached[bot] = True
        while (further := reached | (met[reached] > 0).any(0)).sum() > reached.sum():
            reached = further
        group[reached] = group.max() + 1
    return group


def merged(group: Indices, known: Indices) -> Indices:
    """Number groups anew, as one wherever they have one of these bots: who is known beforehand
    compares with others without having met them."""
    whole = group.copy()
    whole[np.isin(group, group[known])] = group[known].min(initial=len(group))
    return np.unique(whole, return_inverse=True)[1]


def firmly_joined(met: Floats, strength: Floats, prior: Floats, group: Indices) -> Indices:
    """Cut groups wherever what joins two sides is weak; their numbers by bot.

    met: in pairs' worth. strength: by bot, in log-odds; hardly shrunk by the prior, which puts two
    fields that are far apart nearer to each other, where each game seems to tell more. prior: by
    bot, its σ. A side has two bots or more: of one alone, its own ± says how little is known.
    """
    share = expit(strength[:, None] - strength)
    information = met * share * (1 - share)
    left, found = (
        [np.flatnonzero(group == number) for number in range(1 + group.max(initial=-1))],
        [],
    )
    while left:
        beside = left.pop()
        among = np.ix_(beside, beside)
        side = _weakest_cut(met[among], information[among], float(prior[beside].mean()))
        if side is None:
            found.append(beside)
        else:
            left += [beside[side], beside[~side]]
    cut = np.empty_like(group)
    for number, beside in enumerate(sorted(found, key=lambda bots: int(bots[0]))):
        cut[beside] = number
    return cut


def _weakest_cut(met: Floats, information: Floats, prior: float) -> Indices | None:
    """Find the two sides of a weak link, as a truth value by bot; None if there is none.

    The sides follow the second vector of the normalised Laplacian (Shi and Malik, 2000).
    """
    size, total = len(met), np.maximum(information.sum(1), TINY)
    if size < 4:
        return None
    scale = 1 / np.sqrt(total)
    _, vectors = eigh(np.eye(size) - scale[:, None] * information * scale, subset_by_index=[1, 1])
    order = np.argsort(vectors[:, 0] * scale, kind="stable")
    crossing, told = _along(information, order)
    at = int(told.argmin())
    number = at + 2
    by_prior = number * (size - number) / size / prior**2
    if _along(met, order)[1][at] >= SELDOM or told[at] >= LOOSE or crossing[at] >= WEAK * by_prior:
        return None
    side = np.zeros(size, bool)
    side[order[:number]] = True
    return side


def _along(weight: Floats, order: Indices) -> tuple[Floats, Floats]:
    """For cuts after the second bot of an order, the third, … up to the last but two: the weight of
    the pairs that cross it, and its share in all that either side has, added up."""
    one = np.cumsum(weight.sum(1)[order])
    inside = np.cumsum(np.tril(weight[np.ix_(order, order)], -1).sum(1))
    one, crossing, whole = one[1:-2], (one - 2 * inside)[1:-2], one[-1]
    return crossing, crossing / np.maximum(one, TINY) + crossing / np.maximum(whole - one, TINY)
