"""Beanometers that buildings change, and farm 4, which adds to them."""

import pytest

from arena.rules.choices import HARVEST
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from arena.rules.free_choices.harvest import worth
from tests.support.scenario import names, pile, play, told
from tests.support.town import coins, town, under

VARIANT = "high_bohn+cognac"


def earned(kind: str, cards: int, owned: str, bystanders: str = "") -> int:
    """Coins for a harvest of that many cards of a kind by the owner of the buildings."""
    game = town(
        4, VARIANT, buildings={0: owned, 1: bystanders}, hands={0: "red"},
        fields={0: [" ".join([kind] * cards)]},
    )  # fmt: skip
    events = play(game, 0, HARVEST[0])
    assert (
        told(events, "harvested")[0]["coins"] == game.coins[0] == pile([kind] * len(game.coins[0]))
    )
    assert len(game.coins[0]) + len(game.discard) == cards
    return len(game.coins[0])


@pytest.mark.rule("HB-jail-2", "HB-jail-3", "HB-blacksmith-3", "HB-distillery-4", "HB-mine-3")
@pytest.mark.parametrize(
    ("building", "kind", "usual", "scale"),
    [
        ("jail_2", "blue", {1: 4, 2: 6, 3: 8, 4: 10}, {1: 3, 2: 5, 3: 7, 4: 9}),
        ("jail_3", "blue", {1: 4, 2: 6, 3: 8, 4: 10}, {2: 4, 3: 6, 4: 8, 5: 10}),
        ("blacksmith_3", "chili", {1: 3, 2: 6, 3: 8, 4: 9}, {1: 3, 2: 5, 3: 6, 4: 7}),
        ("distillery_4", "cognac", {1: 5, 2: 7, 3: 9, 4: 10}, {1: 3, 2: 5, 3: 7, 4: 8}),
        ("mine_3", "garden", {2: 2, 3: 3}, {1: 1, 2: 2, 3: 3}),
    ],
)
def test_the_owner_has_another_scale(
    building: str, kind: str, usual: dict[int, int], scale: dict[int, int]
) -> None:
    """One card less earns less, with or without it; nobody else is paid by it."""
    for meter, owned in ((usual, ""), (scale, building)):
        most = max(meter)
        for count, cards in meter.items():
            assert earned(kind, cards, owned) == count
            assert cards == 1 or earned(kind, cards - 1, owned) < count
        assert earned(kind, meter[most] + 3, owned) == most
    for cards in range(1, 12):
        assert earned(kind, cards, "", building) == earned(kind, cards, "")
    # Other kinds keep their scale.
    assert [earned("stink", cards, building) for cards in (2, 3, 5, 7, 8)] == [0, 1, 2, 3, 4]


@pytest.mark.rule(
    "HB9", "HB-farm-2", "HB-jail-2", "HB-jail-3", "HB-blacksmith-3", "HB-distillery-4"
)
@pytest.mark.parametrize(
    ("kind", "building", "most"),
    [("blue", "jail_2", 4), ("blue", "jail_3", 5), ("chili", "blacksmith_3", 4),
     ("cognac", "distillery_4", 4)],
)  # fmt: skip
def test_every_card_of_a_kind_and_all_soys_in_one_field(
    kind: str, building: str, most: int
) -> None:
    field = " ".join([kind] * 22 + ["soy"] * 12)
    game = town(
        4, VARIANT, buildings={0: f"farm_2 {building}"}, hands={0: "red"}, fields={0: [field]}
    )
    assert worth(game, 0, 0) == most


@pytest.mark.rule("HB-farm-4")
@pytest.mark.parametrize(
    ("kind", "needed"),
    [("cognac", 10), ("blue", 10), ("chili", 9), ("stink", 8), ("green", 7), ("soy", 7),
     ("black_eyed", 6), ("red", 5)],
)  # fmt: skip
def test_farm_4_makes_four_coins_five(kind: str, needed: int) -> None:
    assert earned(kind, needed, "farm_4") == 5
    assert earned(kind, needed + 1, "farm_4") == 5
    assert earned(kind, needed - 1, "farm_4") == 3
    assert earned(kind, needed, "") == 4
    assert earned(kind, needed, "", "farm_4") == 4


@pytest.mark.rule("HB-farm-4", "HB-jail-3")
@pytest.mark.parametrize(("cards", "count"), [(4, 2), (6, 3), (7, 3), (8, 5), (9, 5), (10, 5)])
def test_jail_3_and_farm_4_pay_five_for_eight_blues(cards: int, count: int) -> None:
    """The book's example; ten blues are worth five on the jail's scale, and stay so."""
    assert earned("blue", cards, "jail_3 farm_4") == count


@pytest.mark.rule("HB-farm-4", "HB-jail-2", "HB-blacksmith-3", "HB-distillery-4")
@pytest.mark.parametrize(
    ("building", "kind", "needed"),
    [("jail_2", "blue", 9), ("blacksmith_3", "chili", 7), ("distillery_4", "cognac", 8)],
)
def test_farm_4_looks_at_the_owners_scale(building: str, kind: str, needed: int) -> None:
    assert earned(kind, needed, f"farm_4 {building}") == 5
    assert earned(kind, needed - 1, f"farm_4 {building}") == 3


STEW = ["blue", "chili", "stink", "green", "soy", "black_eyed", "red", "garden", "cognac"]


@pytest.mark.rule("HB7", "HB-saloon-3", "HB-saloon-4", "HB-farm-4")
@pytest.mark.parametrize(
    ("owned", "paid"),
    [
        ("saloon_3", {2: 0, 3: 1, 4: 1, 5: 1, 6: 2, 7: 3, 8: 4, 9: 4}),
        ("saloon_4", {2: 0, 3: 1, 4: 1, 5: 2, 6: 3, 7: 4, 8: 5, 9: 5}),
        ("saloon_3 farm_4", {6: 2, 7: 3, 8: 5, 9: 5}),
        ("saloon_4 farm_4", {5: 2, 6: 3, 7: 5, 8: 5, 9: 5}),
    ],
)
def test_stews_are_paid_by_the_saloon(owned: str, paid: dict[int, int]) -> None:
    """The cards planted last become the coins; a fifth one of farm 4 lies there, too."""
    for cards, count in paid.items():
        field = STEW[:cards]
        game = town(
            4, VARIANT, buildings={0: owned}, hands={0: "red"}, coins={0: "blue"},
            fields={0: [" ".join(field)]}, stews={0: (0,)},
        )  # fmt: skip
        play(game, 0, HARVEST[0])
        assert under(game, 0) == " ".join(field[cards - count :])
        assert names(game.discard) == " ".join(field[: cards - count])
        assert coins(game, 0) == "blue"


@pytest.mark.rule("HB7", "HB-jail-3", "HB-blacksmith-3", "HB-mine-3")
@pytest.mark.parametrize(
    ("building", "kind"), [("jail_3", "blue"), ("blacksmith_3", "chili"), ("mine_3", "garden")]
)
def test_a_stew_begun_with_the_bean_is_paid_by_the_saloon(building: str, kind: str) -> None:
    field = [kind, *(other for other in STEW if other != kind)][:7]
    game = town(
        4, VARIANT, buildings={0: f"{building} saloon_4"}, hands={0: "red"},
        fields={0: [" ".join(field)]}, stews={0: (0,)},
    )  # fmt: skip
    play(game, 0, HARVEST[0])
    assert len(under(game, 0).split()) == 4


@pytest.mark.rule("HB-farm-4")
@pytest.mark.parametrize("building", BUILDINGS)
def test_no_power_pays_more_coins_than_there_are_cards(building: str) -> None:
    """Coins are cards of the field; farm 4 adds one to four of them."""
    farm = BUILDINGS[building].type == "farm"
    game = town(4, VARIANT, buildings={0: building if farm else f"{building} farm_4"})
    for kind in game.book.tables.deck:
        for cards in range(1, 15):
            game.fields[0] = (pile([kind] * cards), *game.fields[0][1:])
            assert worth(game, 0, 0) <= cards, f"{cards} {kind}"
