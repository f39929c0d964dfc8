"""Schedules: who meets whom, how evenly, in which seats, on which deals."""

import tracemalloc
from collections import Counter
from itertools import combinations, islice

import pytest

from arena.tournament.deals import Draws, bot_seeds, deal_seed, new_secret
from arena.tournament.schedule import (
    CyclicDesign,
    ScheduleError,
    matches,
    replacement,
    schedule,
)
from ladder.tournaments import Pool

SECRET = new_secret(7)


def pool(players: int) -> Pool:
    return Pool("anniversary", players, "standard", "n", "1")


def test_few_bots_meet_in_all_subsets() -> None:
    drafts = list(schedule("roundrobin", [10, 20, 30, 40, 50], [pool(3)], 2, SECRET))
    met = Counter(tuple(sorted(draft.bots)) for draft in drafts)
    assert met == dict.fromkeys(combinations([10, 20, 30, 40, 50], 3), 2)
    assert [draft.round for draft in drafts] == [1] * 10 + [2] * 10


@pytest.mark.parametrize(
    ("bots", "seats", "rounds", "spread"),
    [(13, 4, 5, 0), (12, 4, 11, 2), (30, 5, 12, 2), (40, 7, 9, 2)],
)
def test_many_bots_play_equally_often_and_meet_about_equally_often(
    bots: int, seats: int, rounds: int, spread: int
) -> None:
    """13 bots at tables of 4 even give the perfect design of 13 pairings, each pair once."""
    design = CyclicDesign(bots, seats, Draws(SECRET, "test"))
    played: Counter[int] = Counter()
    met = Counter(dict.fromkeys(combinations(range(bots), 2), 0))
    for _ in range(rounds):
        for pairing in design.round():
            assert len(set(pairing)) == seats
            played.update(pairing)
            met.update(combinations(sorted(pairing), 2))
    assert set(played.values()) == {rounds * seats}
    assert max(met.values()) - min(met.values()) <= spread


def test_a_thousand_bots_need_no_memory_to_speak_of() -> None:
    """250,000 matches ahead; what is drawn of them fits in a megabyte."""
    tracemalloc.start()
    drafts = schedule("roundrobin", range(1000), [pool(4)], 250, SECRET)
    seen = sum(1 for _ in islice(drafts, 3000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seen == 3000
    assert peak < 1_000_000
    assert matches("roundrobin", 1000, [pool(4)], 250) == 250_000


def test_a_gauntlet_has_the_first_bot_at_every_table() -> None:
    drafts = list(schedule("gauntlet", [5, 1, 2, 3], [pool(3)], 1, SECRET))
    assert {tuple(sorted(draft.bots)) for draft in drafts} == {(1, 2, 5), (1, 3, 5), (2, 3, 5)}
    many = list(schedule("gauntlet", range(50), [pool(4)], 1, SECRET))
    assert len(many) == 49
    assert all(0 in draft.bots for draft in many)
    assert set(Counter(bot for draft in many for bot in draft.bots if bot).values()) == {3}


@pytest.mark.parametrize("kind", ["roundrobin", "gauntlet"])
@pytest.mark.parametrize("bots", [1, 2, 3, 4, 9, 12, 30])
def test_the_size_is_known_beforehand(kind: str, bots: int) -> None:
    pools = [pool(3), pool(4)]
    drafts = list(schedule(kind, range(bots), pools, 2, SECRET, house=[100]))
    assert len(drafts) == matches(kind, bots, pools, 2)
    assert all(len(draft.bots) == draft.pool.players for draft in drafts)


def test_house_bots_take_the_seats_that_are_left() -> None:
    (first,) = schedule("roundrobin", [1, 2], [pool(5)], 1, SECRET, house=[2, 9])
    assert sorted(first.bots) == [1, 2, 2, 9, 9]
    with pytest.raises(ScheduleError, match="needs 5 bots; there are 2"):
        list(schedule("roundrobin", [1, 2], [pool(5)], 1, SECRET))


def test_the_ledger_goes_by_round_then_pool() -> None:
    drafts = schedule("roundrobin", [1, 2, 3], [pool(3), pool(2)], 2, SECRET)
    order = [(draft.round, draft.pool.players) for draft in drafts]
    assert order == [(1, 3), (1, 2), (1, 2), (1, 2), (2, 3), (2, 2), (2, 2), (2, 2)]


def test_neighbours_change_from_deal_to_deal() -> None:
    """Rotation alone never changes who sits next to whom."""
    drafts = schedule("roundrobin", [1, 2, 3, 4], [pool(4)], 60, SECRET)
    followers = Counter(draft.bots[(draft.bots.index(1) + 1) % 4] for draft in drafts)
    assert set(followers) == {2, 3, 4}
    assert min(followers.values()) >= 10


def test_no_deal_twice_and_another_secret_deals_other_cards() -> None:
    drafts = list(schedule("roundrobin", range(8), [pool(3), pool(4)], 100, SECRET))
    others = list(schedule("roundrobin", range(8), [pool(3), pool(4)], 100, new_secret()))
    seeds = {draft.deal_seed for draft in drafts}
    assert len(seeds) == len(drafts) > 1000
    assert not seeds & {draft.deal_seed for draft in others}


def test_the_same_seed_draws_the_same_schedule() -> None:
    def drawn(seed: int) -> list[object]:
        return list(schedule("roundrobin", range(15), [pool(4)], 2, new_secret(seed)))

    assert drawn(1) == drawn(1) != drawn(2)
    assert new_secret() != new_secret()


def test_what_is_drawn_from_a_secret_never_changes() -> None:
    """Other machines, Pythons and versions must deal the same cards from the same seed."""
    assert new_secret(1).hex()[:16] == "1ecd837a9c27a632"
    assert deal_seed(new_secret(1), 0).hex()[:16] == "cd858e199425c667"
    assert bot_seeds(new_secret(1), 0, ["a"]) == (804637057911025,)
    assert Draws(new_secret(1), "test").shuffled(range(6)) == [1, 0, 4, 2, 3, 5]


def test_a_bots_seed_is_its_own_for_the_deal() -> None:
    ant, bee = bot_seeds(SECRET, 4, ["ant", "bee"])
    assert bot_seeds(SECRET, 4, ["bee", "cat", "ant"])[2] == ant
    assert bot_seeds(SECRET, 5, ["ant"]) != (ant,)
    first, second = bot_seeds(SECRET, 4, ["ant", "ant"])
    assert len({ant, bee, second}) == 3
    assert first == ant < 2**53


def test_a_replacement_keeps_those_who_may_stay() -> None:
    meeting = replacement([1, 2, 3, 4, 5], 3, [2, 4], SECRET, 9)
    assert meeting is not None
    assert meeting[:2] == [2, 4]
    assert meeting[2] in {1, 3, 5}
    assert replacement([1, 2], 3, [1], SECRET, 9, house=[8]) == [1, 2, 8]
    assert replacement([1], 3, [1], SECRET, 9, house=[1]) is None
