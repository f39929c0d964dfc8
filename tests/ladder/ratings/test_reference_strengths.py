"""Strengths that are known: from counted games, over mixed pools, and what a fit makes of them."""

from dataclasses import replace

import numpy as np
import pytest

from ladder.ratings.calibration import FIELD, ORIGIN, Calibration, PoolResults, calibration
from ladder.ratings.fit_model import Fit
from ladder.ratings.reference_strengths import (
    LEAST,
    TRANSFER,
    KnownStrengths,
    field_strengths,
    known_strengths,
)
from ladder.statistics.elo import SCALE, START
from tests.ladder.ratings.test_fit_model import deals_of, simulated

STRENGTH = np.array([-3.0, 0.0, 2.0])
POOL, OTHER = ("classic", 4), ("plus", 4)


def played(strength: np.ndarray, games: int, seed: int) -> PoolResults:
    """Games at tables of four, any bot of the field in any seat."""
    random, found = np.random.default_rng(seed), PoolResults()
    for _ in range(games):
        bots = random.integers(0, 3, 4)
        showing = strength[bots] + random.gumbel(size=4)
        found.add(bots.tolist(), (1 + np.argsort(np.argsort(-showing))).tolist())
    return found


def source(**pools: PoolResults) -> Calibration:
    hashes = {name: name for name in FIELD}
    return Calibration("1", "n", hashes, {(name, 4): each for name, each in pools.items()})


def test_a_game_is_counted_by_pairs_of_different_bots() -> None:
    found = PoolResults()
    found.add([2, 0, 2, 1], [1, 4, 2, 2])
    assert found.sums == [0, 0, 1, 1, 2, 2]  # twice the scores, then the meetings
    assert found.products[-1] == 4
    found.add([0, 1], [1, 1])
    assert (found.games, found.sums) == (2, [1, 0, 1, 2, 2, 2])


def test_the_text_of_a_calibration_is_read_back() -> None:
    whole = source(classic=played(STRENGTH, 5, 1), plus=played(STRENGTH, 7, 2))
    again = Calibration.read(whole.text)
    assert (again.pools, again.bots, again.games) == (whole.pools, whole.bots, 12)
    assert again.text == whole.text
    assert again.id != Calibration.read(source(classic=played(STRENGTH, 5, 2)).text).id


def test_strengths_are_those_of_a_fit_to_the_games_and_as_sure() -> None:
    """Over many calibrations, errors are as large as the covariances say."""
    z = []
    for seed in range(60):
        strength, covariance = field_strengths([(played(STRENGTH, 300, seed), 4, 1.0)])
        assert strength[FIELD.index(ORIGIN)] == 0
        z.append((strength - STRENGTH)[[0, 2]] / np.sqrt(np.diag(covariance)[[0, 2]]))
    assert np.mean(z) == pytest.approx(0, abs=0.3)
    assert 0.75 < np.std(z) < 1.25


EXACT = KnownStrengths(
    np.array([0, 1, 2]), STRENGTH, np.diag([TRANSFER**2, LEAST**2, TRANSFER**2]) / 1e4
)


def test_a_fit_is_measured_by_known_bots() -> None:
    """A newcomer far above greedy: who knows how far above that the trader is knows more of it."""
    truth = [*STRENGTH, 2.5]
    deals = deals_of(simulated(truth, 12, (4,)))
    greedy = KnownStrengths(EXACT.ids[1:2], np.zeros(1), EXACT.covariance[1:2, 1:2])
    fit, before = Fit(deals, known=EXACT), Fit(deals, known=greedy)
    assert fit.elo[:3] == pytest.approx(START + SCALE * STRENGTH, abs=2)
    assert abs(fit.elo[3] - START - SCALE * 2.5) < fit.interval[3]
    assert fit.interval[3] < 0.8 * before.interval[3]
    assert fit.interval[:3] == pytest.approx([1, 1, 1], abs=2)
    assert f"{fit.elo[1]:.0f} ± {fit.interval[1]:.0f}" == "1500 ± 0"
    assert fit.bound[:3].tolist() == [0, 0, 0]
    assert fit.on_scale.all()
    assert not Fit(deals).on_scale.any()


def test_newer_reference_bots_stay_on_the_scale_of_the_first() -> None:
    """Their ORIGIN was 40 points above the first, give or take 20; and so are all beside them."""
    truth, ids = [*STRENGTH, 2.5], {name: at for at, name in enumerate(FIELD)}
    deals = deals_of(simulated(truth, 45, (4,)))
    first = replace(source(plus=played(STRENGTH, 3000, 3)), rules_version="1")
    later = Calibration.read(replace(first, link=(40.0, 20.0)).text)
    assert Calibration.read(first.text).link == (0, 0)
    before, after = (
        Fit(deals, known=known_strengths(each, ids, {OTHER: 1.0})) for each in (first, later)
    )
    assert after.elo == pytest.approx(before.elo + 40)
    assert after.interval[1] == pytest.approx(20, abs=1) and before.interval[1] < 1
    assert after.interval[3] == pytest.approx(np.hypot(before.interval[3], 20), rel=0.1)
    apart = [fit.difference_interval(np.array([1]), np.array([3])) for fit in (before, after)]
    assert apart[0] == pytest.approx(apart[1])


@pytest.mark.slow
def test_on_the_scale_intervals_hold_whoever_else_is_in_the_field() -> None:
    """With a calibration as unsure as it says, beside bots far above greedy and far below."""
    held = []
    error = np.diag([0.1, LEAST, 0.1]) ** 2
    for seed in range(60):
        random = np.random.default_rng(seed)
        truth = [*STRENGTH, *random.normal((-500, 300, 1100)[seed % 3] / SCALE, 1, 9)]
        said = KnownStrengths(np.arange(3), random.multivariate_normal(STRENGTH, error), error)
        fit = Fit(deals_of(simulated(truth, 45, (4,), seed)), known=said)
        off = np.abs(fit.elo - START - SCALE * np.array(truth))[3:]
        held.append(np.mean((off <= fit.interval[3:])[fit.bound[3:] == 0]))
    assert 0.93 <= np.mean(held) <= 0.98


def test_the_calibration_that_comes_with_the_arena_knows_the_usual_games() -> None:
    whole = calibration()
    assert set(whole.bots) == set(FIELD)
    usual = [
        (name, size) for name in ("classic", "rio_grande", "anniversary") for size in (3, 4, 5)
    ]
    assert all(whole.covers(*pool, whole.negotiation, whole.rules_version) for pool in usual)
    strength, _ = field_strengths([(whole.pools[pool], pool[1], 1 / 9) for pool in usual])
    assert strength[0] < strength[1] < strength[2]


def test_pools_are_mixed_in_the_proportions_in_which_they_were_played() -> None:
    near, far = played(STRENGTH / 3, 900, 1), played(STRENGTH, 900, 2)
    both = source(classic=near, plus=far)
    bots = {name: number for number, name in enumerate(FIELD)}

    def trader(of_classic: float, of_plus: float) -> float:
        found = known_strengths(both, bots, {POOL: of_classic, OTHER: of_plus})
        assert found is not None
        return float(found.strength[2])

    assert trader(1, 0) < trader(3, 1) < trader(1, 1) < trader(0, 1)
    assert trader(5, 5) == pytest.approx(trader(1, 1))
    assert known_strengths(both, {}, {POOL: 1}) is known_strengths(both, bots, {}) is None


def test_only_those_who_are_there_are_known_in_the_order_of_their_ids() -> None:
    found = known_strengths(
        source(classic=played(STRENGTH, 900, 1)), {"trader": 3, "random": 9}, {POOL: 1}
    )
    assert found is not None
    assert found.ids.tolist() == [3, 9]
    assert found.strength[0] > 0 > found.strength[1]
    assert found.share.sum() == pytest.approx(1)
    assert found.precision.sum(1) == pytest.approx([0, 0])
