"""Where the powers of two buildings meet, and where one meets a step it was not made for."""

import pytest

from arena.rules.choices import HARVEST, PASS
from arena.rules.expansions.high_bohn.bank import MoveCard, OrderDrawn
from arena.rules.expansions.high_bohn.distillery import NameType
from arena.rules.expansions.high_bohn.shop import BUY
from tests.support.scenario import asked, fields_of, names, plant, play, terms, told
from tests.support.talk import take
from tests.support.town import (
    bid,
    buy,
    coins,
    give,
    harvest_farm,
    keep,
    on_sale,
    refused,
    shop,
    stew,
    stored,
    town,
    under,
)

COGNAC = "high_bohn+cognac"


# --- scales and farm fields ---------------------------------------------------------------------


@pytest.mark.rule("HB9", "HB-farm-2", "HB-jail-2", "HB-jail-3", "HB-blacksmith-3",
                  "HB-distillery-4")  # fmt: skip
@pytest.mark.parametrize(
    ("building", "field", "usual", "lawful"),
    [
        ("jail_2", "blue blue soy", 0, {0: "blue", 1: "soy"}),
        ("jail_3", "blue soy soy soy", 1, {1: "soy blue", 2: "soy soy"}),  # one blue only
        ("jail_3", "blue blue blue soy soy", 1, {0: "blue blue", 1: "soy blue", 2: "soy soy"}),
        ("blacksmith_3", "chili chili chili chili soy", 1, {0: "chili chili", 1: "soy chili"}),
        ("distillery_4", "cognac cognac soy", 0, {0: "cognac", 1: "soy"}),
    ],
)
def test_a_farm_field_is_paid_by_the_owners_scale_of_its_first_kind(
    building: str, field: str, usual: int, lawful: dict[int, str]
) -> None:
    """All its cards count as that kind; without the building it earns less."""
    for soy, paid in lawful.items():
        game = town(
            4, COGNAC, buildings={0: f"farm_2 {building}"}, hands={0: "red"}, fields={0: [field]}
        )
        listed = [choice for choice in game.choices(0) if choice.do == "harvest_farm"]
        assert listed == [harvest_farm(0, n) for n in lawful]
        play(game, 0, harvest_farm(0, soy))
        assert coins(game, 0) == paid
    game = town(
        4, COGNAC, buildings={0: "farm_2", 1: building}, hands={0: "red"}, fields={0: [field]}
    )
    play(game, 0, harvest_farm(0, 0) if usual else HARVEST[0])
    assert len(game.coins[0]) == usual


@pytest.mark.rule("HB-jail-4", "HB9", "HB-farm-2", "HB-jail-3")
@pytest.mark.parametrize(
    ("soy", "paid", "jail", "rest"), [(1, "soy blue", "soy", "soy"), (2, "soy soy", "blue", "soy")]
)
def test_jail_4_takes_what_the_farm_of_another_leaves(
    soy: int, paid: str, jail: str, rest: str
) -> None:
    game = town(
        buildings={0: "farm_2 jail_3", 2: "jail_4"}, hands={0: "red"},
        fields={0: ["blue soy soy soy"]},
    )  # fmt: skip
    play(game, 0, harvest_farm(0, soy))
    assert (coins(game, 0), coins(game, 2), names(game.discard)) == (paid, jail, rest)


@pytest.mark.rule("HB9", "HB-farm-2", "B3")
def test_soy_may_grow_in_several_farm_fields_and_one_of_its_own() -> None:
    game = town(
        3, buildings={0: "farm_2 farm_3"}, hands={0: "soy soy soy soy"},
        fields={0: ["blue", "chili soy", ""]},
    )  # fmt: skip
    for field in (0, 1, 2):
        play(game, 0, plant("soy", field))
    assert fields_of(game, 0) == ["blue soy", "chili soy soy", "soy"]
    game = town(3, buildings={0: "farm_2"}, hands={0: "soy"}, fields={0: ["blue soy", "soy", ""]})
    assert "B3" in refused(game, 0, plant("soy", 2))  # but not in two of its own


@pytest.mark.rule("HB-farm-4", "HB-saloon-4", "HB-distillery-3", "HB7")
@pytest.mark.parametrize("coin", ["garden", "blue"])
def test_the_fifth_coin_of_a_stew_may_be_the_distillers(coin: str) -> None:
    """Seven kinds are worth four on saloon 4, five with farm 4: one of the five is given."""
    game = town(
        4, COGNAC, buildings={0: "farm_4 saloon_4", 1: "distillery_3"}, hands={0: "cognac"},
        fields={0: ["green soy garden red stink chili blue"]}, stews={0: (0,)},
    )  # fmt: skip
    play(game, 0, HARVEST[0])
    assert under(game, 0) == "garden red stink chili blue"
    play(game, 0, give(coin))
    assert under(game, 1) == coin
    assert under(game, 0) == "garden red stink chili blue".replace(coin, "").strip()
    assert (coins(game, 0), names(game.discard)) == ("", "green soy")


# --- the jail of another ------------------------------------------------------------------------


@pytest.mark.rule("HB-jail-4", "HB-distillery-2", "HB11", "HB9")
def test_jail_4_is_paid_in_a_last_chance_too() -> None:
    """Who has a building of the type is not asked, so it harvests for nobody."""
    pieces = {
        "buildings": {1: "farm_2", 2: "jail_4"}, "hands": {0: "red"},
        "coins": {0: "cognac cognac"}, "fields": {1: ["blue soy soy soy"]},
    }  # fmt: skip
    game = town(4, COGNAC, **pieces)
    buy(game, 0, "distillery_2")
    play(game, 0, NameType("farm"))
    assert asked(game) == [(0, "plant")]
    game = town(4, COGNAC, **pieces)
    buy(game, 0, "distillery_2")
    play(game, 0, NameType("store"))
    play(game, 1, harvest_farm(0, 0))
    assert (coins(game, 1), coins(game, 2)) == ("blue", "soy")
    assert asked(game) == [(0, "plant")]


@pytest.mark.rule("HB-jail-4", "HB5")
def test_jail_coins_of_the_last_harvests_come_before_the_last_purchases() -> None:
    """Four blue harvests of others give the jail four coins more; it may not buy another."""
    four = "blue blue blue blue"
    game = town(
        5, step="draw", active=4, draw_pile="stink", run_outs=3,
        buildings={2: "jail_4"}, coins={2: "red"}, fields={0: [four], 1: [four], 3: [four, four]},
    )  # fmt: skip
    assert asked(game) == [(0, "last_purchases")]
    assert on_sale(game, 0) == ["jail_1"]
    play(game, 0, PASS)
    play(game, 1, PASS)
    assert coins(game, 2) == "red blue blue blue blue"
    assert on_sale(game, 2) == ["tipi_1"]  # it has a jail
    buy(game, 2, "tipi_1")
    play(game, 3, PASS)
    assert game.over
    assert game.result.scores == (1, 1, 4 + 4 + 1, 2, 0)


# --- store, third card, bank --------------------------------------------------------------------


@pytest.mark.rule("HB8", "HB-store-4", "HB-farm-3")
def test_with_farm_3_three_cards_of_step_1_may_be_stored() -> None:
    game = town(
        buildings={0: "farm_3 store_4"}, hands={0: "soy red blue chili"},
        fields={0: ["green green", "garden garden"]},
    )  # fmt: skip
    for kind in ("soy", "red", "blue"):
        play(game, 0, keep(kind))
    assert stored(game, 0) == "soy red blue"
    assert fields_of(game, 0) == ["green green", "garden garden"]
    assert (asked(game), names(game.hands[0])) == ([(0, "trade")], "chili")


@pytest.mark.rule("HB-bank-4", "HB10", "HB-farm-3")
def test_the_card_that_bank_4_moved_to_the_front_is_the_one_due() -> None:
    game = town(
        step="bank_2", buildings={0: "bank_4 farm_3"}, hands={0: "red blue soy"},
    )  # fmt: skip
    play(game, 0, MoveCard(2, 0))
    assert refused(game, 0, plant("red", 0)) == "that card is not due"
    for field, kind in enumerate(("soy", "red")):
        play(game, 0, plant(kind, field))
    assert names(game.hands[0]) == "blue"


@pytest.mark.rule("HB-bank-2", "HB10", "B4")
@pytest.mark.parametrize("bank", ["bank_2", "bank_4"])
def test_banks_with_an_empty_hand(bank: str) -> None:
    """There is still a pile to look at, but no card to move."""
    game = town(step="bank_2", buildings={0: bank}, draw_pile="soy blue green", discard="red")
    if bank == "bank_2":
        play(game, 0, PASS)
    assert asked(game) == [(0, "trade")]
    assert names(game.turned_over) == "soy blue"


@pytest.mark.rule("HB-bank-3", "HB10", "B12")
def test_bank_3_comes_before_the_next_turns_window() -> None:
    game = town(
        step="draw", buildings={0: "bank_3"}, hands={1: "red"}, draw_pile="soy blue green chili",
        coins={1: "red"}, wants={1: {"before_plant"}},
    )  # fmt: skip
    assert (game.active, asked(game)) == (0, [(0, "bank_3")])
    play(game, 0, OrderDrawn((2, 1, 0)))
    assert names(game.hands[0]) == "green blue soy"
    assert (game.active, asked(game)) == (1, [(1, "window")])


# --- purchases in the middle of something -------------------------------------------------------


@pytest.mark.rule("HB11", "HB-distillery-2", "T1")
def test_distillery_2_bought_in_trading_leaves_what_stands() -> None:
    game = town(
        4, COGNAC, step="turn_over", coins={0: "cognac cognac", 2: "red"}, hands={1: "stink soy"},
        draw_pile="blue green soy soy soy", wants={1: {"bids"}},
    )  # fmt: skip
    bid(game, 1, terms("hand 0 stink", "green"))
    buy(game, 0, "distillery_2")
    play(game, 0, NameType("tipi"))
    buy(game, 2, "tipi_1")
    assert (asked(game), game.round) == ([(0, "trade")], 1)
    take(game, 1)
    assert (names(game.set_aside[0]), names(game.set_aside[1])) == ("stink", "green")
    assert shop(game, "tipi") == []


@pytest.mark.rule("HB2", "HB3", "HB11", "HB-distillery-2", "T4")
def test_others_buy_while_they_plant_what_they_received() -> None:
    """Seat 3 in seat 2's turn; those who may buy then come clockwise from seat 2."""
    game = town(
        4, COGNAC, step="set_aside", active=2, set_aside={3: "red green"},
        coins={0: "blue", 1: "blue", 2: "blue", 3: "cognac cognac green green"},
        fields={3: ["soy soy", "chili chili"]},
    )  # fmt: skip
    assert asked(game) == [(3, "set_aside")]
    buy(game, 3, "saloon_2")
    play(game, 3, plant("green", 2))  # its field takes the green at once
    buy(game, 3, "distillery_2")
    play(game, 3, NameType("jail"))
    for seat in (2, 0, 1):
        assert asked(game) == [(seat, "last_chance")]
        play(game, seat, PASS)
    assert shop(game, "jail") == []
    assert asked(game) == [(3, "set_aside")]
    play(game, 3, HARVEST[0])
    play(game, 3, plant("red", 0))


@pytest.mark.rule("HB3", "HB4", "HB-distillery-2", "HB11")
def test_a_window_goes_on_behind_a_last_chance() -> None:
    """Seat 1 passes, seat 2 sells jails out, seat 3 is asked in the window all the same."""
    game = town(
        4, COGNAC, step="before_draw", wants={seat: {"before_draw"} for seat in range(4)},
        coins={1: "blue red", 2: "cognac cognac", 3: "soy blue blue"}, hands={1: "soy"},
    )  # fmt: skip
    play(game, 1, PASS)
    buy(game, 2, "distillery_2")
    play(game, 2, NameType("jail"))
    assert asked(game) == [(1, "last_chance")]  # though its window is over
    buy(game, 1, "jail_1")
    assert asked(game) == [(3, "last_chance")]
    assert refused(game, 3, BUY["farm_1"])
    play(game, 3, PASS)
    assert asked(game) == [(3, "window")]
    assert on_sale(game, 3) == ["farm_1"]
    buy(game, 3, "farm_1")
    assert (game.active, asked(game)) == (1, [(1, "plant")])


# --- the end ------------------------------------------------------------------------------------


@pytest.mark.rule("HB5", "HB7", "HB-saloon-3", "HB-distillery-3", "HB-tipi-3")
def test_coins_under_both_buildings_and_the_pile_are_one_for_the_tipi() -> None:
    game = town(
        4, COGNAC, buildings={0: "saloon_3 distillery_3 tipi_3 farm_1"},
        under={0: "blue red soy green"}, coins={0: "soy soy"},
    )  # fmt: skip
    assert game.result.scores[0] == 6 + 1 + (3 + 3 + 3 + 1) + 1


@pytest.mark.rule("HB5", "HB4", "HB3")
def test_the_last_purchases_of_three_players_end_with_the_cap() -> None:
    """Two of a type: the third player finds none left, though it could have paid."""
    game = town(
        3, step="draw", active=1, draw_pile="stink", run_outs=2,
        coins={1: "red red", 2: "red", 0: "red red red red soy"},
    )  # fmt: skip
    buy(game, 1, "tipi_2")
    buy(game, 2, "tipi_1")
    assert asked(game) == [(0, "last_purchases")]
    assert game.choices(0) == [PASS, BUY["farm_1"]]
    buy(game, 0, "farm_1")
    assert game.over
    assert game.result.scores == (4 + 1, 2, 1)


@pytest.mark.rule("HB5", "HB7", "B12")
def test_a_last_run_out_in_step_2_leaves_step_3_for_stew_and_store() -> None:
    game = town(
        5, step="turn_over", draw_pile="soy red", discard="stink", run_outs=3,
        buildings={0: "saloon_3 store_2"}, fields={0: ["blue green", "chili"]}, stews={0: (0,)},
    )  # fmt: skip
    events = game.told
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": 4, "shuffled": 0}]
    play(game, 0, PASS)
    play(game, 0, stew("red", 0))
    events = play(game, 0, keep("soy"))
    assert game.over
    assert (under(game, 0), stored(game, 0)) == ("red", "soy")
    assert game.result.scores == (1 + 3 + 2, 0, 0, 0, 0)
