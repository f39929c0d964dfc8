"""Compiling a variant: its names, and every way in which it may be refused."""

import pytest

from arena.rules import (
    Negotiation,
    Rule,
    VariantError,
    catalogue,
    compile_rulebook,
    full_name,
)
from arena.rules import compile as compiling
from arena.rules.hooks import FIELD_PRICE, HARVEST_COINS
from arena.rules.presets import PARTS, PRESETS, basic_tables
from arena.rules.rulebook import assemble

GAMES = ", ".join(preset.name for preset in PRESETS)
EMPTY = "Name it, or leave out a plus sign."


def test_the_games_in_the_catalogue() -> None:
    names = catalogue()
    assert names[:3] == ("classic", "rio_grande", "anniversary")
    assert "anniversary+new_beans+magpie" in names
    assert "high_bohn+cognac" in names
    assert "anniversary+new_beans+bean_coin" not in names  # M4
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "written",
    [
        "anniversary+magpie+bean_coin",
        "anniversary+bean_coin+magpie",
        " anniversary + magpie +bean_coin",
    ],
)
def test_it_is_the_same_rulebook_however_the_variant_is_written(written: str) -> None:
    book = compile_rulebook("anniversary+bean_coin+magpie", 4)
    assert compile_rulebook(written, 4) is book
    assert compile_rulebook(written, 4, Negotiation()) is book
    assert compile_rulebook(written, players=4) is book
    assert full_name(written) == book.variant
    assert full_name("rio_grande_duel") == "rio_grande_duel"


def test_a_rulebook_never_changes() -> None:
    book = compile_rulebook("classic", 3)
    for fixed in (book, book.tables, book.rules[0]):
        with pytest.raises(AttributeError):
            fixed.players = 4  # type: ignore


@pytest.mark.parametrize(
    ("variant", "players", "message"),
    [
        ("bohnanza", 4, f"There is no game called 'bohnanza'. Choose one of {GAMES}."),
        ("", 4, f"There is no game called ''. Choose one of {GAMES}."),
        (
            "classic+cows", 4,
            "There is no expansion or option called 'cows'. classic goes with"
            " beginner_fields, cheap_third_field.",
        ),
        ("clasic", 4, "There is no game called 'clasic'. Did you mean classic?"),
        ("HIGH_BOHN", 4, "There is no game called 'HIGH_BOHN'. Did you mean high_bohn?"),
        (
            "anniversary+Magpies", 4,
            "There is no expansion or option called 'Magpies'. Did you mean magpie?",
        ),
        ("anniversary++magpie", 4, f"There is an empty part in 'anniversary++magpie'. {EMPTY}"),
        ("+magpie", 4, f"There is an empty part in '+magpie'. {EMPTY}"),
        ("cognac", 4, "cognac is a part of high_bohn. Write high_bohn+cognac."),
        (
            "magpie+bean_coin+anniversary", 4,
            "magpie is a part of anniversary, rio_grande_duel, anniversary_duel."
            " Write anniversary+magpie+bean_coin.",
        ),
        (
            "classic+plus", 4,
            "plus is a game, not a part of classic. classic goes with beginner_fields,"
            " cheap_third_field.",
        ),
        (
            "classic+beginner_fields+beginner_fields", 3,
            "beginner_fields is named twice in 'classic+beginner_fields+beginner_fields'."
            " Name it once.",
        ),
        ("classic", 6, "classic needs 3–5 players, not 6."),
        ("classic+beginner_fields", 4, "beginner_fields needs 3 players, not 4."),
    ],
)  # fmt: skip
def test_refused_variants(variant: str, players: int, message: str) -> None:
    with pytest.raises(VariantError) as refused:
        compile_rulebook(variant, players)
    assert str(refused.value) == message


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_clash_is_named_once_by_the_later_part(part: Rule) -> None:
    before = {other.name for other in PARTS[: PARTS.index(part)]}
    assert set(part.clashes) <= before, "name it in the clashes of the part that comes later"


@pytest.mark.pure
def test_a_part_that_needs_another_is_refused_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    barn = Rule("barn", "X", "", part="option", needs=("cows",))
    classic = PRESETS[0]._replace(parts=("cheap_third_field", "barn"))
    monkeypatch.setattr(compiling, "PARTS", (*PARTS, barn))
    monkeypatch.setattr(compiling, "preset_named", lambda name: classic)
    with pytest.raises(VariantError, match=r"^barn needs cows\. Name it as well\.$"):
        compile_rulebook.__wrapped__("classic+barn+cheap_third_field", 5)


def test_two_rules_may_not_replace_the_same_value() -> None:
    def ten(value: int, *_: object) -> int:
        return 10

    one = Rule("one", "X", "", folds=(HARVEST_COINS.fold("replace", ten, key="blue"),))
    two = Rule("two", "X", "", folds=(HARVEST_COINS.fold("replace", ten, key="blue"),))
    all_kinds = Rule("all", "X", "", folds=(FIELD_PRICE.fold("replace", ten),))
    again = Rule("again", "X", "", folds=(FIELD_PRICE.fold("replace", ten),))
    for rules, message in (
        ((one, two), r"one and two both replace harvest \(blue\)"),
        ((all_kinds, again), r"all and again both replace price \(all\)"),
    ):
        with pytest.raises(VariantError, match=message):
            assemble("x", basic_tables(3), Negotiation(), rules, compiling.COMMON_STEPS)
