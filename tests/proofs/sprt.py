"""A test of two bots errs as seldom as it promises.

Tests are simulated, unit by unit, at both hypotheses: leads are normal, or those of real play, few
whole numbers with most units even. First the error rates, at [0, 50] and [0, 100]: neither may be
above .06 where .05 is promised. Then, at the usual bounds [0, 20], the units that a test takes,
which may differ from theory by 15 %: Wald's mean number, with bounds moved out by the usual
overshoot (0.583 of a step: D. Siegmund, "Sequential Analysis", 1985). Then the estimates corrected
for the stopping: half of them too high, and their intervals holding the truth.

Promise: README.md, `arena sprt` decides which bot is better.
"""

import argparse
from math import exp
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from ladder.statistics.sprt import NORMALISED, Bounds, Unit, UnitCounts
from ladder.statistics.sprt_stopping import quantiles

TAKES = "2 min"

Floats = NDArray[np.float64]

MOST_UNITS = 8_000
FINELY = 100
"""Leads are whole numbers: of normal ones so many to a standard deviation."""
ERRORS = 0.06
UNITS = 0.15
OVERSHOOT = 0.583
"""How far beyond a bound a normal walk comes to a stop on average, in standard steps."""
LEADS = np.array([-4, -2, 0, 2, 4])
CHANCES = np.array([0.04, 0.21, 0.5, 0.21, 0.04])


def leads_of(kind: str, true: float, random: np.random.Generator) -> list[int]:
    """Leads of units, of which the mean is `true` standard deviations."""
    if kind == "normal":
        leads = np.rint(FINELY * random.normal(true, 1, MOST_UNITS))
    else:
        leads = random.choice(LEADS, MOST_UNITS, p=_tilted(true))
    return [int(lead) for lead in leads]


def _tilted(true: float) -> Floats:
    """The chances of the leads, tilted until their mean is so many of their deviations."""
    low, high = -2.0, 2.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        chances = CHANCES * np.exp(middle * LEADS)
        chances /= chances.sum()
        mean = chances @ LEADS
        reached = mean / np.sqrt(chances @ LEADS**2 - mean**2)
        low, high = (middle, high) if reached < true else (low, middle)
    return np.asarray(chances)


def run(
    kind: str, nelo: float, bounds: Bounds, tests: int, random: np.random.Generator
) -> tuple[Floats, Floats, Floats]:
    """How tests end: their units, their ratios, and the mean leads in deviations."""
    ends = []
    for _ in range(tests):
        found = UnitCounts()
        for lead in leads_of(kind, nelo / NORMALISED, random):
            found.add(Unit(lead, 2, 0, same=False))
            if found.verdict(bounds):
                break
        ends.append((found.units, found.llr(bounds), found.mean))
    units, ratios, means = np.array(ends).T
    return units, ratios, means


def theory(bounds: Bounds, nelo: float) -> float:
    """The units that a test takes on average, by Wald, the bounds moved out by the overshoot."""
    t0, t1 = bounds.means
    step = t1 - t0
    drift = step * (nelo / NORMALISED - (t0 + t1) / 2)
    upper, lower = bounds.upper + OVERSHOOT * step, bounds.lower - OVERSHOOT * step
    if not drift:
        return -upper * lower / step**2
    pull = -2 * drift / step**2
    up = (1 - exp(pull * lower)) / (exp(pull * upper) - exp(pull * lower))
    return (up * upper + (1 - up) * lower) / drift


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tests", type=int, default=2000, help="for the error rates")
    parser.add_argument("--lengths", type=int, default=600, help="for the units needed")
    parser.add_argument("--corrected", type=int, default=300, help="for the corrected estimates")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began, passed = perf_counter(), True

    def show(right: bool, text: str) -> None:
        nonlocal passed
        passed &= right
        print(text + ("" if right else "   NOT as it should be"), flush=True)

    for kind in ("normal", "real"):
        for number, elo1 in enumerate((50.0, 100.0)):
            random = np.random.default_rng([given.seed, number, len(kind)])
            bounds = Bounds(0, elo1)
            _, at_h0, _ = run(kind, 0, bounds, given.tests, random)
            _, at_h1, _ = run(kind, elo1, bounds, given.tests, random)
            alpha, beta = (at_h0 >= bounds.upper).mean(), (at_h1 <= bounds.lower).mean()
            show(
                bool(max(alpha, beta) <= ERRORS),
                f"{kind:6} [0, {elo1:.0f}]: {given.tests} tests each, H1 accepted wrongly "
                f"{alpha:.3f}, H0 {beta:.3f}",
            )
    for kind in ("normal", "real"):
        for nelo in (0.0, 20.0):
            random = np.random.default_rng([given.seed, 9, int(nelo), len(kind)])
            units, _, _ = run(kind, nelo, Bounds(), given.lengths, random)
            mean, error = units.mean(), units.std() / np.sqrt(len(units))
            expected = theory(Bounds(), nelo)
            show(
                bool(abs(mean / expected - 1) <= UNITS),
                f"{kind:6} [0, 20] at {nelo:2.0f}: {mean:.0f} ± {1.96 * error:.0f} units over "
                f"{given.lengths} tests, {expected:.0f} by theory",
            )
    for nelo in (0.0, 50.0, 150.0):
        random = np.random.default_rng([given.seed, 17, int(nelo)])
        bounds, true = Bounds(0, 50), nelo / NORMALISED
        units, _, means = run("real", nelo, bounds, given.corrected, random)
        found = np.array(
            [
                quantiles(int(n), mean, bounds, (0.5, 0.025, 0.975))
                for n, mean in zip(units, means, strict=True)
            ]
        )
        high, plain = (found[:, 0] > true).mean(), (means > true).mean()
        held = ((found[:, 1] <= true) & (true <= found[:, 2])).mean()
        show(
            bool(abs(high - 0.5) <= 0.1 and held >= 0.92),
            f"corrected at {nelo:3.0f}: {high:.2f} too high (as played {plain:.2f}), mean "
            f"{NORMALISED * found[:, 0].mean():.0f} (as played {NORMALISED * means.mean():.0f}), "
            f"intervals hold {held:.3f}",
        )
    print(f"{'all as it should be' if passed else 'NOT as it should be'}; ", end="")
    print(f"{perf_counter() - began:.0f} s")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
