"""Kept bots: copied, hashed by content, built once, found again unless they were changed."""

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.home import Home, open_home
from arena.registry import files
from arena.registry.executables import MissingRuntime, resolve
from arena.registry.files import MAX_BYTES, NotAFile, RegistryError
from arena.registry.manifest import Manifest, manifest_at
from arena.registry.storage import KeptBot, NewCopy, build_copy, discard, kept_spec, seal
from arena.registry.transfer import pack, unpack
from arena.sandbox.level import Level
from arena.sandbox.runtimes import own_python
from tests.arena.registry.conftest import keep


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    (folder / "data").mkdir(parents=True)
    (folder / "__pycache__").mkdir()
    (folder / "bot.py").write_text("print(1)")
    (folder / "data" / "weights").write_text("2")
    (folder / "__pycache__" / "x.pyc").write_text("3")
    return folder


def _manifest(**more: object) -> Manifest:
    return Manifest.model_validate({"name": "b", "command": "python3 bot.py"} | more)


def test_a_draft_is_gone_unless_it_is_settled(home: Home, bot: Path) -> None:
    with build_copy(home, bot, _manifest()) as first, build_copy(home, bot, _manifest()) as second:
        assert first.folder != second.folder
        second.settle()
        first.settle()  # as another process would, having checked the same bot
        assert first.folder == second.folder == home.bots / first.hash
    assert list(home.bots.iterdir()) == [second.folder]
    with build_copy(home, bot, _manifest(command="sh bot")) as third:
        assert (third.folder / "bot.py").is_file()
    assert list(home.bots.iterdir()) == [second.folder]
    with build_copy(home, bot, _manifest()):
        pass
    assert second.folder.is_dir(), "what was settled stays"


def test_the_copy_is_found_again_and_named_by_content(home: Home, bot: Path) -> None:
    first = keep(home, bot, _manifest())
    assert (first.folder / "data" / "weights").read_text() == "2"
    assert not (first.folder / "__pycache__").exists()
    again = keep(home, bot, _manifest(name="other", author="Ada"))
    assert (again.hash, again.folder) == (first.hash, first.folder)
    made = kept_spec(home, KeptBot("b", 3, first.hash, _manifest(), bundled=True))
    assert (made.label, made.hash, made.cwd) == ("b:3", first.hash, str(first.folder))
    with pytest.raises(RegistryError, match="b:3 is missing"):
        kept_spec(home, KeptBot("b", 3, "0" * 20, _manifest()))
    (bot / "data" / "weights").write_text("3")
    assert keep(home, bot, _manifest()).hash != first.hash
    assert (first.folder / "data" / "weights").read_text() == "2"


def test_clutter_is_neither_copied_nor_hashed_unless_it_is_listed(home: Home, bot: Path) -> None:
    clean = keep(home, bot, _manifest())
    for clutter in (
        *(".pytest_cache/v/cache", "data/.DS_Store", "bot.py~", ".bot.py.swp", "#bot.py#"),
        *("venv/bin/pip", "env/pyvenv.cfg", ".tox/py/x", "Thumbs.db"),
        *(".vscode/settings.json", ".git"),
    ):
        (bot / clutter).parent.mkdir(parents=True, exist_ok=True)
        (bot / clutter).write_text(clutter)
    (bot / "venv" / "bin" / "python").symlink_to("/usr/bin/python3")
    (bot / "env" / "lib64").symlink_to("lib")  # as in any environment
    (bot / ".#bot.py").symlink_to("ada@laptop.4711:1789")  # Emacs locks a file that is not saved
    assert keep(home, bot, _manifest()).hash == clean.hash
    kept = keep(home, bot, _manifest(files=["bot.py", "venv/bin/pip", ".tox"]))
    found = {str(each.relative_to(kept.folder)) for each in kept.folder.rglob("*")}
    assert found >= {"bot.py", "venv/bin/pip", ".tox/py/x"}
    guide = (Path(__file__).parents[3] / "docs" / "first-bot.md").read_text("utf-8")
    missing = [each for each in files.CLUTTER if f"`{each}`" not in guide]
    assert not missing, f"docs/first-bot.md, under bot.toml, does not say: {missing} are left out"


def test_the_hash_of_a_bot_is_for_ever_and_holds_how_it_is_built_and_started(
    home: Home, bot: Path
) -> None:
    (bot / "bot.py").chmod(0o755)
    assert keep(home, bot, _manifest()).hash == "9cb7ed7eec20d5f6c280"
    usual = _manifest(memory_mb=512, pass_env=[])
    assert keep(home, bot, usual).hash == "9cb7ed7eec20d5f6c280"
    others = (
        {"command": "python3 -O bot.py"},
        {"build": [[sys.executable, "-c", "pass"]]},
        {"files": ["bot.py"]},
        {"memory_mb": 511},
        {"network": True},
        {"pass_env": ["A"]},
        {"pass_env": ["B"]},
    )
    hashes = {keep(home, bot, _manifest(**each)).hash for each in ({}, *others)}
    assert len(hashes) == 1 + len(others)


def test_what_it_was_built_from_is_kept_with_it_and_not_before(home: Home, bot: Path) -> None:
    manifest = _manifest(build="rm bot.py")
    with build_copy(home, bot, manifest):
        pass
    assert list(home.sources.iterdir()) == [], "it was only looked at"
    with pytest.raises(RegistryError), build_copy(home, bot, _manifest(build="false")):
        pass
    assert [*home.sources.iterdir(), *home.bots.iterdir()] == []
    with build_copy(home, bot, manifest) as first, build_copy(home, bot, manifest) as second:
        second.settle()
        first.settle()  # as another process would
    assert [each.name for each in home.sources.iterdir()] == [first.hash]
    assert (home.sources / first.hash / "bot.py").read_text() == "print(1)"
    assert (bot / "bot.py").exists() and not (first.folder / "bot.py").exists()


def test_what_is_listed_under_files_cannot_lead_out(home: Home, bot: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("private")
    (bot / "secret").symlink_to(tmp_path / "key")
    (bot / "out").symlink_to(tmp_path)
    for entry in ("secret", "out", "out/key", "/etc/passwd", "../bot/bot.py", "data/../../key"):
        with pytest.raises(RegistryError, match=r"outside|is a link"):
            keep(home, bot, _manifest(files=[entry]))
    with pytest.raises(RegistryError, match="not there"):
        keep(home, bot, _manifest(files=["gone.py"]))
    assert list(home.bots.iterdir()) == []
    (bot / "again").symlink_to("data/weights")
    kept = keep(home, bot, _manifest(files=["again", "data", "data/weights"]))
    assert sorted(each.name for each in kept.folder.iterdir()) == ["again", "data"]
    assert (kept.folder / "again").read_text() == "2"


def test_no_bot_holds_a_home_whose_locks_would_end_with_its_copy(home: Home, bot: Path) -> None:
    inner = open_home(bot / "data" / "home")
    with pytest.raises(RegistryError, match=r"^data/home/ladder.sqlite belongs to a home"):
        keep(home, bot, _manifest())
    (bot / "db").symlink_to(inner.database)
    with pytest.raises(RegistryError, match="belongs to a home"):
        keep(home, bot, _manifest(files=["bot.py", "db"]))
    with pytest.raises(RegistryError, match="belongs to a home"):
        build_copy(home, inner.database, _manifest())
    assert keep(home, bot, _manifest(files=["bot.py"])).folder.is_dir()


def test_what_is_no_file_of_the_bot_is_refused_by_name(
    home: Home, bot: Path, tmp_path: Path
) -> None:
    os.mkfifo(bot / "data" / "pipe")
    for listed in ([], ["data/pipe"]):
        with pytest.raises(RegistryError, match=r"^data/pipe is a pipe, not a file"):
            keep(home, bot, _manifest(files=listed))
    (bot / "data" / "pipe").unlink()
    for target in ("nowhere", "ends"):
        (bot / "data" / "ends").symlink_to(target)
        with pytest.raises(RegistryError, match=f"^data/ends links to {target}, which does not ex"):
            keep(home, bot, _manifest())
        (bot / "data" / "ends").unlink()
    (tmp_path / "key").write_text("private")
    for name in ("secret", "data/secret"):
        (bot / name).symlink_to(tmp_path / "key")
        with pytest.raises(RegistryError, match=rf"^{name} is a link to .*/key, outside the bot's"):
            keep(home, bot, _manifest())
        (bot / name).unlink()
    for name, why in (
        ("two\nlines", "invisible characters"),
        ("\x1b[2J", "invisible characters"),
        ("\udcff", "is not written in UTF-8"),
    ):
        (bot / "data" / name).touch()
        with pytest.raises(RegistryError, match=why):
            keep(home, bot, _manifest())
        (bot / "data" / name).unlink()
    assert list(home.bots.iterdir()) == []


def _meanwhile(monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> None:
    """Change something between the check of a bot's files and their copy."""
    listed = files.files_of

    def files_of(*given: Any) -> Any:
        found = listed(*given)
        change()
        return found

    monkeypatch.setattr(files, "files_of", files_of)


@pytest.mark.parametrize("name", ["bot.py", "data"])
def test_a_link_laid_between_check_and_copy_is_not_followed(
    home: Home, bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def change() -> None:
        (bot / name).rename(tmp_path / name)
        (bot / name).symlink_to(tmp_path / name)

    _meanwhile(monkeypatch, change)
    with pytest.raises(NotAFile, match="link"):
        keep(home, bot, _manifest())
    assert list(home.bots.iterdir()) == []


def test_a_file_that_grows_as_it_is_copied_is_still_limited(
    home: Home, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _meanwhile(monkeypatch, lambda: os.truncate(bot / "bot.py", MAX_BYTES + 1))
    with pytest.raises(RegistryError, match="more than 200 MB"):
        keep(home, bot, _manifest())


def test_links_inside_are_kept_as_files_and_links_to_folders_refused(home: Home, bot: Path) -> None:
    (bot / "alias.py").symlink_to("bot.py")
    kept = keep(home, bot, _manifest())
    assert not (kept.folder / "alias.py").is_symlink()
    assert (kept.folder / "alias.py").read_text() == "print(1)"
    (bot / "more").symlink_to("data")
    with pytest.raises(RegistryError, match="more is a link to a folder"):
        keep(home, bot, _manifest())


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root can make another user's file.")
@pytest.mark.parametrize("name", ["bot.py", "bot.toml"])
def test_hard_links_come_only_if_the_folder_has_the_same_owner(
    home: Home, bot: Path, tmp_path: Path, name: str
) -> None:
    """An intake that runs as root would copy what the author could not read."""
    secret = tmp_path / "secret"
    secret.write_text('command = "python3 bot.py"')
    (bot / name).unlink(missing_ok=True)
    (bot / name).hardlink_to(secret)
    keep(home, *manifest_at(bot, command="python3 bot.py"))
    os.chown(bot, 65534, 65534)
    with pytest.raises(RegistryError, match=f"{name} is a hard link to another user's file"):
        keep(home, *manifest_at(bot, command="python3 bot.py"))
    secret.unlink()  # now it is a file like any other
    keep(home, *manifest_at(bot, command="python3 bot.py"))


def test_a_copy_is_read_only_and_of_the_mode_only_the_run_bit_is_kept(
    home: Home, bot: Path
) -> None:
    (bot / "bot.py").chmod(0o4777)
    (bot / "data" / "weights").chmod(0o2666)
    kept = keep(home, bot, _manifest())
    assert (kept.folder / "bot.py").stat().st_mode & 0o7777 == 0o555
    assert (kept.folder / "data" / "weights").stat().st_mode & 0o7777 == 0o444
    for folder in (kept.folder, kept.folder / "data"):
        assert folder.stat().st_mode & 0o222 == 0


def test_a_build_sees_nothing_of_our_environment(
    home: Home, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "private")
    code = "import json, os; json.dump(dict(os.environ), open('seen', 'w'))"
    kept = keep(home, bot, _manifest(build=[[sys.executable, "-c", code]]))
    seen = json.loads((kept.folder / "seen").read_text())
    assert "TOKEN" not in seen
    assert seen["HOME"] != str(Path.home())


def test_too_many_files_or_folders_are_not_kept(
    home: Home, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 2)
    assert keep(home, bot, _manifest()).folder.is_dir()
    (bot / "third").write_text("3")
    with pytest.raises(RegistryError, match="more than 2 files"):
        keep(home, bot, _manifest())
    monkeypatch.setattr(files, "MOST_FILES", 100)
    bot.joinpath(*"abcdefghijklmnopqrstu").mkdir(parents=True)
    with pytest.raises(RegistryError, match="nested more than 20 deep"):
        keep(home, bot, _manifest())


def test_too_much_is_not_kept_however_it_is_named(home: Home, bot: Path) -> None:
    huge = bot / "huge"
    huge.touch()
    os.truncate(huge, MAX_BYTES + 1)
    for source, named in ((bot, []), (bot, ["huge"]), (huge, [])):
        with pytest.raises(RegistryError, match="more than 200 MB"):
            keep(home, source, _manifest(files=named))


def test_the_program_is_found_in_the_folder_or_on_the_path(bot: Path) -> None:
    with pytest.raises(RegistryError, match="not executable"):
        resolve(("./bot.py",), bot)
    (bot / "bot.py").chmod(0o755)
    assert resolve(("./bot.py", "-x"), bot) == (str(bot / "bot.py"), "-x")
    with pytest.raises(RegistryError, match="not among"):
        resolve(("./other",), bot)
    with pytest.raises(RegistryError, match="Name an installed program"):
        resolve(("venv/bin/python", "bot.py"), bot)
    with pytest.raises(MissingRuntime, match="no-such-program is not installed"):
        resolve(("no-such-program", "x"), bot)
    assert resolve(("python3", "bot.py"), bot, own_python=True) == (own_python(), "bot.py")
    assert resolve(("/bin/sh", "bot.sh"), bot) == ("/bin/sh", "bot.sh")
    with pytest.raises(RegistryError, match="is outside the bot's folder"):
        resolve(("../other/bot.py",), bot)
    (bot.parent / "secret").write_text("#!/bin/sh")
    (bot.parent / "secret").chmod(0o755)
    with pytest.raises(RegistryError, match="nor in one on the PATH"):
        resolve((str(bot.parent / "secret"),), bot)
    with pytest.raises(MissingRuntime):
        resolve(("/usr/bin/no-such-program",), bot)


def test_a_wrapper_script_around_python_is_seen_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shim = tmp_path / "python3"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert resolve(("python3", "bot.py"), tmp_path / "elsewhere")[0] == sys.executable


def test_rustup_is_asked_for_the_program_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rustup").write_text('#!/bin/sh\necho "/opt/rust/bin/$2"\n')
    (tmp_path / "rustup").chmod(0o755)
    (tmp_path / "rustc").symlink_to("rustup")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    found = resolve(("rustc", "-O"), tmp_path / "elsewhere")
    assert found == ("/opt/rust/bin/rustc", "-O")


def test_an_ordinary_user_adopts_what_another_home_has_kept() -> None:
    """Read-only folders cannot be moved by whoever is not root, and tests mostly run as root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        child = os.fork()
        if not child:
            if os.geteuid() == 0:
                os.chown(folder, 65534, 65534)
                os.setresuid(65534, 65534, 65534)
            try:
                (folder / "bot").mkdir()
                (folder / "bot" / "bot.py").write_text("print(1)")
                here, there = open_home(folder / "here"), open_home(folder / "there")
                kept = keep(there, folder / "bot", _manifest())
                unpack(pack(there, KeptBot("b", 1, kept.hash, _manifest())), here, Level.C)
                (copy,) = here.bots.iterdir()
                os._exit(0 if copy.name == kept.hash else 3)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(4)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.fixture
def kept(home: Home, bot: Path) -> NewCopy:
    return keep(home, bot, _manifest())


def start(home: Home, copy: NewCopy) -> None:
    kept_spec(home, KeptBot("b", 1, copy.hash, _manifest()))


def _writable(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _differs(folder: Path) -> None:
    (folder / "bot.py").write_text("print(2)")


def test_a_changed_copy_does_not_play_until_it_is_submitted_again(
    home: Home, bot: Path, kept: NewCopy
) -> None:
    for change, told in (
        ("echo 'print(2)' > bot.py", "bot.py differs"),
        ("mkdir __pycache__; echo evil > __pycache__/bot.pyc", "__pycache__/bot.pyc is new"),
        ("rm data/weights", "data/weights is missing"),
        ("ln -sf ../bot.py data/weights", "data/weights differs"),
        ("chmod +x bot.py", "bot.py differs"),
    ):
        start(home, kept)
        _writable(kept.folder)
        subprocess.run(["sh", "-c", change], cwd=kept.folder, check=True)
        changed = rf"b:1 was changed since it was submitted: {told}\. Sub"
        with pytest.raises(RegistryError, match=changed):
            start(home, kept)
        assert keep(home, bot, _manifest()).hash == kept.hash
        start(home, kept)
        assert sorted(each.name for each in home.bots.iterdir()) == [kept.hash]


def test_a_copy_without_sums_is_taken_as_it_is_and_then_watched(home: Home, kept: NewCopy) -> None:
    (home.sums / kept.hash).unlink()
    _writable(kept.folder)
    start(home, kept)
    assert (kept.folder / "bot.py").stat().st_mode & 0o222 == 0
    _writable(kept.folder)
    _differs(kept.folder)
    with pytest.raises(RegistryError, match=r"bot\.py differs"):
        start(home, kept)


def test_a_copy_is_hashed_again_with_its_command(home: Home, bot: Path, kept: NewCopy) -> None:
    other = _manifest(command="python3 -O bot.py")
    for bundled in (False, True):
        with pytest.raises(RegistryError, match="or the way it is started, does not match its"):
            kept_spec(home, KeptBot("b", 1, kept.hash, other, bundled))
    made = _manifest(build=[[sys.executable, "-c", "pass"]])
    built = keep(home, bot, made)
    discard(home.sources / built.hash)
    kept_spec(home, KeptBot("b", 1, built.hash, made, bundled=True))  # as older arenas kept it
    with pytest.raises(RegistryError, match="built from were not kept"):
        kept_spec(home, KeptBot("b", 1, built.hash, made))


def test_no_copy_fits_sums_that_cannot_be_read(home: Home, kept: NewCopy) -> None:
    (home.sums / kept.hash).write_text("{")
    with pytest.raises(RegistryError, match="was changed"):
        start(home, kept)


def test_what_changes_before_the_copy_is_settled_shows(home: Home, bot: Path) -> None:
    with build_copy(home, bot, _manifest()) as copy:
        _writable(copy.folder)
        _differs(copy.folder)  # as the bot might while it is checked
        copy.settle()
    with pytest.raises(RegistryError, match=r"bot\.py differs"):
        start(home, copy)


def test_what_a_build_leaves_is_looked_at(bot: Path, tmp_path: Path) -> None:
    (bot / "inside").symlink_to("bot.py")
    (bot / "program").write_bytes(b"\x7fELF\x02")
    seal(bot, built=True)
    assert (bot / "program").stat().st_mode & 0o777 == 0o555
    assert (bot / "bot.py").stat().st_mode & 0o777 == 0o444
    bot.chmod(0o755)
    (bot / "out").symlink_to(tmp_path)
    with pytest.raises(RegistryError, match=r"^out is a link to .*, outside the bot's folder"):
        seal(bot, built=True)
