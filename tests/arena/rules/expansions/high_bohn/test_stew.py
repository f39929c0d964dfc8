"""Bean stew of saloon 3 and 4, and the coin that goes to distillery 3 (HB7)."""

import pytest

from arena.rules.choices import BUY_FIELD, HARVEST, PASS
from arena.rules.expansions.high_bohn.shop import BUY
from tests.support.scenario import asked, fields_of, names, plant, play, terms, told
from tests.support.talk import take
from tests.support.town import bid, coins, give, refused, stew, town, under

COGNAC = "high_bohn+cognac"
saloons = pytest.mark.parametrize("saloon", ["saloon_3", "saloon_4"])


@pytest.mark.rule("HB7", "HB-saloon-3", "HB-saloon-4")
@saloons
def test_a_single_card_field_becomes_a_stew_when_another_bean_joins(saloon: str) -> None:
    game = town(buildings={0: saloon}, hands={0: "red blue"}, fields={0: ["soy", "green green"]})
    events = play(game, 0, stew("red", 0))
    assert [e["event"] for e in events] == ["stew_begun", "planted"]
    assert events[0] == {"event": "stew_begun", "seat": 0, "field": 0}
    assert fields_of(game, 0) == ["soy red", "green green"]
    assert game.view(1)["stews"] == [(0,), (), (), ()]
    events = play(game, 0, stew("blue", 0))
    assert [e["event"] for e in events[:1]] == ["planted"]
    assert fields_of(game, 0)[0] == "soy red blue"


@pytest.mark.rule("HB7", "HB-saloon-3", "HB-saloon-4")
@saloons
def test_at_most_one_card_of_each_kind(saloon: str) -> None:
    game = town(
        buildings={0: saloon}, hands={0: "red"}, fields={0: ["soy red", ""]}, stews={0: (0,)}
    )
    assert refused(game, 0, stew("red", 0)) == "a stew has at most one card of a kind (HB7)"
    assert refused(game, 0, plant("red", 0)) == "that field grows another kind (B3)"
    assert refused(game, 0, stew("red", 1)) == "a stew begins in a field with a single card (HB7)"
    assert refused(game, 0, stew("red", 2)) == "your fields are 0 to 1"
    assert refused(game, 0, stew("red", -1)) == "your fields are 0 to 1"
    assert refused(game, 0, stew("blue", 0)) == "that card is not due"
    game = town(
        buildings={0: saloon}, hands={0: "soy"}, fields={0: ["soy red", ""]}, stews={0: (0,)}
    )
    why = refused(game, 0, plant("soy", 0))  # not as a usual card of its first kind either
    assert why == "that field is a stew: add to it with plant_stew (HB7)"
    game = town(buildings={0: saloon}, hands={0: "soy"}, fields={0: ["soy", "red red"]})
    assert refused(game, 0, stew("soy", 0)) == "a stew has at most one card of a kind (HB7)"
    assert refused(game, 0, stew("soy", 1)) == "a stew begins in a field with a single card (HB7)"


@pytest.mark.rule("HB7")
@pytest.mark.parametrize("owned", ["saloon_1", "saloon_2", "bank_3 farm_4"])
def test_only_saloon_3_and_4_cook(owned: str) -> None:
    game = town(buildings={0: owned, 1: "saloon_3"}, hands={0: "red"}, fields={0: ["soy"]})
    assert refused(game, 0, stew("red", 0)) == "a stew needs saloon 3 or 4 (HB7)"


@pytest.mark.rule("HB7", "B3")
def test_kinds_in_a_stew_do_not_count_for_the_one_kind_rule() -> None:
    game = town(
        3, buildings={0: "saloon_3 farm_3"}, hands={0: "soy red soy"},
        fields={0: ["soy red", "red", ""]}, stews={0: (0,)},
    )  # fmt: skip
    play(game, 0, plant("soy", 2))  # though the stew was begun with soy
    play(game, 0, stew("red", 2))  # a second stew shares kinds with the first
    assert fields_of(game, 0) == ["soy red", "red", "soy red"]
    assert game.extra["stews"][0] == (0, 2)
    play(game, 0, stew("soy", 1))
    assert game.extra["stews"][0] == (0, 1, 2)


@pytest.mark.rule("HB7", "HB-saloon-2", "HB-blacksmith-2")
def test_a_restricted_field_holds_no_stew() -> None:
    game = town(
        buildings={0: "blacksmith_2 saloon_3"},
        hands={0: "red chili"},
        fields={0: ["", "", "chili"]},
    )
    assert refused(game, 0, stew("red", 2)) == "a restricted field holds no stew (HB7)"
    play(game, 0, plant("red", 0))
    play(game, 0, stew("chili", 0))  # chilis may go in any stew
    assert fields_of(game, 0) == ["red chili", "", "chili"]


@pytest.mark.rule("HB7", "HB2", "B14")
def test_its_coins_lie_under_the_saloon_and_cannot_be_spent() -> None:
    game = town(
        buildings={0: "saloon_4"}, hands={0: "green"}, coins={0: "soy blue"}, discard="stink",
        fields={0: ["garden blue chili red soy", "stink stink"]}, stews={0: (0,)},
        under={0: "stink"},
    )  # fmt: skip
    events = play(game, 0, HARVEST[0])
    assert [names(e["coins"]) for e in told(events, "harvested", "stew_earned")] == ["red soy"] * 2
    assert (coins(game, 0), under(game, 0)) == ("soy blue", "stink red soy")
    assert names(game.discard) == "stink garden blue chili"
    assert game.view(2)["under_buildings"][0] == game.extra["under_buildings"][0]
    assert refused(game, 0, BUY_FIELD) == "the third field costs 3 coins"
    assert refused(game, 0, BUY["tipi_1"]) == "tipi_1 costs 1 of your red coins (HB2)"
    assert game.extra["stews"][0] == ()
    play(game, 0, plant("green", 0))  # a usual field again
    assert fields_of(game, 0) == ["green", "stink stink"]


@pytest.mark.rule("HB7")
def test_harvesting_one_stew_leaves_the_other_a_stew() -> None:
    game = town(
        buildings={0: "saloon_3"}, hands={0: "red"}, stews={0: (0, 1)},
        fields={0: ["blue chili soy", "stink green"]},
    )  # fmt: skip
    play(game, 0, HARVEST[0])
    assert game.extra["stews"][0] == (1,)


@pytest.mark.rule("HB7", "B10")
def test_a_stew_protects_single_beans_like_any_field_with_more() -> None:
    game = town(
        buildings={0: "saloon_3"}, hands={0: "red"}, fields={0: ["soy red", "blue"]},
        stews={0: (0,)},
    )  # fmt: skip
    assert "B10" in refused(game, 0, HARVEST[1])
    play(game, 0, HARVEST[0])  # though it earns nothing
    assert under(game, 0) == ""


@pytest.mark.rule("HB7", "B7")
def test_in_step_3_too() -> None:
    game = town(
        step="set_aside", buildings={2: "saloon_3"}, set_aside={2: "red"}, fields={2: ["soy"]}
    )
    play(game, 2, stew("red", 0))
    assert fields_of(game, 2)[0] == "soy red"


# --- distillery 3 -------------------------------------------------------------------------------


@pytest.mark.rule("HB-distillery-3", "HB7")
@pytest.mark.parametrize("coin", ["red", "soy", "green"])
def test_who_earns_from_a_stew_gives_the_owner_a_coin_of_choice(coin: str) -> None:
    game = town(
        4, COGNAC, buildings={0: "saloon_4", 2: "distillery_3"}, hands={0: "stink"},
        fields={0: ["blue chili garden red soy green", "cognac cognac"]}, stews={0: (0,)},
        under={0: "stink red", 2: "blue"}, coins={0: "soy", 2: "soy"},
    )  # fmt: skip
    play(game, 0, HARVEST[0])
    assert asked(game) == [(0, "pay_distiller")]
    assert game.choices(0) == [give("red"), give("soy"), give("green")]
    assert refused(game, 0, give("stink"))  # not of this harvest
    assert refused(game, 0, HARVEST[1]) == "harvest is not possible here"
    events = play(game, 0, give(coin))
    left = [kind for kind in ("red", "soy", "green") if kind != coin]
    assert under(game, 0) == " ".join(["stink red", *left])
    assert under(game, 2) == f"blue {coin}"
    assert events[0]["event"] == "paid_distiller"
    assert (events[0]["seat"], events[0]["with"]) == (0, 2)
    assert (coins(game, 0), coins(game, 2)) == ("soy", "soy")
    assert asked(game) == [(0, "plant")]


@pytest.mark.rule("HB-distillery-3")
def test_a_single_coin_goes_there_and_none_is_none() -> None:
    pieces = {"buildings": {0: "saloon_3", 2: "distillery_3"}, "hands": {0: "stink"}}
    game = town(4, COGNAC, fields={0: ["blue red soy"]}, stews={0: (0,)}, **pieces)
    play(game, 0, HARVEST[0])
    assert game.choices(0) == [give("soy")]
    play(game, 0, give("soy"))
    assert (under(game, 0), under(game, 2)) == ("", "soy")
    game = town(4, COGNAC, fields={0: ["blue red"]}, stews={0: (0,)}, **pieces)
    play(game, 0, HARVEST[0])
    assert asked(game) == [(0, "plant")]


@pytest.mark.rule("HB-distillery-3", "HB7")
def test_its_owner_pays_nothing_for_an_own_stew_nor_anybody_for_a_usual_field() -> None:
    game = town(
        4, COGNAC, buildings={0: "saloon_3 distillery_3"}, hands={0: "stink"},
        fields={0: ["blue red soy"], 1: ["red red"]}, stews={0: (0,)}, wants={1: {"before_trade"}},
    )  # fmt: skip
    play(game, 0, HARVEST[0])
    assert under(game, 0) == "soy"
    play(game, 0, plant("stink", 0))
    play(game, 1, HARVEST[0])
    assert asked(game) != [(1, "pay_distiller")]
    assert coins(game, 1) == "red"


@pytest.mark.rule("HB-distillery-3", "HB7", "T4")
def test_out_of_turn_and_in_trading_the_game_goes_on_where_it_was() -> None:
    game = town(
        4, COGNAC, step="before_trade", buildings={0: "saloon_3", 1: "saloon_4", 2: "distillery_3"},
        fields={0: ["blue red soy"], 1: ["green red soy"]}, stews={0: (0,), 1: (0,)},
        hands={1: "stink"}, draw_pile="soy soy soy soy", wants={1: {"before_trade", "bids"}},
    )  # fmt: skip
    play(game, 1, HARVEST[0])
    assert asked(game) == [(1, "pay_distiller")]
    play(game, 1, give("soy"))
    bid(game, 1, terms("hand 0 stink"))
    play(game, 0, HARVEST[0])
    play(game, 0, give("soy"))
    assert asked(game) == [(0, "trade")]
    assert under(game, 2) == "soy soy"
    take(game, 1)
    assert names(game.set_aside[0]) == "stink"


@pytest.mark.rule("HB-distillery-3", "HB7", "HB5", "HB-farm-4", "HB-tipi-4")
def test_at_the_end_of_the_game_too() -> None:
    """Seven kinds: four coins, five with farm 4; one of them helps the distiller's tipi."""
    kinds = "garden chili stink blue red soy green"
    game = town(
        4, COGNAC, step="draw", draw_pile="stink", run_outs=2, active=1,
        buildings={0: "distillery_3 tipi_4", 1: "farm_4 saloon_4"}, coins={0: "soy soy soy soy"},
        fields={1: ["red", kinds], 0: ["red red"]}, stews={1: (1,)},
    )  # fmt: skip
    assert asked(game) == [(1, "pay_distiller")]
    assert under(game, 1) == "stink blue red soy green"
    assert fields_of(game, 0) == ["red red", ""]  # the others follow
    play(game, 1, give("blue"))
    assert (under(game, 1), under(game, 0)) == ("stink red soy green", "blue")
    assert coins(game, 0) == "soy soy soy soy red"
    while not game.over:
        play(game, game.asked[0], PASS)
    assert game.result.scores == (6 + 1 + 7, 4 + 8, 0, 0)
