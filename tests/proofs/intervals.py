"""Elo ± holds the truth as often as it says, over simulated ladders.

Ladders of twelve bots are simulated: matches of 2 to 5 players, a game in every rotation of the
seats, places by Plackett and Luce. Each game has its own deal; with `--alike 0.3` all games of a
match are on one deal, as in older tournaments, and resemble each other by that much. Printed for
each field and number of games a bot: how often Elo ± holds the true rating, over all bots and for
the best one; how many are shown as a bound (which holds what lies beyond it); the mean error of the
best one's Elo, and the median ±. Ends with status 1 if one of the two is not held as often as it
should be.
"""

import argparse
from time import perf_counter

import numpy as np
from scipy.special import ndtr

from ladder.ratings.official_fit import Deals, Fit
from ladder.statistics.arrays import Floats
from ladder.statistics.elo import SCALE, START

TAKES = "10 min"

BOTS = 12
SIZES = (2, 3, 4, 5)
FIELDS = ("sd 150", "sd 300", "one at +900")
GAMES = (16, 80, 320)
ALL_BOTS = (0.93, 0.97)
BEST_BOT = 0.90


def field(name: str, random: np.random.Generator) -> Floats:
    """True strengths in log-odds, around 0."""
    spread = 300 if name == "sd 300" else 150
    strength = random.normal(0, spread / SCALE, BOTS)
    if name == "one at +900":
        strength[0] = strength[1:].mean() + 900 / SCALE
    return np.asarray(strength - strength.mean())


def play(
    strength: Floats, games: int, alike: float | None, random: np.random.Generator
) -> list[Deals]:
    """Matches until each bot has had so many games; the least-played bots meet.

    alike: the correlation of a bot's luck between two games of a match on one deal; None: each game
    has its own deal.
    """
    played = np.zeros(BOTS)
    rows: dict[int, list[tuple[Floats, Floats, Floats]]] = {size: [] for size in SIZES}
    number = 0
    while played.mean() < games:
        size = SIZES[number % len(SIZES)]
        number += 1
        bots = np.lexsort((random.random(BOTS), played))[:size]
        played[bots] += size
        common = random.normal(size=size)
        own = random.normal(size=(size, size))
        shared = alike or 0.0
        luck = ndtr(np.sqrt(shared) * common + np.sqrt(1 - shared) * own)
        showing = strength[bots] - np.log(-np.log(luck))  # a row is a game
        one, other = np.triu_indices(size, 1)
        scores = (showing[:, one] > showing[:, other]).astype(float)
        if alike is None:
            rows[size] += [(bots, game, np.ones(len(one))) for game in scores]
        else:
            rows[size].append((bots, scores.sum(0), np.full(len(one), float(size))))
    return [
        Deals(*(np.array(column) for column in zip(*each, strict=True)))
        for each in rows.values()
        if each
    ]


def holds(fit: Fit, truth: Floats) -> Floats:
    """By bot, whether its interval holds the truth; that of a bound is open to one side.

    truth: in Elo points, measured as the fit measures: by the mean of the same bots.
    """
    above, below = truth >= fit.elo - fit.interval, truth <= fit.elo + fit.interval
    return np.where(fit.bound > 0, above, np.where(fit.bound < 0, below, above & below))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ladders", type=int, default=200)
    parser.add_argument("--alike", type=float, help="play each match on one deal")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    passed, began = True, perf_counter()
    deals = "a deal a game" if given.alike is None else f"a deal a match, alike by {given.alike:g}"
    print(f"{given.ladders} ladders of {BOTS} bots, {deals}")
    for number, name in enumerate(FIELDS):
        for games in GAMES:
            random = np.random.default_rng([given.seed, number, games])
            lines = []
            for _ in range(given.ladders):
                strength = field(name, random)
                fit = Fit(play(strength, games, given.alike, random))
                truth = START + SCALE * fit.centred(strength)
                held, best = holds(fit, truth), truth.argmax()
                error = fit.elo[best] - truth[best]
                bounds = (fit.bound != 0).mean()
                lines.append((held.mean(), held[best], bounds, error, np.median(fit.interval)))
            everyone, best_one, bounds, error, half = np.mean(lines, axis=0)
            right = ALL_BOTS[0] <= everyone <= ALL_BOTS[1] and best_one >= BEST_BOT
            passed &= bool(right)
            print(
                f"{name:12} {games:4} games   all {everyone:.3f}   best {best_one:.3f}   "
                f"bounds {bounds:.3f}   error of the best {error:+5.0f}   ± {half:3.0f}"
                f"{'' if right else '   NOT as it should be'}",
                flush=True,
            )
    print(f"{'all as it should be' if passed else 'NOT as it should be'}", end="; ")
    print(f"{perf_counter() - began:.0f} s")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
