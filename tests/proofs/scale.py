"""The ± of the ladder holds: in fields with a hole, beside reference bots in other company.

Ladders are made up, a line for each kind: the share of true ratings within ± where Elo is said to
compare, how often a hole is told, and how often the truth lies beyond a bound and beyond its ±.

Promise: docs/decisions/06-ratings.md, how often ± holds the truth.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from ladder.ratings.fit_model import Deals, Fit
from ladder.ratings.reference_strengths import LEAST, TRANSFER, KnownStrengths
from ladder.statistics.arrays import Floats, Indices
from ladder.statistics.elo import SCALE, START

TAKES = "2 min"

SEATS = 4
ONE, OTHER = np.array(list(combinations(range(SEATS), 2))).T
REFERENCE = np.array([-3.0, 0.0, 4.4])
"""About how strong random, greedy and trader are, in log-odds."""

Drawn = tuple[Floats, Indices]
"""The true strengths, and who sat at each deal."""


def played(truth: Floats, bots: Indices, chance: np.random.Generator) -> Deals:
    """A game on each deal, as the strengths say."""
    showing = truth[bots] + chance.gumbel(size=bots.shape)
    ahead = (showing[:, ONE] > showing[:, OTHER]).astype(float)
    return Deals(bots, ahead, np.ones_like(ahead))


def drawn(chance: np.random.Generator, bots: Sequence[int], number: int) -> Indices:
    """Tables of these bots, drawn at random."""
    return np.array(bots)[chance.random((number, len(bots))).argsort(1)[:, :SEATS]]


def two_fields(gap: float, between: int | None, games: int, chance: np.random.Generator) -> Drawn:
    """Two fields of six; between: the tables at which two of each sit, None for a round robin."""
    truth = chance.normal(0, 100 / SCALE, 12) + np.repeat([gap / 2, -gap / 2], 6) / SCALE
    number = games * 12 // SEATS
    if between is None:
        return truth, drawn(chance, range(12), number)
    inside = [drawn(chance, range(at, at + 6), number // 2) for at in (0, 6)]
    sides = [drawn(chance, range(at, at + 6), between)[:, :2] for at in (0, 6)]
    return truth, np.concatenate([*inside, np.hstack(sides)])


def one_field(deviation: float, games: int, chance: np.random.Generator) -> Drawn:
    """A field without a hole."""
    return chance.normal(0, deviation / SCALE, 12), drawn(chance, range(12), games * 3)


def few_ahead(chance: np.random.Generator) -> Drawn:
    """Three of a class of 28 are far ahead of the others."""
    truth = chance.normal(0, 100 / SCALE, 28) + (np.arange(28) < 3) * 900 / SCALE
    return truth, drawn(chance, range(28), 24 * 28 // SEATS)


KINDS: dict[str, Callable[[np.random.Generator], Drawn]] = {
    f"round robin, gap {gap}, {games} games": partial(two_fields, gap, None, games)
    for games in (60, 300)
    for gap in (0, 400, 1000, 1500)
}
KINDS |= {
    f"{between} tables join, gap {gap}": partial(two_fields, gap, between, 40)
    for gap, between in ((0, 2), (400, 5), (1000, 5), (1000, 20), (1500, 10), (1500, 40))
}
KINDS |= {
    f"one field, sd {deviation}, {games} games": partial(one_field, deviation, games)
    for deviation in (150, 300, 600)
    for games in (16, 60, 300)
}
KINDS["three of 28 are 900 ahead"] = few_ahead


def of_fields(make: Callable[[np.random.Generator], Drawn], ladders: int) -> list[float]:
    """Coverage; ladders that are split; the truth beyond a bound, and beyond its ±."""
    held, split, beyond, further = [], [], [], []
    for seed in range(ladders):
        chance = np.random.default_rng(seed)
        truth, bots = make(chance)
        fit = Fit([played(truth, bots, chance)])
        off = START + SCALE * fit.centred(truth[fit.ids]) - fit.elo
        held += (np.abs(off) <= fit.interval).tolist()
        split.append(fit.group.max() > 0)
        above = (-off * fit.bound)[fit.bound != 0]
        beyond += (above > 0).tolist()
        further += (above > fit.interval[fit.bound != 0]).tolist()
    return [float(np.mean(each)) if each else np.nan for each in (held, split, beyond, further)]


def of_company(off_by: float, games: int, ladders: int) -> list[float]:
    """Coverage and median ± beside reference bots whose leads differ from the calibration's."""
    held, half = [], []
    for seed in range(ladders):
        chance = np.random.default_rng(seed)
        leads = REFERENCE + chance.normal(0, off_by / SCALE, 3) * (1, 0, 1)
        truth = np.append(leads, chance.normal((-500, 300, 700)[seed % 3] / SCALE, 1, 9))
        error = np.diag([TRANSFER, LEAST, TRANSFER]) ** 2
        known = KnownStrengths(np.arange(3), REFERENCE, error)
        fit = Fit([played(truth, drawn(chance, range(12), games * 3), chance)], known=known)
        counted = (fit.bound == 0) & (fit.ids > 2)
        held += (np.abs(fit.elo - START - SCALE * truth) <= fit.interval)[counted].tolist()
        half += fit.interval[counted].tolist()
    return [float(np.mean(held)), float(np.median(half))]


def main() -> None:
    """Print a line for each kind of ladder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ladders", type=int, default=60, help="of each kind")
    ladders = parser.parse_args().ladders
    print(f"{'field':34} ± holds    told  beyond ≤  beyond its ±")
    for name, make in KINDS.items():
        print(f"{name:34}", *(f"{each:7.3f}" for each in of_fields(make, ladders)), sep="  ")
    print(f"\n{'reference bots are off by':34} ± holds  median ±")
    for off_by in (0, 30, 60, 100, 150):
        for games in (20, 45, 150):
            held, half = of_company(off_by, games, ladders)
            print(f"{off_by:3} points, {games:3} games{'':15}  {held:7.3f}  {half:7.0f}")


if __name__ == "__main__":
    main()
