"""Live Elo against numbers computed by other programs (named in elo_cases.json), and its habits."""

import json
from pathlib import Path
from typing import Any

import pytest

from ladder.statistics.elo import SCALE, Rating, expected, rate_game, score, weight

CASES: dict[str, Any] = json.loads(Path(__file__).with_name("elo_cases.json").read_text())


@pytest.mark.parametrize("game", CASES["constant_k"]["games"], ids=lambda game: str(game["places"]))
def test_fixed_k_agrees_with_multielo(game: dict[str, Any]) -> None:
    seats = range(len(game["places"]))
    before = {seat: Rating(game["ratings"][seat]) for seat in seats}
    after = rate_game(before, seats, game["places"], k=game["K"])
    tolerance = CASES["constant_k"]["tolerance"]
    assert [after[seat].elo for seat in seats] == pytest.approx(game["after"], abs=tolerance)


def test_the_shrinking_step_agrees_with_the_closed_form() -> None:
    case = CASES["adaptive"]
    ratings = {bot: Rating() for bot in range(case["bots"])}
    for game in case["games"]:
        ratings |= rate_game(ratings, game["bots"], game["places"])
        elo = [ratings[bot].elo for bot in range(case["bots"])]
        assert elo == pytest.approx(game["after"], abs=case["tolerance"])
    assert [r.info for r in ratings.values()] == pytest.approx(case["info"], abs=1e-4)


def test_the_expected_score_is_on_the_elo_scale() -> None:
    case = CASES["scale"]
    found = [expected(1500 + difference, 1500) for difference in case["differences"]]
    assert found == pytest.approx(case["expected"], abs=case["tolerance"])


def test_a_pair_weighs_less_the_more_players() -> None:
    assert [round(weight(n), 3) for n in range(2, 8)] == [1, 0.75, 0.6, 0.5, 0.429, 0.375]


def test_a_forfeiter_loses_to_all_and_only_its_pairs_count() -> None:
    after = rate_game({}, "abc", [1, 2, 3], forfeited={0})
    gain = SCALE * weight(3) * 0.5
    assert after["a"].elo == pytest.approx(1500 - 2 * gain)
    assert after["b"].elo == after["c"].elo == pytest.approx(1500 + gain)
    assert after["a"].info == pytest.approx(2 * after["b"].info)


def test_two_forfeiters_say_nothing_about_each_other() -> None:
    after = rate_game({}, "ab", [1, 2], forfeited={0, 1})
    assert after == {"a": Rating(), "b": Rating()}
    assert score(0, 1, [1, 2], {0, 1}) == 0.5


def test_a_bot_in_two_seats_is_not_rated_against_itself() -> None:
    assert rate_game({}, "aa", [1, 2]) == {"a": Rating()}
    after = rate_game({}, "aab", [1, 3, 2])
    assert after["a"].elo == after["b"].elo == 1500
    assert after["a"].info == after["b"].info > 0


def test_what_one_wins_the_others_lose_at_equal_evidence() -> None:
    after = rate_game({}, "abcd", [1, 2, 2, 4])
    assert sum(rating.elo for rating in after.values()) == pytest.approx(4 * 1500)
