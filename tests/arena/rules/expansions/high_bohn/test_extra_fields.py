"""Fields that buildings bring: saloon 2, blacksmith 2, mine 4; and the price of mine 2."""

import pytest

from arena.rules.choices import BUY_FIELD, HARVEST
from tests.support.scenario import fields_of, names, plant, play
from tests.support.town import buy, coins, refused, town

RESTRICTED = [("saloon_2", "green"), ("blacksmith_2", "chili")]
restricted = pytest.mark.parametrize(("building", "kind"), RESTRICTED)


@pytest.mark.rule("HB-saloon-2", "HB-blacksmith-2", "HB2")
@restricted
@pytest.mark.parametrize("players", [3, 5])
def test_one_more_field_for_its_bean_only(building: str, kind: str, players: int) -> None:
    game = town(players, hands={0: f"red {kind}"}, coins={0: f"{kind} {kind}"})
    before = len(game.fields[0])
    buy(game, 0, building)
    assert len(game.fields[0]) == before + 1
    assert game.view(1)["special_fields"][0] == ((before, building),)
    why = refused(game, 0, plant("red", before))
    assert why == f"the field of {building} takes {kind} only"
    play(game, 0, plant("red", 0))
    play(game, 0, plant(kind, before))
    assert fields_of(game, 0)[before] == kind
    assert len(game.fields[1]) == before


@pytest.mark.rule("HB-saloon-2", "HB-blacksmith-2", "B3")
@restricted
def test_its_bean_may_then_grow_in_two_fields(building: str, kind: str) -> None:
    pieces = {"buildings": {0: building}, "hands": {0: f"{kind} {kind}"}}
    for grown in (["", kind, ""], ["", "", kind]):  # whichever came first
        game = town(fields={0: grown}, **pieces)
        for at in (1, 2):
            play(game, 0, plant(kind, at))
        assert sorted(fields_of(game, 0)) == ["", kind, f"{kind} {kind}"]
        assert sum(map(bool, game.fields[0])) == 2
    game = town(fields={0: ["", kind, kind]}, **pieces)
    assert "B3" in refused(game, 0, plant(kind, 0))  # but not in two ordinary ones


@pytest.mark.rule("HB-saloon-2", "HB-blacksmith-2", "B3")
def test_both_at_once_and_no_other_bean() -> None:
    game = town(
        buildings={0: "blacksmith_2 saloon_2"}, hands={0: "green chili"},
        fields={0: ["green", "chili", "", ""]},
    )  # fmt: skip
    assert "takes chili only" in refused(game, 0, plant("green", 2))
    play(game, 0, plant("green", 3))
    assert refused(game, 0, plant("chili", 3)) == "that field grows another kind (B3)"
    play(game, 0, plant("chili", 2))
    assert fields_of(game, 0) == ["green", "chili", "chili", "green"]


@pytest.mark.rule("HB-saloon-2", "HB-blacksmith-2", "B10")
@restricted
def test_protection_counts_these_fields_both_ways(building: str, kind: str) -> None:
    """A single bean there while another field has more, and elsewhere while that one has."""
    pieces = {"buildings": {0: building}, "hands": {0: "red"}}
    game = town(fields={0: ["blue blue", "", kind]}, **pieces)
    assert "B10" in refused(game, 0, HARVEST[2])
    game = town(fields={0: ["blue", "", f"{kind} {kind} {kind}"]}, **pieces)
    assert "B10" in refused(game, 0, HARVEST[0])
    play(game, 0, HARVEST[2])
    assert coins(game, 0) == kind
    assert fields_of(game, 0) == ["blue", "", ""]  # the field stays
    game = town(fields={0: ["blue", "soy", kind]}, **pieces)
    for at in range(3):
        assert game.check(0, HARVEST[at]) is None


@pytest.mark.rule("HB-mine-4", "B3", "B10")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_mine_4_is_a_field_for_any_bean(players: int) -> None:
    game = town(
        players, hands={0: "red blue"}, coins={0: "garden garden garden garden"},
        fields={0: ["blue blue"]},
    )  # fmt: skip
    before = len(game.fields[0])
    buy(game, 0, "mine_4")
    assert len(game.fields[0]) == before + 1
    assert game.extra["special_fields"][0] == ()
    play(game, 0, plant("red", before))
    assert "B10" in refused(game, 0, HARVEST[before])
    assert "B3" in refused(game, 0, plant("blue", 1))


@pytest.mark.rule("HB-mine-4", "B14")
@pytest.mark.parametrize("first", ["mine_4", "buy_field"])
def test_mine_4_and_a_third_field_make_four(first: str) -> None:
    game = town(hands={0: "red"}, coins={0: "garden garden garden garden red soy blue"})
    if first == "mine_4":
        buy(game, 0, "mine_4")
        assert game.extra["third_field"] == (False, False, False, False)
        play(game, 0, BUY_FIELD)
    else:
        play(game, 0, BUY_FIELD)
        buy(game, 0, "mine_4")
    assert len(game.fields[0]) == 4
    assert names(game.discard).count("garden") == 4
    assert game.coins[0] == b""
    assert game.extra["third_field"] == (True, False, False, False)
    play(game, 0, plant("red", 3))


@pytest.mark.rule("HB-mine-2", "B14")
@pytest.mark.parametrize("players", [4, 5])
def test_mine_2_makes_the_third_field_cost_one_coin(players: int) -> None:
    pieces = {"hands": {0: "red"}, "coins": {0: "blue soy"}, "discard": "chili"}
    game = town(players, buildings={1: "mine_2"}, **pieces)
    assert refused(game, 0, BUY_FIELD) == "the third field costs 3 coins"
    game = town(players, buildings={0: "mine_2"}, **pieces)
    events = play(game, 0, BUY_FIELD)
    assert events[0] == {"event": "bought_field", "seat": 0, "price": 1}
    assert coins(game, 0) == "blue"
    assert names(game.discard) == "chili soy"
    assert refused(game, 0, BUY_FIELD) == "you have your third field already"
    game = town(players, buildings={0: "mine_2"}, hands={0: "red"})
    assert refused(game, 0, BUY_FIELD) == "the third field costs 1 coin"
