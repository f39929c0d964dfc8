"""Official ratings: fitted to all games at once, so their order doesn't matter.

A game of n players counts as all its pairs, each with weight w_n = 3/(n+1) as in live Elo
(`ladder.statistics.elo`). The strengths θ, in units of log-odds, maximise the posterior under the
Bradley–Terry model of the pairs' scores S, with a normal prior of standard deviation σ around the
mean:

    minimise  Σ w_n · logloss(S_ij, 1/(1 + exp(θ_j - θ_i))) + Σ θ² / (2 · σ²)

σ is PRIOR, or wider where the games show a wider field (`ladder.statistics.maximum_likelihood`).

The games of one deal resemble each other, so they are one piece of evidence: the variance is the
sandwich H⁻¹JH⁻¹ with J summed over deals (Liang and Zeger, 1986). With few deals that is erratic,
so the model's variance is averaged in with the weight of FEW_DEALS deals, and Student's t gives the
quantile, as in Smyth's moderated t (2004). Decision 6 (`docs/decisions/06-ratings.md`) has the
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

from ladder.ratings.reference_strengths import KnownStrengths
from ladder.ratings.scope import FEW_DEALS, NORMAL, PRIOR
from ladder.statistics.arrays import Floats, Indices
from ladder.statistics.elo import SCALE, START, weight
from ladder.statistics.maximum_likelihood import WIDEST, StrengthPrior, solve, spread

FEW_PAIRS = 10.0
"""Weight of pairs lost (or won) below which a bot's variance over deals is erratic, too."""
HARDLY = 3.0
"""Weight of pairs that a bot may have lost (won) at most to be a bound; see `Official.bound`."""
HARDLY_ANY = 0.1
"""The share of its pairs that a bot may have lost (won) at most to be a bound."""
LEAST_MEAN = 2.0
"""The number of bots that the mean at 1500 is taken over at least; a single bot would have ± 0."""
TINY = np.finfo(float).tiny
SMALL = 1e-9
"""The smallest deviation, in log-odds."""
FAR = 8.0
"""Bias in deviations beyond which only one side of an interval matters."""
SURE = 0.975
"""The probability of being stronger that counts as certain: one-sided, for 95% intervals."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals at tables of one size: a row is one deal, with all games played on it.

    Attributes:
        bots: The bots' ids, by deal and position.
        scores: The first bot's score over all games, by deal and pair of positions: (0, 1),
            (0, 2), …, (1, 2), ….
        games: Games that count, by deal and pair; 0 for a bot against itself.
        pools: The pool's id by deal, if known.
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
    """The strengths of all bots that took part in some deals, with their uncertainty."""

    def __init__(
        self, deals: Sequence[Deals], known: KnownStrengths | None = None, cut: bool = True
    ) -> None:
        """Fit the strengths.

        Args:
            deals: The deals, by table size; bots as ids.
            known: Bots of these deals with known strengths; their group is measured by them. In
                other groups, the mean of the bots that are no bounds is 1500.
            cut: False to compare bots even across weak links, where all have to be in one order.
        """
        self.ids = np.flatnonzero(
            np.bincount(np.concatenate([table.bots.ravel() for table in deals]))
        )
        place = np.zeros(self.ids.max(initial=0) + 1, np.intp)
        place[self.ids] = np.arange(len(self.ids))
        tables = [Deals(place[table.bots], table.scores, table.games) for table in deals]
        self._known = known
        self._places = np.zeros(0, np.intp) if known is None else place[known.ids]
        before = None if known is None else self._beforehand(known)
        self.won = _won(tables, len(self.ids))
        """[i, j]: weight of the pairs that bot i won against bot j; 0 for bots of two groups."""
        linked = joined(self.won + self.won.T)
        self.group = merged(linked, self._places)
        """Group number by bot: 0, 1, …; bots are compared within their group."""
        self._prior, self.strength, self._inverse = spread(self.won, self.group, PRIOR, before)
        """Strength by bot, in log-odds; the mean of a group is 0."""
        # Weak links are judged by strengths that the prior hardly shrinks; see `firmly_joined`.
        # If any is cut, pairs across it no longer count, so all is fitted once more (decision 6).
        unshrunk, _ = solve(self.won, WIDEST, self.strength, before)
        firm, self._links = firmly_joined(
            self.won + self.won.T, unshrunk, self._prior, linked, LOOSE * cut
        )
        firm = merged(firm, self._places)
        if firm.max(initial=0) > self.group.max(initial=0):
            self.group, tables = firm, [_within(table, firm) for table in tables]
            self.won = _won(tables, len(self.ids))
            self._prior, self.strength, self._inverse = spread(self.won, self.group, PRIOR, before)
        self.deals = _deals_of(tables, len(self.ids))
        """Number of deals played, by bot."""
        self.between_deals, self.of_model = self._variances(tables, before)

    @property
    def elo(self) -> Floats:
        """The rating of each bot, in Elo points."""
        elo = START + SCALE * self.centred(self.strength)
        if self._known is not None:  # the mean of the known bots, 0 so far, has a known place
            elo[self.on_scale] += SCALE * (self._known.share @ self._known.strength)
        return elo

    @cached_property
    def on_scale(self) -> NDArray[np.bool_]:
        """A mask of the bots that known bots of their group measure, rather than their mean."""
        return np.asarray(np.isin(self.group, self.group[self._places]))

    @cached_property
    def unknown(self) -> NDArray[np.bool_]:
        """A mask of the bots that nothing is known of: they met no other in a game that counts."""
        alone = np.bincount(self.group)[self.group] == 1
        alone[self._places] = False
        return np.asarray(alone)

    @cached_property
    def interval(self) -> Floats:
        """Half the width of each bot's 95% interval, in Elo points."""
        deviation, freedom = self._moderated(np.diag, self.deals)
        half = stdtrit(freedom, SURE) * deviation
        widest = NORMAL * self._prior
        known = np.minimum(_allowing(half, self._pull), widest)
        return SCALE * np.where(self.unknown, widest, known)

    @property
    def bound(self) -> Indices:
        """Bound by bot: 1 if it hardly lost and may be far stronger, -1 if far weaker, else 0."""
        lost, won = self._lost_and_won
        bound = np.where(lost <= self._hardly, 1, 0) - np.where(won <= self._hardly, 1, 0)
        bound[self._places] = 0
        return bound

    @property
    def _hardly(self) -> Floats:
        """The weight that each bot may have lost (won) at most to be a bound."""
        lost, won = self._lost_and_won
        return np.asarray(np.minimum(HARDLY, HARDLY_ANY * (lost + won)))

    @property
    def _lost_and_won(self) -> tuple[Floats, Floats]:
        """The weights of the pairs that each bot has lost and won."""
        return self.won.sum(0), self.won.sum(1)

    def superiority(self) -> Floats:
        """Return [i, j]: the probability that bot i is stronger than bot j; ½ if not comparable.

        It follows from the variance of their difference, since intervals that overlap say little
        about it.
        """
        deviation, freedom = self._differing
        ahead = self.strength[:, None] - self.strength[None, :]
        comparable = (self.group[:, None] == self.group[None, :]) & (deviation > 0)
        return np.where(comparable, stdtr(freedom, ahead / np.where(comparable, deviation, 1)), 0.5)

    def difference_interval(self, one: Indices, other: Indices) -> Floats:
        """Return half the widths of the 95% intervals of these bots' differences, in Elo points.

        An interval excludes 0 exactly if `superiority` reaches SURE.
        """
        # Only the pairs asked for: of a thousand bots, all would take a sixth of their fit's time.
        deviation, freedom = (matrix[one, other] for matrix in self._differing)
        return np.asarray(SCALE * stdtrit(freedom, SURE) * deviation)

    @cached_property
    def _differing(self) -> tuple[Floats, Floats]:
        return self._moderated(
            _of_differences, np.minimum(self.deals[:, None], self.deals[None, :])
        )

    def _moderated(self, part: Callable[[Floats], Floats], deals: Indices) -> tuple[Floats, Floats]:
        """Return a moderated standard deviation by bot or pair of bots, and its degrees of freedom.

        Args:
            part: Extracts the variances from a covariance matrix.
            deals: The number of deals by bot or pair.
        """
        between, model = part(self.between_deals), part(self.of_model)
        rarer = np.minimum(*self._lost_and_won)  # the weight of losses or wins, of which are fewer
        if deals.ndim == 2:
            rarer = np.minimum(rarer[:, None], rarer[None, :])
        # A single deal says nothing about the variance between deals.
        counted = np.where(deals < 2, 0, deals)
        variance = (FEW_DEALS * model + counted * between) / (FEW_DEALS + counted)
        # The deals of bots that have lost or won little may agree by chance.
        variance = np.where(rarer < FEW_PAIRS, np.maximum(variance, model), variance)
        variance += part(self._of_links)
        return np.sqrt(np.maximum(0, variance)), FEW_DEALS + np.maximum(0, deals - 1)

    @cached_property
    def _of_links(self) -> Floats:
        """The covariance of the strengths that the lengths of weak links bring beyond the usual."""
        total = np.zeros_like(self.won)
        for side, freedom in self._links:
            # The length is known from upsets alone, with the variance 1 / upsets. If they are few,
            # Student's t makes it wider, however many deals there are.
            if len(np.unique(np.isin(self._places, side))) < 2:
                wider = (stdtrit(freedom, SURE) / stdtrit(np.inf, SURE)) ** 2 - 1
                apart = self.centred(np.isin(range(len(total)), side).astype(float))
                total += wider / freedom * np.outer(apart, apart)
        return total

    def centred(self, by_bot: Floats) -> Floats:
        """Subtract from each number, or each row, the mean of its group, weighted by `_share`."""
        centred = by_bot.copy()
        for group in range(1 + self.group.max(initial=-1)):
            members = self.group == group
            share = self._share[members]
            centred[members] -= (share / share.sum()) @ by_bot[members]
        return centred

    @cached_property
    def _share(self) -> Floats:
        """Each bot's weight in the middle of its group, from 0 to 1."""
        rarer = np.minimum(*self._lost_and_won)
        # A bound may lie anywhere beyond its rating and would make the mean as unsure as itself, so
        # its weight is 0. From there the weight rises gradually, so that no scale ever jumps.
        share = np.clip(rarer / np.maximum(self._hardly, TINY) - 1, 0, 1)
        # If the weights sum to less than LEAST_MEAN, the other bots share what is missing.
        sums, number = np.bincount(self.group, share), np.bincount(self.group)
        missing = np.maximum(0, LEAST_MEAN - sums) / np.maximum(number - sums, TINY)
        share += (1 - share) * np.minimum(1, missing)[self.group]
        if self._known is not None:
            share[self.group == self.group[self._places[0]]] = 0
            share[self._places] = self._known.share
        return np.asarray(share)

    @cached_property
    def _pull(self) -> Floats:
        """How far the prior has pulled each bot's strength, in log-odds."""
        # The pull is proportional to the strength before it, but only the strength after it is
        # known. So `once` is too small, and `twice` adds the pull on what `once` has pulled off.
        once = self._inverse @ (self.strength / self._prior**2)
        twice = once + self._inverse @ (once / self._prior**2)
        pull = np.abs(self.centred(twice))
        # With few deals the model's variance already allows for the pull in a usual field, but not
        # in a much wider one, where the pull counts in full.
        unusual = np.minimum(1, (self._prior / PRIOR) ** 2 - 1)
        return np.asarray(np.where(self.deals < FEW_DEALS, unusual * pull, pull))

    def _variances(
        self, tables: Sequence[Deals], before: StrengthPrior | None
    ) -> tuple[Floats, Floats]:
        """Return the covariances of the centred strengths: from deal to deal, and by the model."""
        number = sum(len(table.bots) for table in tables)
        meat = _surprise_squared(tables, self.strength) * (number / max(1, number - 1))
        if before is not None:
            meat += before.precision
        # With C for centring: bread is CH⁻¹, between is CH⁻¹J(CH⁻¹)ᵀ, and model is CH⁻¹Cᵀ.
        bread = self.centred(self._inverse)
        between, model = bread @ meat @ bread.T, self.centred(bread.T)
        if self._known is not None:
            together = np.ix_(self.on_scale, self.on_scale)
            between[together] += self._known.level
            model[together] += self._known.level
        return between, model

    def _beforehand(self, known: KnownStrengths) -> StrengthPrior:
        """Put the known strengths into the order of the bots here."""
        size, places = len(self.ids), self._places
        strength, precision = np.zeros(size), np.zeros((size, size))
        strength[places], precision[np.ix_(places, places)] = known.strength, known.precision
        return StrengthPrior(strength, precision)


def _won(tables: Sequence[Deals], size: int) -> Floats:
    """Return [i, j]: the weighted score of bot i against bot j."""
    total = np.zeros((size, size))
    for table in tables:
        met, share = numbered(table, size), weight(table.players)
        total += share * by_pair(met, table.scores, size)
        total += share * by_pair(met, table.games - table.scores, size).T
    return total


def _surprise_squared(tables: Sequence[Deals], strength: Floats) -> Floats:
    """Return J: the products of any two bots' residuals, summed over deals."""
    size = len(strength)
    total = np.zeros((size, size))
    for table in tables:
        (one, other), strengths = np.array(table.pairs).T, strength[table.bots]
        expected = table.games * expit(strengths[:, one] - strengths[:, other])
        above = weight(table.players) * (table.scores - expected)
        # By pair and position: 1 for the first of the pair, -1 for the second, 0 for the others.
        sides = np.eye(table.players)[one] - np.eye(table.players)[other]
        surprise = above @ sides  # of each position: its score above what was expected
        half = by_pair(numbered(table, size), surprise[:, one] * surprise[:, other], size)
        itself = np.bincount(table.bots.ravel(), (surprise**2).ravel(), size)
        total += half + half.T + np.diag(itself)
    return total


def numbered(table: Deals, size: int) -> Indices:
    """Return the number of each pair of each deal: i · size + j, for the bots i and j."""
    one, other = np.array(table.pairs).T
    return table.bots[:, one] * size + table.bots[:, other]


def by_pair(met: Indices, numbers: Floats, size: int) -> Floats:
    """Return [i, j]: the sum of the values of the pairs that are numbered i · size + j."""
    sums = np.bincount(met.ravel(), numbers.ravel(), size * size)
    return np.asarray(sums.reshape(size, size), np.float64)


def _deals_of(tables: Sequence[Deals], size: int) -> Indices:
    """Count each bot's deals; several seats at one deal count once."""
    total = np.zeros(size, np.intp)
    for table in tables:
        bots = np.sort(table.bots, axis=1)
        first = np.diff(bots, axis=1, prepend=-1) > 0
        total += np.bincount(bots[first], minlength=size)
    return total


def _within(table: Deals, group: Indices) -> Deals:
    """Drop the pairs of bots in different groups from these deals."""
    one, other = np.array(table.pairs).T
    counts = group[table.bots[:, one]] == group[table.bots[:, other]]
    return Deals(table.bots, table.scores * counts, table.games * counts)


def _allowing(half: Floats, pull: Floats) -> Floats:
    """Widen 95% intervals so that they keep their coverage with a bias of up to `pull`.

    Half of the width, in deviations, is the 95% quantile of |N(pull, 1)| (Armstrong and Kolesár,
    2018).
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

# Two fields that hardly met, or of which one has hardly ever lost to the other, are well known
# within, but hardly relative to each other: there the prior decides, not the games. So they are
# shown as two groups.
LOOSE = 0.06
"""Upper bound for a weak link of the sum of both sides' shares of Fisher information across it."""
WEAK = 12.0
"""Upper bound for a weak link of the information across it, in multiples of the prior's."""
FEWEST = 3.0
"""The least degrees of freedom of a link's length: of fewer, Student's t has no variance."""


def joined(met: Floats) -> Indices:
    """Return each bot's group number: 0, 1, …. A group is joined by a chain of meetings.

    met: [i, j]: the number, or weight, of the games in which two bots met.
    """
    # scipy.sparse.csgraph can do this, but takes longer to import than a usual fit does.
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
    """Renumber groups, merging those with a known bot: its strength compares without meetings."""
    whole = group.copy()
    whole[np.isin(group, group[known])] = group[known].min(initial=len(group))
    return np.unique(whole, return_inverse=True)[1]


def firmly_joined(
    met: Floats, strength: Floats, prior: Floats, group: Indices, loose: float = LOOSE
) -> tuple[Indices, list[tuple[Indices, float]]]:
    """Cut groups at weak links.

    Each side has at least two bots: for one alone, its ± says how little is known.

    Args:
        met: [i, j]: weight of the games in which two bots met.
        strength: By bot, in log-odds, hardly shrunk by a prior. A prior would pull distant fields
            together, and closer bots seem to give more information for each game.
        prior: σ by bot.
        group: Group number by bot.
        loose: LOOSE, or 0 to cut nothing.

    Returns:
        By bot the new group number; of each group's weakest link, the bots on one side and the
        degrees of freedom of its length, FEWEST at least: the information across it, as that is
        the weight of upsets which tell it, less one.
    """
    share = expit(strength[:, None] - strength)
    information = met * share * (1 - share)
    pending = [np.flatnonzero(group == number) for number in range(1 + group.max(initial=-1))]
    firm, links = list[Indices](), list[tuple[Indices, float]]()
    while pending:
        members = pending.pop()
        side, crossing, shares = _weakest_link(information[np.ix_(members, members)])
        sides = members[side], members[~side]
        # What the prior says of the difference between the two sides' means: 1 / (σ²/n + σ²/m).
        balance = len(sides[0]) * len(sides[1]) / len(members)
        by_prior = balance / float(prior[members].mean()) ** 2
        if shares < loose and crossing < WEAK * by_prior:
            pending += sides
        else:
            firm.append(members)
            if len(sides[0]):
                links.append((sides[0], max(FEWEST, crossing - 1)))
    cut = np.empty_like(group)
    for number, members in enumerate(sorted(firm, key=lambda bots: int(bots[0]))):
        cut[members] = number
    return cut, links


def _weakest_link(information: Floats) -> tuple[NDArray[np.bool_], float, float]:
    """Find the two sides of the weakest link: a mask over bots, and what `_along` says of it.

    The sides follow the second eigenvector of the normalised Laplacian (Shi and Malik, 2000).
    """
    size, total = len(information), np.maximum(information.sum(1), TINY)
    side = np.zeros(size, bool)
    if size < 4:
        return side, np.inf, np.inf
    scale = 1 / np.sqrt(total)
    _, vectors = eigh(np.eye(size) - scale[:, None] * information * scale, subset_by_index=[1, 1])
    order = np.argsort(vectors[:, 0] * scale, kind="stable")
    crossing, shares = _along(information, order)
    at = int(shares.argmin())
    side[order[: at + 2]] = True
    return side, float(crossing[at]), float(shares[at])


def _along(weight: Floats, order: Indices) -> tuple[Floats, Floats]:
    """Return the weight across each cut of an order, and the sum of both sides' shares of it.

    The cuts come after the second bot, the third, … up to the last but two. A side's share is the
    weight that crosses divided by all weight of its bots.
    """
    first = np.cumsum(weight.sum(1)[order])  # all weight of the bots up to each place
    inside = np.cumsum(np.tril(weight[np.ix_(order, order)], -1).sum(1))  # among these bots
    whole, crossing = first[-1], first - 2 * inside
    first, crossing = first[1:-2], crossing[1:-2]
    return crossing, crossing / np.maximum(first, TINY) + crossing / np.maximum(whole - first, TINY)
