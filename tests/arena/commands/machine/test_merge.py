"""Merging a ladder that somebody means harm with: nothing that it says is believed."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.home import Home
from arena.referee.clock import TimeControl
from arena.shelf.bundled import bundled_manifests, prepare
from arena.shelf.files import content_hash
from arena.shelf.keep import draft, seal, sums_of, write_sums
from arena.shelf.manifest import Manifest, read_manifest
from arena.shelf.roster import Roster, stored
from arena.tournament.driver import Options
from arena.tournament.plan import Plan
from arena.tournament.run import create, play
from arena.tournament.size import Size
from arena.tournament.worker import LocalCrew
from ladder.records import packed, unpacked
from ladder.store import Bot, Store
from ladder.tournaments import tournaments
from tests.arena.conftest import Arena
from tests.support.fake_crew import spec_of
from tests.support.random_player import RandomPlayer

GAMES = 6
PROGRAM = "print('as submitted')\n"
EVIL = "print('something else')\n"
Forge = Callable[[Store], object]


def manifest(name: str, **more: Any) -> Manifest:
    return Manifest.model_validate({"name": name, "command": "python3 bot.py"} | more)


def keep(home: Home, name: str, program: str = PROGRAM, **more: Any) -> tuple[Manifest, str]:
    """Keep a bot, as submitting it does; its manifest and its hash."""
    source = home.path.parent / f"of {name}"
    source.mkdir(exist_ok=True, parents=True)
    (source / "bot.py").write_text(program + f"# {name}\n")
    about = manifest(name, **more)
    with draft(home, source, about) as copy:
        copy.settle()
    return about, copy.hash


def enter(store: Store, name: str, *, owner: str = "", **more: Any) -> Bot:
    about, digest = keep(Home(Path(store.path).parent), name, **more)
    return store.add_bot(
        name, hash=digest, author=about.author, manifest=stored(about), owner=owner
    )


def plays(store: Store, seed: int, **more: Any) -> int:
    plan = Plan((("anniversary", 3),), Size(games=GAMES), TimeControl.parse("standard"), seed=seed)
    number = create(store, plan, store.bots("active"))
    play(store, number, spec_of, Options(), make_crew=lambda _: LocalCrew(RandomPlayer))
    return number


def home_of(arena: Arena, *names: str, seed: int = 0) -> Arena:
    """A home with these bots, and a tournament of theirs if there is a seed."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        for name in names:
            enter(store, name)
        if seed:
            plays(store, seed)
    return arena


@pytest.fixture
def other(tmp_path: Path) -> Arena:
    """Six games of three bots."""
    return home_of(Arena(tmp_path / "other" / "home"), "ant", "bee", "cat", seed=1)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()


def forge(arena: Arena, *statements: str) -> None:
    with closing(sqlite3.connect(arena.home / "ladder.sqlite", isolation_level=None)) as conn:
        for each in statements:
            conn.execute(each)


def bots(arena: Arena) -> list[tuple[str, str, str]]:
    with Store(arena.home / "ladder.sqlite") as store:
        return [(bot.label, bot.status, bot.owner) for bot in store.bots()]


def results(arena: Arena) -> int:
    if not (arena.home / "ladder.sqlite").exists():
        return 0
    return int(arena.json("db")["rows"]["results"])


def test_a_sound_ladder_comes_with_its_bots(arena: Arena, other: Arena) -> None:
    told = arena.json("db", "merge", str(other.home))
    assert (told["merged"], told["games"], told["bots"]) == (True, GAMES, 3)
    assert (told["without_files"], told["conflicts"]) == ([], {})
    assert arena.json("db", "check")["ok"]
    assert arena.json("verify", "--all")["right"] == GAMES
    assert not list(arena.home.glob("*.merging*"))
    again = arena.json("db", "merge", str(other.home))
    assert (again["games"], again["known"], again["bots"]) == (0, GAMES, 0)


# whose bots these are


def test_only_the_arena_says_what_came_with_it(arena: Arena, other: Arena) -> None:
    forge(other, """UPDATE bots SET manifest = json_set(manifest, '$.bundled', json('true'))""")
    arena("db", "merge", str(other.home))
    with Store(arena.home / "ladder.sqlite") as store:
        assert [bot.label for bot in store.bots() if bot.bundled] == []
    assert "--trusted" in arena("tournament", "ant", "bee", "cat", "--level", "C", code=1) + (
        arena.errors
    )


@pytest.mark.parametrize("used_before", [True, False])
def test_the_name_of_a_bundled_bot_stays_its_own(
    arena: Arena, other: Arena, used_before: bool
) -> None:
    """Whatever is said of versions and times; and the real one comes as it is here."""
    home_of(arena)
    real = prepare(Home(arena.home), "random")
    with Store(other.home / "ladder.sqlite") as store:
        own = store.add_bot(
            "random", hash=real.spec.hash, manifest={"bundled": True} | stored(real.manifest)
        )
        evil = enter(store, "ant2")
        store.conn.execute(
            "UPDATE bots SET name = 'random', version = 2, added_at = '2027-01-01T00:00:00Z' WHERE id = ?",
            [evil.id],
        )
        store.set_status(own.id, "retired", "a newer version was submitted")
        store.conn.execute(
            """UPDATE bots SET manifest = '{"name": "random", "command": ["sh", "-c", "evil"], "bundled": true}' WHERE id = ?""",
            [own.id],
        )
    if used_before:
        with Store(arena.home / "ladder.sqlite") as store:
            Roster(Home(arena.home), store, print).find("random")
    arena("db", "merge", str(other.home))
    with Store(arena.home / "ladder.sqlite") as store:
        (found,) = store.versions("random")
        assert (found.hash, found.status) == (real.spec.hash, "active")
        assert found.manifest == stored(read_manifest(bundled_manifests()["random"]), bundled=True)
        (stranger,) = store.versions("random-2")
        assert not stranger.bundled
        assert stranger.hash == evil.hash
        assert Roster(Home(arena.home), store, print).find("random").label == "random:1"
