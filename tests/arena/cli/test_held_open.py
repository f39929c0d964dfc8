"""A process that has the ladder open keeps SQLite's locks on it, whatever it does beside."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from arena.cli.ladder.room_host import RoomHost
from arena.cli.options.arguments import complete_bots
from ladder.database.store import Store
from tests.support.page_line import Line, Page
from tests.support.serving import pages_of, serving
from tests.support.small_bots import GOOD, write_bot
from tests.support.small_host import DUEL

KERNEL = Path("/proc/locks")
pytestmark = pytest.mark.skipif(not KERNEL.exists(), reason="This system does not list its locks.")

FIELD = ("greedy", "random", "--variants", DUEL, "--players", "2")
PAGES = (
    *(
        "",
        "bots/greedy",
        "tournaments.html",
        "tournaments/1.html",
        "games/casual.html",
        "signs.html",
    ),
    *("standings/all.html", "games/all.html", "crosstable/all.html", "replays/1.html", "play.html"),
    *("class.html", "join"),
)


def locks(home: Path) -> set[tuple[str, ...]]:
    """The locks of this process on the ladder's files: kind, file, first and last byte."""
    files = {f":{each.stat().st_ino}": each.name for each in home.glob("ladder.sqlite*")}
    found = set()
    for line in KERNEL.read_text().splitlines():
        _, how, _, kind, pid, file, *span = line.replace("-> ", "").split()
        if how == "POSIX" and int(pid) == os.getpid() and file[file.rindex(":") :] in files:
            found.add((kind, files[file[file.rindex(":") :]], *span))
    return found


@pytest.fixture
def held(arena: Any, tmp_path: Path) -> Iterator[Any]:
    """`arena` on a ladder with a tournament, which this process has open."""
    arena("tournament", *FIELD, "--rounds", "1")
    with Store(arena.home / "ladder.sqlite") as store:
        store.bots()
        assert {kind for kind, *_ in locks(arena.home)} == {"READ"}
        yield arena


@pytest.mark.slow
def test_commands_leave_the_locks_of_their_process(held: Any, tmp_path: Path) -> None:
    """Those of the league and the tournament, and all that look at the file as a file."""
    there = tmp_path / "there" / "home"
    there.parent.mkdir()
    subprocess.run(
        [sys.executable, "-m", "arena", "tournament", "--home", there, *FIELD, "--rounds", "1"],
        check=True, capture_output=True,
    )  # fmt: skip
    before = locks(held.home)
    for words in (
        ("tournament", *FIELD, "--rounds", "1"),
        ("match", "greedy", "random", "--variant", DUEL, "--rounds", "1"),
        ("submit", write_bot(tmp_path, "bot", GOOD)),
        ("league", "run", "--games", "2", "--variants", DUEL, "--players", "2"),
        ("db",),
        ("db", "check"),
        ("db", "backup", str(tmp_path / "copy.sqlite")),
        ("db", "merge", str(there / "ladder.sqlite")),
        ("db", "export", "results", str(tmp_path / "results.csv")),
        ("ladder", "recompute"),
        ("report", str(tmp_path / "pages")),
        ("verify", "--all"),
        ("replay", "1", "--html", str(tmp_path / "game.html")),
        ("season",),
        ("ladder",),
    ):
        held(*words)
        assert locks(held.home) == before, words
    assert "greedy" in complete_bots(_Context(held.home), "gr")
    assert locks(held.home) == before


class _Context:
    """What a shell completes for."""

    def __init__(self, home: Path) -> None:
        self.params = {"home": home}


@pytest.mark.slow
def test_people_at_the_table_leave_the_locks_of_the_server(held: Any) -> None:
    """Else the next command takes the log away from under the server."""
    app = pages_of(held.home, host=RoomHost(held.home, repr, 2, tables=1))
    with serving(app) as address:

        def read(page: str) -> str:
            with urlopen(address + page, timeout=60) as answer:
                assert answer.status == 200
                return str(answer.read().decode())

        read("")
        before = locks(held.home)
        for each in PAGES:
            read(each)
            assert locks(held.home) == before, each
        page = Page(address)
        seat = page.begin({"variant": DUEL, "bots": ["random"], "seat": 0, "name": "Ada"})
        assert locks(held.home) == before, "a game has begun"
        while not seat["over"]:
            if seat["question"] is not None:
                page.choose(seat)
            seat = page.next_seat(seat["question"])
        if not seat["replay"]:
            page.until(lambda m: "seat" in m and m["seat"]["replay"])
        page.close()
        assert locks(held.home) == before, "a game is kept"
        pupil, organiser = Page(address), Line(address, "class")
        organiser.line.send(app.state.hall.token)
        pupil.say("sit", token=app.state.hall.code, name="Ben")
        pupil.until(lambda m: "token" in m)
        organiser.line.send('{"do": "begin"}')
        pupil.until(lambda m: "seat" in m)
        for each in (pupil, organiser):
            each.close()
        assert locks(held.home) == before, "a class has begun"
        words = ("tournament", "--home", held.home, *FIELD, "--rounds", "1")
        subprocess.run([sys.executable, "-m", "arena", *words], check=True, capture_output=True)
        for each in (*PAGES, "tournaments/2.html", "replays/c1.html"):
            read(each)
        assert locks(held.home) == before, "pages are read"
