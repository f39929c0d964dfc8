"""The trader, and greedy, with the bean coin: it is claimed, defended, and its card is planted."""

from typing import Any

import pytest

from arena.rules import compile_rulebook
from tests.support.asked_bot import Asked
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from trader import TraderBot  # isort: skip

PASS = {"do": "pass"}
CLAIM = {"do": "claim_coin"}
RESIST = {"do": "resist"}
VARIANT = "anniversary+bean_coin"
both = pytest.mark.parametrize("bot", [TraderBot, GreedyBot])


def field(kind: str | None, count: int, coins: int = 0) -> dict[str, Any]:
    return {"kind": kind, "count": count, "coins": coins}


@both
def test_it_claims_the_coin_before_it_harvests(bot: type) -> None:
    asked = Asked(bot(), VARIANT, 4)
    asked.fields(("garden", 3), ("soy", 4))
    asked.view.update(hand=["chili", "red"], coin_holder=2)
    harvests = [{"do": "harvest", "field": number} for number in (0, 1)]
    assert asked.choose("plant", [*harvests, CLAIM], card="chili") == CLAIM


def test_it_claims_the_coin_at_the_last_chance() -> None:
    asked = Asked(TraderBot(), VARIANT, 4)
    assert asked.bot.wants == ("bids", "before_draw")
    asked.fields(("garden", 3), ("soy", 4))
    asked.view.update(step="before_draw", coin_holder=2)
    choices = [PASS, {"do": "harvest", "field": 0}, CLAIM]
    assert asked.choose("window", choices, window="before_draw") == CLAIM


@both
def test_it_resists_with_blue_beans_only(bot: type) -> None:
    asked = Asked(bot(), VARIANT, 4)
    asked.fields(("soy", 2), ("red", 1))
    asked.view["fields"][2] = [field("garden", 3, 3), field("green", 5, 2)]
    asked.view.update(active=2, coin_holder=0, hand=["blue", "blue", "blue"])
    assert asked.choose("resist", [PASS, RESIST]) == RESIST
    asked.view.update(hand=["soy", "red", "soy"])
    assert asked.choose("resist", [PASS, RESIST]) == PASS


@both
def test_it_plants_the_card_shown_where_its_kind_grows(bot: type) -> None:
    asked = Asked(bot(), VARIANT, 4)
    asked.fields(("garden", 3), ("soy", 4))
    asked.view.update(coin_card=["soy"], coin_holder=0, hand=[])
    plant = {"do": "plant", "card": "soy", "field": 1}
    choices = [{"do": "harvest", "field": 1}, plant]
    assert asked.choose("plant_coin_card", choices) == plant


def test_it_harvests_the_finished_field_for_the_card_shown() -> None:
    asked = Asked(TraderBot(), VARIANT, 4)
    asked.fields(("chili", 5), ("garden", 3))
    asked.view.update(coin_card=["soy"], coin_holder=0, hand=[])
    choices = [{"do": "harvest", "field": number} for number in (0, 1)]
    assert asked.choose("plant_coin_card", choices) == choices[1]


def test_the_coin_changes_hands_between_traders() -> None:
    book = compile_rulebook(VARIANT, 4)
    passed = 0
    for number in range(4):
        bots = [TraderBot() for _ in range(4)]
        passed += play(book, bots, b"%d" % number, [1, 2, 3, 4]).happened["event coin_passed"]
    assert passed > 1
