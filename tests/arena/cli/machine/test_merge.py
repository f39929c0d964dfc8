"""Merging a ladder that somebody means harm with: nothing that it says is believed."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.home import Home
from arena.referee.clock import TimeControl
from arena.registry.bundled import bundled_manifests, prepare
from arena.registry.manifest import Manifest
from arena.registry.resolver import Resolver, stored_manifest
from arena.registry.storage import KeptBot, build_copy, seal, sums_of, write_sums
from arena.registry.transfer import Bundle, pack
from arena.tournament.driver import Options
from arena.tournament.lifecycle import create, play
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from ladder.database.store import Bot, Store
from ladder.tournaments.tournaments import tournaments
from tests.arena.conftest import Arena
from tests.support.fake_worker_pool import InProcessPool, spec_of
from tests.support.random_record import RandomPlayer

GAMES = 6
PROGRAM = "print('as submitted')\n"
EVIL = "print('something else')\n"


def keep(home: Home, name: str, program: str = PROGRAM, **more: Any) -> tuple[Manifest, str]:
    """Keep a bot, as submitting it does; its manifest and its hash."""
    source = home.path.parent / f"of {name}"
    source.mkdir(exist_ok=True, parents=True)
    (source / "bot.py").write_text(program + f"# {name}\n")
    about = Manifest.model_validate({"name": name, "command": "python3 bot.py"} | more)
    with build_copy(home, source, about) as copy:
        copy.settle()
    return about, copy.hash


def enter(store: Store, name: str, *, owner: str = "", **more: Any) -> Bot:
    about, digest = keep(Home(Path(store.path).parent), name, **more)
    return store.add_bot(
        name, hash=digest, author=about.author, manifest=stored_manifest(about), owner=owner
    )


def plays(store: Store, seed: int, **more: Any) -> int:
    plan = Plan((("anniversary", 3),), Size(games=GAMES), TimeControl.parse("standard"), seed=seed)
    number = create(store, plan, store.bots("active"))
    play(store, number, spec_of, Options(), make_worker_pool=lambda _: InProcessPool(RandomPlayer))
    return number


def home_of(arena: Arena, *names: str, seed: int = 0) -> Arena:
    """A home with these bots, and a tournament of theirs if there is a seed."""
    arena.home.mkdir(parents=True)
    with Store(arena.home / "ladder.sqlite") as store:
        for name in names:
            enter(store, name)
        if seed:
            plays(store, seed)
    return arena


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six games of three bots."""
    home = tmp_path_factory.mktemp("played") / "home"
    return home_of(Arena(home), "ant", "bee", "cat", seed=1).home


@pytest.fixture
def other(tmp_path: Path, played: Path) -> Arena:
    """`arena` in a copy of their home."""
    return Arena(shutil.copytree(played, tmp_path / "other" / "home"))


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
    assert len(list((arena.home / "bots").iterdir())) == 3
    assert not list(arena.home.glob("*.merging*"))
    rows, before = (each.json("ladder")["standings"] for each in (arena, other))
    assert [(row["name"], row["games"]) for row in rows] == [
        (row["name"], row["games"]) for row in before
    ]
    again = arena.json("db", "merge", str(other.home / "ladder.sqlite"))
    assert (again["games"], again["known"], again["bots"]) == (0, GAMES, 0)


def test_what_is_no_ladder_is_refused(arena: Arena, tmp_path: Path) -> None:
    for wrong in (tmp_path / "nothing", tmp_path):
        assert "There is no ladder at" in arena.refused("db", "merge", str(wrong))


# whose bots these are


def test_only_the_arena_says_what_came_with_it(arena: Arena, other: Arena) -> None:
    other.forge("""UPDATE bots SET manifest = json_set(manifest, '$.bundled', json('true'))""")
    arena("db", "merge", str(other.home))
    with Store(arena.home / "ladder.sqlite") as store:
        assert [bot.label for bot in store.bots() if bot.bundled] == []
    words = ("tournament", "ant", "bee", "cat", "--level", "C")
    assert "--trusted" in arena.refused(*words, code=1)


@pytest.mark.parametrize("used_before", [True, False])
def test_the_name_of_a_bundled_bot_stays_its_own(
    arena: Arena, other: Arena, used_before: bool
) -> None:
    """Whatever is said of versions and times; and the real one comes as it is here."""
    home_of(arena)
    real = prepare(Home(arena.home), "random")
    with Store(other.home / "ladder.sqlite") as store:
        own = store.add_bot(
            "random",
            hash=real.spec.hash,
            manifest={"bundled": True} | stored_manifest(real.manifest),
        )
        evil = enter(store, "ant2")
        store.conn.execute(
            "UPDATE bots SET name = 'random', version = 2, added_at = '2027-01-01T00:00:00Z' "
            "WHERE id = ?",
            [evil.id],
        )
        store.set_status(own.id, "retired", "a newer version was submitted")
        about = {"name": "random", "command": ["sh", "-c", "evil"], "bundled": True}
        store.db["bots"].update(own.id, {"manifest": json.dumps(about)})
    if used_before:
        with Store(arena.home / "ladder.sqlite") as store:
            Resolver(Home(arena.home), store, print).find("random")
    arena("db", "merge", str(other.home))
    with Store(arena.home / "ladder.sqlite") as store:
        (found,) = store.versions("random")
        assert (found.hash, found.status) == (real.spec.hash, "active")
        _, bundled = bundled_manifests()["random"]
        assert found.manifest == stored_manifest(bundled, bundled=True)
        (stranger,) = store.versions("random-2")
        assert not stranger.bundled
        assert stranger.hash == evil.hash
        assert Resolver(Home(arena.home), store, print).find("random").label == "random:1"


def test_who_knows_the_hash_of_a_key_is_no_owner(arena: Arena, other: Arena) -> None:
    """It is no secret. What is here keeps its label, its state and its owner."""
    home_of(arena)
    with Store(arena.home / "ladder.sqlite") as store:
        for name, author in (("ant", "Ann"), ("bob", "Bob")):
            enter(store, name, program="print('mine')\n", author=author, owner=f"{author}'s")
    before = bots(arena)
    other.forge(
        """UPDATE bots SET owner = 'Ann''s', added_at = '2027-01-01T00:00:00Z'""",
        """UPDATE bots SET manifest = json_set(manifest, '$.author', 'Bob'), owner = 'mine'
           WHERE name = 'cat'""",
    )
    arena("db", "merge", str(other.home))
    assert "The name ant is taken here, so the other ladder's ant is called ant-2." in (
        arena.errors
    )
    after = bots(arena)
    assert [bot for bot in after if bot in before] == before
    assert ("ant-2:1", "active", "Ann's") in after
    assert ("cat:1", "active", "") in after, "or Bob could submit no more"


# what they consist of


def _change(home: Home, hash: str, file: str, *, fits: bool) -> None:
    """Put something else in the place of a kept bot's file, with or without sums to fit."""
    folder = home.bots / hash
    for each in (folder, folder / file):
        each.chmod(0o755)
    (folder / file).write_text(EVIL)
    if fits:
        seal(folder, built=False)
        write_sums(home.sums / hash, sums_of(folder))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fits", "why"), [(True, "does not match its hash"), (False, "bot.py differs")]
)
def test_files_under_the_hash_of_others_do_not_come(
    arena: Arena, other: Arena, fits: bool, why: str
) -> None:
    with Store(other.home / "ladder.sqlite") as store:
        real = store.find_bot("ant").hash
    _change(Home(other.home), real, "bot.py", fits=fits)
    arena("db", "merge", str(other.home))
    assert "The files of ant:1 are missing beside" in arena.errors
    assert not (arena.home / "bots" / real).exists()
    words = ("tournament", "ant", "bee", "cat", "--games", "1")
    assert why in other.refused(*words, code=1)


def test_a_link_in_the_place_of_a_bot_is_not_followed_and_the_others_come(
    arena: Arena, other: Arena
) -> None:
    with Store(other.home / "ladder.sqlite") as store:
        folder = other.home / "bots" / store.find_bot("ant").hash
    folder.rename(other.home / "elsewhere").touch()
    folder.symlink_to("../elsewhere")
    assert arena.json("db", "merge", str(other.home))["without_files"] == ["ant:1"]
    assert "is a link, not a folder" in arena("db", "merge", str(other.home)) + arena.errors
    assert len(list((arena.home / "bots").iterdir())) == 2


def test_whatever_is_wrong_with_one_bot_the_others_come(
    arena: Arena, other: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(home: Home, bot: KeptBot) -> Bundle:
        if bot.name == "ant":
            raise IndexError
        return pack(home, bot)

    monkeypatch.setattr("arena.registry.resolver.pack", fails)
    assert arena.json("db", "merge", str(other.home))["without_files"] == ["ant:1"]
    assert len(list((arena.home / "bots").iterdir())) == 2


def test_nor_another_way_to_start_them(arena: Arena, other: Arena) -> None:
    """Also if they are here: the hash stands for the command, too."""
    home_of(arena, "ant")
    with Store(arena.home / "ladder.sqlite") as store:
        real = store.find_bot("ant").hash
    evil = {"name": "dog", "command": ["sh", "-c", "evil"]}
    built = evil | {"build": [["true"]]}
    for name, about in (("dog", evil), ("eel", built)):
        with Store(other.home / "ladder.sqlite") as store:
            store.add_bot(name, hash=real, manifest=about | {"name": name})
    assert arena.json("db", "merge", str(other.home))["without_files"] == ["dog:1", "eel:1"]
    for name in ("dog", "eel"):
        arena("tournament", name, "bee", "cat", "--games", "1", code=1)
        reasons = "does not match its hash", "built from were not kept"
        assert any(reason in arena.errors for reason in reasons)


def test_what_is_built_is_built_here(arena: Arena, other: Arena) -> None:
    with Store(other.home / "ladder.sqlite") as store:
        bot = enter(store, "dog", build=["cp bot.py built.py"], command="python3 built.py")
    _change(Home(other.home), bot.hash, "built.py", fits=True)
    assert arena.json("db", "merge", str(other.home))["without_files"] == []
    assert (arena.home / "bots" / bot.hash / "built.py").read_text().startswith(PROGRAM)


def test_what_bots_are_granted_is_for_the_organiser_here(arena: Arena, other: Arena) -> None:
    """Else `arena resume` would hand them the network, and variables of the environment."""
    cap = json.dumps({"network": True, "pass_env": ["SECRET"], "memory_mb": 60_000})
    other.forge(
        f"UPDATE tournaments SET settings = json_set(settings, '$.cap', json('{cap}'), "
        "'$.models', '/etc/passwd')",
    )
    arena("db", "merge", str(other.home))
    with Store(arena.home / "ladder.sqlite") as store:
        (found,) = tournaments(store)
    plan = Plan.of(found.settings)
    assert not plan.cap.network and not plan.cap.pass_env and not plan.models


# games


def _another_end(arena: Arena, game: int) -> None:
    """Let the seats of a game exchange their ends, as consistently as can be."""
    ends = ("coins", "place", "place_score", "win_share", "won", "final_place", "final_winner")
    with Store(arena.home / "ladder.sqlite") as store:
        seats = store.rows("SELECT * FROM seats WHERE game_id = ? ORDER BY seat", [game])
        seats.sort(key=lambda row: (row["place"], -row["won"]))
        for one, two in zip(seats, reversed(seats), strict=True):
            new = {name: two[name] for name in ends}
            store.db["seats"].update((game, one["seat"]), new)


LATE = {"fault": "late", "reason": ""}
RECORDS: dict[str, Callable[[dict[str, Any]], object]] = {
    "does not replay": lambda record: record["decisions"].pop(),
    "has another end": lambda record: record["result"]["winners"].append(1),
    "is of other rules": lambda record: record.update(rules="0"),
    "is of another deal": lambda record: record.update(seed="00"),
    "has a seat that is not there": lambda record: record.update(
        forfeits=[{"seat": 99, "decision": 0} | LATE]
    ),
}
TABLES = {
    "has only the number of faults": "UPDATE seats SET faults = 9 WHERE game_id = 2",
    "has refused answers": "UPDATE seats SET refused = 9 WHERE game_id = 2",
    "has faults": "UPDATE seats SET faults = 9, fault_kinds = '{\"late\": 9}' WHERE game_id = 2",
    "has no record": "UPDATE records SET record = x'00' WHERE game_id = 2",
}


@pytest.mark.slow
@pytest.mark.parametrize("how", [*RECORDS, *TABLES, "has another end in the table"])
def test_a_game_that_cannot_be_right_is_named(arena: Arena, other: Arena, how: str) -> None:
    """And nothing is merged, unless the rest is."""
    if how in RECORDS:
        other.rewrite(2, RECORDS[how])
    elif how in TABLES:
        other.forge(TABLES[how])
    else:
        _another_end(other, 2)
    out = arena("db", "merge", str(other.home), code=1)
    assert "Game 2 there: " in out
    cannot = "be checked here, where the rules are others" if "rules" in how else "be right"
    assert f"cannot {cannot}. Nothing was merged" in " ".join(arena.errors.split())
    assert results(arena) == 0
    told = arena.json("db", "merge", str(other.home), "--skip-conflicts")
    assert (told["merged"], told["games"], told["known"]) == (True, GAMES - 1, 0)
    assert [*told["conflicts"]] == ["2"]
    assert results(arena) == GAMES - 1
    assert arena.json("db", "check")["ok"]
    assert arena.json("tournaments")[0]["finished_at"], "what follows is rated"


def test_a_game_that_ended_otherwise_here_is_named(arena: Arena, other: Arena) -> None:
    arena("db", "merge", str(other.home))
    _another_end(other, 2)
    out = arena("db", "merge", str(other.home), code=1)
    assert "Game 2 there: It was also played here, as game 2, and ended differently." in out
    for words, merged in (((), False), (("--skip-conflicts",), True)):
        told = arena.json("db", "merge", str(other.home), *words, code=int(not merged))
        assert (told["merged"], [*told["conflicts"]]) == (merged, ["2"])
    assert (told["games"], told["known"]) == (0, GAMES)
    assert arena.json("verify", "--all")["right"] == GAMES


def test_what_was_handed_over_is_worked_out_here(arena: Arena, other: Arena) -> None:
    trades = "SELECT hex(numbers) FROM trades ORDER BY game_id"
    with Store(other.home / "ladder.sqlite") as store:
        real = store.rows(trades)
        store.conn.execute("UPDATE trades SET numbers = x'FFFF'")
    arena("db", "merge", str(other.home))
    with Store(arena.home / "ladder.sqlite") as store:
        assert store.rows(trades) == real
