"""Groups of bots whose ratings compare: those that a chain of meetings joins, and firmly enough.

Two fields that met in a game or two are known well inside and hardly beside each other: there the
prior says where one lies beside the other, and not the games. So they are told as two groups.
"""

import numpy as np
from scipy.linalg import eigh
from scipy.special import expit

from ladder.arrays import Floats, Indices

TINY = np.finfo(float).tiny
SELDOM = 0.25
"""A link may be weak if the two sides give less of their games to it, their shares added up, …"""
LOOSE = 0.03
"""… and if less of what their games tell is about the other side, their shares added up, …"""
WEAK = 12.0
"""… and if the games tell less of it than so many times what the prior says."""


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

    met: in pairs' worth. strength: by bot, in log-odds. prior: by bot, its σ. A side has two bots
    or more: of one alone, its own ± says how little is known.
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
