"""The confidence sequence: how often it holds the truth, over all looks; and its arithmetic."""

import math

import numpy as np
import pytest

from ladder.statistics.arrays import Floats
from ladder.statistics.confidence_sequence import ALPHA, ENOUGH, SHARES, Scores, growth, wealth

RUNS, LOOKS = 2_000, 5_000

# Scores, with chances: equals at four; nearly always level; a rare disaster; two of them.
DISTRIBUTIONS = {
    "equal": (np.linspace(-1, 1, 13), np.array([1, 2, 3, 5, 8, 12, 16, 12, 8, 5, 3, 2, 1]) / 78),
    "better": (np.linspace(-1, 1, 7), np.array([1, 2, 4, 9, 7, 5, 3]) / 31),
    "level": (np.array([-0.25, 0.0, 0.25]), np.array([0.01, 0.98, 0.01])),
    "rare": (np.array([-1.0, 0.05]), np.array([0.02, 0.98])),
    "two players": (np.array([-1.0, 0.0, 1.0]), np.array([0.4, 0.1, 0.5])),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_truth_leaves_the_sequence_at_any_time_in_one_run_of_twenty_at_most(name: str) -> None:
    """After every deal of 5,000 somebody looks, in 2,000 runs."""
    scores, chances = DISTRIBUTIONS[name]
    truth = float(scores @ chances)
    drawn = np.random.default_rng(7).choice(len(scores), size=(LOOKS, RUNS), p=chances)
    # By score, what it does to each bet: those on a higher mean, then those on a lower one.
    factor = np.exp(growth(scores, truth)).transpose(2, 0, 1).reshape(len(scores), -1)
    divided = np.kron(np.eye(2), np.full((len(SHARES), 1), 1 / len(SHARES)))
    bets = np.ones((RUNS, factor.shape[1]))
    most = np.zeros(RUNS)
    for score in drawn:  # one more deal in each run, and somebody looks
        bets *= factor[score]
        most = np.maximum(most, (bets @ divided).max(1))
    left = int((most >= np.exp(ENOUGH)).sum())
    assert left <= ALPHA * RUNS
    assert left > 0, "so wide would be no use"


def by_hand(scores: list[float], mean: float, up: bool) -> float:
    """What a bettor has, bet by bet."""
    total = 0.0
    for share in SHARES:
        has = 1.0
        for score in scores:
            y, p = (1 + score) / 2, (1 + mean) / 2
            has *= 1 - share + share * (y / p if up else (1 - y) / (1 - p))
        total += has / len(SHARES)
    return total


SOME = [0.5, -0.25, 1.0, 0.0, 0.5, 0.75, -1.0, 0.25, 0.5, 0.5] * 4


def test_what_bettors_have_is_what_their_bets_come_to() -> None:
    for mean in (-0.9, 0.0, 0.3):
        logs = growth(np.array(SOME), mean).sum(2)[:, :, None]
        found = np.exp(wealth(logs))[:, 0]
        assert found == pytest.approx([by_hand(SOME, mean, True), by_hand(SOME, mean, False)])


def test_the_interval_ends_where_a_bettor_has_enough() -> None:
    low, high = Scores.of(np.array(SOME)).interval()
    assert low < sum(SOME) / len(SOME) < high
    assert by_hand(SOME, low, True) == pytest.approx(2 / ALPHA)
    assert by_hand(SOME, high, False) == pytest.approx(2 / ALPHA)


def test_order_does_not_matter_and_neither_do_the_last_bits() -> None:
    scores = np.array(SOME)
    again = Scores.of(scores[::-1] + 1e-15)
    assert again.interval() == Scores.of(scores).interval()
    assert len(again.scores) == 7


@pytest.mark.parametrize(
    "scores", [[1.0] * 50, [-1.0] * 50, [0.0], [1.0], [-1.0, 1.0], [1.0] * 9_999 + [-1.0]]
)
def test_extremes_give_an_interval_around_their_mean(scores: list[float]) -> None:
    low, high = Scores.of(np.array(scores)).interval()
    assert -1 <= low <= np.mean(scores) <= high <= 1


def repeated(times: int, scores: Floats) -> Scores:
    return Scores.of(np.tile(scores, times))


def test_it_is_foretold_when_it_will_be_decided() -> None:
    scores = np.array([0.5, -0.5, 0.25, 0.0, -0.25, 0.5, -0.25, 0.25])
    some = Scores.of(scores)
    more = some.more()
    assert more is not None
    whole = 1 + (some.number + more) // len(scores)
    assert repeated(whole, scores).interval()[0] > 0
    assert repeated(whole, scores).more() == 0
    assert repeated(whole - 2, scores).interval()[0] < 0
    assert Scores.of(-scores).more() == more


def test_where_there_is_no_difference_nothing_is_foretold() -> None:
    assert Scores.of(np.zeros(40)).more() is None
    assert Scores.of(np.array([1.0, -1.0] * 40)).more() is None
    tiny = Scores.of(np.array([1.0, *[-1.0] * 999_999, *[1.0] * 1_000_000]))
    assert tiny.mean > 0
    assert tiny.more() is None
    assert not math.isnan(tiny.interval()[0])
