"""`arena variants` and `arena variants show`."""

from pathlib import Path

import pytest

from arena.commands.variants import rulebook_lines
from arena.rules import compile_rulebook

GOLDEN = Path(__file__).parent / "rulebooks"
PRINTED = [
    ("classic", 3),
    ("classic+cheap_third_field", 5),
    ("rio_grande", 6),
    ("anniversary", 4),
    ("anniversary+bean_coin+magpie", 4),
    ("anniversary+field_beans", 5),
    ("anniversary+new_beans", 7),
    ("anniversary_duel+magpie", 2),
    ("high_bohn+cognac", 4),
    ("plus+hand_harvest+open_retrade", 4),
    ("rio_grande_duel", 2),
]


def test_the_games_are_listed(arena) -> None:
    text = arena("variants")
    for name in ("classic", "rio_grande", "anniversary", "cheap_third_field"):
        assert name in text
    catalogue = arena.json("variants")
    players = {game["name"]: game["players"] for game in catalogue["games"]}
    assert players["classic"] == [3, 4, 5]
    assert players["rio_grande"] == [3, 4, 5, 6, 7]
    goes_with = {part["name"]: part["games"] for part in catalogue["parts"]}
    assert goes_with["magpie"] == ["anniversary", "rio_grande_duel", "anniversary_duel"]
    assert all(part["title"] for part in catalogue["parts"])


@pytest.mark.parametrize(("variant", "players"), PRINTED)
def test_a_rulebook_is_printed_as_its_golden_file_says(variant: str, players: int) -> None:
    golden = (GOLDEN / f"{variant}-{players}.txt").read_text("utf-8")
    assert "\n".join(rulebook_lines(compile_rulebook(variant, players))) + "\n" == golden


def test_show_prints_the_rulebook_or_its_json(arena) -> None:
    assert "one kind in two fields: yes" in arena("variants", "show", "anniversary")
    high_bohn = arena("variants", "show", "high_bohn")
    assert "one kind in two fields: no" in high_bohn
    # The steps that players know of, none of the engine's own.
    assert "before plant · bank 2 · bank 4 · plant" in high_bohn
    assert "if run" not in high_bohn.replace("_", " ")
    assert arena.json("variants", "show", "classic", "--players", "5")["players"] == 5
    assert arena.json("variants", "show", "rio_grande_duel")["players"] == 2
    assert arena.json("variants", "show", "classic+cheap_third_field")["players"] == 5
    assert arena.json("variants", "show", "plus")["players"] == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["clasic"], "There is no game called 'clasic'"),
        (["classic", "--players", "9"], "classic needs 3–5 players, not 9"),
        (["classic+magpies"], "no expansion or option called 'magpies'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arena, words: list[str], told: str) -> None:
    assert arena("variants", "show", *words, code=1) == ""
    assert told in arena.errors
    assert arena.errors.count("\n") == 1
