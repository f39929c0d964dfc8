"""Reading the ladder for a server: a thread owns the database, and caches the pages it has made."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TypeVar

from arena.replay.analysis.stored_judgement import kept
from arena.tournament.lock import running
from arena.web import urls
from arena.web.rendering import Site
from arena.web.routes import replayed
from arena.web.static_site import content, replay
from ladder.database.store import Store
from ladder.tournaments.seasons import seasons

MOST_KEPT = 64_000_000
"""Bytes of pages and replays that each reader caches."""
PATIENCE = 10
"""How many times as long as it took to make an outdated page is still shown."""
SOON, LATER = 3.0, 15.0
"""Seconds after which a page asks for news: while a tournament is played, and otherwise."""

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page in the cache."""

    content: bytes
    state: Hashable
    """The state of the ladder that the page was made from."""
    made_at: float
    """When the page was begun, in seconds of the monotonic clock."""
    took: float
    """Seconds it took to make."""
    tag: str = field(init=False)
    """The ETag, by which a browser knows that it has this content already."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tag", f'"{sha256(self.content).hexdigest()[:32]}"')


class Cache:
    """A cache of pages by address, of `most` bytes; the least recently used go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.bytes = 0
        """The size of all pages."""
        self._kept: OrderedDict[str, CachedPage] = OrderedDict()

    def get(self, address: str) -> CachedPage | None:
        """Return the page at an address; None if it is not in the cache."""
        page = self._kept.get(address)
        if page is not None:
            self._kept.move_to_end(address)
        return page

    def put(self, address: str, page: CachedPage) -> None:
        """Store a page, unless it alone is too large."""
        before = self._kept.pop(address, None)
        self.bytes -= len(before.content) if before else 0
        if len(page.content) > self._most:
            return
        self._kept[address] = page
        self.bytes += len(page.content)
        while self.bytes > self._most:
            _, gone = self._kept.popitem(last=False)
            self.bytes -= len(gone.content)


class LadderThread:
    """A thread that owns the ladder: a SQLite connection belongs to one thread."""

    def __init__(self, open_store: Callable[[], Store]) -> None:
        """Start the thread, which calls `open_store` when it is first used."""
        self._open = open_store
        self._store: Store | None = None
        self._thread = ThreadPoolExecutor(1, "ladder")

    def look(self, work: Callable[[Store], Found]) -> Future[Found]:
        """Run `work` on the ladder. The future may also raise LadderError."""
        return self._thread.submit(lambda: work(self._opened()))

    def close(self) -> None:
        """End the thread after its current work."""
        self._thread.submit(self._close)
        self._thread.shutdown()

    def _opened(self) -> Store:
        if self._store is None:
            self._store = self._open()
        self._store.check_in_place()
        return self._store

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()


class LadderReader(LadderThread):
    """A thread that makes pages from the ladder, and caches them."""

    def __init__(
        self, open_store: Callable[[], Store], plays: bool, judged: Path, picture: str = ""
    ) -> None:
        """Set up a reader.

        Args:
            open_store: Opens the ladder for reading; called in the reader's thread.
            plays: True if there is a page to play a game.
            judged: The folder of judgements of games.
            picture: The address of the picture of shared links.
        """
        super().__init__(open_store)
        self._plays = plays
        self._judged = judged
        self._picture = picture
        self._cache = Cache(MOST_KEPT)

    def page(self, address: str) -> Future[CachedPage]:
        """Make the page at an address. The future raises what `page_at` raises."""
        return self.look(lambda store: self._page(store, address))

    def _page(self, store: Store, address: str) -> CachedPage:
        cached, now = self._cache.get(address), monotonic()
        game = replayed(address)
        playing = None if game else running(store)
        # A game never changes; the rest does when somebody writes to the ladder, or stops playing.
        state: Hashable = None if game else (version(store), playing)
        # While a tournament writes all the time, a slow page would otherwise always be being made.
        if cached and (cached.state == state or now < cached.made_at + PATIENCE * cached.took):
            return cached
        if game is not None:
            judgement = kept(self._judged, game.record(store))
            made_of = replay(store, game, judgement, asks=True)
        else:
            there = site(playing, bool(seasons(store)), self._plays, self._picture)
            made_of = content(store, address, address, there)
        made = CachedPage(made_of, state, now, monotonic() - now)
        self._cache.put(address, made)
        return made


def site(
    playing: int | None = None, in_seasons: bool = False, plays: bool = False, picture: str = ""
) -> Site:
    """Return the site of served pages, which has all pages but those that would be useless.

    Args:
        playing: The tournament being played, if any.
        in_seasons: True if there has been a season.
        plays: True if visitors may play.
        picture: The address of the picture of shared links.
    """
    optional = {urls.SEASONS: in_seasons, urls.PLAY: plays}
    news = LATER if playing is None else SOON
    return Site(lambda address: optional.get(address, True), "Live", news, playing, picture)


def version(store: Store) -> int:
    """Return a number that changes whenever another program has written to the ladder."""
    (version,) = store.conn.execute("PRAGMA data_version").fetchone()
    return int(version)
