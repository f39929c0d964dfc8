"""JSON that a hand has edited: a sentence, never a traceback."""

from pathlib import Path

import pytest

from arena.tournament.plan import Plan
from ladder.database.errors import DamagedRow
from ladder.database.store import Store, stored_json


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "3", "[" * 100_000, None])
def test_what_is_not_an_object_is_told_with_what_it_is_of(text: str | None) -> None:
    with pytest.raises(DamagedRow, match="the manifest of bot 3 is not the JSON"):
        stored_json(text, dict, "the manifest of bot 3")


def test_what_is_whole_is_read() -> None:
    assert stored_json('{"a": [1]}', dict, "it") == {"a": [1]}
    assert stored_json("[1, 2]", list, "it") == [1, 2]


def test_a_bot_with_an_edited_manifest_is_named(tmp_path: Path) -> None:
    with Store(tmp_path / "ladder.sqlite") as store:
        store.add_bot("ant", hash="a")
        store.conn.execute("UPDATE bots SET manifest = '{\"files\": '")
        with pytest.raises(DamagedRow, match="the manifest of bot 1"):
            store.find_bot("ant")


@pytest.mark.parametrize("settings", [{}, {"games": 3}, {"games": [["classic"]]}])
def test_settings_that_are_of_no_tournament(settings: dict[str, object]) -> None:
    with pytest.raises(DamagedRow, match="the settings of a tournament are not those"):
        Plan.of(settings)
