"""A kept copy that was changed does not play; one of an older arena is taken as it is."""

import subprocess
from pathlib import Path

import pytest

from arena.home import Home
from arena.registry.files import RegistryError
from arena.registry.manifest import Manifest
from arena.registry.storage import KeptBot, NewCopy, build_copy, kept_spec, seal
from tests.arena.registry.conftest import keep

MANIFEST = Manifest.model_validate({"name": "b", "command": "python3 bot.py"})


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.py").write_text("print(1)")
    (folder / "data").write_text("2")
    return folder


@pytest.fixture
def kept(home: Home, source: Path) -> NewCopy:
    return keep(home, source, MANIFEST)


def start(home: Home, copy: NewCopy) -> None:
    kept_spec(home, KeptBot("b", 1, copy.hash, MANIFEST))


def _writable(folder: Path) -> None:
    folder.chmod(0o755)
    for file in folder.iterdir():
        file.chmod(0o644)


def _differs(folder: Path) -> None:
    (folder / "bot.py").write_text("print(2)")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("echo 'print(2)' > bot.py", "bot.py differs"),
        ("mkdir __pycache__; echo evil > __pycache__/bot.pyc", "__pycache__/bot.pyc is new"),
        ("rm data", "data is missing"),
        ("ln -sf bot.py data", "data differs"),
        ("chmod +x bot.py", "bot.py differs"),
    ],
)
def test_a_changed_copy_does_not_play_until_it_is_submitted_again(
    home: Home, source: Path, kept: NewCopy, change: str, told: str
) -> None:
    start(home, kept)
    _writable(kept.folder)
    subprocess.run(["sh", "-c", change], cwd=kept.folder, check=True)
    with pytest.raises(
        RegistryError, match=rf"b:1 was changed since it was submitted: {told}\. Sub"
    ):
        start(home, kept)
    assert keep(home, source, MANIFEST).hash == kept.hash
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


def test_no_copy_fits_sums_that_cannot_be_read(home: Home, kept: NewCopy) -> None:
    (home.sums / kept.hash).write_text("{")
    with pytest.raises(RegistryError, match="was changed"):
        start(home, kept)


def test_what_changes_before_the_copy_is_settled_shows(home: Home, source: Path) -> None:
    with build_copy(home, source, MANIFEST) as copy:
        _writable(copy.folder)
        _differs(copy.folder)  # as the bot might while it is checked
        copy.settle()
    with pytest.raises(RegistryError, match=r"bot\.py differs"):
        start(home, copy)


def test_what_a_build_leaves_is_looked_at(source: Path, tmp_path: Path) -> None:
    (source / "inside").symlink_to("data")
    (source / "program").write_bytes(b"\x7fELF\x02")
    seal(source, built=True)
    assert (source / "program").stat().st_mode & 0o777 == 0o555
    assert (source / "bot.py").stat().st_mode & 0o777 == 0o444
    source.chmod(0o755)
    (source / "out").symlink_to(tmp_path)
    with pytest.raises(RegistryError, match=r"^out is a link to .*, outside the bot's folder"):
        seal(source, built=True)
