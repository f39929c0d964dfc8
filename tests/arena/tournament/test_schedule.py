"""Schedules: who meets whom, how evenly, in which seats, on which deals."""

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.deals import Draws, Item, bot_seeds, deal_seed, new_secret
from arena.tournament.formats import FORMATS
from arena.tournament.formats.format import ALL
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.schedule import Schedule, ScheduleError
from ladder.tournaments.tournaments import NewMatch, Pool

SECRET = new_secret(7)


def drawn(
    format: str,
    bots: Sequence[int],
    pools: Sequence[Pool],
    rounds: int,
    secret: bytes = SECRET,
    fillers: Sequence[int] = (),
) -> Iterator[NewMatch]:
    """All rounds of a schedule, one after the other."""
    schedule = Schedule(format, bots, pools, secret, fillers)
    for number in range(1, rounds + 1):
        yield from schedule.round(number, (number - 1) * schedule.matches)


def pool(players: int) -> Pool:
    return Pool("anniversary", players, "standard", "n", "1")


def test_fillers_take_the_seats_that_are_left_unless_they_are_suspended() -> None:
    schedule = Schedule("roundrobin", [1, 2], [pool(3)], SECRET, fillers=[8, 9])
    (match,) = schedule.round(2, 1, suspended=frozenset({8}))
    assert sorted(match.bots) == [1, 2, 9]
    (first,) = drawn("roundrobin", [1, 2], [pool(5)], 1, SECRET, fillers=[2, 9])
    assert sorted(first.bots) == [1, 2, 2, 9, 9]
    with pytest.raises(ScheduleError, match=r"needs 5 bots\. There are 2"):
        list(drawn("roundrobin", [1, 2], [pool(5)], 1, SECRET))


def test_the_ledger_goes_by_round_and_the_pools_take_turns_in_it() -> None:
    drafts = drawn("roundrobin", [1, 2, 3], [pool(3), pool(2)], 2)
    order = [(draft.round, draft.pool.players) for draft in drafts]
    assert order == [(1, 2), (1, 3), (1, 2), (1, 2), (2, 2), (2, 3), (2, 2), (2, 2)]


FIELDS = st.tuples(
    st.integers(2, 12),
    st.lists(st.integers(2, 7), min_size=1, max_size=6),
    st.integers(1, 3),
    st.integers(0, 2**32),
)


@given(FIELDS)
def test_whole_rounds_are_level_and_a_stop_anywhere_is_nearly_so(
    field: tuple[int, list[int], int, int],
) -> None:
    bots, sizes, rounds, seed = field
    pools = [Pool(f"game{n}", size, "standard", "n", "1") for n, size in enumerate(sizes)]
    schedule = Schedule("roundrobin", range(bots), pools, new_secret(seed), [100])
    games: Counter[int] = Counter()
    matches: Counter[Pool] = Counter()
    in_round = {pool: schedule.games[pool] / pool.players for pool in pools}
    of_bot = sum(n * pool.players / bots for pool, n in schedule.games.items())
    for number in range(1, rounds + 1):
        for draft in schedule.round(number, 0):
            matches[draft.pool] += 1
            games.update(bot for bot in draft.bots * len(draft.bots) if bot < bots)
            done = sum(matches.values()) / schedule.matches
            assert all(abs(matches[pool] - done * in_round[pool]) <= len(pools) for pool in pools)
            played = [games[bot] for bot in range(bots)]
            # As many as a bot plays in a few matches, far from all it plays in a round.
            assert max(played) - min(played) <= min(of_bot, 2 * max(sizes) ** 2)
        assert matches == Counter({pool: number * in_round[pool] for pool in pools})
        assert len({games[bot] for bot in range(bots)}) == 1


def test_a_suspended_bot_is_left_out_of_later_rounds() -> None:
    schedule = Schedule("roundrobin", range(6), [pool(3)], SECRET)
    drafts = list(schedule.round(2, 20, suspended=frozenset([4])))
    assert len(drafts) == schedule.matches
    assert not any(4 in draft.bots for draft in drafts)
    gauntlet = Schedule("gauntlet", range(6), [pool(3)], SECRET)
    assert list(gauntlet.round(2, 20, suspended=frozenset([0]))) == []


@pytest.mark.parametrize("format", ["swiss", "knockout"])
def test_where_results_count_only_fillers_take_the_seats_of_suspended_bots(format: str) -> None:
    schedule = Schedule(format, range(6), [pool(3)], SECRET, fillers=[100, 101])
    meeting = next(schedule.round(1, 0)).bots
    one, two, three = meeting
    left = schedule.instead_of(meeting, pool(3), 9, frozenset({one}))
    assert left == [two, three, 100]
    assert schedule.instead_of(meeting, pool(3), 9, frozenset({one, two})) is None


def test_where_suspended_bots_leave_too_few_authors_fillers_take_the_seats() -> None:
    schedule = Schedule("swiss", range(5), [pool(3)], SECRET, [100, 101], apart=[[0, 1, 2]])
    gone = schedule.seen([], {4: 1})
    (match,) = schedule.round(2, 1, frozenset({4}), gone)
    assert {3, 100} < {*match.bots}
    assert len({0, 1, 2}.intersection(match.bots)) == 1


def test_neighbours_change_from_deal_to_deal() -> None:
    """Rotation alone never changes who sits next to whom."""
    drafts = drawn("roundrobin", [1, 2, 3, 4], [pool(4)], 60, SECRET)
    followers = Counter(draft.bots[(draft.bots.index(1) + 1) % 4] for draft in drafts)
    assert set(followers) == {2, 3, 4}
    assert min(followers.values()) >= 10


def test_what_is_drawn_from_a_secret_never_changes() -> None:
    """Other machines, Pythons and versions must deal the same cards from the same seed."""
    assert new_secret() != new_secret()
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
    def replacement(
        bots: list[int],
        stay: list[int],
        fillers: Sequence[int] = (),
        apart: Sequence[list[int]] = (),
    ) -> list[int] | None:
        """Of a match with 99, who is suspended."""
        schedule = Schedule("roundrobin", [*bots, 99], [pool(3)], SECRET, fillers, apart)
        return schedule.instead_of([*stay, 99], pool(3), 9, frozenset([99]))

    meeting = replacement([1, 2, 3, 4, 5], [2, 4])
    assert meeting is not None
    assert meeting[:2] == [2, 4]
    assert meeting[2] in {1, 3, 5}
    assert replacement([1, 2], [1], fillers=[8]) == [1, 2, 8]
    assert replacement([1], [1], fillers=[1]) is None
    assert replacement([1, 2, 3, 4, 5], [3, 4], apart=[[1, 3], [4, 5]]) == [3, 4, 2]


def test_a_format_may_say_how_a_table_sits(monkeypatch: pytest.MonkeyPatch) -> None:
    class AsNamed(RoundRobin):
        name = "asnamed"
        leads = ALL

        @staticmethod
        def circle(table: Sequence[Item], draws: Draws) -> Sequence[Item]:
            return table

    monkeypatch.setitem(FORMATS, AsNamed.name, AsNamed)
    (first,) = drawn("asnamed", [7, 2, 5], [pool(5)], 1, fillers=[9])
    assert first.bots == (7, 2, 5, 9, 9)
    schedule = Schedule("asnamed", [7, 2, 5], [pool(3)], SECRET)
    assert schedule.match(1, pool(3), [5, 7, 2], 3, instead_of=1).bots == (5, 7, 2)


def test_a_match_that_nobody_is_left_to_fill_is_left_out() -> None:
    schedule = Schedule("roundrobin", range(5), [pool(5)], SECRET, fillers=[0, 1])
    assert list(schedule.round(1, 0))
    assert not list(schedule.round(1, 0, suspended=frozenset({0, 1})))
