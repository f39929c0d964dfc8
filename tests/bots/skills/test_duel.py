"""The trader, and greedy, in the duels: they take what fits, and refuse or leave the rest."""

from typing import Any

import pytest

from arena.rules import catalogue, compile_rulebook, table_sizes
from tests.support.asked_bot import Asked
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

PASS = {"do": "pass"}
DUELS = [variant for variant in catalogue() if table_sizes(variant) == (2,)]
both = pytest.mark.parametrize("bot", [TraderBot, GreedyBot])


def plant(card: str, field: int) -> dict[str, Any]:
    return {"do": "plant", "card": card, "field": field}


def discard(card: str) -> dict[str, Any]:
    return {"do": "discard", "card": card}


def drop(card: str, place: int) -> dict[str, Any]:
    return {"do": "discard_from_hand", "card": card, "hand": place}


def harvests(*fields: int) -> list[dict[str, Any]]:
    return [{"do": "harvest", "field": field} for field in fields]


def asked(bot: type, *fields: tuple[str, int], hand: tuple[str, ...]) -> Asked:
    """A bot asked in the new duel, with these fields and this hand."""
    asking = Asked(bot(), "anniversary_duel", 2)
    asking.fields(*fields)
    asking.view["hand"] = list(hand)
    return asking


@both
def test_of_an_offer_it_plants_what_grows_and_discards_the_rest(bot: type) -> None:
    asking = asked(bot, ("blue", 5), ("green", 4), ("red", 2), hand=("blue", "green"))
    asking.view["on_offer"] = ["stink", "red"]
    choices = [plant("red", 2), discard("stink"), discard("red"), *harvests(0, 1, 2)]
    first = asking.choose("use_offer", choices)
    assert first in (plant("red", 2), discard("stink"))
    asking.view["on_offer"] = ["stink"]
    choices = [discard("stink"), *harvests(0, 1, 2)]
    assert asking.choose("use_offer", choices) == discard("stink")


@both
def test_of_the_cards_turned_over_it_keeps_what_grows_and_leaves_the_rest(bot: type) -> None:
    asking = asked(bot, ("blue", 5), ("green", 4), ("red", 2), hand=("blue", "green"))
    asking.view["turned_over"] = ["coffee", "red", "red"]
    choices = [PASS, plant("red", 2), *harvests(0, 1, 2)]
    assert asking.choose("keep_or_leave", choices) == plant("red", 2)
    asking.view["turned_over"] = ["coffee"]
    choices = [PASS, *harvests(0, 1, 2)]
    assert asking.choose("keep_or_leave", choices) == PASS


def test_a_bad_card_is_discarded_from_the_hand_instead_of_planted() -> None:
    asking = asked(TraderBot, ("blue", 5), ("green", 4), ("red", 2), hand=("coffee", "blue"))
    choices = [drop("coffee", 0), drop("blue", 1), *harvests(0, 1, 2)]
    assert asking.choose("plant", choices, card="coffee") == drop("coffee", 0)


def test_after_two_cards_it_harvests_nothing_to_plant_a_third() -> None:
    asking = asked(TraderBot, ("blue", 5), ("green", 1), ("red", 1), hand=("blue",) * 3)
    asking.view["step"] = "plant"
    choices = [plant("blue", 0), drop("blue", 0), drop("blue", 1), drop("blue", 2)]
    assert asking.choose("plant", choices, card="blue") == plant("blue", 0)
    asking.view["hand"] = ["red"]
    asking.fields(("blue", 7), ("green", 1), ("red", 1))
    choices = [PASS, drop("red", 0), *harvests(0)]
    assert asking.choose("plant", choices, card="red") == PASS


@both
def test_of_the_hand_goes_what_grows_nowhere(bot: type) -> None:
    asking = Asked(bot(), "rio_grande_duel", 2)
    asking.fields(("blue", 5), ("green", 4))
    asking.view["hand"] = ["coffee", "green", "coffee", "blue"]
    choices = [PASS, *(drop(card, at) for at, card in enumerate(asking.view["hand"]))]
    assert asking.choose("spare_card", choices) in (drop("coffee", 0), drop("coffee", 2))


def test_what_the_opponent_grows_is_not_left_if_a_place_is_free() -> None:
    asking = asked(TraderBot, ("blue", 5), ("green", 4), (None, 0), hand=("blue", "green"))
    asking.view["turned_over"] = ["red", "coffee"]
    asking.view["fields"][1][0] = {"kind": "red", "count": 4, "coins": 3}
    choices = [PASS, plant("red", 2), plant("coffee", 2), *harvests(0, 1)]
    assert asking.choose("keep_or_leave", choices) == plant("red", 2)


@pytest.mark.slow
@pytest.mark.parametrize("variant", DUELS)
def test_trader_beats_greedy_beats_random(variant: str) -> None:
    book = compile_rulebook(variant, 2)
    for strong, weak in ((TraderBot, GreedyBot), (GreedyBot, RandomBot)):
        coins = [0, 0]
        for number in range(3):
            scores = play(book, [strong(), weak()], b"%d" % number, [1, 2]).result.scores
            coins = [sum(pair) for pair in zip(coins, scores, strict=True)]
        assert coins[0] > 1.3 * coins[1]


@pytest.mark.parametrize("variant", DUELS)
def test_traders_leave_match_and_discard(variant: str) -> None:
    played = play(compile_rulebook(variant, 2), [TraderBot(), TraderBot()], b"deal", [1, 2])
    for choice in ("discard", "discard_from_hand", "pass"):
        assert played.happened[f"choice {choice}"] > 3
    assert played.happened["event matched"]
    assert variant.startswith("anniversary") or played.happened["event bought_field"] == 2
