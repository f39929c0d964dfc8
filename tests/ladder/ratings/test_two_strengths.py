"""Two strengths of a player: found again from games that follow them, with honest intervals."""

from collections.abc import Sequence

import numpy as np
import pytest

from ladder.ratings.two_strengths import Known, Meeting, meetings, two_strengths

KNOWN = {"greedy": Known((0, 0), (0, 0)), "trader": Known((900, 400), (0, 0))}
TABLES = [("greedy", "greedy", "greedy"), ("trader", "greedy", "greedy")] + [
    ("trader", "trader", "greedy")
] * 2
BY = {"no trade": (1.0, 0.0), "traders": (0.0, 1.0), "mean": (0.5, 0.5)}


def games(rng: np.random.Generator, player: Sequence[float], each: int) -> list[list[Meeting]]:
    """So many games at each table, in which luck is shared by all of a player's pairs."""
    strength = {name: known.elo for name, known in KNOWN.items()} | {"me": player}
    deals = []
    for table in TABLES * each:
        names = ["me", *table]
        beside = (sum(name == "trader" for name in names) - 1) / 2
        share = np.clip(beside, 0, 1)
        mean = [(1 - share) * strength[name][0] + share * strength[name][1] for name in names]
        drawn = np.array(mean) / 173.7 + rng.gumbel(size=4)
        places = [1 + int(np.sum(drawn > one)) for one in drawn]
        deals.append([pair for pair in meetings(names, places, (), ["trader"]) if "me" in pair])
    return deals


def test_the_share_of_traders_is_that_of_the_other_seats() -> None:
    met = {(each.one, each.other): each for each in meetings("abcd", (1, 2, 2, 4), (), "bc")}
    assert met["a", "d"].traders == 1 and met["a", "b"].traders == 0.5
    assert met["b", "c"].traders == 0 and met["b", "c"].score == 0.5
    assert {each.weighs for each in met.values()} == {0.6}
    lost = [*meetings("abcd", (1, 2, 3, 4), [0], "b")]
    assert [(each.one, each.score) for each in lost] == [("a", 0.0)] * 3


def test_copies_of_a_bot_are_not_compared() -> None:
    assert len([*meetings(("a", "b", "b", "c"), (1, 2, 3, 4), (), "b")]) == 5


@pytest.mark.slow
@pytest.mark.parametrize("player", [(-200, 300), (700, 250)])
def test_two_measurements_agree_within_their_intervals(player: tuple[int, int]) -> None:
    rng = np.random.default_rng(5)
    agree = dict.fromkeys(BY, 0)
    for _ in range(rounds := 120):
        one, other = (two_strengths(games(rng, player, 15), ["me"], KNOWN) for _ in range(2))
        for name, by in BY.items():
            apart = abs(one.elo(by) - other.elo(by))
            agree[name] += apart <= np.hypot(one.interval(by), other.interval(by))
            assert one.interval(by) < 400
    assert min(agree.values()) >= 0.9 * rounds


def test_who_loses_everything_has_a_wide_interval_and_one_end() -> None:
    lost = [[Meeting("me", "greedy", 0.0, 0.0, 0.6)] * 3] * 40
    found = two_strengths(lost, ["me"], KNOWN)
    assert found.elo(BY["no trade"]) < 700 and found.interval(BY["no trade"]) > 300
    assert found.elo(BY["traders"]) == pytest.approx(1500)  # nothing is known of it
    assert found.interval(BY["traders"]) > 2000


def test_what_is_unsure_about_the_bots_is_unsure_about_all_players_alike() -> None:
    deals = games(np.random.default_rng(1), (700, 250), 15)
    unsure = {**KNOWN, "trader": Known((900, 400), (200, 0))}
    sure, wide = (two_strengths(deals, ["me"], each) for each in (KNOWN, unsure))
    assert sure.elo(BY["no trade"]) == wide.elo(BY["no trade"])
    assert wide.interval(BY["no trade"]) == sure.interval(BY["no trade"])
    assert sure.of_scale(BY["no trade"]) == 0 < 100 < wide.of_scale(BY["no trade"]) < 200
    weak = two_strengths(games(np.random.default_rng(1), (0, 250), 15), ["me"], unsure)
    assert weak.of_scale(BY["no trade"]) < 60, "it is measured by greedy"
