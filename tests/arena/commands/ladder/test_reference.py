"""The reference field: beside the others in a tournament, and as the anchor of ratings."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.commands.ladder.reference import ANCHOR, FIELD, anchor, with_reference
from arena.home import open_home
from arena.shelf.roster import Roster
from ladder.errors import NotRated
from ladder.store import Store
from tests.arena.commands.machine.test_db import filled
from tests.arena.conftest import Arena

__all__ = ["filled"]


def test_the_field_plays_beside_the_others_once(tmp_path: Path) -> None:
    home = open_home(tmp_path / "home")
    with Store(home.database) as store, closing(Roster(home, store, print)) as roster:
        mine = store.add_bot("mine", hash="m")
        named = [mine, roster.find("trader")]
        field = with_reference(roster, named)
        assert [bot.name for bot in field] == ["mine", "trader", "random", "greedy"]
        assert sorted(FIELD) == sorted(bot.name for bot in field if bot != mine)
        greedy = field[-1]
        store.add_bot(ANCHOR, hash="by somebody else")  # the newest of that name
        assert anchor(store, "reference") == greedy.id
        assert anchor(store, "mine") == mine.id
        assert anchor(store, None) is None


def test_without_the_field_there_is_no_anchor(filled: Arena) -> None:
    with Store(filled.home / "ladder.sqlite") as store, pytest.raises(NotRated):
        anchor(store, "reference")
    filled("ladder", "--anchor", "reference", code=1)
    assert "arena tournament --reference" in filled.errors
    filled("ladder", "dog", "--anchor", "reference", code=1)
    filled("ladder", "dog", "--anchor", "eel", code=1)


def test_the_anchor_has_1500(filled: Arena) -> None:
    with Store(filled.home / "ladder.sqlite") as store, store.transaction() as conn:
        conn.execute("UPDATE bots SET name = 'greedy', manifest = ? WHERE name = 'dog'", [BUNDLED])
    rows = filled.json("ladder", "--anchor", "reference")["standings"]
    (greedy,) = [row for row in rows if row["name"] == "greedy"]
    assert greedy["elo"] == 1500


BUNDLED = '{"bundled": true}'
