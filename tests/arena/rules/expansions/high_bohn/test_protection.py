"""Single beans that may be harvested in spite of B10: mine 3 and blacksmith 4."""

import pytest

from arena.rules.choices import HARVEST
from tests.support.scenario import fields_of, names, play
from tests.support.town import coins, refused, town


@pytest.mark.rule("HB-mine-3", "B10")
def test_mine_3_harvests_a_single_garden_bean() -> None:
    fields = {0: ["garden", "blue blue"], 1: ["garden", "blue blue"]}
    game = town(buildings={0: "mine_3"}, hands={0: "red"}, fields=fields)
    play(game, 0, HARVEST[0])
    assert coins(game, 0) == "garden"
    assert game.discard == b""
    game = town(buildings={1: "mine_3"}, hands={0: "red"}, fields=fields)
    assert "B10" in refused(game, 0, HARVEST[0])


@pytest.mark.rule("HB-mine-3", "B10")
def test_mine_3_works_for_garden_beans_only() -> None:
    game = town(
        3, buildings={0: "mine_3"}, hands={0: "stink"}, fields={0: ["red", "garden garden", "soy"]}
    )
    assert "B10" in refused(game, 0, HARVEST[0])
    assert "B10" in refused(game, 0, HARVEST[2])


@pytest.mark.rule("HB-blacksmith-4", "B10")
@pytest.mark.parametrize("kind", ["red", "garden", "chili", "blue"])
def test_blacksmith_4_is_not_bound(kind: str) -> None:
    fields = {0: [kind, "soy soy soy"], 1: [kind, "soy soy soy"]}
    game = town(
        buildings={0: "blacksmith_4"}, hands={0: "stink"}, fields=fields, coins={0: "green"},
    )  # fmt: skip
    play(game, 0, HARVEST[0])
    assert fields_of(game, 0) == ["", "soy soy soy"]
    assert (coins(game, 0), names(game.discard)) == ("green", kind)
    game = town(buildings={1: "blacksmith_4"}, hands={0: "stink"}, fields=fields)
    assert "B10" in refused(game, 0, HARVEST[0])
