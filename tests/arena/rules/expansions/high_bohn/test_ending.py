"""The end: harvests, the last purchases, what counts (HB5), tipis."""

import pytest

from arena.rules.choices import HARVEST, PASS
from arena.rules.expansions.high_bohn.shop import BUY
from tests.support.scenario import asked, play, told
from tests.support.town import buy, coins, harvest_farm, on_sale, refused, shop, town

SIX = "red soy red soy red soy"
# A game that is over as soon as its last card is drawn in step 4.
LAST = {"step": "draw", "draw_pile": "stink", "run_outs": 2}


@pytest.mark.rule("HB5")
def test_the_example_of_29() -> None:
    game = town(buildings={1: "saloon_2 blacksmith_2 jail_4 mine_3 tipi_4 farm_4"}, coins={1: SIX})
    assert game.result.scores == (0, 29, 0, 0)


@pytest.mark.rule("HB5", "HB6")
@pytest.mark.parametrize(
    ("owned", "bonus"), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 3), (7, 5), (8, 8),
                         (9, 8)],
)  # fmt: skip
def test_prices_and_the_bonus_for_their_number(owned: int, bonus: int) -> None:
    types = ("bank", "farm", "saloon", "mine", "store", "blacksmith", "jail", "distillery", "tipi")
    prices = [1, 2, 3, 4, 1, 2, 3, 4, 1][:owned]
    names = " ".join(f"{kind}_{price}" for kind, price in zip(types, prices, strict=False))
    game = town(4, "high_bohn+cognac", buildings={2: names}, coins={2: "soy", 0: "red"})
    assert game.result.scores == (1, 0, 1 + sum(prices) + bonus, 0)


@pytest.mark.rule("HB5")
@pytest.mark.parametrize("owned", [8, 9, 10, 12])
def test_more_buildings_than_eight_keep_its_bonus(owned: int) -> None:
    """There are nine types today; one more must not cost the bonus."""
    names = [name for name in BUY if not name.startswith("tipi")][:owned]
    game = town(4, "high_bohn+cognac", buildings={2: " ".join(names)})
    prices = sum(int(name[-1]) for name in names)
    assert game.result.scores == (0, 0, prices + 8, 0)


@pytest.mark.rule("HB5", "HB-tipi-2", "HB-tipi-3", "HB-tipi-4")
@pytest.mark.parametrize(
    ("price", "share"), [pytest.param(2, 8), pytest.param(3, 6), pytest.param(4, 5)]
)
def test_a_tipi_adds_one_for_every_so_many_coins(price: int, share: int) -> None:
    for held, more in ((share - 1, 0), (share, 1), (2 * share - 1, 1), (2 * share, 2)):
        pile = " ".join(["blue"] * held)
        game = town(buildings={0: f"tipi_{price}"}, coins={0: pile, 1: pile})
        assert game.result.scores == (held + more + price, held, 0, 0)


@pytest.mark.rule("HB5")
@pytest.mark.parametrize(("active", "order"), [(0, [0, 1, 3]), (2, [3, 0, 1]), (3, [3, 0, 1])])
def test_after_the_harvests_each_may_buy_from_the_active_player_clockwise(
    active: int, order: list[int]
) -> None:
    """Fields of all are sold first, so their coins can be spent; nobody is asked in vain."""
    fields = {seat: ["red red red red", "chili"] for seat in (0, 1, 3)}
    game = town(active=active, fields=fields, **LAST)
    assert [e["seat"] for e in told(game.told, "harvested")] == [s for s in order for _ in (0, 1)]
    bought = ["tipi_2", "tipi_1", None]
    for seat, name in zip(order, bought, strict=True):
        assert asked(game) == [(seat, "last_purchases")]
        assert coins(game, seat) == "red red red"
        play(game, seat, PASS if name is None else BUY[name])
    assert game.over  # coins are left over, but no second tipi is allowed
    assert [coins(game, seat) for seat in order] == ["red", "red red", "red red red"]
    assert [game.result.scores[seat] for seat in order] == [3, 3, 3]


@pytest.mark.rule("HB5", "HB4")
@pytest.mark.parametrize(("players", "sold"), [(3, 1), (4, 2), (5, 3)])
def test_the_cap_holds_at_the_end_too(players: int, sold: int) -> None:
    """One jail may still be sold; the last seat's turn it was, so it comes before seat 0."""
    owners = {seat: f"jail_{seat}" for seat in range(1, sold + 1)}
    game = town(
        players, buildings=owners, active=players - 1, step="draw", draw_pile="stink",
        run_outs=3 if players == 5 else 2, coins=dict.fromkeys((0, players - 1), "blue " * 4),
    )  # fmt: skip
    assert asked(game) == [(players - 1, "last_purchases")]
    buy(game, players - 1, "jail_4")
    assert shop(game, "jail") == []
    assert game.over  # nothing is left for seat 0


@pytest.mark.rule("HB5")
def test_harvest_and_third_field_are_over() -> None:
    game = town(fields={1: ["red"]}, coins={0: "red red red"}, **LAST)
    assert game.choices(0) == [PASS, BUY["tipi_1"], BUY["tipi_2"], BUY["tipi_3"]]
    assert game.check(0, HARVEST[0]) == "harvest is not possible here"


@pytest.mark.rule("HB5", "HB9", "HB-farm-2")
def test_the_owner_of_a_farm_field_names_its_coins_at_the_end() -> None:
    game = town(
        buildings={1: "farm_2"}, fields={1: ["red red", "chili soy chili soy chili soy"]},
        active=3, **LAST,
    )  # fmt: skip
    assert asked(game) == [(1, "harvest_farm")]
    assert game.choices(1) == [harvest_farm(1, soy) for soy in (0, 1, 2)]
    assert refused(game, 1, HARVEST[1]) == "harvest is not possible here"
    assert told(game.told, "harvested")[-1]["field"] == 0
    play(game, 1, harvest_farm(1, 1))
    assert coins(game, 1) == "red soy chili"
    assert asked(game) == [(1, "last_purchases")]
    assert on_sale(game, 1) == ["tipi_1", "blacksmith_1"]  # it has a farm


@pytest.mark.rule("HB5", "HB7", "HB-saloon-3", "HB-distillery-3", "HB-tipi-3")
def test_coins_under_both_buildings_and_the_pile_are_one_for_the_tipi() -> None:
    game = town(
        4, "high_bohn+cognac", buildings={0: "saloon_3 distillery_3 tipi_3 farm_1"},
        under={0: "blue red soy green"}, coins={0: "soy soy"},
    )  # fmt: skip
    assert game.result.scores[0] == 6 + 1 + (3 + 3 + 3 + 1) + 1
