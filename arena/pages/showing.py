"""What spectators see: one game at a time, frame by frame, the same for all who look on.

A game that takes its time (language models, slow bots) is shown while it is played: the worker that
plays it writes its record into a file, but only while somebody here asks for that. Games of quick
bots are over within a second, so of these the closest of the latest is played back at a speed that
eyes can follow. Either way a spectator sees what all seats see, and nobody's hand.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import orjson

from arena.errors import ArenaError
from arena.pages import addresses
from arena.referee.watched import STILL_S, SUFFIX, WANTED
from arena.retelling.frames import PUBLIC, Frame, frames
from arena.retelling.live import Live
from arena.retelling.replay import Replay
from arena.show.telling import in_full, told_of_game
from arena.text import harmless
from arena.text.speaker import Speaker
from arena.tournament.lock import running
from ladder.errors import LadderError
from ladder.games import Game, games, record
from ladder.pools import EVERY, Wanted
from ladder.standings import live, overall
from ladder.store import Store
from protocol import Json

BEAT_S = 0.9
"""After a frame of a game that is played back, in which something has happened; …"""
TALK_S = 0.4
"""… and after one in which something was offered or said."""
LIVE_BEAT_S = 0.25
"""The least between two frames of a game that is being played, a fifth of it to catch up …"""
BEHIND_S = 3.0
"""… once they are so late."""
PAUSE_S = 8.0
"""After the end of a game."""
LOOK_S = 0.5
BOARD_S = 5.0
LATEST = 40
"""So many of the latest games are looked through for the closest."""
MOST_ROWS = 10
MOST_NEWS = 8
MOST_WAITING = 60
"""Messages that a page may be behind, until it is let go; it comes back by itself."""
REMEMBERED = 200


class Show:
    """One show, for all pages that look on. It stops when none does."""

    def __init__(
        self,
        open_store: Callable[[], Store],
        folder: Path | None,
        delay: float = 0.0,
        open_hands: bool = False,
    ) -> None:
        """`folder`: where workers put games that are watched. `delay`: in seconds, of a game that
        is being played. `open_hands`: spectators see all cards."""
        self._open = open_store
        self._folder = folder
        self._delay = delay
        self._reader = None if open_hands else PUBLIC
        self._pages: set[asyncio.Queue[str]] = set()
        self._latest: dict[str, str] = {}  # by sort of message, for who comes now
        self._tasks: list[asyncio.Task[None]] = []
        self._thread = ThreadPoolExecutor(1, "show")
        self._store: Store | None = None
        self._played_back: int | None = None
        self._seen: tuple[Any, ...] = ()
        self._shown: deque[int] = deque(maxlen=REMEMBERED)

    # --- pages ------------------------------------------------------------------------------------

    def join(self) -> asyncio.Queue[str]:
        """A page looks on: the messages for it."""
        page: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        for text in self._latest.values():
            page.put_nowait(text)
        self._pages.add(page)
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(work()) for work in (self._run, self._boards, self._ask)
            ]
        return page

    @property
    def pages(self) -> int:
        """How many look on."""
        return len(self._pages)

    def is_on(self, page: asyncio.Queue[str]) -> bool:
        """False once a page has fallen too far behind."""
        return page in self._pages

    def leave(self, page: asyncio.Queue[str]) -> None:
        """A page looks on no more."""
        self._pages.discard(page)
        if not self._pages:
            self._stop()

    async def close(self) -> None:
        """End it."""
        tasks = self._tasks
        self._stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thread.submit(self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks, self._latest = [], {}

    def _tell(self, **message: Any) -> None:
        """Tell all pages; it is put in words once."""
        (sort,) = message
        text = orjson.dumps(message).decode()
        if sort in ("game", "idle"):
            for other in ("game", "idle", "frame", "final"):
                self._latest.pop(other, None)
        self._latest[sort] = text
        for page in [*self._pages]:
            try:
                page.put_nowait(text)
            except asyncio.QueueFull:
                self._pages.discard(page)

    async def _read(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """What a look into the ladder gives, in the thread that owns it; None if it cannot be."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, work, *arguments)
        except (ArenaError, LadderError):
            return None

    def _ladder(self) -> Store:
        if self._store is None:
            self._store = self._open()
        self._store.check_in_place()
        return self._store

    # --- games ------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            file = self._watched()
            game = None if file else await self._read(self._closest)
            try:
                if file is not None:
                    await self._show_file(file)
                elif game is not None:
                    await self._show_game(game)
                elif "idle" not in self._latest:
                    self._tell(idle="No game is being played now. This page waits for the next.")
            except ArenaError:  # a record that cannot be retold
                pass
            await asyncio.sleep(PAUSE_S if file or game else LOOK_S * 4)

    def _closest(self) -> Game | None:
        """Of the latest games that were not shown yet, the closest."""
        store = self._ladder()
        playing = running(store)
        if playing is None:
            return None
        fresh = [
            game
            for game in games(store, Wanted(tournament_id=playing), limit=LATEST)
            if game.id not in self._shown
        ]
        closest = min(fresh, key=_margin, default=None)
        self._played_back = closest.id if closest else None
        return closest

    async def _show_game(self, game: Game) -> None:
        """Play back a game that is over."""
        self._shown.append(game.id)
        packed = await self._read(lambda: record(self._ladder(), game.id))
        if packed is None:
            return
        replay = Replay(packed)
        self._tell(
            game=told_of_game(replay)
            | {"about": f"Game {game.id}, just played", "replay": addresses.replay(game.id)}
        )
        told, loop = frames(replay, self._reader), asyncio.get_running_loop()
        speaker = _speaker(replay)
        while (frame := await loop.run_in_executor(None, next, told, None)) is not None:
            happened = any(
                "seat" in event and event["event"] not in _TALK for event in frame.events
            )
            await self._frame(replay, frame, speaker, BEAT_S if happened else TALK_S)
        self._played_back = None
        self._end(replay)

    def _watched(self) -> Path | None:
        """The file of a game that is being played."""
        if self._folder is None:
            return None
        now, found = time.time(), dict[Path, float]()
        for file in self._folder.glob(f"*{SUFFIX}"):
            with suppress(OSError):
                changed = file.stat().st_mtime
                if now - changed < STILL_S and not _is_over(file):
                    found[file] = changed
                else:  # the worker is gone, or the game was over before we came to it
                    file.unlink()
        return max(found, key=found.__getitem__, default=None)

    async def _show_file(self, file: Path) -> None:
        """Show a game while it is played, as late as is wished."""
        retold: Live | None = None
        async for at, part in self._parts(file):
            await asyncio.sleep(max(0.0, at + self._delay - time.time()))
            if retold is None:
                retold = Live(part, (self._reader,))
                speaker = _speaker(retold.replay)
                later = f", shown {self._delay:g} seconds later" if self._delay else ""
                about = f"Game {part['id']}, being played{later}"
                self._tell(game=told_of_game(retold.replay) | {"about": about, "replay": ""})
                for _, frame in (await asyncio.to_thread(list, retold.add(part)))[-1:]:
                    await self._frame(retold.replay, frame, speaker, 0.0)
                continue
            for _, frame in await asyncio.to_thread(list, retold.add(part)):
                late = time.time() - at - self._delay > BEHIND_S
                await self._frame(
                    retold.replay, frame, speaker, LIVE_BEAT_S / 5 if late else LIVE_BEAT_S
                )
            if "result" in part:
                retold.replay.data["result"] = part["result"]
                self._end(retold.replay)

    async def _parts(self, file: Path) -> AsyncIterator[tuple[float, Json]]:
        """What the worker writes, each with when, until the game is over or the worker gone."""
        try:
            opened = file.open("rb")
        except OSError:
            return
        rest, since = b"", time.time()
        with closing(opened):
            while time.time() - since < STILL_S:
                *lines, rest = (rest + opened.read()).split(b"\n")
                for line in lines:
                    since = time.time()
                    told = orjson.loads(line)
                    yield told["at"], told
                    if "result" in told:
                        with suppress(OSError):
                            file.unlink()
                        return
                if not lines and not file.exists():
                    return
                await asyncio.sleep(LOOK_S)

    async def _frame(self, replay: Replay, frame: Frame, speaker: Speaker, seconds: float) -> None:
        told = in_full(replay, frame, speaker)
        self._tell(frame=told)
        if any(line[0] != "declined" for line in told["lines"]):
            await asyncio.sleep(seconds)

    def _end(self, replay: Replay) -> None:
        data = replay.data["result"]
        self._tell(
            final={
                "scores": data["scores"],
                "places": replay.places,
                "winners": list(replay.winners),
                "forfeits": {str(seat): "forfeited" for seat in replay.forfeits},
            }
        )

    # --- asking, and what stands beside the game --------------------------------------------------

    async def _ask(self) -> None:
        """Let workers know that somebody looks on."""
        while True:
            if self._folder is not None:
                with suppress(OSError):
                    self._folder.mkdir(mode=0o700, exist_ok=True)
                    (self._folder / WANTED).touch(mode=0o600)
            await asyncio.sleep(BOARD_S)

    async def _boards(self) -> None:
        while True:
            board = await self._read(self._board)
            if board is not None:
                self._tell(board=board)
            await asyncio.sleep(BOARD_S)

    def _board(self) -> Json | None:
        """The standings, and what has just happened; None if that was told already."""
        store = self._ladder()
        playing = running(store)
        state = (playing, *store.conn.execute("PRAGMA data_version").fetchone())
        if state == self._seen and "board" in self._latest:
            return None
        self._seen = state
        if playing is None:
            rows = [(row.rank, row.label, row.elo, row.games) for row in overall(store)]
        else:
            rows = [(row.rank, row.label, row.live, row.games) for row in live(store, playing)]
        wanted = EVERY if playing is None else Wanted(tournament_id=playing)
        return {
            "title": f"Tournament {playing}" if playing else "The ladder",
            "rows": [
                [rank, harmless(label), None if elo is None else round(elo), number]
                for rank, label, elo, number in rows[:MOST_ROWS]
            ],
            # How the game ends that is being played back, nobody should read beside it.
            "news": [
                _news(game)
                for game in games(store, wanted, limit=MOST_NEWS + 1)
                if game.id != self._played_back
            ][:MOST_NEWS],
        }


_TALK = ("offered", "answered", "trade_ended")


def _is_over(file: Path) -> bool:
    """True if the worker has written the result, which is its last line."""
    with file.open("rb") as opened:
        opened.seek(max(0, file.stat().st_size - 2_000))
        return b'"result":' in opened.read().rstrip().rpartition(b"\n")[2]


def _margin(game: Game) -> int:
    """Coins between the best two."""
    best, next_best = sorted((seat.coins for seat in game.seats), reverse=True)[:2]
    return best - next_best


def _news(game: Game) -> str:
    """A game in a sentence."""
    order = sorted(game.seats, key=lambda seat: seat.place)
    first, *others = [f"{harmless(seat.name)} {seat.coins}" for seat in order]
    return f"Game {game.id}: {first}, {', '.join(others)}"


def _speaker(replay: Replay) -> Speaker:
    return Speaker([harmless(name, 40) for name in replay.names])
