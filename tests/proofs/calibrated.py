"""Elo on the scale of the reference bots holds the truth as often as it says.

Ladders are simulated (places by Plackett and Luce) in which the reference bots play beside others,
and fitted by strengths of these that are off by as much as those of the shipped calibration may be:
by its own error over the usual games, and by what differs with who else is in the field. For each
field: how often Elo ± holds what is true above `greedy`, over all other bots and for the best one;
the median ± and the best one's; and all that without a scale, by the mean of the bots. At the end
the same bot plays in three fields: how far apart its ratings are, on the scale and by the mean, and
how often they agree. With `--off 300` the calibration has trader wrong by so many Elo points, which
must show. Ends with status 1 if ± does not hold.

Promise: README.md, Elo ± is a 95 % interval, also on the scale of the reference bots.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from time import perf_counter

import numpy as np

from arena.cli.options.tournament import USUAL_VARIANTS
from arena.tournament.deals import Draws
from arena.tournament.league import AHEAD, Candidate, draw_meeting
from ladder.ratings.calibration import calibration
from ladder.ratings.official_fit import Deals, Fit
from ladder.ratings.reference_ratings import LEAST, TRANSFER, KnownStrengths, field_strengths
from ladder.ratings.scope import UNKNOWN
from ladder.statistics.arrays import Floats, Indices
from ladder.statistics.elo import SCALE, START
from ladder.tournaments.strengths import PairTotals

TAKES = "6 min"

USUAL = [pool for pool in calibration().pools if pool[0] in USUAL_VARIANTS.split(",")]
REFERENCE, ERROR = field_strengths(
    [(calibration().pools[pool], pool[1], 1 / len(USUAL)) for pool in USUAL]
)
"""Random, greedy and trader, the first three bots of every field here, with their covariances."""
PLAYERS = 4
ALL_BOTS, BEST_BOT = 0.93, 0.90
"""How often ± must hold the truth."""

Random = np.random.Generator


@dataclass(frozen=True)
class Ladder:
    """What is true, in log-odds above greedy, and what was played."""

    strength: Floats
    deals: list[Deals]


def played(strength: Floats, games: int, random: Random, among: Indices | None = None) -> Deals:
    """So many games a bot: those who have played least meet."""
    bots = np.arange(len(strength)) if among is None else among
    count, rows = np.zeros(len(bots)), []
    while count.mean() < games:
        at = np.lexsort((random.random(len(bots)), count))[:PLAYERS]
        count[at] += PLAYERS
        rows += [bots[at]] * PLAYERS
    return of_tables(strength, np.array(rows, np.intp), random)


def of_tables(strength: Floats, tables: Indices, random: Random) -> Deals:
    """A game at each of these tables."""
    showing = strength[tables] + random.gumbel(size=tables.shape)
    one, other = np.triu_indices(tables.shape[1], 1)
    scores = (showing[:, one] > showing[:, other]).astype(float)
    return Deals(tables, scores, np.ones(scores.shape))


def beside(reference: Floats, others: Sequence[float]) -> Floats:
    """The reference bots, and others given in Elo points above greedy."""
    return np.concatenate([reference, np.array(others) / SCALE])


def readme(reference: Floats, random: Random) -> Ladder:
    """Eight bots after 150 games."""
    strength = beside(reference, [1407, 397, 377, -763, -769])
    return Ladder(strength, [played(strength, 150, random)])


def league(reference: Floats, random: Random) -> Ladder:
    """22 new bots in a league, by its own pairing, after 120 games."""
    strength = beside(reference, random.normal(500, 300, 22))
    return Ladder(strength, first_matches(strength, 120, random))


def first_matches(strength: Floats, games: int, random: Random) -> list[Deals]:
    """The matches that a league draws of bots that are all new, until they have had so many games
    on average."""
    secret, bots, number = random.bytes(32), len(strength), 0
    count, waiting, tally, matches = np.zeros(bots, int), list[Deals](), PairTotals(), list[Deals]()
    while count.mean() < games:
        known = tally.strengths()
        waits = np.bincount([int(match.bots[0, 0]) for match in waiting], minlength=bots)
        field = [
            Candidate(bot, "", n, n, int(waits[bot]), rating.elo, rating.deviation)
            for bot, n in enumerate(map(int, count))
            for rating in [known.get(bot, UNKNOWN)]
        ]
        table = draw_meeting(field, PLAYERS, Draws(secret, "league", number))
        number += 1
        count[table] += PLAYERS
        waiting.append(of_tables(strength, np.array([table] * len(table)), random))
        if len(waiting) == AHEAD // 2:
            matches.append(waiting.pop(0))
            tally.add(matches[-1])
    return matches


def two_groups(reference: Floats, random: Random) -> Ladder:
    """Two fields 400 points apart that met in two games: trader in one, the other two in the
    other; 120 games inside each."""
    strength = beside(reference, [*random.normal(900, 150, 6), *random.normal(500, 150, 6)])
    upper, lower = np.array([2, *range(3, 9)]), np.array([0, 1, *range(9, 15)])
    bridge = np.array([[3, 4, 9, 10], [5, 6, 11, 12]])
    return Ladder(
        strength,
        [
            played(strength, 60, random, upper),
            played(strength, 60, random, lower),
            of_tables(strength, bridge, random),
        ],
    )


def newcomer(reference: Floats, random: Random) -> Ladder:
    """A bot a little weaker than greedy beside the three, after 48 games."""
    strength = beside(reference, random.normal(-270, 100, 1))
    return Ladder(strength, [played(strength, 48, random)])


def many(reference: Floats, random: Random) -> Ladder:
    """A dozen bots of some spread, after 40 games."""
    strength = beside(reference, random.normal(300, 400, 12))
    return Ladder(strength, [played(strength, 40, random)])


FIELDS: dict[str, Callable[[Floats, Random], Ladder]] = {
    "README's field, 150 games": readme,
    "a league's first 120 games": league,
    "two groups that met twice": two_groups,
    "a newcomer, 48 games": newcomer,
    "a dozen others, 40 games": many,
}
LEVELS = (-500.0, 300.0, 1100.0)
"""Of the three fields in which the same bot plays, …"""
SAME = 400.0
"""… which is so strong."""


def calibrated(random: Random, off: float) -> tuple[Floats, Floats]:
    """What a calibration says of strengths, with its covariances."""
    said = random.multivariate_normal(REFERENCE, ERROR) + np.array([0, 0, off / SCALE])
    return said, ERROR


def known(said: Floats, error: Floats) -> KnownStrengths:
    """As `ladder.ratings.reference_ratings` has it."""
    differs = np.array([TRANSFER, LEAST, TRANSFER])
    return KnownStrengths(np.arange(3), said, error + np.diag(differs**2))


def in_this_field(random: Random) -> Floats:
    """How strong the reference bots are in one field: they differ a little from one to another."""
    return np.asarray(REFERENCE + random.normal(0, [TRANSFER, 0, TRANSFER]))


def holds(fit: Fit, truth: Floats) -> Floats:
    """By bot, whether its interval holds the truth; that of a bound is open to one side.

    truth: in Elo points, measured as the fit measures.
    """
    above, below = truth >= fit.elo - fit.interval, truth <= fit.elo + fit.interval
    return np.where(fit.bound > 0, above, np.where(fit.bound < 0, below, above & below))


def figures(fit: Fit, truth: Floats) -> list[float]:
    """How often ± holds, for all others and the best of them; the median ±, and the best one's."""
    held, widths, best = holds(fit, truth)[3:], fit.interval[3:], truth[3:].argmax()
    return [held.mean(), held[best], float(np.median(widths)), widths[best]]


def judged(name: str, number: int, given: argparse.Namespace) -> bool:
    """Print two lines for a field; whether it is as it should be."""
    lines = []
    for ladder_number in range(given.ladders):
        random = np.random.default_rng([given.seed, number, ladder_number])
        ladder = FIELDS[name](in_this_field(random), random)
        fit = Fit(ladder.deals, known=known(*calibrated(random, given.off)))
        without = Fit(ladder.deals)
        truth = START + SCALE * ladder.strength
        by_mean = START + SCALE * without.centred(ladder.strength)
        lines.append([*figures(fit, truth), *figures(without, by_mean)])
    means = np.mean(lines, axis=0)
    right = True
    for scale, (everyone, best_one, half, of_best) in ((name, means[:4]), ("by mean", means[4:])):
        good = everyone >= ALL_BOTS and best_one >= BEST_BOT
        right &= bool(good)
        print(
            f"{scale:>28} all {everyone:.3f}   best {best_one:.3f}   ± {half:3.0f}   "
            f"of the best ± {of_best:3.0f}{'' if good else '   NOT as it should be'}",
            flush=True,
        )
    return right


def three_fields(given: argparse.Namespace) -> bool:
    """Print how far the ratings of one bot in three fields are apart, and how often they agree."""
    apart, apart_before, agree, held = [], [], [], []
    for number in range(given.ladders):
        random = np.random.default_rng([given.seed, 99, number])
        said = calibrated(random, given.off)
        found = []
        for level in LEVELS:
            ladder = in_field(level, in_this_field(random), random)
            fit, without = Fit(ladder.deals, known=known(*said)), Fit(ladder.deals)
            found.append((fit.elo[3], fit.interval[3], without.elo[3]))
            held.append(bool(holds(fit, START + SCALE * ladder.strength)[3]))
        for one, other in combinations(found, 2):
            agree.append(abs(one[0] - other[0]) <= np.hypot(one[1], other[1]))
            apart.append(abs(one[0] - other[0]))
            apart_before.append(abs(one[2] - other[2]))
    right = np.mean(held) >= ALL_BOTS and np.mean(agree) >= ALL_BOTS
    print(
        f"one bot in three fields      held {np.mean(held):.3f}   agree {np.mean(agree):.3f}   "
        f"apart {np.median(apart):.0f} (by the mean {np.median(apart_before):.0f})"
        f"{'' if right else '   NOT as it should be'}"
    )
    return bool(right)


def in_field(level: float, reference: Floats, random: Random) -> Ladder:
    """The bot of SAME strength among eight others of about that level, 60 games."""
    strength = beside(reference, [SAME, *random.normal(level, 200, 8)])
    return Ladder(strength, [played(strength, 60, random)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ladders", type=int, default=200)
    parser.add_argument("--off", type=float, default=0.0, help="Elo points by which trader is off")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="N", help="this field alone, from 1 to 6")
    given = parser.parse_args()
    began = perf_counter()
    unsure = 1.96 * SCALE * np.sqrt(np.diag(ERROR))
    print(
        f"{given.ladders} ladders of each; a calibration of {calibration().games} games, by which "
        f"random has {START + SCALE * REFERENCE[0]:.0f} ± {unsure[0]:.0f} and trader "
        f"{START + SCALE * REFERENCE[2]:.0f} ± {unsure[2]:.0f}"
    )
    passed = [
        judged(name, number, given) if name else three_fields(given)
        for number, name in enumerate([*FIELDS, ""], start=1)
        if given.only in (None, number)
    ]
    print("all as it should be" if all(passed) else "NOT as it should be", end="; ")
    print(f"{perf_counter() - began:.0f} s")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    raise SystemExit(main())
