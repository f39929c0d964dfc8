"""All pages of a selection, written into a folder.

Replays take long: by a fingerprint of what makes them, those of an earlier report stay.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from arena import source
from arena.pages import addresses
from arena.pages.catalogue import page_at
from arena.pages.folder import Folder
from arena.pages.rendering import Site, rendered
from arena.pages.selection import Selection
from arena.retelling.replay import Replay, ReplayError
from arena.retelling.stored import Number
from arena.rollouts.verdicts import kept
from arena.show.page import replay_page, rules_page
from ladder.errors import LadderError
from ladder.store import Store
from protocol import Json

Beat = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Written:
    """Counts of the files that were written."""

    pages: int
    replays: int
    changed: int
    """Pages and replays that are new or different."""
    removed: int
    failed: dict[int, str]
    """By number of a game that cannot be replayed: why."""


def write_report(
    store: Store, chosen: Selection, folder: Folder, beat: Beat, judged: Path | None = None
) -> Written:
    """Write a selection. beat: told after each file how many are done. judged: where judgements of
    games are kept. Raises ArenaError.
    """
    replays = {number: addresses.replay(number) for number in chosen.replays}
    pages = {addresses.INDEX: chosen.first}
    pages |= {each: each for each in (*chosen.pages, addresses.RULES)}
    folder.begin([*pages, *replays.values()], fingerprint())
    changed, failed, done = 0, {}, 0
    for number, name in replays.items():
        game = Number(False, number)
        try:
            judgement = kept(judged, game.record(store)) if judged else None
            if judgement or not folder.stays(name):  # which may be newer than the file
                changed += folder.write(name, replay(store, game, judgement))
        except (ReplayError, LadderError) as error:
            failed[number] = str(error)
        done += 1
        beat(done)
    there = {*pages, *(name for number, name in replays.items() if number not in failed)}
    site = Site(there.__contains__, _as_of(store))
    for name, shown in pages.items():
        changed += folder.write(name, content(store, shown, name, site))
        done += 1
        beat(done)
    removed = folder.finish(replays[number] for number in failed)
    return Written(len(pages), len(replays) - len(failed), changed, removed, failed)


def content(store: Store, shown: str, address: str, site: Site) -> bytes:
    """The page `shown`, as the file at an address. Raises as `page_at`."""
    if shown == addresses.RULES:
        return rules_page()
    return rendered(page_at(store, shown), address, site)


def replay(store: Store, game: Number, judgement: Json | None, asks: bool = False) -> bytes:
    """The replay of a game, with the way back. Raises ReplayError, LadderError.

    asks: without a judgement the page asks the server for one.
    """
    root = addresses.root(addresses.replay(str(game)))
    return replay_page(
        Replay(game.record(store)),
        str(game),
        logs=game.logs(store),
        home=root + addresses.INDEX,
        judgement=judgement,
        asks=root + addresses.judged(str(game)) if asks and judgement is None else None,
    )


def _as_of(store: Store) -> str:
    """The state of the ladder in words, the same until another game has been played."""
    (row,) = store.rows("SELECT count(*) AS games, max(played_at) AS last FROM results")
    if not row["games"]:
        return "No game has been played yet"
    return f"After {row['games']:,} games, the last one on {row['last'][:16].replace('T', ' ')} UTC"


PACKAGES = (
    *("arena.show", "arena.retelling", "arena.rollouts", "arena.text", "arena.translation"),
    *("arena.rules", "ladder", "protocol"),
)
MODULES = (
    *("arena/__init__.py", "arena/errors.py", "arena/compiled/__init__.py"),
    *("arena/pages/addresses.py", "arena/pages/report.py"),
)
"""Files beside these packages that a replay goes through."""
SUFFIXES = (".py", ".js", ".css", ".html")


@cache
def fingerprint() -> str:
    """Changes whenever a program or a style that goes into replays does."""
    return source.fingerprint(_sources())


def _sources() -> Iterator[tuple[str, bytes]]:
    for package in PACKAGES:
        yield from _inside(package.replace(".", "/"), files(package))
    for name in MODULES:
        yield name, (files("arena") / name.removeprefix("arena/")).read_bytes()


def _inside(path: str, folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        name = f"{path}/{each.name}"
        if each.is_dir():
            yield from _inside(name, each)
        elif each.name.endswith(SUFFIXES):
            yield name, each.read_bytes()
