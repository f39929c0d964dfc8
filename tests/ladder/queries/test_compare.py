"""Two bots compared, against the same numbers worked out from their games one by one."""

import random
from collections import defaultdict
from statistics import mean, stdev

import numpy as np
import pytest
from scipy.special import stdtrit

from ladder.database.store import Bot, Store
from ladder.queries.compare import Comparison, compare
from ladder.queries.pools import Wanted
from ladder.queries.standings import overall
from ladder.ratings.fit_model import Fit
from ladder.ratings.fitting import read
from ladder.statistics.confidence_sequence import Scores
from ladder.tournaments.tournaments import Pool
from tests.ladder.conftest import WriteLedger, by_chance, outcome, play_all

PLUS = Pool("plus", 4, "standard", "5/3/2/280", "1")


@pytest.fixture
def played(
    store: Store, write: WriteLedger, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> Store:
    """Games of two pools; ant and bee meet in most of them, once with two ants at the table."""
    monkeypatch.setattr("ladder.ratings.live.PROBATION", 1_000_000)
    ant, bee, cat, dog = bots
    chance = random.Random(5)
    strength = {ant.id: 12.0, bee.id: 11.0, cat.id: 9.0, dog.id: 8.0}
    circles = [[ant, bee, cat], [bee, dog, ant], [ant, cat, dog], [bee, cat, dog]] * 8
    for ledger in (
        write([*circles, [ant, bee, ant]]),
        write([bots] * 6, secret=b"t", pool=PLUS),
    ):
        for game in ledger.unplayed():
            ledger.save(by_chance(game, chance, strength))
    return store


def by_hand(store: Store, one: Bot, other: Bot, variant: str | None = None) -> dict[str, object]:
    games = defaultdict(list)
    for row in store.rows("SELECT * FROM seat_results JOIN ledger USING (game_id)"):
        if variant in (None, row["variant"]):
            games[row["game_id"]].append(row)
    deals: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    before, level, left_out = [], [], 0
    for seats in games.values():
        ones = [seat for seat in seats if seat["name"] == one.name]
        others = [seat for seat in seats if seat["name"] == other.name]
        if not (ones and others):
            continue
        forfeited = {seat["name"] for seat in seats if seat["forfeited"]}
        if forfeited and len(forfeited & {one.name, other.name}) != 1:
            left_out += 1
            continue
        score = mean(seat["place_score"] for seat in ones) - mean(
            seat["place_score"] for seat in others
        )
        coins = mean(seat["coins"] for seat in ones) - mean(seat["coins"] for seat in others)
        deals[seats[0]["match_id"], seats[0]["deal"]].append((score, coins))
        orders = [(a["final_place"], b["final_place"]) for a in ones for b in others]
        before.append(mean(a < b for a, b in orders))
        level.append(mean(a == b for a, b in orders))
    scores = [mean(score for score, _ in each) for each in deals.values()]
    coins = [mean(coin for _, coin in each) for each in deals.values()]
    return {
        "games": len(before),
        "deals": len(deals),
        "left_out": left_out,
        "difference": mean(scores),
        "scores": scores,
        "coins": mean(coins),
        "coins_interval": stdtrit(len(coins) - 1, 0.975) * stdev(coins) / len(coins) ** 0.5,
        "before": mean(before),
        "level": mean(level),
    }


def test_each_number_is_what_the_games_say(played: Store, bots: list[Bot], one_deal: bool) -> None:
    for one, other in ((bots[0], bots[1]), (bots[1], bots[0]), (bots[2], bots[3])):
        found = compare(played, one, other)
        pools = {pool.variant: shared for pool, shared in found.pools}
        assert pools.keys() == {"anniversary", "plus"}
        for variant, shared in ((None, found.together), *pools.items()):
            wanted = by_hand(played, one, other, variant)
            assert shared is not None
            scores = Scores.of(np.array(wanted.pop("scores")))
            assert (shared.low, shared.high) == pytest.approx(scores.interval())
            assert shared.more == scores.more()
            for name, value in wanted.items():
                assert getattr(shared, name) == pytest.approx(value), name
    assert by_hand(played, bots[0], bots[1])["left_out"], "else this test shows less"


def test_pools_can_be_chosen(played: Store, bots: list[Bot]) -> None:
    plus = compare(played, bots[0], bots[1], Wanted("plus"))
    assert compare(played, bots[0], bots[1], Wanted(players=[4])) == plus
    assert [pool.variant for pool, _ in plus.pools] == ["plus"]
    assert plus.together == plus.pools[0][1]


def test_the_probability_is_that_of_the_official_fit(played: Store, bots: list[Bot]) -> None:
    ant, bee = bots[:2]
    found = compare(played, ant, bee).official
    assert found is not None
    rows = {row.bot_id: row for row in overall(played)}
    assert found.elo == pytest.approx((rows[ant.id].elo, rows[bee.id].elo))
    assert found.interval == pytest.approx((rows[ant.id].interval, rows[bee.id].interval))
    assert found.bound == (rows[ant.id].bound, rows[bee.id].bound)
    fit = Fit(read(played, [1, 2]))
    assert found.ahead == pytest.approx(fit.superiority()[0, 1])
    half = float(fit.difference_interval(np.array(0), np.array(1)))
    assert found.apart == pytest.approx(half)
    assert abs(found.interval[0] - found.interval[1]) < half < sum(found.interval)
    back = compare(played, bee, ant).official
    assert back is not None
    assert back.ahead is not None
    assert found.ahead == pytest.approx(1 - back.ahead)


def test_bots_that_never_met(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    ant, bee, cat, dog = bots
    duels = Pool("duel", 2, "standard", "n", "1")
    assert compare(store, ant, bee) == Comparison(ant, bee, None, (), None)
    play_all(write([[ant, bee], [cat, dog]], pool=duels))
    apart = compare(store, ant, cat)
    assert (apart.together, apart.pools) == (None, ())
    assert apart.official is not None
    assert apart.official.ahead is None
    assert compare(store, ant, cat, Wanted(players=[3])).official is None


def test_it_is_decided_who_is_better(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    ant, bee, *_ = bots
    play_all(write([[ant, bee]] * 12, pool=Pool("duel", 2, "standard", "n", "1")))
    for one, other, better in ((ant, bee, 1), (bee, ant, -1)):
        together = compare(store, one, other).together
        assert together is not None
        assert (together.better, together.more) == (better, 0)


def test_a_match_that_is_not_whole_does_not_count_yet(
    played: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    before = compare(played, bots[0], bots[1])
    ledger = write([bots], secret=b"u", pool=PLUS)
    first, *_ = ledger.unplayed()
    ledger.save(outcome(first))
    assert compare(played, bots[0], bots[1]) == before
