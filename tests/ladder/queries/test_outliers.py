"""Which pairs stand out: on ladders made up with known causes."""

import numpy as np
import pytest

from ladder.queries.outliers import LEAST_DEALS, Observations, Pairs, Scale, holm, measure_pairs

BOTS = 10
SHARES = Scale(0.1, few=1.0)


def made_up(
    seed: int,
    deals: int,
    *favoured: tuple[int, int],
    by: float = 1.0,
    manner: float = 0.1,
    lively: bool = True,
) -> Observations:
    """Deals at tables of four: cards that one hands to another. Some hand over five times as many
    as others, to each, and pairs differ by `manner`, in logarithms.

    favoured: who hands over more than that, to whom; `by` is how much more.
    lively: whether much is handed over at some deals, and little at others.
    """
    chance = np.random.default_rng(seed)
    eager, liked = np.exp(chance.uniform(-0.8, 0.8, (2, BOTS)))
    usual = 6 * np.outer(eager, liked) * np.exp(chance.normal(0, manner, (BOTS, BOTS)))
    for pair in favoured:
        usual[pair] *= np.exp(by)
    tables = chance.random((deals, BOTS)).argsort(1)[:, :4]
    one, other = np.nonzero(~np.eye(4, dtype=bool))
    first, second = tables[:, one].ravel(), tables[:, other].ravel()
    usual = usual[first, second]
    if lively:
        usual *= np.repeat(chance.gamma(4, 1 / 4, deals), len(one))
    return Observations(first, second, chance.poisson(usual).astype(float))


def found(pairs: Pairs) -> list[tuple[int, int]]:
    shown = holm(pairs.p_value) <= 0.05
    return list(zip(pairs.first[shown].tolist(), pairs.second[shown].tolist(), strict=True))


def test_honest_ladders_seldom_show_anything() -> None:
    """Fifty ladders of 100 deals and fifty of 400: 5% would be 5; it is hardly ever one."""
    shown = sum(
        bool(found(measure_pairs([made_up(seed, deals)], BOTS, SHARES)))
        for seed in range(50)
        for deals in (100, 400)
    )
    assert shown <= 3


def test_a_pair_that_favours_each_other_is_found_both_ways() -> None:
    for seed in range(20):
        pairs = measure_pairs([made_up(seed, 300, (0, 1), (1, 0))], BOTS, SHARES)
        assert found(pairs) == [(0, 1), (1, 0)]
        at = (pairs.first == 0) & (pairs.second == 1)
        assert pairs.value[at] / (pairs.value[at] - pairs.excess[at]) == pytest.approx(2.7, rel=0.4)


def test_who_gives_to_all_and_who_gets_from_all_is_no_sign() -> None:
    """Bot 0 gives everybody five times as much, and everybody gives bot 1 five times as much."""
    made = made_up(1, 300)
    generous = made.value * 5.0 ** (made.first == 0) * 5.0 ** (made.second == 1)
    after = measure_pairs([Observations(made.first, made.second, generous)], BOTS, SHARES)
    assert found(after) == []
    at = (after.first == 0) & (after.second == 1)
    assert after.value[at] > 4 * np.delete(after.value, at).mean()


def test_the_interval_holds_the_excess() -> None:
    """Of pairs without any excess of their own, over deals: 95%."""
    inside = total = 0
    for seed in range(15):
        pairs = measure_pairs([made_up(seed, 400, manner=0.0, lively=False)], BOTS, SHARES)
        inside += int((np.abs(pairs.excess) <= pairs.half).sum())
        total += len(pairs.excess)
    assert 0.93 <= inside / total <= 0.99


def test_pairs_that_hardly_met_are_not_judged() -> None:
    few = made_up(4, 2)
    assert len(measure_pairs([few], BOTS, SHARES).first) == 0
    some = measure_pairs([made_up(5, 160)], BOTS, SHARES)
    assert 0 < len(some.first) < BOTS * (BOTS - 1)
    assert some.deals.min() >= LEAST_DEALS


def test_holm_steps_down() -> None:
    """Holm's own scheme: the smallest times 4, the next times 3, …, and never falling."""
    corrected = holm(np.array([0.03, 0.005, 0.04, 0.01]))
    assert corrected == pytest.approx([0.06, 0.02, 0.06, 0.03])
    assert holm(np.array([0.9, 0.8])).max() == 1
    assert len(holm(np.array([]))) == 0


def test_who_hardly_ever_trades_is_no_sign() -> None:
    """Four of ten hand over nothing but a card now and then, three times as many to bot 0."""
    for seed in range(20):
        made = made_up(seed, 400)
        chance = np.random.default_rng(seed)
        rarely = chance.poisson(np.where(made.second == 0, 0.15, 0.05)).astype(float)
        value = np.where(made.first < 4, rarely, made.value)
        assert (
            found(measure_pairs([Observations(made.first, made.second, value)], BOTS, SHARES)) == []
        )
