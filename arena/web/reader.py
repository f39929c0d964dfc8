"""The ladder as a server reads it: a thread owns the file, and keeps the pages it has made.

Those used last are kept, as many as fit into some memory.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import TypeVar

from arena.replay.stored_game import Number
from arena.tournament.lock import running
from arena.web import urls
from arena.web.rendering import Site
from arena.web.report import content, replay
from arena.web.routes import replayed
from ladder.database.store import Store
from ladder.tournaments.seasons import seasons
from protocol import Json

MOST_KEPT = 64_000_000
"""Bytes of pages and replays, of each reader."""
PATIENCE = 10
"""A page that is no longer the newest is shown for so many times as long as it took to make."""
SOON, LATER = 3.0, 15.0
"""Seconds between two looks for news: while a tournament is played, and otherwise."""

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page as it was made."""

    content: bytes
    state: Hashable
    """The state of the ladder that it was made from."""
    made_at: float
    """Seconds of a clock that never goes back, when it was begun, …"""
    took: float
    """… and how long it took."""
    tag: str = field(init=False)
    """Names the content, for a browser that has it already."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tag", f'"{sha256(self.content).hexdigest()[:32]}"')


class Cache:
    """Pages by address. most: bytes in all; what was not used for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.bytes = 0
        """Those that are kept."""
        self._kept: OrderedDict[str, CachedPage] = OrderedDict()

    def get(self, address: str) -> CachedPage | None:
        """The page kept for an address."""
        found = self._kept.get(address)
        if found is not None:
            self._kept.move_to_end(address)
        return found

    def put(self, address: str, page: CachedPage) -> None:
        """Keep a page, unless it alone is too large."""
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
    """The thread that alone uses an open ladder. open_store: opens it; called at the first look."""

    def __init__(self, open_store: Callable[[], Store]) -> None:
        self._open = open_store
        self._store: Store | None = None
        self._thread = ThreadPoolExecutor(1, "ladder")

    def look(self, work: Callable[[Store], Found]) -> Future[Found]:
        """What `work` finds in the ladder; its result raises what that raises, and LadderError."""
        return self._thread.submit(lambda: work(self._opened()))

    def close(self) -> None:
        """End the thread, after what it is doing."""
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


class LadderReader:
    """open_store: opens the ladder for reading; called in the thread that reads.

    plays: there is a page to play a game. judged: the judgement of a game's record, if there is
    one; None where nobody judges.
    """

    def __init__(
        self,
        open_store: Callable[[], Store],
        plays: bool = False,
        judged: Callable[[bytes], Json | None] | None = None,
    ) -> None:
        self._ladder = LadderThread(open_store)
        self._plays = plays
        self._judged = judged
        self._cache = Cache(MOST_KEPT)

    def page(self, address: str) -> Future[CachedPage]:
        """The page at an address; its result raises what `page_at` raises."""
        return self._ladder.look(lambda store: self._page(store, address))

    def record(self, game: Number) -> Future[bytes]:
        """The record of a game; its result raises as `Number.record`."""
        return self._ladder.look(game.record)

    def close(self) -> None:
        """End the thread, after what it is doing."""
        self._ladder.close()

    def _page(self, store: Store, address: str) -> CachedPage:
        kept, now = self._cache.get(address), monotonic()
        game = replayed(address)
        playing = None if game else running(store)
        # A game never changes; the rest does when somebody writes to the ladder, or stops playing.
        state: Hashable = None if game else (version(store), playing)
        if kept and (kept.state == state or now < kept.made_at + PATIENCE * kept.took):
            return kept
        if game is not None:
            judgement = self._judged(game.record(store)) if self._judged else None
            made_of = replay(store, game, judgement, asks=self._judged is not None)
        else:
            there = site(playing, bool(seasons(store)), self._plays)
            made_of = content(store, address, address, there)
        made = CachedPage(made_of, state, now, monotonic() - now)
        self._cache.put(address, made)
        return made


def site(playing: int | None = None, in_seasons: bool = False, plays: bool = False) -> Site:
    """The site of served pages: every page is there, but that of seasons where none was,
    and that to play a game where nobody may."""
    there = {urls.SEASONS: in_seasons, urls.PLAY: plays, urls.WATCH: True}
    absent = [address for address, is_there in there.items() if not is_there]
    return Site(
        lambda address: address not in absent, "Live", LATER if playing is None else SOON, playing
    )


def version(store: Store) -> int:
    """Changes whenever another program has written to the ladder."""
    (version,) = store.conn.execute("PRAGMA data_version").fetchone()
    return int(version)
