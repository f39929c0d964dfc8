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
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import orjson

from arena.errors import ArenaError
from arena.referee.watched import STILL_S, SUFFIX, WANTED
from arena.replay.frames import PUBLIC, frames
from arena.replay.replay import Replay
from arena.text import harmless
from arena.tournament.lock import running
from arena.web import urls
from arena.web.reader import LadderThread, version
from arena.web.viewers import Viewers
from ladder.database.errors import LadderError
from ladder.database.store import Store
from ladder.queries.games import LadderGame, games, record
from ladder.queries.pools import EVERY, Wanted
from ladder.queries.standings import live, overall
from protocol import Json

BEAT_S = 0.9
"""After a frame of a game that is played back, in which something has happened; …"""
TALK_S = 0.4
"""… and after one in which something was offered or said."""
PAUSE_S = 8.0
"""After the end of a game."""
LOOK_S = 0.5
BOARD_S = 5.0
LATEST = 40
"""So many of the latest games are looked through for the closest."""
MOST_ROWS = 10
MOST_NEWS = 8
REMEMBERED = 200

Found = TypeVar("Found")


class Broadcast:
    """One show, for all pages that look on. It stops when none does."""

    def __init__(
        self,
        open_store: Callable[[], Store],
        explain: Callable[[Exception], str],
        folder: Path | None,
        delay: float = 0.0,
        open_hands: bool = False,
    ) -> None:
        """`explain`: a sentence for an error. `folder`: where workers put games that are watched.
        `delay`: in seconds, of a game that is being played. `open_hands`: spectators see all cards.
        """
        self._ladder = LadderThread(open_store)
        self._explain = explain
        self._folder = folder
        self.delay = delay
        self._reader = None if open_hands else PUBLIC
        self.viewers = Viewers(self._run, self._boards, self._ask)
        self._played_back: int | None = None
        self._seen: tuple[Any, ...] = ()
        self._shown: deque[int] = deque(maxlen=REMEMBERED)
        self._failed: set[Path] = set()

    async def close(self) -> None:
        """End it."""
        await self.viewers.close()
        self._ladder.close()

    async def _look(self, work: Callable[[Store], Found]) -> Found | None:
        """What a look into the ladder finds; None if it cannot be."""
        try:
            return await asyncio.wrap_future(self._ladder.look(work))
        except (ArenaError, LadderError):
            return None

    # --- games ------------------------------------------------------------------------------------

    async def _run(self) -> None:
        waits = False  # and the pages know it
        while True:
            file, game = self._watched(), None
            try:
                game = None if file else await self._look(self._closest)
                if file is not None:
                    about = f"Game {file.stem.partition('-')[2]}"
                    await self.viewers.follow(self._parts(file), about, self._reader, self.delay)
                elif game is not None:
                    await self._show_game(game)
                elif not waits:
                    self.viewers.send(
                        idle="No game is being played now. This page waits for the next."
                    )
                waits = file is None and game is None
            except Exception as error:  # of one game: the show goes on with the next
                if file is not None:
                    self._failed.add(file)
                self.viewers.send_failure(self._explain(error))
                waits = False
            await asyncio.sleep(LOOK_S * 4 if waits else PAUSE_S)

    def _closest(self, store: Store) -> LadderGame | None:
        """Of the latest games that were not shown yet, the closest."""
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

    async def _show_game(self, game: LadderGame) -> None:
        """Play back a game that is over."""
        self._shown.append(game.id)
        packed = await self._look(lambda store: record(store, game.id))
        if packed is None:
            return
        replay = Replay(packed)
        about, address = f"Game {game.id}, just played", urls.replay(game.id)
        speaker = self.viewers.begin(replay, about, address)
        told, loop = frames(replay, self._reader), asyncio.get_running_loop()
        while (frame := await loop.run_in_executor(None, next, told, None)) is not None:
            happened = any(
                "seat" in event and event["event"] not in _TALK for event in frame.events
            )
            await self.viewers.frame(replay, frame, speaker, BEAT_S if happened else TALK_S)
        self._played_back = None
        self.viewers.end(replay, address)

    def _watched(self) -> Path | None:
        """The file of a game that is being played."""
        if self._folder is None:
            return None
        now, found = time.time(), dict[Path, float]()
        for file in self._folder.glob(f"*{SUFFIX}"):
            with suppress(OSError):
                changed = file.stat().st_mtime
                if now - changed < STILL_S and not _is_over(file):
                    found[file] = 0.0 if file in self._failed else changed
                else:  # the worker is gone, or the game was over before we came to it
                    file.unlink()
        newest = max(found, key=found.__getitem__, default=None)
        return newest if newest is not None and found[newest] else None

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
                    if "result" in told:
                        with suppress(OSError):
                            file.unlink()
                        yield told["at"], told
                        return
                    yield told["at"], told
                if not lines and not file.exists():
                    return
                await asyncio.sleep(LOOK_S)

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
            seconds = BOARD_S
            try:
                board = await self._look(self._board)
            except Exception as error:
                board = {"title": "Standings", "rows": [], "news": [self._explain(error)]}
                seconds = PAUSE_S * 8
            if board is not None:
                self.viewers.send(board=board)
            await asyncio.sleep(seconds)

    def _board(self, store: Store) -> Json | None:
        """The standings, and what has just happened; None if that was told already."""
        playing = running(store)
        state = (playing, version(store))
        if state == self._seen and self.viewers.has_sent("board"):
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


def _margin(game: LadderGame) -> int:
    """Coins between the best two."""
    best, next_best = sorted((seat.coins for seat in game.seats), reverse=True)[:2]
    return best - next_best


def _news(game: LadderGame) -> str:
    """A game in a sentence."""
    order = sorted(game.seats, key=lambda seat: seat.place)
    first, *others = [f"{harmless(seat.name)} {seat.coins}" for seat in order]
    return f"Game {game.id}: {first}, {', '.join(others)}"
