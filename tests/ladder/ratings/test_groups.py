"""Which bots compare: a chain of meetings joins them, and it is firm enough."""

import numpy as np
import pytest

from ladder.ratings.fit_model import Deals, Fit, joined
from ladder.statistics.elo import SCALE, START
from tests.ladder.ratings.test_fit_model import deals_of, simulated
from tests.proofs.scale import few_ahead, played
from tests.proofs.scale import two_fields as two_fields_of_six


def two_fields(
    gap: float, between: int, seed: int, games: int = 4
) -> tuple[list[float], list[Deals]]:
    """Two fields of six bots, 120 deals inside and a few between them; their true log-odds.

    games: those on each deal.
    """
    random = np.random.default_rng([seed, between])
    truth = random.normal(0, 100 / SCALE, 12) + np.repeat([gap / 2, -gap / 2], 6) / SCALE
    matches = []
    for number in range(120 + between):
        if number < 120:
            bots = random.permutation(6)[:4] + 6 * (number % 2)
        else:
            bots = np.concatenate([random.permutation(6)[:2], 6 + random.permutation(6)[:2]])
        showing = truth[bots] + random.gumbel(size=(games, 4))
        places = 1 + np.argsort(np.argsort(-showing, axis=1), axis=1)
        matches.append((bots.tolist(), places.tolist()))
    return truth.tolist(), deals_of(matches)


def test_a_chain_of_meetings_joins() -> None:
    met = np.zeros((5, 5))
    for one, other in ((0, 3), (3, 4), (1, 2)):
        met[one, other] = met[other, one] = 1
    assert joined(met).tolist() == [0, 1, 1, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("gap", "between", "games"),
    [(0, 1, 4), (400, 2, 4), (1000, 1, 4), (1000, 20, 4), (1000, 10, 1), (1500, 40, 1)],
)
def test_fields_that_hardly_met_are_two_groups_whose_intervals_hold(
    gap: float, between: int, games: int
) -> None:
    """As one group, they hold .91, .86, .00, .61, .02 and .00 of the true ratings."""
    held = []
    for seed in range(30):
        truth, deals = two_fields(gap, between, seed, games)
        fit = Fit(deals)
        assert fit.group.tolist() == [0] * 6 + [1] * 6
        assert np.all(fit.superiority()[:6, 6:] == 0.5)
        true_elo = START + SCALE * fit.centred(np.array(truth))
        held.append(np.mean(np.abs(fit.elo - true_elo) <= fit.interval))
    assert np.mean(held) >= 0.93


@pytest.mark.slow
def test_a_hole_in_a_round_robin_is_two_groups() -> None:
    """As one group, a gap of 1,500 held .08 after 60 games a bot: nobody below had ever won."""
    held = []
    for seed in range(20):
        chance = np.random.default_rng(seed)
        truth, bots = two_fields_of_six(1500, None, 60, chance)
        fit = Fit([played(truth, bots, chance)])
        assert fit.group.tolist() == [0] * 6 + [1] * 6
        off = np.abs(fit.elo - START - SCALE * fit.centred(truth))
        held += (off <= fit.interval).tolist()
    assert np.mean(held) >= 0.93
    whole = Fit([played(truth, bots, chance)], cut=False)
    assert whole.group.max() == 0 and whole.elo[:6].min() > whole.elo[6:].max() + 500, "a final"


@pytest.mark.slow
@pytest.mark.parametrize("cut", [True, False])
def test_intervals_hold_across_a_link_of_few_upsets(cut: bool) -> None:
    """They held .83 and .84, as the prior and the many deals hide how little is known."""
    held = []
    for seed in range(40):
        chance = np.random.default_rng(seed)
        truth, bots = two_fields_of_six(1000, None, 60, chance)
        fit = Fit([played(truth, bots, chance)], cut=cut)
        off = np.abs(fit.elo - START - SCALE * fit.centred(truth))
        held += (off <= fit.interval).tolist()
    assert np.mean(held) >= 0.92


def test_a_link_of_few_upsets_widens_only_what_it_joins() -> None:
    """The best three held .82; the others' ± comes from many games among themselves."""
    held, half = list[bool](), list[float]()
    for seed in range(30):
        chance = np.random.default_rng(seed)
        truth, bots = few_ahead(chance)
        fit = Fit([played(truth, bots, chance)])
        off = np.abs(fit.elo - START - SCALE * fit.centred(truth))
        held += (off <= fit.interval)[:3].tolist()
        half.append(float(np.median(fit.interval[3:])))
        assert fit.difference_interval(np.array(5), np.array(6)) < 250
    assert np.mean(held) >= 0.92 and np.mean(half) < 130


def test_fields_that_met_often_are_one_group() -> None:
    for seed in range(10):
        _, deals = two_fields(0, 20, seed)
        assert not Fit(deals).group.any()


@pytest.mark.parametrize("matches", [12, 40, 200])
def test_a_field_with_opponents_at_random_is_one_group(matches: int) -> None:
    """However wide it is, if it has no hole, and with a newcomer that has played once."""
    wide = [6.4, 4.5, 2.7, 1.7, 1.7, 0.0, -2.0, -3.6]
    for seed in range(10):
        played = simulated(wide, matches, sizes=(3, 4, 5), seed=seed)
        newcomer = ([8, 0, 3], [[2, 1, 3], [1, 2, 3], [3, 1, 2]])
        assert not Fit(deals_of([*played, newcomer])).group.any()
