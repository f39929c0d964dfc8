"""Distillery 2: the type it names is sold to the others at once, or never (HB11)."""

import pytest

from arena.rules.choices import BUY_FIELD, HARVEST, PASS
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from arena.rules.expansions.high_bohn.distillery import NameType
from arena.rules.expansions.high_bohn.shop import BUY
from tests.support.scenario import asked, fields_of, names, plant, play, told
from tests.support.town import buy, coins, harvest_farm, on_sale, refused, shop, town

COGNAC = "high_bohn+cognac"
TWO = "cognac cognac"
TYPES = [
    "bank", "farm", "saloon", "mine", "tipi", "store", "blacksmith", "jail", "distillery",
]  # fmt: skip


@pytest.mark.rule("HB-distillery-2", "HB11")
def test_the_buyer_names_a_type_at_once_distilleries_included() -> None:
    game = town(4, COGNAC, hands={0: "red"}, coins={0: TWO}, fields={0: ["soy soy"]})
    buy(game, 0, "distillery_2")
    assert asked(game) == [(0, "distillery_2")]
    assert game.choices(0) == [NameType(kind) for kind in TYPES]
    assert refused(game, 0, PASS)
    assert refused(game, 0, NameType("castle"))
    assert refused(game, 0, HARVEST[0]) == "harvest is not possible here"
    events = play(game, 0, NameType("distillery"))
    assert told(events, "named_type") == [{"event": "named_type", "seat": 0, "type": "distillery"}]


@pytest.mark.rule("HB-distillery-2", "HB11")
def test_a_type_without_cards_left_cannot_be_named() -> None:
    game = town(
        4, COGNAC, buildings={1: "jail_1", 2: "jail_2", 3: "jail_3"}, hands={0: "red"},
        coins={0: TWO},
    )  # fmt: skip
    buy(game, 0, "distillery_2")
    assert NameType("jail") not in game.choices(0)
    assert refused(game, 0, NameType("jail"))


@pytest.mark.rule("HB-distillery-2", "HB11")
def test_nothing_left_at_all_is_no_question() -> None:
    game = town(4, COGNAC, hands={0: "red"}, coins={0: TWO})
    game.extra["shop"] = ("distillery_2",)
    buy(game, 0, "distillery_2")
    assert asked(game) == [(0, "plant")]


@pytest.mark.rule("HB-distillery-2", "HB11", "HB3")
def test_the_others_buy_clockwise_from_the_active_player_and_the_rest_leaves() -> None:
    """Seat 2 buys it in a window of seat 3's turn: 3, then 0, then 1 may buy a tipi."""
    game = town(
        4, COGNAC, step="before_trade", active=3, wants={2: {"before_trade"}},
        coins={2: f"{TWO} red red", 3: "red red soy", 0: "red", 1: "red red red red"},
        draw_pile="soy soy soy",
    )  # fmt: skip
    buy(game, 2, "distillery_2")
    play(game, 2, NameType("tipi"))
    assert asked(game) == [(3, "last_chance")]
    assert game.choices(3) == [PASS, BUY["tipi_1"], BUY["tipi_2"]]
    assert refused(game, 3, BUY["farm_1"])
    assert refused(game, 3, BUY_FIELD)
    events = buy(game, 3, "tipi_2")
    assert not told(events, "sold_out")
    assert asked(game) == [(0, "last_chance")]
    assert game.choices(0) == [PASS, BUY["tipi_1"]]
    play(game, 0, PASS)
    assert asked(game) == [(1, "last_chance")]
    events = buy(game, 1, "tipi_4")
    assert [event["type"] for event in told(events, "sold_out")] == ["tipi"]
    assert shop(game, "tipi") == []
    assert told(events, "sold_out")[0]["shop"] == game.extra["shop"]
    left = {name for name, building in BUILDINGS.items() if building.type != "tipi"}
    assert set(game.extra["shop"]) == left - {"distillery_2"}
    # The window of seat 2 goes on; the two reds of the namer have come too late.
    assert game.extra["buildings"] == ((), ("tipi_4",), ("distillery_2",), ("tipi_2",))
    assert asked(game) == [(3, "trade")]


@pytest.mark.rule("HB-distillery-2", "HB11", "HB4")
def test_once_the_last_of_the_type_is_sold_nobody_is_asked() -> None:
    """Nor, before that, seat 1, which has a jail: it could harvest, but not buy another."""
    game = town(
        4, COGNAC, buildings={0: "jail_1", 1: "jail_2"}, hands={0: "red"},
        coins={0: TWO, 2: "blue blue blue", 3: "blue blue blue blue"},
        fields={1: ["soy soy"], 3: ["soy soy"]},
    )  # fmt: skip
    buy(game, 0, "distillery_2")
    play(game, 0, NameType("jail"))
    buy(game, 2, "jail_3")
    assert asked(game) == [(0, "plant")]


@pytest.mark.rule("HB-distillery-2", "HB11")
def test_they_may_harvest_first() -> None:
    """Within B10, one field after the other, also a farm field; only then they buy."""
    game = town(
        4, COGNAC, buildings={1: "farm_2"}, hands={0: "red"}, coins={0: TWO, 1: "red red red"},
        fields={1: ["red red", "blue blue soy soy"], 2: ["soy", "green green"]},
    )  # fmt: skip
    buy(game, 0, "distillery_2")
    play(game, 0, NameType("jail"))
    assert game.choices(1) == [
        PASS, HARVEST[0], harvest_farm(1, 0), harvest_farm(1, 1)
    ]  # fmt: skip
    play(game, 1, harvest_farm(1, 0))
    assert coins(game, 1) == "red red red blue"
    assert game.choices(1) == [PASS, BUY["jail_1"], HARVEST[0]]
    buy(game, 1, "jail_1")
    assert fields_of(game, 1) == ["red red", ""]
    assert asked(game) == [(2, "last_chance")]
    assert game.choices(2) == [PASS, HARVEST[1]]  # a single soy is protected
    play(game, 2, HARVEST[1])
    play(game, 2, HARVEST[0])
    assert names(game.coins[2]) == ""
    assert asked(game) == [(0, "plant")]  # nothing left to do for anybody
    assert shop(game, "jail") == []


@pytest.mark.rule("HB-distillery-2", "HB11")
def test_who_could_do_nothing_is_not_asked() -> None:
    game = town(4, COGNAC, hands={0: "red"}, coins={0: TWO, 1: "soy", 3: "blue"})
    buy(game, 0, "distillery_2")
    play(game, 0, NameType("jail"))
    assert asked(game) == [(3, "last_chance")]


@pytest.mark.rule("HB-distillery-2", "HB11", "HB2", "HB-jail-2")
def test_what_is_bought_then_works_at_once() -> None:
    game = town(
        4, COGNAC, step="before_trade", wants={1: {"before_trade"}}, draw_pile="red red red red",
        coins={1: TWO, 0: "chili chili"},
    )  # fmt: skip
    buy(game, 1, "distillery_2")
    play(game, 1, NameType("blacksmith"))
    buy(game, 0, "blacksmith_2")
    assert fields_of(game, 0) == ["", "", ""]
    assert asked(game) == [(0, "trade")]


@pytest.mark.rule("HB-distillery-2", "HB11", "HB5")
def test_in_the_last_purchases() -> None:
    """Who has passed may still buy of the type named; then the round goes on."""
    game = town(
        4, COGNAC, step="draw", draw_pile="stink", run_outs=2, active=3,
        coins={3: "red", 0: f"{TWO} soy", 1: "red red"},
    )  # fmt: skip
    play(game, 3, PASS)
    buy(game, 0, "distillery_2")
    play(game, 0, NameType("tipi"))
    assert asked(game) == [(3, "last_chance")]
    buy(game, 3, "tipi_1")
    assert asked(game) == [(1, "last_chance")]
    play(game, 1, PASS)
    assert shop(game, "tipi") == []
    assert asked(game) == [(0, "last_purchases")]
    buy(game, 0, "farm_1")
    assert game.over  # seat 1's reds buy nothing more
    assert game.result.scores == (3, 2, 0, 1)


@pytest.mark.rule("HB-distillery-2", "HB11")
def test_the_other_distilleries_name_nothing() -> None:
    for price in (1, 3, 4):
        game = town(4, COGNAC, hands={0: "red"}, coins={0: "cognac " * price})
        buy(game, 0, f"distillery_{price}")
        assert asked(game) == [(0, "plant")]
        play(game, 0, plant("red", 0))


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
