"""Strengths along a ledger: exact sums, the same however they are come by."""

import numpy as np
import pytest

from ladder.ratings.fit_model import Deals, Fit
from ladder.tournaments.strengths import PairTotals


def deals(players: int, number: int, seed: int) -> Deals:
    """Some deals between ten bots, with ids that are no places."""
    random = np.random.default_rng(seed)
    bots = np.array([random.permutation(10)[:players] for _ in range(number)]) * 7 + 3
    pairs = players * (players - 1) // 2
    scores = random.integers(0, 2 * players + 1, (number, pairs)) / 2
    return Deals(bots, scores, np.full((number, pairs), float(players)))


def test_match_by_match_is_exactly_the_same_as_all_at_once() -> None:
    tables = [deals(3, 40, 1), deals(5, 30, 2)]
    once, slowly = PairTotals(), PairTotals()
    for table in tables:
        once.add(table)
    for table in reversed(tables):
        for row in range(len(table.bots) - 1, -1, -1):
            at = slice(row, row + 1)
            slowly.add(Deals(table.bots[at], table.scores[at], table.games[at]))
    assert once.strengths() == slowly.strengths()


def test_strengths_are_those_of_the_official_fit() -> None:
    tables = [deals(3, 40, 1), deals(4, 50, 3)]
    tally, fit = PairTotals(), Fit(tables)
    for table in tables:
        tally.add(table)
    found = tally.strengths()
    assert list(found) == fit.ids.tolist()
    assert [each.elo for each in found.values()] == pytest.approx(fit.elo.tolist(), abs=1e-6)
    by_model = 400 / np.log(10) * np.sqrt(np.diag(fit.of_model))
    assert [each.deviation for each in found.values()] == pytest.approx(by_model.tolist())


def test_nobody_has_played() -> None:
    assert PairTotals().strengths() == {}
