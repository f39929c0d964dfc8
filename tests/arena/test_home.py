"""A home is its owner's alone, or that of a group that its owner shares it with on purpose."""

import os
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import rmtree

import pytest

from arena.cli.exit_codes import explain
from arena.cli.home import opened, reading
from arena.home import Home, locate_home
from arena.llm.tape import Tape
from arena.registry.manifest import make_manifest
from arena.registry.storage import build_copy
from arena.replay.analysis.stored_judgement import keep
from arena.sandbox.level import Level
from arena.tournament.lock import exclusive_run
from ladder.maintenance.backup import back_up
from tests.support.small_bots import GOOD

NOBODY = 65534


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody can enter, and the umask that most people have."""
    before = os.umask(0o022)
    folder = Path(tempfile.mkdtemp(prefix="home-"))
    folder.chmod(0o755)
    yield folder
    rmtree(folder)
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def fill(home: Home) -> None:
    """Let everything that can come to be there come to be."""
    with opened(home.path) as (_, store, _):
        store.conn.execute("CREATE TABLE IF NOT EXISTS secrets AS SELECT 'the deals' AS secret")
        with exclusive_run(store):
            pass
    bot = home.path.with_name("bot.py")
    bot.write_text(GOOD)
    manifest = make_manifest({"name": "bot", "command": "python3 bot.py", "build": "true"}, "It")
    with build_copy(home, bot, manifest, level=Level.C) as copy:
        copy.settle()
    keep(home.judged, b"a record", {})
    with closing(Tape(home.tape)):
        explain(RuntimeError("unexpected"), home.log)


def as_of_old(home: Home) -> None:
    """A home as arenas of old left it."""
    fill(home)
    for path in home.path.iterdir():
        path.chmod(0o755 if path.is_dir() else 0o644)
    home.path.chmod(0o755)


def read_by_another(file: Path) -> bool:
    """Whether a user of no rights can read the secret in a ladder."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
            with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
                found = db.execute("SELECT secret FROM secrets").fetchone()
            os._exit(0 if found == ("the deals",) else 1)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root can become another user.")
def test_another_user_cannot_read_the_secrets(place: Path) -> None:
    new, old = locate_home(place / "new"), locate_home(place / "old")
    fill(new)
    as_of_old(old)
    assert read_by_another(old.database), "else this attack shows nothing"
    with reading(old.path) as store:
        back_up(store, place / "backup.sqlite")
    assert not any(map(read_by_another, (new.database, old.database, place / "backup.sqlite")))


@pytest.mark.parametrize("umask", [0o022, 0])
def test_a_new_home_is_its_owners_alone(
    place: Path, capfd: pytest.CaptureFixture[str], umask: int
) -> None:
    home = locate_home(place / "home")
    os.umask(umask)
    fill(home)
    inside = [*home.path.iterdir(), *home.sums.iterdir(), *home.judged.iterdir()]
    files = [path for path in inside if path.is_file()]
    assert {home.database, home.tape, home.log} <= set(files) and home.sources in inside
    open_ones = [f"{each} {mode(each):o}" for each in [home.path, *inside] if mode(each) & 0o077]
    assert open_ones == []
    kept = [*home.bots.rglob("*"), *home.sources.rglob("*")]
    assert kept and not any(mode(each) & 0o222 for each in kept), "which builds and bots may read"
    fill(home)
    assert capfd.readouterr().err == "", "nothing was open"


def test_an_old_home_is_closed_and_that_is_said_once(
    place: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    home = locate_home(place / "home")
    as_of_old(home)
    capfd.readouterr()
    for _ in range(2):
        with reading(home.path):
            pass
    said = " ".join(capfd.readouterr().err.split())
    assert said.count("could be read by other users") == 1
    assert mode(home.path) == 0o700
    assert {mode(path) for path in home.path.iterdir()} == {0o600, 0o700}


@pytest.mark.parametrize("shared", [0o2755, 0o775])
def test_a_group_keeps_what_it_was_given(place: Path, shared: int) -> None:
    """By a folder that hands on its group, or that the group may write into."""
    home = locate_home(place / "home")
    as_of_old(home)
    home.database.chmod(0o664)
    home.path.chmod(shared)
    os.umask(0o002)
    with opened(home.path):
        home.tape.unlink()
    with closing(Tape(home.tape)):
        assert mode(home.path) == shared & ~0o007
        assert mode(home.database) == mode(home.tape) == 0o660


def test_a_folder_with_other_things_stays_as_it_is(place: Path) -> None:
    """Of a folder that is no home of its own, only what is ours is closed."""
    theirs = place / "page.html"
    theirs.touch()
    with opened(place), opened(place):
        assert (mode(place), mode(theirs)) == (0o755, 0o644)
        assert mode(locate_home(place).database) == 0o600
