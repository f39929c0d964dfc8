"""The broadcast: one game at a time, frame by frame, the same for all viewers.

A slow game (of language models, say) is shown while it is played: its worker writes the record to a
file, but only while somebody here asks for that. Games of quick bots are over within a second, so
the closest of the latest is played back at a speed that eyes can follow. Either way viewers see
what all seats see, and nobody's hand. See decision 12.
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
from arena.home import make_folder
from arena.referee.live_record import STILL_S, SUFFIX, WANTED
from arena.replay.frames import PUBLIC, frames
from arena.replay.replay import Replay
from arena.text import harmless
from arena.tournament.lock import running
from arena.web import urls
from arena.web.database_thread import LadderThread, version
from arena.web.viewers import Viewers
from ladder.database.errors import LadderError
from ladder.database.store import Store
from ladder.queries.games import LadderGame, games, record
from ladder.queries.pools import EVERY, Wanted
from ladder.queries.standings import live, overall
from protocol import Json

BEAT_S = 0.9
"""Pause after a played-back frame in which something happened."""
TALK_S = 0.4
"""Pause after a played-back frame with only offers or talk."""
PAUSE_S = 8.0
"""Pause after the end of a game."""
LOOK_S = 0.5
"""Seconds between two looks for new lines of a watched game."""
BOARD_S = 5.0
"""Seconds between two looks for new standings."""
LATEST = 40
"""Latest games among which the closest is chosen."""
MOST_ROWS = 10
MOST_NEWS = 8
REMEMBERED = 200
"""Games played back that are not shown again."""

Found = TypeVar("Found")


class Broadcast:
    """A broadcast of games to all pages that watch. It pauses while there are none."""

    def __init__(
        self,
        open_store: Callable[[], Store],
        explain: Callable[[Exception], str],
        folder: Path,
        delay: float = 0.0,
        open_hands: bool = False,
    ) -> None:
        """Set up a broadcast.

        Args:
            open_store: Opens the ladder.
            explain: Describes an error in a sentence.
            folder: Where workers write games that are watched.
            delay: Seconds by which games are shown later than they are played.
            open_hands: True to show viewers all cards.
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
        """End the broadcast."""
        await self.viewers.close()
        self._ladder.close()

    async def _look(self, work: Callable[[Store], Found]) -> Found | None:
        """Return what `work` finds in the ladder; None if the ladder cannot be read."""
        try:
            return await asyncio.wrap_future(self._ladder.look(work))
        except (ArenaError, LadderError):
            return None

    # --- games ------------------------------------------------------------------------------------

    async def _run(self) -> None:
        waits = False  # True once the pages know that there is no game
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
                    none = "No game is being played now. This page waits for the next."
                    self.viewers.send(idle=none)
                waits = file is None and game is None
            except Exception as error:  # one bad game must not end the broadcast
                if file is not None:
                    self._failed.add(file)
                self.viewers.send_failure(self._explain(error))
                waits = False
            await asyncio.sleep(LOOK_S * 4 if waits else PAUSE_S)

    def _closest(self, store: Store) -> LadderGame | None:
        """Return the closest of the latest games that were not shown yet."""
        playing = running(store)
        if playing is None:
            return None
        candidates = [
            game
            for game in games(store, Wanted(tournament_id=playing), limit=LATEST)
            if game.id not in self._shown
        ]
        closest = min(candidates, key=_margin, default=None)
        self._played_back = closest.id if closest else None
        return closest

    async def _show_game(self, game: LadderGame) -> None:
        """Play back a finished game."""
        self._shown.append(game.id)  # first, or a damaged one would come again and again
        packed = await self._look(lambda store: record(store, game.id))
        if packed is None:
            return
        replay = Replay(packed)
        about, address = f"Game {game.id}, just played", urls.replay(game.id)
        speaker = self.viewers.begin(replay, about, address)
        shown = frames(replay, self._reader)
        # Replaying a step may take a while, so a thread does it.
        while (frame := await asyncio.to_thread(next, shown, None)) is not None:
            happened = any(
                "seat" in event and event["event"] not in _TALK for event in frame.events
            )
            await self.viewers.frame(replay, frame, speaker, BEAT_S if happened else TALK_S)
        self._played_back = None
        self.viewers.end(replay, address)

    def _watched(self) -> Path | None:
        """Return the newest file of a game that can be shown, and remove abandoned ones."""
        now, changed = time.time(), dict[Path, float]()
        for file in self._folder.glob(f"*{SUFFIX}"):
            with suppress(OSError):
                changed_at = file.stat().st_mtime
                if now - changed_at < STILL_S and not _is_over(file):
                    changed[file] = changed_at
                else:  # the worker is gone, or the game ended before it could be shown
                    file.unlink()
        return max(changed.keys() - self._failed, key=changed.__getitem__, default=None)

    async def _parts(self, file: Path) -> AsyncIterator[tuple[float, Json]]:
        """Yield what the worker writes, with its time, until the game or the worker ends."""
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
                    part = orjson.loads(line)
                    if "result" in part:
                        with suppress(OSError):
                            file.unlink()
                        yield part["at"], part
                        return
                    yield part["at"], part
                # The worker has removed it: the game came to nothing, or it thinks nobody watches.
                if not lines and not file.exists():
                    return
                await asyncio.sleep(LOOK_S)

    # --- requests to workers, and the board beside the game ---------------------------------------

    async def _ask(self) -> None:
        """Keep a file fresh by which workers know that somebody is watching."""
        while True:
            with suppress(OSError):
                make_folder(self._folder)
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
        """Return the standings and the latest results; None if viewers have them already."""
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
            # The news must not give away the end of the game that is being played back.
            "news": [
                _news(game)
                for game in games(store, wanted, limit=MOST_NEWS + 1)
                if game.id != self._played_back
            ][:MOST_NEWS],
        }


_TALK = ("offered", "answered", "trade_ended")


def _is_over(file: Path) -> bool:
    """Return True if the worker has written the result, which is its last line."""
    with file.open("rb") as opened:
        opened.seek(max(0, file.stat().st_size - 2_000))
        return b'"result":' in opened.read().rstrip().rpartition(b"\n")[2]


def _margin(game: LadderGame) -> int:
    """Return by how many coins the winner is ahead."""
    best, next_best = sorted((seat.coins for seat in game.seats), reverse=True)[:2]
    return best - next_best


def _news(game: LadderGame) -> str:
    """Summarise a game in a sentence."""
    order = sorted(game.seats, key=lambda seat: seat.place)
    first, *others = [f"{harmless(seat.name)} {seat.coins}" for seat in order]
    return f"Game {game.id}: {first}, {', '.join(others)}"
