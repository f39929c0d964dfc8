"""Turning over three, matching the discard pile, planting or leaving (D3, E2, E3)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import HARVEST, PASS
from tests.support.scenario import asked, fields_of, names, pile, plant, play, position, told

OLD, NEW = "rio_grande_duel", "anniversary_duel"
each_duel = pytest.mark.parametrize("variant", [OLD, NEW])


@pytest.mark.rule("D3", "E2")
@each_duel
@pytest.mark.parametrize(
    ("discard", "matched", "left"),
    [
        ("red soy blue soy", "soy blue soy", "red"),  # each new top is looked at
        ("soy soy red", "", "soy soy red"),  # only the top
        ("soy blue", "blue soy", ""),  # the whole pile
        ("red", "", "red"),
        ("", "", ""),
        ("chili stink green", "", "chili stink green"),
    ],
)
def test_matching_tops_of_the_discard_pile(
    variant: str, discard: str, matched: str, left: str
) -> None:
    game = position(variant, 2, step="turn_over", draw_pile="soy blue soy chili", discard=discard)
    assert names(told(game.told, "turned_over")[0]["cards"]) == "soy blue soy"
    assert names(game.turned_over) == f"soy blue soy {matched}".strip()
    assert names(game.discard) == left
    expected = [{"event": "matched", "seat": 0, "cards": pile(matched)}] if matched else []
    assert told(game.told, "matched") == expected
    assert asked(game) == [(0, "keep_or_leave")]
    assert names(game.view(1)["turned_over"]) == f"soy blue soy {matched}".strip()


@pytest.mark.rule("D3")
def test_any_cards_may_be_planted_and_the_rest_is_the_offer() -> None:
    game = position(
        OLD, 2, step="turn_over", draw_pile="soy blue soy chili stink red", fields={0: ["soy", ""]},
        discard="blue",
    )  # fmt: skip
    assert game.choices(0) == [PASS, plant("soy", 0), plant("blue", 1), HARVEST[0]]
    play(game, 0, plant("soy", 0))
    assert names(game.turned_over) == "blue soy blue"
    events = play(game, 0, PASS)
    assert told(events, "left") == [{"event": "left", "seat": 0}]
    assert names(game.extra["on_offer"]) == "blue soy blue"
    assert fields_of(game, 0) == ["soy soy", ""]
    assert asked(game) == [(1, "use_offer")]
    assert names(game.hands[0]) == "chili stink"  # step 4 drew two


@pytest.mark.rule("E3")
def test_all_of_a_kind_is_planted_in_one_field_or_left() -> None:
    game = position(
        NEW, 2, step="turn_over", draw_pile="soy blue soy chili stink red", discard="blue",
        fields={0: ["soy", "red"]},
    )  # fmt: skip
    assert game.choices(0) == [
        PASS, plant("soy", 0), plant("soy", 2), plant("blue", 2), HARVEST[0], HARVEST[1],
    ]  # fmt: skip
    events = play(game, 0, plant("soy", 2))
    assert [(e["card"], e["field"]) for e in told(events, "planted")] == [(KIND["soy"], 2)] * 2
    assert fields_of(game, 0) == ["soy", "red", "soy soy"]
    assert names(game.turned_over) == "blue blue"
    play(game, 0, PASS)
    assert names(game.extra["on_offer"]) == "blue blue"
