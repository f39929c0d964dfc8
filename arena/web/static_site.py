"""Reports: all pages of a selection, written to a folder.

Replays take long to make, so those of an earlier report stay while the fingerprint of the program
is the same.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena import source
from arena.replay.analysis.stored_judgement import kept
from arena.replay.replay import Replay, ReplayError
from arena.replay.stored_game import Number
from arena.text.phrases import minute
from arena.web import urls
from arena.web.output_folder import Folder
from arena.web.rendering import Site, rendered
from arena.web.replay.page import replay_page, rules_page
from arena.web.routes import page_at
from arena.web.site_contents import Selection
from ladder.database.errors import LadderError
from ladder.database.store import Store
from ladder.queries.games import span
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
    """Why games could not be replayed, by number."""


def write_report(
    store: Store, chosen: Selection, folder: Folder, beat: Beat, judged: Path | None = None
) -> Written:
    """Write a selection. Raises ArenaError.

    Args:
        store: The ladder.
        chosen: The pages and replays.
        folder: Where they go.
        beat: Called after each file with the number of files done.
        judged: The folder of judgements of games, if there is one.
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
            # A game never changes, but it may have been judged since.
            if judgement or not folder.stays(name):
                changed += folder.write(name, replay(store, game, judgement))
        except (ReplayError, LadderError) as error:
            failed[number] = str(error)
        done += 1
        beat(done)
    # Pages come after the replays, as they link only to those that could be made.
    written = {*pages, *(name for number, name in replays.items() if number not in failed)}
    site = Site(written.__contains__, _as_of(store))
    for name, shown in pages.items():
        changed += folder.write(name, content(store, shown, name, site))
        done += 1
        beat(done)
    removed = folder.finish(replays[number] for number in failed)
    return Written(len(pages), len(replays) - len(failed), changed, removed, failed)


def content(store: Store, shown: str, address: str, site: Site) -> bytes:
    """Return the page `shown` as the file at `address`. Raises what `page_at` raises."""
    if shown == urls.RULES:
        return rules_page()
    return rendered(page_at(store, shown), address, site)


def replay(store: Store, game: Number, judgement: Json | None, asks: bool = False) -> bytes:
    """Return the replay of a game, with a link back. Raises ReplayError, LadderError.

    Args:
        store: The ladder.
        game: The game.
        judgement: Its judgement, if there is one.
        asks: True if the page may ask its server for a missing judgement.
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
    """Describe the state of the ladder, which stays the same until another game is played."""
    played = span(store)
    if played.last is None:
        return "No game has been played yet"
    return f"After {played.games:,} games, the last one on {minute(played.last)} UTC"


PACKAGES = (
    *("arena/web/replay", "arena/replay", "arena/text", "arena/codec"),
    *("arena/rules", "ladder", "protocol"),
)
MODULES = (
    *("arena/__init__.py", "arena/errors.py", "arena/compiled/__init__.py"),
    *("arena/web/__init__.py", "arena/web/urls.py", "arena/web/static_site.py"),
)
"""Modules outside these packages that a replay depends on."""
SUFFIXES = (".py", ".js", ".css", ".html")


@cache
def fingerprint() -> str:
    """Return a hash that changes with any program or style that replays are made from."""
    return source.fingerprint(_sources())


def _sources() -> Iterator[source.File]:
    yield from source.files_in(PACKAGES, SUFFIXES)
    for name in MODULES:
        yield name, (source.ROOT / name).read_bytes()
