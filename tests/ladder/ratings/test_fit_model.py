"""Official ratings against numbers of another program (ratings_cases.json), and their laws."""

import json
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import stdtrit

from ladder.ratings.fit_model import SURE, Deals, Fit, _allowing
from ladder.ratings.reference_strengths import KnownStrengths
from ladder.ratings.scope import FEW_DEALS, PRIOR
from ladder.statistics.elo import SCALE, score

CASE: dict[str, Any] = json.loads(Path(__file__).with_name("ratings_cases.json").read_text())
EXACT = KnownStrengths(np.array([0]), np.zeros(1), np.array([[1e-12]]))
"""Bot 0 has 1500 for certain."""


def deals_of(matches: list[tuple[list[int], list[list[int]]]]) -> list[Deals]:
    """From matches: the bots, and the places of each game in the order of these bots."""
    tables: dict[int, list[tuple[list[int], list[float], list[float]]]] = {}
    for bots, games in matches:
        pairs = list(combinations(range(len(bots)), 2))
        scores = [sum(score(one, other, places) for places in games) for one, other in pairs]
        counted = [float(len(games) * (bots[one] != bots[other])) for one, other in pairs]
        tables.setdefault(len(bots), []).append((bots, scores, counted))
    return [
        Deals(*(np.array(column) for column in zip(*rows, strict=True))) for rows in tables.values()
    ]


def simulated(
    strength: list[float], matches: int, sizes: tuple[int, ...] = (2, 3, 4, 5), seed: int = 1
) -> list[tuple[list[int], list[list[int]]]]:
    """Matches between bots 0, 1, … drawn at random, each with a game for every seat."""
    random, played = np.random.default_rng(seed), []
    for number in range(matches):
        size = min(sizes[number % len(sizes)], len(strength))
        bots = [int(bot) for bot in random.permutation(len(strength))[:size]]
        games = []
        for _ in bots:
            showing = np.array(strength)[bots] + random.gumbel(size=size)
            games.append([int(place) for place in 1 + np.argsort(np.argsort(-showing))])
        played.append((bots, games))
    return played


def test_strengths_and_errors_agree_with_statsmodels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a prior, and without the factor for few deals, which statsmodels leaves out."""
    monkeypatch.setattr("ladder.ratings.fit_model.PRIOR", 1e4)
    matches: dict[int, tuple[list[int], list[list[int]]]] = {}
    for game in CASE["games"]:
        bots = sorted(game["bots"])
        places = [game["places"][game["bots"].index(bot)] for bot in bots]
        matches.setdefault(game["deal"], (bots, []))[1].append(places)
    fit = Fit(deals_of(list(matches.values())), known=EXACT)
    ahead = (fit.elo - 1500) / SCALE
    assert ahead[1:] == pytest.approx(CASE["ahead_of_bot_0"], abs=CASE["tolerance"])
    few = np.sqrt(len(matches) / (len(matches) - 1))
    errors = np.sqrt(np.diag(fit.between_deals)) / few
    assert errors[1:] == pytest.approx(CASE["error"], abs=CASE["tolerance"])


def test_the_mean_is_1500_or_a_known_bot_is() -> None:
    deals = deals_of(simulated([1, 0, 0, -1], 60))
    centred, measured = Fit(deals), Fit(deals, known=EXACT)
    assert centred.elo.mean() == pytest.approx(1500)
    assert (measured.elo[0], measured.interval[0]) == pytest.approx((1500, 0), abs=1e-3)
    assert np.diff(measured.elo) == pytest.approx(np.diff(centred.elo))
    assert measured.superiority() == pytest.approx(centred.superiority())


def test_the_prior_weighs_as_much_as_its_width_says() -> None:
    """One game between two bots: the strength d/2 where 1/(1+e^d) = d/2 / PRIOR²."""
    fit = Fit(deals_of([([0, 1], [[1, 2]])]))
    strength = (fit.elo[0] - 1500) / SCALE
    assert 1 / (1 + np.exp(2 * strength)) == pytest.approx(strength / PRIOR**2)


def test_a_bot_beside_itself_tells_nothing_of_itself() -> None:
    other_two = [([5, 9], [[1, 2], [1, 2]])] * 12
    fit = Fit(deals_of([*other_two, ([5, 5], [[1, 2], [1, 2]])]))
    alone = Fit(deals_of(other_two))
    assert fit.elo == pytest.approx(alone.elo)
    assert fit.deals.tolist() == [13, 12]
    assert Fit(deals_of([([5, 5], [[1, 2], [1, 2]])])).elo.tolist() == [1500]


def test_groups_that_never_met_are_told_apart() -> None:
    matches = [([0, 1], [[1, 2], [2, 1]]), ([2, 3], [[1, 2], [1, 2]]), ([1, 4], [[1, 2], [2, 1]])]
    fit = Fit(deals_of(matches), known=EXACT)
    assert fit.group.tolist() == [0, 0, 1, 1, 0]
    assert fit.elo[2:4].mean() == pytest.approx(1500), "a group without known bots has its mean"
    assert fit.superiority()[0, 2] == fit.superiority()[2, 0] == 0.5
    assert fit.superiority()[2, 3] > 0.6


def test_who_hardly_lost_or_won_has_a_bound() -> None:
    always = [[1, 2, 3]] * 3
    bot_1_has_won_and_lost = [([0, 1, 2], always)] * 9
    fit = Fit(deals_of(bot_1_has_won_and_lost))
    assert fit.bound.tolist() == [1, 0, -1]
    upset = [([0, 1, 2], [[2, 1, 3]] * 3)] * 2
    assert Fit(deals_of([*bot_1_has_won_and_lost, *upset])).bound.tolist() == [0, 0, -1]
    even = ([0, 1], [[1, 2], [2, 1]])
    assert Fit(deals_of([even])).bound.tolist() == [0, 0], "few losses, but as many wins"
    won, lost = ([0, 1], [[1, 2], [1, 2]]), ([0, 1], [[2, 1], [2, 1]])
    assert Fit(deals_of([won] * 40 + [lost])).bound.tolist() == [1, -1]
    assert Fit(deals_of([won] * 40 + [lost] * 2)).bound.tolist() == [0, 0], "beyond HARDLY"
    assert Fit(deals_of([won] * 8 + [lost])).bound.tolist() == [0, 0], "beyond HARDLY_ANY"
    assert Fit(deals_of([won] * 40), known=EXACT).bound.tolist() == [0, -1]


def test_a_bot_that_ceases_to_be_a_bound_moves_nobody_at_once() -> None:
    among = simulated([0.5, 0.0, -0.5], 200, sizes=(3,))
    loses, wins = ([0, 3], [[1, 2], [1, 2]]), ([0, 3], [[2, 1], [2, 1]])

    def elo(times: int) -> float:
        """Of bot 0, when bot 3 has won so many of 60 matches."""
        fit = Fit(deals_of(among + [loses] * (60 - times) + [wins] * times))
        bounds.append(int(fit.bound[3]))
        return float(fit.elo[0])

    bounds: list[int] = []
    elos = [elo(times) for times in range(8)]
    assert bounds[0] == -1
    assert bounds[-1] == 0
    assert max(elos) - elos[0] > 90, "it comes to count for the mean, …"
    assert np.abs(np.diff(elos)).max() < 60, "… but not with one match"


def test_few_deals_are_not_believed_when_they_agree_by_chance() -> None:
    """Every deal ends alike: from deal to deal there is no variance at all."""
    drawn = [([0, 1], [[1, 2], [2, 1]])]
    few, more, many = (Fit(deals_of(drawn * number)) for number in (FEW_DEALS - 1, 40, 4000))
    assert few.interval[0] > 50
    assert few.interval[0] > 3 * more.interval[0] > 30 * many.interval[0]
    one = Fit(deals_of(drawn))  # two games between equals: the model's variance alone
    deviation = SCALE * np.sqrt(0.5 / (1 + 1 / PRIOR**2))
    assert one.interval[0] == pytest.approx(stdtrit(FEW_DEALS, SURE) * deviation)


def test_few_games_make_no_sudden_jump_of_the_interval() -> None:
    """With one game more, ± never grows by much: at two deals it once was twice that at one."""
    matches = simulated([0.5, 0, 0, -0.5], 12, sizes=(4,), seed=3)
    widths = [np.median(Fit(deals_of(matches[:number])).interval) for number in range(1, 13)]
    assert max(after / before for before, after in pairwise(widths)) < 1.1


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 5, 10])
def test_equal_bots_are_seldom_told_apart_by_few_deals(number: int) -> None:
    """More than 97.5% is said of one pair in twenty at most; by the normal quantile, of .08."""
    certain = []
    for seed in range(200):
        fit = Fit(deals_of(simulated([0, 0, 0, 0], number, sizes=(4,), seed=1000 * number + seed)))
        ahead = fit.superiority()[np.triu_indices(4, 1)]
        certain.append(np.mean(np.abs(ahead - 0.5) > SURE - 0.5))
    assert np.mean(certain) <= 0.05


@pytest.mark.filterwarnings("error")
def test_bots_that_always_play_alike_are_told_without_a_warning() -> None:
    """Not one game differs: no variance at all, and nobody is surely ahead."""
    fit = Fit(deals_of([([0, 1, 2], [[1, 1, 1]] * 3)] * 50))
    assert fit.superiority() == pytest.approx(np.full((3, 3), 0.5), abs=1e-6)
    assert np.all(np.isfinite(fit.interval))


@pytest.mark.filterwarnings("error")
def test_a_middle_that_is_far_off_is_allowed_for_in_full() -> None:
    """Without any width, and with little: then only one side of the interval matters."""
    half, pull = np.array([0, 0.001, 1, 1]), np.array([0.5, 0.5, 0, 2])
    assert _allowing(half, pull) == pytest.approx(
        [0.5, 0.5 + 0.001 * 1.645 / 1.96, 1, 2.839], abs=1e-3
    )


@pytest.mark.slow
def test_the_intervals_cover_what_is_true_of_bots_that_lie_far_apart() -> None:
    """As the bundled bots do."""
    truth = np.array([6.5, -0.4, 1.9, 1.8, -5.0, -4.8])
    held = []
    for seed in range(60):
        fit = Fit(deals_of(simulated(truth.tolist(), 15, sizes=(4,), seed=seed)))
        assert len(fit.ids) == len(truth)
        true_elo = 1500 + SCALE * fit.centred(truth)
        above, below = true_elo >= fit.elo - fit.interval, true_elo <= fit.elo + fit.interval
        held.append(
            np.mean(np.where(fit.bound > 0, above, np.where(fit.bound < 0, below, above & below)))
        )
    assert np.mean(held) >= 0.93


def test_1500_is_the_mean_of_two_at_least() -> None:
    always = [([0, 1, 2], [[1, 2, 3]] * 3)] * 9
    fit = Fit(deals_of(always))
    assert fit.bound.tolist() == [1, 0, -1]
    assert fit.elo.mean() == pytest.approx(1500)
    assert fit.interval[1] > 50, "bot 1 alone would be its own measure"
    assert Fit(deals_of([([0, 1], [[1, 2], [1, 2]])] * 9)).elo.mean() == pytest.approx(1500)
