"""All pages of a selection, written into a folder."""

from collections.abc import Callable
from dataclasses import dataclass

from arena.pages import addresses
from arena.pages.catalogue import page_at
from arena.pages.fingerprint import fingerprint
from arena.pages.folder import Folder
from arena.pages.rendering import Site, rendered
from arena.pages.selection import Selection
from arena.retelling.replay import Replay, ReplayError
from arena.retelling.stored import Number
from arena.show.replay import replay_page
from ladder.errors import LadderError
from ladder.store import Store

Beat = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Written:
    """Counts of the files that were written."""

    pages: int
    replays: int
    changed: int
    """Of both: those that were not there, or were different."""
    removed: int
    failed: dict[int, str]
    """By number of a game that cannot be replayed: why."""


def write_report(store: Store, chosen: Selection, folder: Folder, beat: Beat) -> Written:
    """Writes them. beat: told after each file how many are done. Raises ArenaError."""
    replays = {number: addresses.replay(number) for number in chosen.replays}
    pages = {addresses.INDEX: chosen.first, **{each: each for each in chosen.pages}}
    folder.begin([*pages, *replays.values()], fingerprint())
    changed, failed, done = 0, {}, 0
    for number, name in replays.items():
        if not folder.stays(name):
            try:
                changed += folder.write(name, replay(store, Number(False, number)))
            except (ReplayError, LadderError) as error:
                failed[number] = str(error)
        done += 1
        beat(done)
    there = {*pages, *(name for number, name in replays.items() if number not in failed)}
    site = Site(there.__contains__, _as_of(store))
    for name, source in pages.items():
        changed += folder.write(name, rendered(page_at(store, source), name, site))
        done += 1
        beat(done)
    removed = folder.finish(replays[number] for number in failed)
    return Written(len(pages), len(replays) - len(failed), changed, removed, failed)


def replay(store: Store, game: Number) -> bytes:
    """The replay of a game, with the way back. Raises ReplayError, LadderError."""
    address = addresses.replay(str(game))
    found, home = Replay(game.record(store)), addresses.root(address) + addresses.INDEX
    return replay_page(found, str(game), logs=game.logs(store), home=home)


def _as_of(store: Store) -> str:
    """The state of the ladder in words, the same until another game has been played."""
    (row,) = store.rows("SELECT count(*) AS games, max(played_at) AS last FROM results")
    if not row["games"]:
        return "No game has been played yet"
    return f"After {row['games']:,} games, the last one on {row['last'][:16].replace('T', ' ')} UTC"
