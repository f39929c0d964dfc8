"""Farm 2, soy beside another kind (HB9), and farm 3, a third card."""

import pytest

from arena.rules.choices import HARVEST, PASS
from tests.support.fold import fold
from tests.support.scenario import asked, fields_of, names, plant, play
from tests.support.town import buy, coins, harvest_farm, refused, stew, town

COGNAC = "high_bohn+cognac"


@pytest.mark.rule("HB-farm-2", "HB9")
@pytest.mark.parametrize("kind", ["cognac", "blue", "chili", "stink", "green"])
def test_soy_joins_a_kind_of_14_or_more(kind: str) -> None:
    game = town(
        4, COGNAC, buildings={0: "farm_2"}, hands={0: "soy soy"}, fields={0: [kind, "red red"]}
    )
    play(game, 0, plant("soy", 0))
    play(game, 0, plant("soy", 0))
    assert fields_of(game, 0) == [f"{kind} soy soy", "red red"]
    game = town(4, COGNAC, hands={0: "soy"}, fields={0: [kind, "red red"]})
    assert refused(game, 0, plant("soy", 0)) == "that field grows another kind (B3)"


@pytest.mark.rule("HB-farm-2", "HB9")
@pytest.mark.parametrize("kind", ["soy", "black_eyed", "red", "garden"])
def test_nothing_else_joins_and_nothing_joins_soy(kind: str) -> None:
    other = "soy" if kind != "soy" else "blue"
    game = town(buildings={0: "farm_2"}, hands={0: other}, fields={0: [f"{kind} {kind}", "stink"]})
    assert refused(game, 0, plant(other, 0)) == "that field grows another kind (B3)"


@pytest.mark.rule("HB-farm-2", "HB9")
def test_others_do_not_join_and_it_counts_as_the_kind_it_was_begun_with() -> None:
    game = town(buildings={0: "farm_2"}, hands={0: "red blue"}, fields={0: ["blue soy", ""]})
    assert refused(game, 0, plant("red", 0)) == "that field grows another kind (B3)"
    play(game, 0, plant("red", 1))
    play(game, 0, PASS)
    game = town(buildings={0: "farm_2"}, hands={0: "blue soy"}, fields={0: ["blue soy", ""]})
    assert "B3" in refused(game, 0, plant("blue", 1))
    play(game, 0, plant("blue", 0))
    play(game, 0, plant("soy", 1))  # a soy field may stand beside it
    assert fields_of(game, 0) == ["blue soy blue", "soy"]


@pytest.mark.rule("HB-farm-2", "HB9")
@pytest.mark.parametrize("farm", ["blue", "blue soy"])
def test_an_own_field_for_the_soy_is_listed_before_one_that_it_joins(farm: str) -> None:
    game = town(buildings={0: "farm_2"}, hands={0: "soy"}, fields={0: [farm, ""]})
    assert game.choices(0)[:2] == [plant("soy", 1), plant("soy", 0)]


@pytest.mark.rule("HB9", "HB-farm-2", "HB-saloon-2", "HB-blacksmith-2")
@pytest.mark.parametrize(("building", "kind"), [("saloon_2", "green"), ("blacksmith_2", "chili")])
def test_restricted_fields_take_no_soy(building: str, kind: str) -> None:
    game = town(buildings={0: f"farm_2 {building}"}, hands={0: "soy"}, fields={0: ["", "", kind]})
    assert refused(game, 0, plant("soy", 2)) == f"the field of {building} takes {kind} only"


@pytest.mark.rule("HB9", "HB-farm-2")
@pytest.mark.parametrize(
    ("field", "paid", "lawful"),
    [
        ("blue blue soy soy", 1, range(2)),
        ("blue soy soy soy soy soy soy soy soy soy", 4, range(3, 5)),  # one blue only
        ("blue blue blue blue blue blue blue blue blue soy", 4, range(2)),  # one soy only
        ("stink soy stink soy stink", 2, range(3)),
        # More cards than greens are printed.
        (" ".join(["green"] * 10 + ["soy"] * 6), 4, range(5)),
    ],
)
def test_the_owner_says_how_many_coins_are_soy(field: str, paid: int, lawful: range) -> None:
    for soy in lawful:
        game = town(
            buildings={0: "farm_2"}, hands={0: "red"}, coins={0: "green"}, fields={0: [field]}
        )
        assert refused(game, 0, HARVEST[0]).startswith("say how many")
        for wrong in (lawful.start - 1, lawful.stop):
            why = refused(game, 0, harvest_farm(0, wrong))
            assert why.startswith(f"between {lawful.start} and {lawful.stop - 1} coins")
        play(game, 0, harvest_farm(0, soy))
        kind = field.split()[0]
        assert coins(game, 0).split() == ["green"] + ["soy"] * soy + [kind] * (paid - soy)
        rest = names(game.discard).split()
        assert rest.count("soy") == field.split().count("soy") - soy
        assert rest.count(kind) == field.split().count(kind) - (paid - soy)
        assert fields_of(game, 0)[0] == ""


@pytest.mark.rule("HB9", "HB-farm-2", "HB-jail-4")
@pytest.mark.parametrize(("soy", "rest"), [(0, "blue soy soy soy"), (1, "blue soy blue soy")])
def test_events_alone_tell_the_rest_for_the_cards_planted_last_become_coins(
    soy: int, rest: str
) -> None:
    game = town(
        buildings={0: "farm_2", 1: "jail_4"}, hands={0: "red"},
        fields={0: ["blue soy blue soy blue soy blue"]},
    )  # fmt: skip
    view = game.view(2)
    for event in play(game, 0, harvest_farm(0, soy)):
        fold(view, event)
    assert view == game.view(2)
    assert names(game.discard) == rest


@pytest.mark.rule("HB9", "HB-farm-2")
def test_without_coins_or_soy_it_is_harvested_like_any_other() -> None:
    for field in ("blue soy", "blue blue blue blue", "soy soy"):
        game = town(buildings={0: "farm_2"}, hands={0: "red"}, fields={0: [field]})
        assert refused(game, 0, harvest_farm(0, 0)).startswith(
            "the coins of that field leave no choice"
        )
        play(game, 0, HARVEST[0])
    for nowhere in (-1, 1, 2):
        assert refused(game, 0, harvest_farm(nowhere, 0))
    game = town(
        buildings={0: "farm_2"}, hands={0: "red"}, fields={0: ["red", "blue blue blue blue soy"]}
    )
    assert refused(game, 0, harvest_farm(-1, 0))
    play(game, 0, harvest_farm(1, 0))


@pytest.mark.rule("HB9", "HB-farm-2", "HB-saloon-3", "HB-saloon-4")
@pytest.mark.parametrize("saloon", ["saloon_3", "saloon_4"])
def test_with_a_saloon_too_the_owner_says_which_it_becomes(saloon: str) -> None:
    pieces = {"buildings": {0: f"farm_2 {saloon}"}, "hands": {0: "soy soy"}}
    game = town(fields={0: ["blue", "red red"]}, **pieces)
    assert {plant("soy", 0), stew("soy", 0)} <= set(game.choices(0))
    play(game, 0, plant("soy", 0))  # a farm field
    assert game.extra["stews"][0] == ()
    assert refused(game, 0, stew("soy", 0)) == "a stew has at most one card of a kind (HB7)"
    play(game, 0, plant("soy", 0))
    assert fields_of(game, 0)[0] == "blue soy soy"
    game = town(fields={0: ["blue", "red red"]}, **pieces)
    play(game, 0, stew("soy", 0))  # a stew
    assert game.extra["stews"][0] == (0,)
    assert refused(game, 0, plant("soy", 0))
    assert refused(game, 0, stew("soy", 0))
    assert refused(game, 0, harvest_farm(0, 0))


@pytest.mark.rule("HB9", "HB-farm-2", "HB-saloon-4")
def test_a_farm_field_is_no_stew_and_a_stew_no_farm_field() -> None:
    game = town(
        buildings={0: "farm_2 saloon_4"},
        hands={0: "red"},
        fields={0: ["blue soy", "garden garden"]},
    )
    assert refused(game, 0, stew("red", 0)) == "a stew begins in a field with a single card (HB7)"
    game = town(
        buildings={0: "farm_2 saloon_4"}, hands={0: "soy"}, fields={0: ["blue red green soy"]},
        stews={0: (0,)},
    )  # fmt: skip
    assert refused(game, 0, plant("soy", 0))
    play(game, 0, HARVEST[0])
    assert fields_of(game, 0) == ["", ""]


@pytest.mark.rule("HB-farm-3", "B4")
def test_farm_3_may_plant_a_third_card() -> None:
    game = town(buildings={0: "farm_3"}, hands={0: "soy soy soy soy"})
    assert PASS not in game.choices(0)
    play(game, 0, plant("soy", 0))
    assert PASS in game.choices(0)  # one, two or three
    play(game, 0, plant("soy", 0))
    assert asked(game) == [(0, "plant")]
    assert PASS in game.choices(0)
    play(game, 0, plant("soy", 0))
    assert asked(game) == [(0, "trade")]
    assert names(game.hands[0]) == "soy"


@pytest.mark.rule("HB-farm-3", "T4")
def test_farm_3_bought_after_the_second_card_waits_for_the_next_turn() -> None:
    game = town(
        hands={0: "red blue soy"}, fields={0: ["red", "blue"]}, coins={0: "soy soy soy"},
        wants={0: {"before_trade"}},
    )  # fmt: skip
    play(game, 0, plant("red", 0))
    play(game, 0, plant("blue", 1))
    assert asked(game) == [(0, "window")]
    buy(game, 0, "farm_3")
    play(game, 0, PASS)
    assert asked(game) == [(0, "trade")]
    assert names(game.hands[0]) == "soy"


@pytest.mark.rule("HB-farm-3")
def test_farm_3_of_another_player_does_nothing() -> None:
    game = town(buildings={1: "farm_3"}, hands={0: "soy soy soy"})
    play(game, 0, plant("soy", 0))
    play(game, 0, plant("soy", 0))
    assert asked(game) == [(0, "trade")]


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
