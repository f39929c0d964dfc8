"""The fingerprint has all that decides a game in it, and nothing less."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import arena
from arena import source
from arena.source import GAMES, ROOT, fingerprint, source_of_games
from tests.support.loading import loaded_by

PACKAGE = {"arena/__init__.py", "arena/compiled/__init__.py", "arena/errors.py"}
"""What else of ours is loaded, and decides nothing."""


def test_all_that_the_referee_loads_is_in_it() -> None:
    ours = loaded_by("arena.referee.seating")
    rooms = tuple(f"{room}/" for room in GAMES)
    assert "arena/rules/steps/trade.py" in ours
    assert {name for name in ours if not name.startswith(rooms)} <= PACKAGE


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The rooms that count, in a folder of their own."""
    for room in GAMES:
        shutil.copytree(ROOT / room, tmp_path / room)
    monkeypatch.setattr(source, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "name", ["arena/rules/cards.py", "protocol/choices.py", "arena/referee/time_bank.py"]
)
def test_a_changed_file_shows(copy: Path, name: str) -> None:
    here = source_of_games.__wrapped__()
    assert here == source_of_games(), "it does not matter where it is installed"
    assert here.startswith(f"{arena.__version__}+")
    for room in GAMES:
        (copy / room / "more.pyc").write_bytes(b"what Python leaves behind")
    assert source_of_games.__wrapped__() == here
    with (copy / name).open("a") as file:
        file.write("\n")
    assert source_of_games.__wrapped__() != here


def test_names_and_contents_cannot_be_mistaken_for_each_other() -> None:
    files = [
        [("ab", b"c")],
        [("a", b"bc")],
        [("ab", b""), ("c", b"")],
        [("ab", b"c"), ("c", b"")],
    ]
    assert len({fingerprint(each) for each in files}) == len(files)
    assert fingerprint(files[3]) == fingerprint(reversed(files[3])), "the order does not count"


@pytest.mark.parametrize("name", ["protocol.py", "ladder/__init__.py", "bots/__init__.py"])
def test_what_is_in_the_way_of_our_packages_is_named(name: str, tmp_path: Path) -> None:
    """Beside a script, and in the current folder, Python looks first."""
    pytest.importorskip("gymnasium")
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.touch()
    named = str(file).removesuffix("/__init__.py")
    said = f"{named} is in the way of the arena's own package {Path(named).stem!r}. Rename it, or "
    for words in (["-m", "arena", "ladder"], ["-c", "import arena.env.opponents"]):
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert said in done.stderr.splitlines()[-1]
        assert ("Traceback" in done.stderr) == (words[0] == "-c")
