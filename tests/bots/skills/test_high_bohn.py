"""The trader in High Bohn: which buildings it buys, and how it uses their powers."""

from typing import Any

import pytest

from arena.rules import compile_rulebook
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from tests.support.asked_bot import Asked
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from skills.high_bohn.building_values import POWERS  # isort: skip
from trader import TraderBot  # isort: skip

PASS = {"do": "pass"}
VARIANT = "high_bohn+cognac"


def asked(*owned: str, coins: tuple[str, ...] = (), variant: str = VARIANT) -> Asked:
    """The trader in its first turn, with these buildings and coins."""
    table = Asked(TraderBot(), variant, 4)
    table.view["buildings"][0] = list(owned)
    table.view["coins"][0] = list(coins)
    return table


def buy(building: str) -> dict[str, Any]:
    return {"do": "buy_building", "building": building}


def plant(card: str, field: int) -> dict[str, Any]:
    return {"do": "plant", "card": card, "field": field}


def test_every_power_is_worth_something_to_it() -> None:
    powers = {name for name, building in BUILDINGS.items() if building.price > 1}
    where = "POWERS of bots/python/skills/high_bohn/building_values.py"
    assert powers - set(POWERS) == set(), f"say in {where} what they earn"
    assert set(POWERS) - powers == set(), f"{where} names them in vain"


# --- buying -----------------------------------------------------------------------------------


def test_it_buys_a_strong_building_at_once() -> None:
    table = asked(coins=("green",) * 4)
    choices = [plant("soy", 0), *map(buy, ["saloon_1", "saloon_2", "saloon_3", "saloon_4"])]
    assert table.choose("plant", choices, card="soy") == buy("saloon_4")


def test_it_keeps_its_coins_while_a_better_building_grows() -> None:
    table = asked(coins=("green", "green"))
    table.fields(("green", 5), ("soy", 1))
    choices = [plant("soy", 1), buy("saloon_1"), buy("saloon_2")]
    assert table.choose("plant", choices, card="soy") == plant("soy", 1)


def test_it_buys_before_a_type_is_sold_out() -> None:
    table = asked(coins=("blue",))
    table.view["buildings"][1:] = [["jail_2"], ["jail_3"], []]
    table.view["coins"][3] = ["blue"]
    table.view["shop"] = ["jail_1", "jail_4"]
    choices = [plant("soy", 0), buy("jail_1")]
    assert table.choose("plant", choices, card="soy") == buy("jail_1")


def test_its_last_purchases_reach_for_the_bonus() -> None:
    table = asked("bank_1", "farm_1", "mine_1", coins=("red", "blue"))
    choices = [PASS, buy("tipi_1"), buy("jail_1")]
    assert table.choose("last_purchases", choices) != PASS


def test_its_last_purchases_spare_the_coins_that_a_tipi_counts() -> None:
    table = asked("tipi_4", coins=("blue", "soy", "soy", "green", "green"))
    assert table.choose("last_purchases", [PASS, buy("jail_1"), buy("farm_1")]) == PASS
    table.view["buildings"][0] = ["tipi_4", "bank_1", "mine_1", "store_1"]
    choices = [PASS, buy("jail_1"), buy("farm_1"), buy("saloon_1")]
    assert table.choose("last_purchases", choices) != PASS


def test_its_last_purchase_may_be_a_tipi() -> None:
    table = asked(coins=("red",) * 3 + ("soy",) * 6)
    choices = [PASS, *map(buy, ["tipi_1", "tipi_2", "tipi_3"])]
    assert table.choose("last_purchases", choices) == buy("tipi_3")


def test_coins_that_buy_a_further_type_are_worth_more() -> None:
    table = asked("bank_1", "farm_1", "mine_1", "jail_1")
    table.choose("plant", [plant("soy", 0)], card="soy")
    earns = table.bot.judge.earns
    assert earns["blue"][4] == 1 < earns["chili"][3]


def test_each_seat_has_its_own_scales() -> None:
    table = asked("jail_3", coins=("blue",))
    table.view["buildings"][1] = ["saloon_4"]
    table.choose("plant", [plant("soy", 0)], card="soy")
    judge = table.bot.judge
    assert judge.earns["blue"][4] == 2
    assert judge.of(1).earns["green"][3] == 1 < judge.earns["green"][3]


# --- powers -----------------------------------------------------------------------------------


def test_what_grows_nowhere_else_goes_into_the_stew() -> None:
    table = asked("saloon_4")
    table.fields(("blue", 5), ("soy", 3))
    table.view["fields"][0][1].update(kind="soy", cards=["soy", "red", "chili"])
    table.view["stews"][0] = [1]
    table.view["hand"] = ["stink"]
    stew = {"do": "plant_stew", "card": "stink", "field": 1}
    choices = [{"do": "harvest", "field": 0}, {"do": "harvest", "field": 1}, stew]
    assert table.choose("plant", choices, card="stink") == stew


def test_what_grows_nowhere_goes_on_the_store() -> None:
    table = asked("store_2")
    table.fields(("blue", 5), ("soy", 3))
    table.view["hand"] = ["stink"]
    store = {"do": "store", "card": "stink"}
    choices = [{"do": "harvest", "field": 0}, {"do": "harvest", "field": 1}, store]
    assert table.choose("plant", choices, card="stink") == store


def test_the_beans_of_the_store_are_for_trading() -> None:
    table = asked("store_2")
    table.fields(("red", 2), ("soy", 3))
    table.view.update(step="trade", round=1, hand=[], hands=[0, 3, 3, 3], turned_over=[])
    table.view["store"][0] = ["blue"]
    table.view["fields"][1][0] = {"kind": "blue", "count": 5, "coins": 1}
    table.view["fields"][1][1] = {"kind": "chili", "count": 5, "coins": 1}
    offers = table.choose("trade", [PASS])["offers"]
    assert {"store": 0, "kind": "blue"} in [card for made in offers for card in made["give"]]


def test_soy_joins_another_field_on_the_farm() -> None:
    table = asked("farm_2")
    table.fields(("blue", 5), ("red", 1))
    table.view["hand"] = ["soy"]
    choices = [{"do": "harvest", "field": 0}, plant("soy", 0)]
    assert table.choose("plant", choices, card="soy") == plant("soy", 0)


def test_the_coins_of_the_farm_are_those_that_buy_more() -> None:
    table = asked("farm_2", "jail_1", coins=("chili",))
    table.fields(("chili", 8), (None, 0))
    table.view["fields"][0][0]["cards"] = ["chili", "chili", "chili", "chili", "chili"] + 3 * [
        "soy"
    ]
    choices = [{"do": "harvest_farm", "field": 0, "soy": soy} for soy in range(4)]
    assert table.choose("harvest_farm", choices) == choices[0]


def test_a_restricted_field_is_no_room_for_others() -> None:
    table = asked("saloon_2")
    table.fields(("blue", 5), ("soy", 1), (None, 0))
    table.view["special_fields"][0] = [[2, "saloon_2"]]
    table.view["hand"] = ["green"]
    choices = [plant("green", 2), {"do": "harvest", "field": 0}]
    assert table.choose("plant", choices, card="green") == plant("green", 2)


@pytest.mark.parametrize(("seen", "under"), [("garden", False), ("stink", True)])
def test_bank_2_puts_an_unwelcome_card_under_the_pile(seen: str, under: bool) -> None:
    table = asked("bank_2")
    table.fields(("garden", 2), ("soy", 3))
    table.view["hand"] = []
    table.view["bank_seen"] = [[seen], 0, 0, 0]
    put = {"do": "put_under"}
    assert table.choose("bank_2", [PASS, put]) == (put if under else PASS)


def test_bank_4_moves_what_fits_to_the_front() -> None:
    table = asked("bank_4")
    table.fields(("garden", 2), ("soy", 3))
    table.view["hand"] = ["red", "soy"]
    move = {"do": "move_card", "hand": 1, "to": 0}
    assert table.choose("bank_4", [PASS, move]) == move


def test_bank_3_puts_what_fits_first() -> None:
    table = asked("bank_3")
    table.fields(("garden", 2), ("soy", 3))
    table.view["hand"] = ["red", "soy"]
    order = {"do": "order_drawn", "order": [1, 0]}
    assert table.choose("bank_3", [PASS, order]) == order


# --- distillery 2 -----------------------------------------------------------------------------


def test_distillery_2_takes_a_type_that_the_others_lack() -> None:
    table = asked("distillery_2", "jail_1")
    table.view["buildings"][1:] = [["bank_1"], ["bank_2"], ["bank_3"]]
    names = [{"do": "name_type", "type": kind} for kind in ("bank", "tipi", "jail")]
    assert table.choose("distillery_2", names) == names[2]


def test_the_last_chance_is_taken() -> None:
    table = asked("bank_1", "farm_1", "mine_1", coins=("blue", "blue"))
    choices = [PASS, buy("jail_1"), buy("jail_2"), {"do": "harvest", "field": 0}]
    named = [{"event": "named_type", "seat": 1, "type": "jail"}]
    assert table.choose("last_chance", choices, events=named) == buy("jail_2")


def test_it_harvests_for_the_last_chance() -> None:
    table = asked("bank_1", "farm_1", "mine_1", "tipi_1")
    table.fields(("soy", 2), ("blue", 5))
    named = [{"event": "named_type", "seat": 1, "type": "jail"}]
    choices = [PASS, {"do": "harvest", "field": 0}, {"do": "harvest", "field": 1}]
    assert table.choose("last_chance", choices, events=named) == choices[2]


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), [("high_bohn", 3), (VARIANT, 5)])
def test_traders_buy_buildings(variant: str, players: int) -> None:
    bots = [TraderBot() for _ in range(players)]
    played = play(compile_rulebook(variant, players), bots, b"deal", list(range(players)))
    assert played.happened["event bought_building"] > 3 * players


def test_greedy_buys_the_dearest() -> None:
    table = Asked(GreedyBot(), VARIANT, 4)
    choices = [PASS, buy("jail_1"), buy("jail_2")]
    assert table.choose("last_purchases", choices) == buy("jail_2")
