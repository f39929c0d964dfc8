"""The mathematics of a test: by hand, against other programs, and its laws."""

from dataclasses import replace
from math import inf, log, sqrt
from random import Random

import pytest

from ladder.statistics.sprt import LEAST_UNITS, NORMALISED, Bounds, Unit, UnitCounts, Verdict
from ladder.statistics.sprt_estimates import corrected, plain, superiority
from ladder.statistics.sprt_stopping import quantiles

EVEN = Unit(0, 2, 0, same=False)
SAME = Unit(0, 2, 0, same=True)


def tally(*units: Unit) -> UnitCounts:
    made = UnitCounts()
    for unit in units:
        made.add(unit)
    return made


def pentanomial(counts: list[int]) -> UnitCounts:
    """Games of two: A scores 0, ½, 1, 1½ or 2 of 2, and leads by as much more than 1."""
    units = (Unit(2 * (points - 2), points, points % 2, same=False) for points in range(5))
    return tally(*(unit for unit, count in zip(units, counts, strict=True) for _ in range(count)))


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [
        ([365, 16618, 36229, 16974, 390], 0, 2, 2.250368),
        ([127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.010154),
    ],
)
def test_games_of_two_are_judged_as_by_fishtest(
    counts: list[int], elo0: float, elo1: float, llr: float
) -> None:
    """Two cases of fastchess (sprt_test.cpp); the numbers are those of fishtest's LLRcalc.py."""
    assert pentanomial(counts).llr(Bounds(elo0, elo1)) == pytest.approx(llr, abs=1e-3)


def test_the_ratio_by_hand() -> None:
    """Leads 6, 2, 2, -2: mean 2, deviation √8, so t = 1/√2."""
    found = tally(*(Unit(lead, 2, 0, same=False) for lead in (6, 2, 2, -2)))
    assert found.mean == pytest.approx(1 / sqrt(2))
    bounds = Bounds(0, NORMALISED / 2)  # t0 = 0, t1 = ½
    assert found.llr(bounds) == pytest.approx(2 * log(1.5 / (1 + (1 / sqrt(2) - 0.5) ** 2)))
    assert found.llr(Bounds(-NORMALISED / 2, 0)) == pytest.approx(
        2 * log((1 + (1 / sqrt(2) + 0.5) ** 2) / 1.5)
    )


def test_beyond_its_peak_the_ratio_stays_what_it_was() -> None:
    bounds = Bounds(0, 400)
    t0, t1 = bounds.means
    means = (step / 1_000 for step in range(5_000))
    peak = max(50 * log((1 + (mean - t0) ** 2) / (1 + (mean - t1) ** 2)) for mean in means)
    assert bounds.llr(100, inf) == pytest.approx(peak, rel=1e-5)


def test_bounds_are_walds() -> None:
    assert Bounds().upper == -Bounds().lower == pytest.approx(2.944439)
    assert Bounds(alpha=0.01, beta=0.1).upper == pytest.approx(log(90))
    assert Bounds(alpha=0.01, beta=0.1).lower == pytest.approx(log(0.1 / 0.99))


@pytest.mark.parametrize("wrong", [(20, 20), (20, 0), (float("nan"), 0), (0, inf)])
def test_hypotheses_that_are_none(wrong: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="elo0 must be less than elo1"):
        Bounds(*wrong)


@pytest.mark.parametrize("share", [0, 0.5, -1, 1, float("nan")])
def test_shares_of_errors_that_are_none(share: float) -> None:
    with pytest.raises(ValueError, match="alpha is the share"):
        Bounds(alpha=share)
    with pytest.raises(ValueError, match="beta is the share"):
        Bounds(beta=share)


@pytest.mark.parametrize("bounds", [Bounds(), Bounds(-20, 0), Bounds(0, 100), Bounds(300, 400)])
def test_the_mean_that_reaches_a_ratio(bounds: Bounds) -> None:
    for units in (16, 73, 1000, 30_000):
        for llr in (bounds.lower, bounds.upper, 0.3):
            mean = bounds.mean_at(units, llr)
            highest = bounds.llr(units, inf)
            if abs(mean) == inf:
                assert abs(llr) > highest
            else:
                assert bounds.llr(units, mean) == pytest.approx(llr, abs=1e-9)


def test_always_the_same_lead_wins() -> None:
    """The deviation is 0, and the ratio without its cap would be 0 for ever."""
    found = tally(*[Unit(4, 4, 0, same=False)] * 73)
    assert found.mean == inf
    assert found.verdict(Bounds()) is Verdict.H1
    assert tally(*[Unit(-4, 0, 0, same=False)] * 73).verdict(Bounds()) is Verdict.H0
    assert plain(tally(*[Unit(4, 3, 0, same=False)] * 73)) is None


def test_who_won_everything_is_at_least_so_strong() -> None:
    """Of 39 tests such as this one, one at most would be won whole by a bot of that strength."""
    estimates = plain(tally(*[Unit(4, 4, 0, same=False)] * 73))
    assert estimates is not None
    assert estimates.elo.value == estimates.elo.high == inf
    score = 1 / (1 + 10 ** (-estimates.elo.low / 400))
    assert score**73 == pytest.approx(1 / 40)
    lost = plain(tally(*[Unit(lead, 0, 0, same=False) for lead in (-3, -4)] * 73))
    assert lost is not None
    assert (lost.elo.low, lost.nelo.high < 0) == (-inf, True)
    assert (1 - 1 / (1 + 10 ** (-lost.elo.high / 400))) ** 146 == pytest.approx(1 / 40)


def test_without_any_difference_the_play_is_identical() -> None:
    assert tally(*[SAME] * (LEAST_UNITS - 1)).verdict(Bounds()) is None
    assert tally(*[SAME] * LEAST_UNITS).verdict(Bounds()) is Verdict.IDENTICAL
    lost = [replace(SAME, forfeited=True)] * (LEAST_UNITS - 1)
    assert tally(*lost, SAME).verdict(Bounds()) is Verdict.IDENTICAL
    assert tally(*lost, lost[0]).verdict(Bounds()) is Verdict.INCONCLUSIVE, "nobody has played"


def test_even_units_tell_nothing() -> None:
    """Games that differ, with the same places: no evidence, and not identical play."""
    found = tally(*[EVEN] * 5000)
    assert found.llr(Bounds()) == 0
    assert found.verdict(Bounds()) is None


def test_no_verdict_before_the_deviation_is_known() -> None:
    units = [Unit(lead, 3, 0, same=False) for lead in (8, 7, 9)] * 5
    bounds = Bounds(0, 200)
    assert tally(*units).llr(bounds) > bounds.upper
    assert tally(*units).verdict(bounds) is None
    assert tally(*units, units[0]).verdict(bounds) is Verdict.H1


def test_the_sums_keep_everything() -> None:
    found = tally(Unit(6, 4, 0, False), Unit(-2, 1, 1, False), SAME)
    assert (found.units, found.differing, found.draws) == (3, 2, 1)
    assert found.ptnml == [0, 1, 1, 0, 1]
    assert found.leads == {6: 1, -2: 1, 0: 1}


def test_plain_estimates_of_games_of_two() -> None:
    """A scores 60%: 70.4 Elo. Fishtest's formulas for nElo and LOS."""
    found = pentanomial([10, 40, 100, 90, 60])
    estimates = plain(found)
    assert estimates is not None
    score = (0.5 * 40 / 2 + 0.5 * 100 + 0.75 * 90 + 60) / 300
    assert estimates.elo.value == pytest.approx(400 * log(score / (1 - score)) / log(10))
    counts = [10, 40, 100, 90, 60]
    variance = sum(n * (k / 4 - score) ** 2 for k, n in enumerate(counts)) / 300
    nelo = (score - 0.5) / sqrt(2 * variance) * 800 / log(10)
    assert estimates.nelo.value == pytest.approx(nelo)
    assert estimates.nelo.high - nelo == pytest.approx(1.96 * NORMALISED / sqrt(300), rel=1e-4)
    ends = [score + sign * 1.96 * sqrt(variance / 300) for sign in (-1, 1)]
    low, high = (400 * log(end / (1 - end)) / log(10) for end in ends)
    assert (estimates.elo.low, estimates.elo.high) == pytest.approx((low, high), rel=1e-3)
    assert 0.999 < superiority(found) < 1
    assert superiority(tally(EVEN)) == 0.5


def test_the_correction_is_right_as_often_as_it_says() -> None:
    """Simulated tests of a bot that is better by 100: half the estimates are too high."""
    bounds, true, dice = Bounds(0, 100), 100 / NORMALISED, Random(1)
    reach = [
        tuple(n * bounds.mean_at(n, llr) for llr in (bounds.lower, bounds.upper))
        for n in range(1, 1000)
    ]
    too_high = plainly_too_high = held = 0
    for _ in range(60):
        total = 0.0
        for n, (low, high) in enumerate(reach, start=1):
            total += dice.gauss(true)
            if n >= LEAST_UNITS and not low < total < high:
                break
        median, least, most = quantiles(n, total / n, bounds, (0.5, 0.025, 0.975))
        too_high += median > true
        plainly_too_high += total / n > true
        held += least <= true <= most
    assert 22 <= too_high <= 38
    assert plainly_too_high > 38, "else there is nothing to correct"
    assert held >= 54


def test_elo_is_corrected_with_the_lead() -> None:
    bounds = Bounds(0, 50)
    dice = Random(2)
    found = UnitCounts()
    while found.verdict(bounds) is None:
        lead = round(dice.gauss(1.5, 4))
        found.add(Unit(lead, max(0, min(4, 2 + round(lead / 2))), 0, same=False))
    assert found.verdict(bounds) is Verdict.H1
    before, after = plain(found), corrected(found, bounds)
    assert before is not None
    assert after is not None
    assert after.nelo.low < after.nelo.value < before.nelo.value
    assert after.elo.low < after.elo.value < before.elo.value < after.elo.high


@pytest.mark.parametrize("nelo", [0, 100])
def test_a_test_errs_as_seldom_as_it_promises(nelo: int) -> None:
    """At each hypothesis one in twenty; in 400 simulated tests luck may add a few."""
    bounds, dice, wrong = Bounds(0, 100), Random(nelo), 0
    for _ in range(400):
        found = UnitCounts()
        while (verdict := found.verdict(bounds)) is None:
            lead = round(100 * dice.gauss(nelo / NORMALISED))
            found.add(Unit(lead, 2, 0, same=False))
        wrong += verdict is not (Verdict.H1 if nelo else Verdict.H0)
    assert wrong <= 24
