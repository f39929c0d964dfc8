"""Buying buildings: for what, when, in which order and how many (HB1–HB4, HB6)."""

import pytest

from arena.codec import reader
from arena.rules import compile_rulebook, plain_choice
from arena.rules.choices import HARVEST, PASS, BuyField
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from arena.rules.expansions.high_bohn.shop import BUY, BuyBuilding
from tests.support.scenario import asked, names, plant, play, terms
from tests.support.town import buy, coins, on_sale, refused, shop, town

BEANS = {
    "bank": "black_eyed", "farm": "soy", "saloon": "green", "mine": "garden", "tipi": "red",
    "store": "stink", "blacksmith": "chili", "jail": "blue", "distillery": "cognac",
}  # fmt: skip
ONE_OF_EACH = " ".join(BEANS.values())


@pytest.mark.rule("HB1")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(
    ("variant", "types"), [("high_bohn+cognac", [*BEANS]), ("high_bohn", [*BEANS][:-1])]
)
def test_all_buildings_are_for_sale_from_the_start(
    variant: str, types: list[str], players: int
) -> None:
    game = town(players, variant, hands={0: "red"})
    everything = {name for name, building in BUILDINGS.items() if building.type in types}
    assert everything >= {f"{kind}_{price}" for kind in types for price in (1, 2, 3, 4)}
    begun = game.book.start(b"x")
    assert set(begun.extra["shop"]) == set(game.extra["shop"]) == everything
    assert begun.extra["buildings"] == ((),) * players


@pytest.mark.rule("HB2")
@pytest.mark.parametrize("kind", BEANS)
@pytest.mark.parametrize("price", [1, 2, 3, 4])
def test_each_is_paid_with_coins_of_its_bean(kind: str, price: int) -> None:
    bean = BEANS[kind]
    other = "soy" if bean != "soy" else "red"
    pile = " ".join([bean] * (price - 1))
    game = town(
        4, "high_bohn+cognac", hands={0: "stink"}, coins={0: f"{other} {pile} {other} {other}"}
    )
    name = f"{kind}_{price}"
    assert refused(game, 0, BUY[name]) == f"{name} costs {price} of your {bean} coins (HB2)"
    game = town(
        4, "high_bohn+cognac", hands={0: "stink"}, discard="blue",
        coins={0: f"{bean} {other} {pile} {other}"},
    )  # fmt: skip
    events = buy(game, 0, name)
    assert coins(game, 0) == f"{other} {other}"
    assert names(game.discard).split() == ["blue"] + [bean] * price
    assert game.extra["buildings"] == ((name,), (), (), ())
    assert name not in game.extra["shop"]
    left = tuple(other for other in BUILDINGS if other != name)
    assert events[0] == {"event": "bought_building", "seat": 0, "building": name, "shop": left}


@pytest.mark.rule("HB2")
def test_the_topmost_coins_of_the_bean_pay_and_the_rest_keeps_its_order() -> None:
    game = town(hands={0: "stink"}, coins={0: "red chili red soy red blue green"}, discard="garden")
    buy(game, 0, "tipi_2")
    assert coins(game, 0) == "red chili soy blue green"
    assert names(game.discard) == "garden red red"
    assert names(game.view(3)["coins"][0]) == "red chili soy blue green"


@pytest.mark.rule("HB2")
def test_one_building_of_each_type_a_player() -> None:
    game = town(hands={0: "stink"}, coins={0: "red red red red red soy"})
    buy(game, 0, "tipi_1")
    assert refused(game, 0, BUY["tipi_4"]) == "you have a tipi already (HB2)"
    assert on_sale(game, 0) == ["farm_1"]
    buy(game, 0, "farm_1")  # several at once are allowed
    assert game.extra["buildings"][0] == ("tipi_1", "farm_1")


@pytest.mark.rule("HB2")
def test_what_another_player_has_is_not_for_sale() -> None:
    game = town(buildings={1: "jail_4"}, hands={0: "stink"}, coins={0: "blue blue blue blue"})
    assert refused(game, 0, BUY["jail_4"]) == "jail_4 is not for sale"
    assert on_sale(game, 0) == ["jail_1", "jail_2", "jail_3"]
    unknown = "there is no building called 'castle_1\\x1b'"
    assert refused(game, 0, BuyBuilding("castle_1\x1b")) == unknown
    assert len(refused(game, 0, BuyBuilding("x" * 60_000))) < 100
    assert refused(game, 0, BUY["distillery_1"]) == "distillery_1 is not for sale"


@pytest.mark.rule("HB2", "T4")
def test_in_every_own_decision_of_the_own_turn_and_of_step_3() -> None:
    game = town(
        hands={0: "stink chili", 1: "green", 2: "blue"}, coins={0: ONE_OF_EACH, 1: ONE_OF_EACH},
        draw_pile="garden garden soy soy soy soy", wants={1: {"bids"}},
    )  # fmt: skip
    buy(game, 0, "bank_1")  # before the first card
    play(game, 0, plant("stink", 0))
    buy(game, 0, "farm_1")
    play(game, 0, plant("chili", 1))
    assert asked(game) == [(1, "bid")]
    assert game.check(1, BUY["jail_1"]) == "buy_building is not possible in an answer"
    play(game, 1, game.choices(1)[0]._replace(offers=(terms("hand 0 green"),)))
    assert asked(game) == [(0, "trade")]
    buy(game, 0, "saloon_1")
    assert asked(game) == [(0, "trade")]
    play(game, 0, game.choices(0)[1])  # takes the green as a gift
    play(game, 0, PASS)
    assert asked(game) == [(0, "set_aside")]
    buy(game, 0, "mine_1")
    assert game.extra["buildings"][0] == ("bank_1", "farm_1", "saloon_1", "mine_1")


@pytest.mark.rule("HB2", "HB3", "T4")
@pytest.mark.parametrize("window", ["before_plant", "before_trade", "before_draw"])
@pytest.mark.parametrize(("active", "order"), [(0, [0, 1, 3]), (2, [3, 0, 1]), (3, [3, 0, 1])])
def test_wanted_by_several_the_active_player_is_first_then_clockwise(
    window: str, active: int, order: list[int]
) -> None:
    """Everyone but seat 2 could buy jail 4; the first in order gets it."""
    four = dict.fromkeys((0, 1, 3), "blue blue blue blue")
    game = town(step=window, active=active, coins=four, wants={seat: {window} for seat in range(4)})
    assert asked(game) == [(order[0], "window")]
    buy(game, order[0], "jail_4")
    assert asked(game) == [(order[1], "window")]  # the first has nothing left to do
    assert on_sale(game, order[1]) == ["jail_1", "jail_2", "jail_3"]
    play(game, order[1], PASS)
    assert asked(game) == [(order[2], "window")]


@pytest.mark.rule("HB4")
@pytest.mark.parametrize(("players", "most"), [(3, 2), (4, 3), (5, 4)])
def test_of_each_type_so_many_are_sold(players: int, most: int) -> None:
    """Whichever are bought; the rest then leaves the game."""
    prices = [2, 4, 1, 3][:most]
    rich = dict.fromkeys(range(players), "blue blue blue blue")
    game = town(
        players, step="before_plant", coins=rich,
        wants={seat: {"before_plant"} for seat in range(players)},
    )  # fmt: skip
    for seat, price in enumerate(prices):
        assert len(shop(game, "jail")) == 4 - seat
        events = buy(game, seat, f"jail_{price}")
        if asked(game) == [(seat, "window")]:
            play(game, seat, PASS)
    assert shop(game, "jail") == []
    assert not any(name.startswith("jail") for name in events[0]["shop"])
    left = [name for name in BUILDINGS if not name.startswith(("jail", "distillery"))]
    assert [*game.extra["shop"]] == left
    late = players - 1
    assert refused(game, late, BUY["jail_1"])


@pytest.mark.rule(
    "HB6", "HB-bank-1", "HB-farm-1", "HB-saloon-1", "HB-mine-1", "HB-tipi-1", "HB-store-1",
    "HB-blacksmith-1", "HB-jail-1", "HB-distillery-1",
)  # fmt: skip
@pytest.mark.parametrize("kind", BEANS)
def test_price_1_has_no_power_but_counts(kind: str) -> None:
    """The same position with and without: only what is owned and the score differ."""
    pieces = {
        "hands": {0: "soy stink stink", 1: "red"}, "fields": {0: ["blue", "green green green"]},
        "coins": {0: "soy soy soy soy soy soy soy soy", 1: "red"}, "step": "before_plant",
        "draw_pile": "soy blue red red red red", "wants": {0: {"before_plant"}},
    }  # fmt: skip
    plain = town(4, "high_bohn+cognac", **pieces)
    game = town(4, "high_bohn+cognac", buildings={0: f"{kind}_1"}, **pieces)
    for step in ("window", "plant"):
        assert asked(game) == asked(plain) == [(0, step)]
        with_it, without = game.choices(0), plain.choices(0)
        own = [choice for choice in without if getattr(choice, "building", "")[:-2] == kind]
        assert with_it == [choice for choice in without if choice not in own]
        play(game, 0, PASS if step == "window" else HARVEST[1])
        play(plain, 0, PASS if step == "window" else HARVEST[1])
    assert game.fields == plain.fields
    assert game.coins == plain.coins
    score, plain_score = game.result.scores, plain.result.scores
    assert score == (plain_score[0] + 1, *plain_score[1:]) == (10, 1, 0, 0)


@pytest.mark.rule("HB1", "HB2")
def test_the_protocol_names_them() -> None:
    game = town(hands={0: "stink"}, coins={0: "red"})
    assert plain_choice(BUY["tipi_1"]) == {"do": "buy_building", "building": "tipi_1"}
    said = {"do": "buy_building", "building": "tipi_1"}
    listed = game.choices(0)
    assert reader(game.book).read(game, 0, listed, said) == BUY["tipi_1"]
    assert BuyField() not in listed


def test_every_building_above_price_1_has_its_power() -> None:
    cites = {rule.name: rule.cites for rule in compile_rulebook("high_bohn+cognac", 4).rules}
    powers = {name for name, building in BUILDINGS.items() if building.price > 1}
    where = "arena/rules/expansions/high_bohn/powers.py (or a file of their own, listed in game.py)"
    assert powers - cites.keys() == set(), f"add a rule named after each to {where}"
    for name in powers:
        assert f"HB-{name.replace('_', '-')}" in cites[name].split()
