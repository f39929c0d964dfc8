"""Jail 4: a coin of any harvest of blue beans (HB9)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import HARVEST
from tests.support.scenario import names, play, told
from tests.support.town import coins, harvest_farm, town, under

BLUES = "blue blue blue blue"


@pytest.mark.rule("HB-jail-4", "HB9")
@pytest.mark.parametrize(("cards", "own"), [(3, 0), (4, 1), (5, 1), (6, 2), (10, 4), (11, 4)])
@pytest.mark.parametrize("owner", [0, 2])
def test_its_owner_takes_a_discarded_blue_of_an_own_or_anothers_harvest(
    cards: int, own: int, owner: int
) -> None:
    game = town(
        buildings={owner: "jail_4"}, hands={0: "red"}, coins={0: "soy", 2: "red"},
        fields={0: [" ".join(["blue"] * cards)]}, discard="green",
    )  # fmt: skip
    events = play(game, 0, HARVEST[0])
    earned = {0: ["soy"] + ["blue"] * own, 2: ["red"]}
    earned[owner] += ["blue"] * (own > 0)
    assert [coins(game, seat).split() for seat in (0, 2)] == [earned[0], earned[2]]
    assert names(game.discard).split() == ["green"] + ["blue"] * (cards - own - (own > 0))
    if own:
        assert events[1] == {"event": "jail_coin", "seat": owner, "card": KIND["blue"]}
    else:
        assert not told(events, "jail_coin")


@pytest.mark.rule("HB-jail-4")
@pytest.mark.parametrize("kind", ["green", "chili", "stink", "soy"])
def test_other_harvests_give_nothing(kind: str) -> None:
    game = town(
        buildings={1: "jail_4"}, hands={0: "red"}, fields={0: [f"{kind} {kind} {kind}"]},
        discard="blue blue",
    )  # fmt: skip
    play(game, 0, HARVEST[0])
    assert coins(game, 1) == ""


@pytest.mark.rule("HB-jail-4", "HB9", "HB-farm-2")
@pytest.mark.parametrize(
    ("field", "soy", "paid", "jail", "rest"),
    [
        # Any blue left over, the one planted last; else a soy.
        ("blue soy blue blue soy soy", 1, "soy blue", "blue", "blue soy soy"),
        ("blue blue soy soy soy soy", 0, "blue blue", "soy", "soy soy soy"),
        ("blue soy soy soy soy soy", 2, "soy soy", "blue", "soy soy soy"),
        ("blue soy soy soy", 0, "blue", "soy", "soy soy"),
    ],
)
def test_a_farm_field_begun_with_blue_is_a_blue_harvest(
    field: str, soy: int, paid: str, jail: str, rest: str
) -> None:
    game = town(
        buildings={0: "farm_2", 1: "jail_4"}, hands={0: "red"}, fields={0: [field]},
        discard="soy blue",
    )  # fmt: skip
    play(game, 0, harvest_farm(0, soy))
    assert (coins(game, 0), coins(game, 1)) == (paid, jail)
    assert names(game.discard) == f"soy blue {rest}"


@pytest.mark.rule("HB-jail-4", "HB7", "HB9")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_stew_is_no_blue_harvest(owner: int) -> None:
    for field in ("blue red soy", "red soy blue", "blue soy stink", "blue stink red soy chili"):
        saloon = {0: "saloon_4"}
        saloon[owner] = f"{saloon.get(owner, '')} jail_4".strip()
        game = town(buildings=saloon, hands={0: "garden"}, fields={0: [field]}, stews={0: (0,)})
        play(game, 0, HARVEST[0])
        assert game.coins == [b""] * 4
        assert under(game, 0) != ""


@pytest.mark.rule("HB-jail-4", "HB5", "HB9")
def test_at_the_end_of_the_game_too() -> None:
    """All harvests of the end, whoever comes first."""
    game = town(
        step="draw", draw_pile="stink", run_outs=2, active=1, buildings={1: "jail_4"},
        fields={0: [BLUES], 1: [BLUES], 3: ["blue blue blue", BLUES]},
    )  # fmt: skip
    assert [coins(game, seat) for seat in range(4)] == ["blue", BLUES, "", "blue"]
    while not game.over:
        play(game, game.asked[0], game.choices(game.asked[0])[0])
    assert game.result.scores == (1, 4 + 4, 0, 1)
