"""The command line as a whole: help, exit codes, one clear line for every failure."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from arena.cli import app

COMMANDS = sorted(get_command(app).commands)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples_and_json(arena, command: str) -> None:
    text = arena(command, "--help")
    assert "Examples:" in text
    assert f"arena {command}" in text
    assert "--json" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_the_help_parse(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("mybot.py", "thinker.py", "bot.jar", "target/release/mybot", "my-folder/bot.toml"):
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        Path(file).touch()
    found = get_command(app).commands[command]
    _, *examples = found.epilog.split("\n\n")
    for example in examples:
        program, name, *words = shlex.split(example)
        assert (program, name) == ("arena", command)
        given = found.make_context(name, words).params  # raises on an unknown option
        games = [given.get("game"), *(given.get("games") or [])]
        assert all(game.isdecimal() for game in games if game), "games are named by their numbers"


def test_help_imports_nothing_heavy() -> None:
    heavy = "{'ray', 'pydantic', 'sqlite_utils', 'orjson', 'arena.rules'}"
    code = (
        "import sys; from arena.cli import main\n"
        "try: main()\n"
        f"except SystemExit: print(sorted({heavy} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True
    )
    assert done.stdout.rstrip().endswith("[]")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["replay", "4"], "there is no game 4"),
        (["replay", "four"], "A game is named by its number"),
        (["replay", "9" * 20], "A game is named by its number"),
        (["verify", "1", "9" * 5_000], "A game is named by its number"),
        (["resume", "9" * 20], "A tournament is named by its number"),
        (["ladder", "nobody"], "there is no bot called 'nobody'"),
        (["retire", "nobody"], "there is no bot called 'nobody'"),
        (["match", "nobody", "greedy"], "there is no bot called 'nobody'"),
        (["check", "./nothing.py"], "There is nothing at"),
        (["match", "nosuch.py", "greedy", "random"], "There is no file nosuch.py"),
        (["tournament", "nosuch.py", "greedy"], "There is no file nosuch.py"),
        (["tournament", "./nosuch.py", "greedy"], "There is nothing at ./nosuch.py"),
        (["tournament", "--tc", "soon"], "no time control"),
        (["tournament", "--variants", "clasic"], "There is no game called 'clasic'"),
        (["tournament", "--players", "many"], "many"),
        (["ladder", "--variant", "nonsense"], "There is no game called 'nonsense'"),
        (["ladder", "--variant", "classic,plus"], "One game only"),
        (["ladder", "--players", "9"], "tables have 2 to 7 players"),
        (["ladder", "--variant", "classic", "--players", "7"], "classic needs 3–5 players, not 7"),
        (["games", "--variant", "HIGH_BOHN"], "Did you mean high_bohn?"),
        (
            ["match", "greedy", "greedy", "random", "--variant", "rio_grande_duel"],
            "rio_grande_duel needs 2 players, not 3. Name 2 bots.",
        ),
        (["match", "greedy", "--variant", "magpie"], "Write anniversary+magpie."),
        (["tournament", "--type", "knockout"], "roundrobin"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_exit_code_1(
    arena, words: list[str], told: str
) -> None:
    arena(*words, code=1)
    assert told in arena.errors
    assert arena.errors.startswith("arena: ")


def test_wrong_usage_is_exit_code_2(arena) -> None:
    arena("verify", code=2)
    arena("replay", code=2)
    arena("ladder", "--no-such-option", code=2)


def test_a_game_without_show_is_told_how_it_is_shown(arena) -> None:
    arena("variants", "high_bohn", code=2)
    assert "arena variants show high_bohn" in arena.errors
    assert "Print a compiled rulebook" in arena("variants", "show", "--help")


def test_variants_may_be_named_in_one_or_many(arena) -> None:
    for spelling in ("--variant", "--variants", "-v"):
        arena("ladder", spelling, "nonsense", code=1)
        arena("games", spelling, "nonsense", code=1)
        arena("match", "greedy", spelling, "nonsense", code=1)
        arena("tournament", spelling, "nonsense", code=1)
        assert "no game called 'nonsense'" in arena.errors


def test_a_home_that_cannot_be_used_is_named(arena, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    arena("ladder", "--home", str(tmp_path / "file" / "home"), code=1)
    assert str(tmp_path / "file") in arena.errors
    arena("ladder", "--home", str(tmp_path / "file"), code=1)
    assert f"{tmp_path / 'file'}: Not a directory." in arena.errors
    assert arena("ladder", "--home", "", code=2) == ""
    assert "names no folder" in arena.errors
    arena.home.mkdir()
    (arena.home / "ladder.sqlite").write_text("not a database at all")
    arena("ladder", code=1)
    assert "ladder.sqlite" in arena.errors


def test_an_error_of_ours_goes_to_the_log(arena, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("arena.commands.variants.show_all", breaks)
    arena.home.mkdir()
    arena("variants", code=70)
    log = arena.home / "arena.log"
    assert str(log) in arena.errors
    assert "RuntimeError: a bug" in log.read_text()


def test_an_empty_home_says_what_to_do(arena) -> None:
    assert "arena tournament" in arena("ladder")
    assert arena.json("ladder") == {"pools": [], "standings": []}
    assert arena.json("games") == []
    assert "No game with faults." in arena("games", "--faults")
    assert "greedy" in arena("bots")
