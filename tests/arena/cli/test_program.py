"""The command line as a whole: help, exit codes, one clear line for every failure."""

import ast
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from arena import cli
from arena.cli import app
from arena.cli.commands import COMMANDS as TABLE
from arena.cli.commands import unwrapped
from arena.cli.exit_codes import OURS
from arena.cli.machine.db import LATER
from arena.home import open_home
from ladder.database.store import Store
from tests.support.commands import command as find_command

COMMANDS = sorted(get_command(app).commands)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_the_help_parse(command: str) -> None:
    found = find_command(command)
    assert found.epilog, "end its docstring with `Examples:`"
    _, *examples = found.epilog.split("\n\n")
    for example in examples:
        program, name, *words = shlex.split(example.partition(" > ")[0])  # what a shell does
        assert (program, name) == ("arena", command)
        given = found.make_context(name, words).params  # raises on an unknown option
        games = [given.get("game"), *(given["games"] or [] if command == "verify" else [])]
        assert all(game.removeprefix("c").isdecimal() for game in games if game), (
            "games are named by their numbers"
        )


def test_help_is_wrapped_for_the_terminal_alone() -> None:
    assert unwrapped("One\ntwo.\n\nThree  four\nfive.\n") == "One two.\n\nThree four five."
    for name in COMMANDS:
        assert all("\n" not in each for each in find_command(name).help.split("\n\n"))


HEAVY = {"ray", "pydantic", "numpy", "sqlite_utils", "orjson", "arena.rules"}
AT_ONCE = {"sqlite3", "tempfile", "multiprocessing"}
AT_ONCE |= {"arena.sandbox", "ladder", "arena.cli.options.groups"}


@pytest.mark.parametrize(
    ("words", "heavy", "was"),
    [
        ("--version", HEAVY | AT_ONCE, 170),
        ("--help", HEAVY | AT_ONCE, 170),
        *((f"{name} --help", HEAVY, 252) for name in ("match", "tournament", "serve", "db merge")),
        ("--home {home} games", HEAVY, 260),
        ("--home {home} ladder", HEAVY, 282),
    ],
)
def test_the_program_starts_with_few_imports(
    words: str, heavy: set[str], was: int, tmp_path: Path
) -> None:
    with Store(open_home(tmp_path).database) as store:
        store.add_bot("ant", hash="ant")
    code = (
        "import sys; from arena.cli import main\n"
        "try: main()\n"
        f"except SystemExit: print(len(sys.modules), sorted({heavy} & set(sys.modules)))"
    )
    given = words.format(home=tmp_path).split()
    done = subprocess.run(
        [sys.executable, "-c", code, *given], capture_output=True, text=True, check=True
    )
    *shown, last = done.stdout.splitlines()
    assert shown
    count, _, found = last.partition(" ")
    assert found == "[]"
    assert int(count) <= was + 10, f"it was {was}"


@pytest.mark.parametrize("imported", ["hashlib", "typer"])
def test_an_interrupt_while_the_program_is_imported_shows_no_traceback(
    imported: str, tmp_path: Path
) -> None:
    (tmp_path / f"{imported}.py").write_text("raise KeyboardInterrupt")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import arena.cli"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("name", [*COMMANDS, "db export", "db merge"])
def test_the_summary_of_a_command_is_how_its_help_begins(name: str) -> None:
    *group, last = name.split()
    listing: Any = find_command(*group) if group else get_command(app)
    assert listing.commands[last].help == find_command(name).help.split("\n\n")[0]


def test_the_table_has_every_command() -> None:
    """A file of commands that the table does not name could never be called."""
    room = Path(cli.__file__).parent
    there = {
        (node.name, ".".join(file.relative_to(room).with_suffix("").parts))
        for file in room.rglob("*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and "Examples:" in (ast.get_docstring(node) or "")
        if "commands.command"
        not in "".join(map(ast.unparse, node.decorator_list))  # a group lists its own
    }
    assert there == {*LATER.items(), *(each for part in TABLE.values() for each in part.items())}


def test_what_only_reads_does_without_sqlite_utils(arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its import takes as long as a short command; what writes or exports pays for it."""
    with Store(open_home(arena.home).database) as store:
        store.add_bot("ant", hash="ant")
    monkeypatch.setitem(sys.modules, "sqlite_utils", None)  # an import now fails
    for words in (["ladder"], ["games"], ["bots"], ["tournaments"], ["season"], ["db"]):
        arena(*words)
    arena("retire", "ant", code=OURS)


@pytest.mark.parametrize(
    ("modules", "heavy"),
    [
        (
            "arena.cli.games.game_list, arena.cli.ladder.standings, arena.cli.ladder.bot_page",
            {"ray", "numpy", "scipy", "sqlite_utils", "orjson", "arena.rules", "protocol.model"},
        ),
        # A worker process starts before what a tournament needs is imported.
        (
            "arena.cli.resume, arena.cli.tournaments.tournament",
            {"numpy", "pydantic", "arena.rules", "arena.tournament.driver"},
        ),
    ],
    ids=["what asks the ladder", "what starts a worker"],
)
def test_modules_import_nothing_that_plays_or_fits(modules: str, heavy: set[str]) -> None:
    code = f"import sys, {modules}; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["verify", "1", "9" * 5_000], "is not the number of a game"),
        (["tournaments", "show", "9" * 20], "is not the number of a tournament"),
        (["retire", "nobody"], "There is no bot, file or folder called 'nobody'"),
        (["tournament", "./nosuch.py", "greedy"], "There is no file or folder './nosuch.py'"),
        (["tournament", "--tc", "soon"], "is not a time control"),
        (["ladder", "--variant", "classic,plus"], "Expected one game, got 'classic,plus'"),
        (
            ["match", "greedy", "greedy", "random", "--variant", "rio_grande_duel"],
            "rio_grande_duel needs 2 players, not 3. Name 2 bots.",
        ),
        (["tournament", "--type", "gauntlett"], "Did you mean gauntlet?"),
        (["match", *["greedy"] * 9, "./no.py"], "There is no file or folder './no.py'"),
        (["play", *["greedy"] * 9, "nobody"], "no bot, file or folder called 'nobody'"),
        (["check", "{tmp}"], "has no bot.toml"),
        (["match", *["random"] * 3, "--models", "{tmp}/no.toml"], "no.toml cannot be read"),
        (["play", "--html", "{tmp}/no/x.html"], "there is no folder {tmp}/no."),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line_and_exit_code_2(
    arena, tmp_path: Path, words: list[str], told: str
) -> None:
    arena(*(word.replace("{tmp}", str(tmp_path)) for word in words), code=2)
    assert told.replace("{tmp}", str(tmp_path)) in arena.errors
    assert arena.errors.startswith("arena: ")


def test_a_file_of_models_may_begin_with_a_mark_and_is_explained_in_our_words(
    arena, tmp_path: Path
) -> None:
    file = tmp_path / "models.toml"
    file.write_text('[small]\nbase_url = "http://x"\nmodel = "m"\nmax_tokens = "x"', "utf-8-sig")
    arena("match", *["random"] * 3, "--models", str(file), code=1)
    assert "max_tokens: it must be a whole number" in arena.errors
    file.write_text("[small]", "utf-16")
    arena("match", *["random"] * 3, "--models", str(file), code=1)
    assert "is not written in UTF-8. Save it as UTF-8." in arena.errors


def test_what_is_written_must_have_a_place(arena, tmp_path: Path) -> None:
    open_home(arena.home)
    Store(arena.home / "ladder.sqlite").close()
    for words in (["report", "/proc/x"], ["db", "backup", "/proc/x"]):
        arena(*words, code=2)
        assert "/proc" in arena.errors and "Name another" in arena.errors
    assert arena("league", "--json", code=1) == "null\n"


def test_a_file_that_is_taken_for_an_option_is_named(
    arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-x.py").touch()
    monkeypatch.setattr("sys.argv", ["arena", "check", "-x.py"])
    arena("check", "-x.py", code=2)
    assert "The file is called ./-x.py" in " ".join(arena.errors.replace("│", " ").split())


def test_help_as_the_value_of_an_option_is_wrong_usage() -> None:
    """No command can run then: what its work needs was not loaded."""
    for words in (["debug", "17", "--seat", "1", "--cmd"], ["league", "--home"]):
        done = subprocess.run(
            [sys.executable, "-m", "arena", *words, "--help"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, "--help shows the help" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["verify"], ""),
        (["debug"], "Missing argument 'GAME'. ╰"),
        (["tournaments", "3"], "arena tournaments show 3"),
        (["variants", "high_bohn"], "arena variants show high_bohn"),
        (["match", "greedy", "random", "--players", "4"], "for as many players as you name bots"),
    ],
)
def test_wrong_usage_is_exit_code_2(arena, words: list[str], told: str) -> None:
    assert told in " ".join(arena.refused(*words).replace("│", " ").split())


def test_variants_may_be_named_in_one_or_many(arena) -> None:
    for spelling in ("--variant", "--variants", "-v"):
        arena("ladder", spelling, "nonsense", code=2)
        arena("games", spelling, "nonsense", code=2)
        arena("match", "greedy", spelling, "nonsense", code=2)
        assert "no game called 'nonsense'" in arena.refused("tournament", spelling, "nonsense")


def test_a_home_that_cannot_be_used_is_named(arena, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    arena("ladder", "--home", str(tmp_path / "file" / "home"), code=1)
    assert str(tmp_path / "file") in arena.errors
    arena("ladder", "--home", str(tmp_path / "file"), code=1)
    assert f"{tmp_path / 'file'} cannot be used: Not a directory." in arena.errors
    assert arena("ladder", "--home", "", code=2) == ""
    assert "names no folder" in arena.errors
    arena.home.mkdir()
    (arena.home / "ladder.sqlite").write_text("not a database at all")
    assert "ladder.sqlite" in arena.refused("ladder", code=1)


@pytest.mark.parametrize("words", [["ladder"], ["match", "random", "random", "random"], ["serve"]])
def test_a_home_of_nobody_is_a_mistake(arena, words: list[str]) -> None:
    arena(*words, "--home", "~nosuchuser/x", code=2)
    assert "~nosuchuser/x cannot be the home: there is no such user here" in arena.errors


def test_a_folder_that_is_gone_is_told(
    arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert "The current folder has been removed" in arena.refused("ladder", "--home", "x", code=1)


@pytest.mark.parametrize("error", [RuntimeError("a bug"), BrokenPipeError("of a bot")])
def test_an_error_of_ours_goes_to_the_log(
    arena, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("arena.cli.games.variants.print_table", breaks)
    arena.home.mkdir()
    arena("variants", code=70)
    log = arena.home / "arena.log"
    assert str(log) in arena.errors
    assert f"{type(error).__name__}: {error}" in log.read_text()


def test_an_empty_home_says_what_to_do(arena, tmp_path: Path) -> None:
    for words in (("ladder", "ant"), ("tournaments", "abandon", "1"), ("resume",)):
        arena(*words, code=1)
        told = f"There is no arena home at {arena.home} yet. Begin with: arena tournament\n"
        assert arena.errors == f"arena: {told}"
    assert "greedy" in arena("bots")
    arena("ladder", "--home", str(tmp_path / "an other"), code=1)
    assert f"Begin with: arena tournament --home '{tmp_path / 'an other'}'\n" in arena.errors
    assert list(tmp_path.iterdir()) == [], "nothing is created by looking"


def test_a_home_is_understood_before_and_after_a_command(arena, tmp_path: Path) -> None:
    other = str(tmp_path / "other")
    for words in (
        ("--home", other, "ladder"),
        ("--home", other, "tournaments", "show", "1"),
        ("--home", "nowhere", "ladder", "--home", other),
        ("tournaments", "--home", other, "show", "1"),
        ("tournaments", "show", "1", "--home", other),
        ("tournaments", "--home", "nowhere", "show", "1", "--home", other),
    ):
        assert f"no arena home at {other} yet" in arena.refused(*words, code=1)


def test_a_home_with_dots_in_its_path_plays(arena, tmp_path: Path) -> None:
    (tmp_path / "beside").mkdir()
    arena.home = tmp_path / "beside" / ".." / "home"
    assert "Game c1" in arena("match", "greedy", "random", "random")
    assert (tmp_path / "home" / "ladder.sqlite").exists()
