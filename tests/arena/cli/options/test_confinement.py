"""Where bots cannot be confined, strangers play only if they are trusted; a level is never lowered
without a word."""

import sqlite3
from pathlib import Path

import pytest

from arena.cli.ladder.room_host import RoomHost
from arena.cli.machine import doctor
from arena.cli.options import confinement as conditions
from arena.cli.options.confinement import Conditions
from arena.cli.options.parsing import OptionError
from arena.errors import ArenaError
from arena.referee.clock import TimeControl
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.sandbox.probe import LevelTrial, best_level
from arena.sandbox.runtimes import own_python
from tests.support.small_bots import GOOD, write_bot

BUNDLED = ("random", "greedy", "trader")
GAMES = ("--variants", "classic", "--players", "3", "--games", "3")
NONE_HOLDS = (
    LevelTrial(
        Level.A, False, "bubblewrap is not installed", "Install it: apt-get install bubblewrap"
    ),
    LevelTrial(Level.B, False, "the kernel is too old"),
    LevelTrial(Level.C, True),
)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that can confine nobody."""
    for module in (conditions, doctor):
        monkeypatch.setattr(module, "best_level", lambda: Level.C)
        monkeypatch.setattr(module, "trials", lambda: NONE_HOLDS)


@pytest.mark.slow
def test_bundled_bots_play_on_a_bare_machine(arena, bare: None) -> None:
    told = arena("tournament", *BUNDLED, *GAMES)
    assert "3 of 3 games were played unconfined (level C)" in told
    assert "Bots run unconfined here" in arena.errors
    assert "played unconfined" in arena("ladder")
    assert arena.json("ladder")["levels"] == {"C": 3}
    assert {game["level"] for game in arena.json("games")} == {"C"}


def test_strangers_play_there_only_if_they_are_trusted(arena, bare: None, tmp_path: Path) -> None:
    bot = write_bot(tmp_path, "mine")
    arena("submit", bot, code=1)
    for part in ("mine.py would play unconfined", "bubblewrap is not installed", "--trusted"):
        assert part in arena.errors
    arena("submit", bot, "--trusted")
    arena("tournament", "mine", *BUNDLED[:2], *GAMES, code=1)
    assert "mine:1 would play unconfined" in arena.errors
    assert arena.json("tournaments") == []
    arena("tournament", "mine", *BUNDLED[:2], *GAMES, "--trusted")


def test_visitors_meet_bundled_bots_alone_there(arena, bare: None, tmp_path: Path) -> None:
    arena("submit", write_bot(tmp_path, "mine"), "--trusted")
    wishes = {"variant": "anniversary_duel", "players": None, "people": 1, "seat": 0, "seed": 1}
    visitors = RoomHost(arena.home, repr, 4)
    visitors.seat({**wishes, "bots": ["random"]}, ["Ada"])
    with pytest.raises(ArenaError, match="mine:1 would play unconfined"):
        visitors.seat({**wishes, "bots": ["mine"]}, ["Ada"])


def test_nobody_is_confined_less_than_asked_for(arena, bare: None) -> None:
    arena("match", *BUNDLED, "--level", "b", code=1)
    assert "Level B does not hold on this machine: the kernel is too old." in arena.errors


@pytest.mark.slow
def test_a_tournament_is_not_resumed_at_a_lower_level_unasked(
    arena, request: pytest.FixtureRequest
) -> None:
    level = best_level()
    if level is Level.C:
        pytest.skip("there is no lower level than C")
    arena("tournament", *BUNDLED, *GAMES)
    with sqlite3.connect(arena.home / "ladder.sqlite") as ladder:
        ladder.execute("DELETE FROM results WHERE game_id = 3")
        ladder.execute("UPDATE matches SET status = 'open'")
        ladder.execute("UPDATE tournaments SET finished_at = NULL, rated_until = 0")
    request.getfixturevalue("bare")
    assert f"has been played at level {level}" in arena.refused("resume", code=1)
    assert "Resume all the same: --level C" in arena.errors


def test_doctor_says_what_is_missing_and_what_mends_it(arena, bare: None) -> None:
    told = arena("doctor", code=1)
    assert "--  level A" in told
    assert "Install it: apt-get install bubblewrap" in told
    assert "Bots cannot be confined here" in told
    assert arena.json("doctor", code=1)["level"] == "C"


@pytest.mark.parametrize("folder", ["/usr/share", str(Path(own_python()).parents[1] / "lib")])
def test_doctor_finds_a_home_that_bots_may_read(arena, folder: str) -> None:
    told = arena("doctor", "--home", f"{folder}/arena", code=int(best_level() is Level.C))
    assert "lies where bots may read" in told


def test_a_sqlite_that_is_too_old_is_named_before_anything_begins(
    arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 33, 0))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.33.0")
    needed = "The ladder needs SQLite 3.34 or newer, and this Python has 3.33.0. Install the arena"
    assert needed in arena("doctor", code=1)
    assert needed in arena.refused("tournament", *BUNDLED, *GAMES, code=1)


def test_secrets_are_not_kept_where_bots_may_read(arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sandbox.runtimes.READABLE", (str(arena.home.parent),))
    arena("tournament", *BUNDLED, *GAMES, code=1)
    assert "lies where bots may read, and would show them the deals" in arena.errors
    assert arena.json("tournaments") == []


def test_limits_are_read() -> None:
    given = Conditions(limits="memory=1024, scratch=1", allow_network=True, allow_env="KEY")
    assert given.cap == Needs(memory_mb=1024, scratch_mb=1, network=True, pass_env=("KEY",))
    for wrong in ("memory", "memory=", "memory=0", "memory=-1", "size=3", "memory=1.5"):
        with pytest.raises(OptionError, match="is not understood"):
            _ = Conditions(limits=wrong).cap
    with pytest.raises(OptionError, match="is not a level"):
        Conditions(level="D").confinement()


def test_with_a_network_time_is_the_walls_and_rated_apart() -> None:
    for tc in ("standard", "30+1"):
        clock = Conditions(allow_network=True).clock(tc)
        assert clock.wall
        assert clock.time_class == "network"
    assert Conditions(allow_network=True).clock("standard").bank_ms == 900_000
    assert Conditions().clock("standard") == TimeControl.parse("standard")


def test_strangers_are_counted_when_they_are_many(bare: None) -> None:
    with pytest.raises(ArenaError, match="4 submitted bots would play unconfined"):
        Conditions().confinement(["a:1", "b:1", "c:1", "d:1"])
    with pytest.raises(ArenaError, match="Leave out --level"):
        Conditions(level="C").confinement(["a:1"])


# Cannot start without the network and what it asks for.
CALLS = f"import os, socket\nsocket.socket()\nos.environ['A_TOKEN']\n{GOOD}"


@pytest.mark.slow
def test_who_needs_the_network_plays_where_it_is_allowed_and_is_rated_apart(
    arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(tmp_path, "calls", CALLS)
    keys = 'name = "calls"\ncommand = "python3 calls.py"\nnetwork = true\npass_env = ["A_TOKEN"]\n'
    (tmp_path / "bot.toml").write_text(keys + 'files = ["calls.py"]\n')
    monkeypatch.setenv("A_TOKEN", "given-and-never-stored")
    allowed = ("--allow-network", "--allow-env", "A_TOKEN")
    arena("submit", str(tmp_path), *allowed)
    arena("tournament", "calls", *BUNDLED[:2], *GAMES, code=1)
    assert "--allow-network --allow-env A_TOKEN" in arena.errors
    arena("tournament", "calls", *BUNDLED[:2], *GAMES, *allowed)
    assert arena.json("games", "--faults") == []
    assert "network 900+20" in arena("tournaments", "show", "1")
    assert (
        "--allow-network --allow-env A_TOKEN" in arena.json("tournaments", "show", "1")["command"]
    )
    (ladder,) = arena.json("ladder")["pools"]
    assert ladder["time_class"] == "network"
    kept = [file.read_bytes() for file in arena.home.rglob("*") if file.is_file()]
    assert not any(b"given-and-never-stored" in content for content in kept)
