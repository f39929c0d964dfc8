"""What the rules of expansions tell of themselves: `more` of the rulebook, their part of a view."""

import random
from typing import Any

import orjson
import pytest

from arena.codec import Writer, writer
from arena.rules import compile_rulebook
from arena.rules.cards import KIND
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from tests.support.lawful import pools
from tests.support.random_play import random_choice, rich_start
from tests.support.scenario import position


def more(variant: str, players: int) -> dict[str, Any]:
    told = writer(compile_rulebook(variant, players)).rulebook()
    data: dict[str, Any] = orjson.loads(orjson.dumps(told))["more"]
    return data


@pytest.mark.parametrize(("variant", "players"), pools())
def test_data_stand_under_the_name_of_a_rule_that_is_told(variant: str, players: int) -> None:
    told = writer(compile_rulebook(variant, players)).rulebook()
    assert set(told["more"]) <= {rule["name"] for rule in told["rules"]}


@pytest.mark.rule("C2", "C4")
@pytest.mark.parametrize(("players", "coins"), [(3, 6), (4, 5), (5, 5)])
def test_the_bean_coin(players: int, coins: int) -> None:
    assert more("anniversary+bean_coin", players) == {
        "bean_coin": {
            "claim_at": coins,
            "kept_by": "blue",
            "draws": {"holder": 4, "others": 3, "worthless": 2},
        }
    }


@pytest.mark.rule("F2", "M2", "D1", "E0")
def test_field_beans_magpies_and_duels() -> None:
    field_bean = {"kind": "field", "opens_third_field": 2}
    assert more("anniversary+field_beans", 4) == {"field_bean_harvest": field_bean}
    magpie = {"kind": "magpie", "steals_from": 2}
    assert more("rio_grande_duel+magpie", 2) == {"duel": {"whole_kinds": False}, "magpie": magpie}
    assert more("anniversary_duel", 2) == {"duel": {"whole_kinds": True}}


@pytest.mark.rule("HB1", "HB4", "HB5")
@pytest.mark.parametrize(("players", "sold"), [(3, 2), (4, 3), (5, 4)])
def test_the_shop(players: int, sold: int) -> None:
    shop = more("high_bohn", players)["buildings"]
    assert shop["sold_of_a_type"] == sold
    assert shop["bonus"] == [0, 0, 0, 0, 1, 2, 3, 5, 8, 8]
    assert {"name": "jail_3", "type": "jail", "bean": "blue", "price": 3} in shop["buildings"]
    with_cognac = more("high_bohn+cognac", players)["buildings"]["buildings"]
    assert [each["name"] for each in with_cognac] == [*BUILDINGS]
    assert [each for each in with_cognac if each["bean"] != "cognac"] == shop["buildings"]


def test_every_power_of_the_shop_is_told_in_words() -> None:
    told = writer(compile_rulebook("high_bohn+cognac", 4)).rulebook()
    names = {rule["name"] for rule in told["rules"]}
    for building in told["more"]["buildings"]["buildings"]:
        assert (building["name"] in names) == (building["price"] > 1), building["name"]


def test_the_powers_in_numbers() -> None:
    powers = more("high_bohn+cognac", 4)
    known = {
        "farm_2": {"adds": "soy", "to": ["blue", "chili", "stink", "green", "cognac"]},
        "farm_3": {"plants": 3},
        "farm_4": {"worth": 4, "earns": 5},
        "saloon_2": {"field_for": "green"},
        "saloon_3": {"earns": [0, 0, 0, 1, 1, 1, 2, 3, 4]},
        "saloon_4": {"earns": [0, 0, 0, 1, 1, 2, 3, 4, 5]},
        "mine_2": {"third_field_price": 1},
        "mine_3": {"earns": [0, 1, 2, 3]},
        "mine_4": {"field_for": "any"},
        "tipi_2": {"one_more_for": 8},
        "tipi_3": {"one_more_for": 6},
        "tipi_4": {"one_more_for": 5},
        "store": {"holds": {"store_2": 1, "store_3": 2, "store_4": 3}},
        "blacksmith_2": {"field_for": "chili"},
        "blacksmith_3": {"earns": [0, 0, 0, 1, 1, 2, 3, 4]},
        "jail_2": {"earns": [0, 0, 0, 1, 1, 2, 2, 3, 3, 4]},
        "jail_3": {"earns": [0, 0, 0, 0, 2, 2, 3, 3, 4, 4, 5]},
        "distillery_4": {"earns": [0, 0, 0, 1, 1, 2, 2, 3, 4]},
    }
    assert {name: powers[name] for name in known} == known


@pytest.mark.rule("P4", "P8")
def test_the_orders() -> None:
    orders = more("plus", 3)["orders"]["orders"]
    assert len(orders) == 39
    assert orders["order_3_2"] == [3, 2]
    assert set(orders) <= set(KIND)


@pytest.mark.rule("T5")
@pytest.mark.parametrize(("variant", "players"), [("high_bohn+cognac", 4), ("plus", 5)])
def test_what_is_kept_encoded_is_what_would_be_encoded_anew(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    rng = random.Random(5)
    keeping, game = writer(book), rich_start(book, b"kept", rng)
    for number in range(1500):
        asked = game.decisions
        if not asked:
            game = rich_start(book, b"kept %d" % number, rng)
            continue
        decision = rng.choice(asked)
        seen = keeping.view_text(game, decision.seat)
        assert seen == Writer(book).view_text(game, decision.seat)
        game.play(decision.seat, random_choice(game, decision, rng))


@pytest.mark.rule("HB-jail-3", "HB-farm-4")
def test_equal_fields_are_shown_with_what_each_owner_would_earn() -> None:
    fields = ["blue blue blue blue", "soy soy soy soy soy soy soy", ""]
    game = position(
        "high_bohn",
        fields={0: fields, 1: fields, 2: fields},
        extra={"buildings": ((), ("jail_3", "farm_4"), ())},
    )
    coins = [[field["coins"] for field in row] for row in writer(game.book).view(game, 0)["fields"]]
    assert coins == [[1, 4, 0], [2, 5, 0], [1, 4, 0]]
