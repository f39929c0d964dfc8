"""The likeliest strengths, and how wide a field shows itself to be."""

import numpy as np
import pytest

from ladder.statistics.arrays import Floats
from ladder.statistics.maximum_likelihood import SETTLED, WIDEST, solve, spread

LEAST = 2.0


def expected(strength: list[float], games: float) -> Floats:
    """What each pair scores in so many games if all goes as expected."""
    ahead = np.subtract.outer(np.array(strength), np.array(strength))
    won = games / (1 + np.exp(-ahead))
    np.fill_diagonal(won, 0)
    return np.asarray(won)


def one_group(won: Floats) -> tuple[Floats, Floats, Floats]:
    return spread(won, np.zeros(len(won), np.intp), LEAST)


def test_a_usual_field_is_not_taken_to_be_wider() -> None:
    usual = expected([1.5, 1, 0.5, 0, -1, -2], 50)
    prior, strength, inverse = one_group(usual)
    assert prior.tolist() == [LEAST] * 6
    exact, covariance = solve(usual, LEAST)
    assert (strength.tolist(), inverse.tolist()) == (exact.tolist(), covariance.tolist())


def test_a_wide_field_shows_the_spread_of_its_strengths() -> None:
    truth = np.array([7, 4, 2, -1, -4, -8.0])
    (sigma, *_), strength, _ = one_group(expected(truth.tolist(), 1e6))
    assert sigma == pytest.approx(np.sqrt((truth**2).sum() / 5), rel=0.03)
    assert strength == pytest.approx(truth, abs=0.05)


@pytest.mark.parametrize("games", [1, 10, 1e3, 1e5, 1e7])
@pytest.mark.parametrize("bots", [2, 6, 30])
def test_who_always_wins_drives_it_no_further_than_it_may_go(bots: int, games: float) -> None:
    """With 100,000 games the last steps are rounding, and must come to an end as well."""
    (sigma, *_), strength, _ = one_group(np.triu(np.full((bots, bots), games), 1))
    assert LEAST <= sigma <= WIDEST
    assert np.all(np.diff(strength) < 0)
    assert strength.sum() == pytest.approx(0, abs=1e-6)


def test_groups_show_spreads_of_their_own_and_a_bot_alone_none() -> None:
    wide, usual = expected([6, 4, 0, -3, -7], 40), expected([1, 0, -1], 40)
    won = np.zeros((9, 9))
    won[:5, :5], won[5:8, 5:8] = wide, usual
    prior, strength, _ = spread(won, np.array([0, 0, 0, 0, 0, 1, 1, 1, 2]), LEAST)
    (alone, *_), of_wide, _ = one_group(wide)
    assert alone > LEAST * (1 + SETTLED)
    assert prior == pytest.approx([alone] * 5 + [LEAST] * 4)
    assert strength == pytest.approx([*of_wide, *one_group(usual)[1], 0])
