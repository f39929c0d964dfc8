"""Whether one strength per bot explains the results: on ladders made up with known shifts."""

import numpy as np
import pytest

from ladder.database.store import Bot, Store
from ladder.queries.company import Spread, explained, spread
from ladder.ratings.fit_model import Deals, Fit
from ladder.statistics.elo import SCALE
from tests.ladder.conftest import WriteLedger, play_all
from tests.proofs.scale import ONE, OTHER, drawn


def shifted(deviation: float, seed: int) -> Spread:
    """Twelve bots, whose strength differs beside traders by so much; six of them trade."""
    chance = np.random.default_rng(seed)
    truth, by = chance.normal(0, 1, 12), chance.normal(0, deviation / SCALE, (12, 2))
    bots = drawn(chance, range(12), 600)
    trades = (bots < 6).astype(int)
    kind = (2 * (trades.sum(1)[:, None] - trades) >= 3).astype(int)
    showing = truth[bots] + by[bots, kind] + chance.gumbel(size=bots.shape)
    score = (showing[:, ONE] > showing[:, OTHER]).astype(float)
    table = Deals(bots, score, np.ones_like(score))
    return spread(Fit([table]), [table], [kind])


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "low", "high"), [(0, 0, 20), (100, 60, 125), (200, 125, 230)])
def test_how_much_strengths_shift_is_found(truth: float, low: float, high: float) -> None:
    found = [shifted(truth, seed) for seed in range(20)]
    assert low <= np.median([each.deviation for each in found]) <= high
    assert sum(each.chance < 0.01 for each in found) == (20 if truth else 0)


def test_of_a_ladder_it_is_told_by_company_and_by_pool(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    assert explained(store, []) is None
    play_all(write([bots[:3], bots[1:4]] * 20))
    found = explained(store, [1])
    assert found is not None
    company, pools = found
    assert pools == Spread(0.0, 1.0, ()), "there is only one"
    assert company.shifts == (), "nobody has traded, so all company is alike"
