"""The commands of the database: looking at it, copying it, two homes that become one."""

from pathlib import Path

import pytest

from ladder.database.migrations import SCHEMA_VERSION
from ladder.maintenance.checks import CHECKS
from tests.arena.conftest import Arena
from tests.ladder.database.test_migrations import unpacked


@pytest.fixture
def filled(arena: Arena) -> Arena:
    """A home with the ladder of an older arena: 38 games of two tournaments."""
    arena.home.mkdir()
    unpacked(4, arena.home).rename(arena.home / "ladder.sqlite")
    return arena


def test_a_sound_ladder_is_a_line_for_each_check(filled: Arena) -> None:
    *lines, gap, end = filled("db", "check").splitlines()
    assert (gap, end) == ("", "All is well.")
    assert len(lines) == len(CHECKS)
    assert all(" ok: " in line and len(line) <= 80 for line in lines)
    told = filled.json("db", "check")
    assert told["ok"]
    assert [check["ok"] for check in told["checks"]] == [True] * len(CHECKS)


def test_what_is_wrong_is_said_with_the_way_out(filled: Arena) -> None:
    filled("db", "check")  # which brings it up to date
    filled.forge("UPDATE pair_scores SET scores = zeroblob(length(scores))")
    out = filled("db", "check", code=1)
    assert "pair scores   WRONG\n  The pair scores of match 1 are not those of its games.\n" in out
    assert "more like this." in out
    assert "arena ladder recompute" in out
    assert f"\n1 of {len(CHECKS)} checks failed." in out
    told = filled.json("db", "check", code=1)
    assert [check["name"] for check in told["checks"] if not check["ok"]] == ["pair scores"]
    filled("ladder", "recompute")
    filled("db", "check")


def test_the_file_and_what_is_in_it(filled: Arena) -> None:
    out = filled("db")
    assert str(filled.home / "ladder.sqlite") in out
    assert f"schema {SCHEMA_VERSION}" in out
    told = filled.json("db")
    assert told["rows"]["results"] == 38
    assert told["bytes"] > 100_000


def test_a_backup_is_a_ladder(filled: Arena, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "ladder.sqlite"
    assert "There is no folder" in filled("db", "backup", str(copy), code=2) + filled.errors
    copy.parent.mkdir()
    assert str(copy) in filled("db", "backup", str(copy))
    other = Arena(copy.parent)
    assert other.json("ladder") == filled.json("ladder")
    assert other.json("db", "check")["ok"]


def test_a_file_that_is_there_is_replaced_only_if_that_is_said(
    filled: Arena, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_text("something")
    assert "--force" in filled("db", "backup", str(copy), code=2) + filled.errors
    assert copy.read_text() == "something"
    told = filled.json("db", "backup", str(copy), "--force")
    assert told["bytes"] == copy.stat().st_size > 100_000
    for wrong in (filled.home, filled.home / "ladder.sqlite"):
        filled("db", "backup", str(wrong), "--force", code=2)
