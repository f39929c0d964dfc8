"""`arena variants` and `arena variants show`."""

import pytest

from arena.rules import PARTS, PRESETS
from tests.support.printed import FOLDER, file_of, printed, text


def test_the_games_are_listed(arena) -> None:
    listed = arena("variants")
    for named in (*PRESETS, *PARTS):
        assert named.name in listed
    catalogue = arena.json("variants")
    players = {game["name"]: game["players"] for game in catalogue["games"]}
    assert players["classic"] == [3, 4, 5]
    assert players["rio_grande"] == [3, 4, 5, 6, 7]
    goes_with = {part["name"]: part["games"] for part in catalogue["parts"]}
    assert goes_with["magpie"] == ["anniversary", "rio_grande_duel", "anniversary_duel"]
    assert all(part["title"] for part in catalogue["parts"])


@pytest.mark.parametrize(("variant", "players"), printed())
def test_a_rulebook_is_printed_as_its_golden_file_says(variant: str, players: int) -> None:
    assert text(variant, players) == file_of(variant, players).read_text("utf-8"), "run poe print"


def test_no_other_print_is_kept() -> None:
    assert set(FOLDER.glob("*.txt")) == {file_of(*each) for each in printed()}, "run poe print"


def test_show_prints_the_rulebook_or_its_json(arena) -> None:
    assert arena("variants", "show", "anniversary") == text("anniversary", 4)
    assert arena.json("variants", "show", "classic", "--players", "5")["players"] == 5
    assert arena.json("variants", "show", "rio_grande_duel")["players"] == 2
    assert arena.json("variants", "show", "classic+cheap_third_field")["players"] == 5
    assert arena.json("variants", "show", "plus")["players"] == 4
