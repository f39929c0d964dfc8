"""The trader in Plus: it fills orders, and plants and harvests for them."""

import pytest

from arena.rules import compile_rulebook
from tests.support.asked_bot import Asked
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

FILL = {"do": "fill_order", "field": 0}
PASS = {"do": "pass"}


@pytest.mark.parametrize("bot", [TraderBot, GreedyBot, RandomBot])
def test_every_bot_fills_an_order_that_can_be_filled(bot: type) -> None:
    asked = Asked(bot(), "plus", 4)
    asked.fields(("soy", 2), ("blue", 1))
    asked.view["hand"] = ["chili", "order_2_1", "red"]
    plants = [{"do": "plant", "card": "chili", "field": 0}, {"do": "harvest", "field": 0}]
    assert asked.choose("plant", [*plants, FILL], card="chili") == FILL
    asked.view["laid_order"][0] = ["order_2_1"]
    assert asked.choose("return_order", [PASS, {"do": "harvest", "field": 0}, FILL]) == FILL


def test_greedy_lays_an_order_rather_than_harvest() -> None:
    asked = Asked(GreedyBot(), "plus", 4)
    asked.fields(("soy", 2), ("blue", 1))
    asked.view["hand"] = ["order_3_3", "red"]
    lay = {"do": "lay_order", "card": "order_3_3"}
    assert asked.choose("plant", [lay, {"do": "harvest", "field": 0}], card="order_3_3") == lay


@pytest.mark.parametrize(("order", "field"), [("order_1_2", 0), ("order_2_1", 1)])
def test_it_plants_left_or_right_as_the_order_wants(order: str, field: int) -> None:
    asked = Asked(TraderBot(), "plus", 4)
    asked.fields((None, 0), (None, 0))
    asked.view["hand"] = ["soy", "blue", "blue", "green", order]
    choices = [{"do": "plant", "card": "soy", "field": at} for at in (0, 1)]
    assert asked.choose("plant", choices, card="soy")["field"] == field


def test_it_harvests_at_the_end_of_its_turn_what_then_fills_the_order() -> None:
    asked = Asked(TraderBot(), "plus", 4)
    asked.fields(("soy", 2), ("blue", 4))
    asked.view["hand"] = ["green", "chili", "order_0_4"]
    choices = [PASS, {"do": "harvest", "field": 0}, {"do": "harvest", "field": 1}]
    assert asked.choose("window", choices, window="before_draw") == choices[1]
    asked.view["hand"] = ["green", "chili", "order_8_0"]
    assert asked.choose("window", choices, window="before_draw") == PASS
    asked.view["active"] = 1
    asked.view["hand"] = ["green", "chili", "order_0_4"]
    assert asked.choose("window", choices, window="before_draw") == PASS


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 6])
def test_traders_fill_orders(players: int) -> None:
    bots = [TraderBot() for _ in range(players)]
    played = play(compile_rulebook("plus", players), bots, b"deal", list(range(players)))
    assert played.happened["event filled_order"] > players
