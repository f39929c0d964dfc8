"""`arena new`: from nothing to a rated bot, by the commands that it prints."""

from pathlib import Path

import pytest

from arena.registry.kits import KITS, kit_for, missing_tools

GAME = ["--variants", "anniversary", "--players", "4", "--rounds", "1"]


@pytest.mark.slow
def test_a_new_bot_of_each_language_is_submitted_and_rated(arena, tmp_path: Path) -> None:
    made = [each for each in sorted(set(KITS) - {"llm"}) if not missing_tools(kit_for(each))]
    for language in made:
        folder = tmp_path / f"my-{language}"
        written = arena.json("new", str(folder), "--lang", language)
        assert (written["name"], written["missing"]) == (folder.name, [])
        assert (folder / written["file"]).is_file()
        arena("submit", str(folder))
    arena("tournament", *(f"my-{language}" for language in made), "greedy", *GAME)
    rows = {row["name"]: row for row in arena.json("ladder")["standings"]}
    for language in made:
        row = rows[f"my-{language}"]
        assert (row["games"] > 0, row["faults"]) == (True, 0), language


def test_it_says_what_to_do_next(arena, tmp_path: Path) -> None:
    folder = tmp_path / "my bots" / "mine"
    said = arena("new", str(folder))
    assert said.startswith(f"{folder / 'mine.py'} is yours")
    for line in (f"cd '{folder}'", "python3 -m unittest", "arena check ."):
        assert line in said
    assert "exists already" in (arena("new", str(folder), code=2) or arena.errors)
    assert "Give one of: python, " in (arena("new", "x", "--lang", "lisp", code=2) or arena.errors)


def test_a_tool_that_is_missing_is_named(
    arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    arena("new", str(tmp_path / "mine"), "--lang", "go")
    assert "go is not installed here: the bot is built and tested with it." in arena.errors
    arena("new", str(tmp_path / "other"), "--lang", "csharp")
    assert "mcs and mono are not installed here: the bot is built" in arena.errors


def test_rustup_without_a_toolchain_is_no_cargo(
    arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rustup").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "rustup").chmod(0o755)
    (tmp_path / "cargo").symlink_to("rustup")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert arena.json("new", str(tmp_path / "mine"), "--lang", "rust")["missing"] == ["cargo"]
