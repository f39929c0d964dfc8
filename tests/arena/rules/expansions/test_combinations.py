"""Which expansions go together, and how the others are refused by name (M4)."""

from itertools import combinations

import pytest

from arena.rules import (
    PARTS,
    PLAYER_COUNTS,
    PRESETS,
    Rule,
    VariantError,
    catalogue,
    compile_rulebook,
    table_sizes,
)
from arena.rules.presets import Preset
from tests.support.lawful import lawful_sets, tables_with

CLASHING = [
    (preset, one, other)
    for preset in PRESETS
    for one, other in combinations([part for part in PARTS if part.name in preset.parts], 2)
    if other.name in one.clashes or one.name in other.clashes
]
FOREIGN = [(preset, part) for preset in PRESETS for part in PARTS if part.name not in preset.parts]
COUNTS = range(1, PLAYER_COUNTS[-1] + 2)


@pytest.mark.rule("M4")
@pytest.mark.parametrize(("preset", "one", "other"), CLASHING)
def test_all_parts_that_clash_are_refused(preset: Preset, one: Rule, other: Rule) -> None:
    alone = [set(table_sizes(f"{preset.name}+{part.name}")) for part in (one, other)]
    for players in set.intersection(*alone):
        with pytest.raises(VariantError, match="does not go with"):
            compile_rulebook(f"{preset.name}+{one.name}+{other.name}", players)


@pytest.mark.rule("M4")
@pytest.mark.parametrize(("preset", "part"), FOREIGN)
def test_all_parts_of_other_games_are_refused(preset: Preset, part: Rule) -> None:
    with pytest.raises(VariantError, match=rf"^{preset.name} has no {part.name}\."):
        compile_rulebook(f"{preset.name}+{part.name}", preset.players[0])


@pytest.mark.rule("M4")
@pytest.mark.parametrize("variant", lawful_sets())
def test_all_other_counts_of_players_are_refused(variant: str) -> None:
    for players in set(COUNTS) - set(table_sizes(variant)):
        with pytest.raises(VariantError, match=rf" players, not {players}"):
            compile_rulebook(variant, players)


@pytest.mark.rule("N1", "F1", "C1", "E4", "D4", "M4", "P1")
@pytest.mark.parametrize(
    ("variant", "players", "message"),
    [
        ("anniversary+bean_coin+new_beans", 4,
         "bean_coin does not go with new_beans. Leave one of them out."),
        ("anniversary+magpie+bean_coin+new_beans", 5,
         "bean_coin does not go with new_beans. Leave one of them out."),
        ("anniversary_duel+new_beans", 2,
         "anniversary_duel has no new_beans. anniversary_duel goes with magpie."),
        ("rio_grande+magpie", 4, "rio_grande has no magpie. rio_grande goes with no part."),
        ("classic+bean_coin", 4,
         "classic has no bean_coin. classic goes with beginner_fields, cheap_third_field."),
        ("anniversary+new_beans", 2, "new_beans needs 3–7 players, not 2."),
        ("anniversary+new_beans", 8, "new_beans needs 3–7 players, not 8."),
        ("anniversary+field_beans", 6, "field_beans needs 4 or 5 players, not 6."),
        ("anniversary+bean_coin", 6, "bean_coin needs 3–5 players, not 6."),
        ("anniversary+magpie", 6, "anniversary needs 3–5 players, not 6 (3–7 with new_beans)."),
        ("anniversary_duel", 3, "anniversary_duel needs 2 players, not 3."),
        ("plus+hand_harvest", 8, "plus needs 3–7 players, not 8."),
        ("plus+without_cocoa", 3, "without_cocoa needs 4 or 5 players, not 3."),
        ("plus+without_cocoa+without_field_beans", 4,
         "without_field_beans does not go with without_cocoa. Leave one of them out."),
    ],
)  # fmt: skip
def test_how_it_is_said(variant: str, players: int, message: str) -> None:
    with pytest.raises(VariantError) as refused:
        compile_rulebook(variant, players)
    assert str(refused.value) == message


@pytest.mark.rule("M1", "M4")
@pytest.mark.parametrize("variant", [name for name, _ in tables_with("magpie", among=catalogue())])
def test_six_magpies_go_with_each(variant: str) -> None:
    for players in table_sizes(variant):
        without = compile_rulebook(variant.replace("+magpie", ""), players).tables.deck
        assert compile_rulebook(variant, players).tables.deck == {**without, "magpie": 6}
