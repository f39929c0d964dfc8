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
from arena.replay.analysis.report import kept
from arena.replay.replay import Replay, ReplayError
from arena.replay.stored_game import Number
from arena.web import urls
from arena.web.folder import Folder
from arena.web.rendering import Site, rendered
from arena.web.replay.page import replay_page, rules_page
from arena.web.routes import page_at
from arena.web.selection import Selection
from ladder.database.errors import LadderError
from ladder.database.store import Store
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
    replays = {number: urls.replay(number) for number in chosen.replays}
    pages = {urls.INDEX: chosen.first}
    pages |= {each: each for each in (*chosen.pages, urls.RULES)}
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
    if shown == urls.RULES:
        return rules_page()
    return rendered(page_at(store, shown), address, site)


def replay(store: Store, game: Number, judgement: Json | None, asks: bool = False) -> bytes:
    """The replay of a game, with the way back. Raises ReplayError, LadderError.

    asks: without a judgement the page asks the server for one.
    """
    root = urls.root(urls.replay(str(game)))
    return replay_page(
        Replay(game.record(store)),
        str(game),
        logs=game.logs(store),
        home=root + urls.INDEX,
        judgement=judgement,
        asks=root + urls.judged(str(game)) if asks and judgement is None else None,
    )


def _as_of(store: Store) -> str:
    """The state of the ladder in words, the same until another game has been played."""
    (row,) = store.rows("SELECT count(*) AS games, max(played_at) AS last FROM results")
    if not row["games"]:
        return "No game has been played yet"
    return f"After {row['games']:,} games, the last one on {row['last'][:16].replace('T', ' ')} UTC"


PACKAGES = (
    *("arena.web.replay", "arena.replay", "arena.text", "arena.codec"),
    *("arena.rules", "ladder", "protocol"),
)
MODULES = (
    *("arena/__init__.py", "arena/errors.py", "arena/compiled/__init__.py"),
    *("arena/web/__init__.py", "arena/web/urls.py", "arena/web/report.py"),
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
