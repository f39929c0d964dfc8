"""Workers play chunks of games: one in this process, or a crew of them elsewhere.

process_crew.py has a crew on this machine, arena/tournament/cluster/ one on the nodes of a cluster.

A crew knows nothing of ledgers and ratings; it takes games and brings results, or says that a
worker was lost with its games. Nothing is ever retried here: the driver decides.
"""

import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.game import FinishedGame, GameSpec
from arena.sandbox.level import Level
from arena.source import source_of_games
from arena.tournament.progress import Event
from ladder.database.logs import packed as packed_log
from ladder.database.records import packed as packed_record
from ladder.database.result import GameResult, SeatResult
from ladder.database.trades import packed


class WorkersFail(ArenaError):
    """Workers cannot be started, or die as fast as they are started."""


class GamePlayer(Protocol):
    """A player of games, one at a time: arena.referee.seating.Seating, or a test's stand-in."""

    def play(self, spec: GameSpec) -> FinishedGame:
        """Plays a game to its end."""
        ...

    def close(self) -> None:
        """Ends all bots."""
        ...


MakePlayer = Callable[[], GamePlayer]


def make_seating(
    ask_all: bool = False, level: Level | None = None, gateway: str = "", live: str = ""
) -> GamePlayer:
    """The usual player of games; see there."""
    from arena.referee.seating import Seating  # a driver never plays, and starts sooner without it

    return Seating(ask_all=ask_all, level=level, gateway=gateway, live=live)


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A game that could not be played, through the arena's fault."""

    game_id: int
    reason: str
    """What happened in one sentence; more lines may follow, for whoever looks into it."""
    halt: bool = False
    """Whether no other can be played in this run either."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """The results of games that were given to a worker together."""

    worker: int
    games: tuple[GameSpec, ...]
    outcomes: tuple[GameResult | FailedGame, ...] = ()
    seconds: float = 0.0
    lost: str = ""
    """The worker died, and why, as in Failed.reason; there are no outcomes."""
    running: bool = False
    """The lost worker had begun these games."""
    told: bool = False
    """That it was lost was told otherwise, as of its node."""


class WorkerPool(Protocol):
    """Workers, numbered from 0."""

    @property
    def size(self) -> int:
        """The number of workers; where they come and go, the highest number so far and one."""
        ...

    def load(self, worker: int) -> int:
        """Chunks that a worker has in hand."""
        ...

    def able(self, worker: int, bots: Sequence[BotSpec]) -> bool:
        """True if a worker can play games between these bots, now."""
        ...

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Hands a chunk to a worker that can play it."""
        ...

    def wait(self, timeout: float) -> Sequence[Chunk | Event]:
        """Wait at most `timeout` seconds, and return chunks that have ended, and news.

        Raises WorkersFail where nothing can be played any more.
        """
        ...

    def close(self, drop: bool) -> None:
        """Ends all workers and their bots; `drop` without waiting for anything."""
        ...


class Worker:
    """Plays games one after the other."""

    def __init__(self, make_player: MakePlayer) -> None:
        self._make_player = make_player
        self._player: GamePlayer | None = None
        source_of_games()  # as it is now, should somebody change it later

    def play(self, games: Sequence[GameSpec]) -> tuple[tuple[GameResult | FailedGame, ...], float]:
        """The outcomes of the games, and the seconds they took together."""
        start = time.perf_counter()
        outcomes = tuple(self._play(spec) for spec in games)
        return outcomes, time.perf_counter() - start

    def _play(self, spec: GameSpec) -> GameResult | FailedGame:
        try:
            if self._player is None:
                self._player = self._make_player()
            start = time.perf_counter()
            played = self._player.play(spec)
            if played.void:
                return FailedGame(int(spec.id), played.void, played.halt)
            return result_of(spec, played, (time.perf_counter() - start) * 1000)
        except Exception as error:  # it must not take other games down with it
            reason = f"the arena failed with {type(error).__name__}: {error}".splitlines()[0]
            details = traceback.format_exc(limit=-3)
            self.close()
            return FailedGame(int(spec.id), f"{reason}\n{details}")

    def close(self) -> None:
        """Ends the bots."""
        if self._player is not None:
            player, self._player = self._player, None
            with suppress(Exception):
                player.close()


class InProcessPool:
    """One worker in this process, for short runs and tests."""

    size = 1

    def __init__(self, make_player: MakePlayer = make_seating) -> None:
        self._worker = Worker(make_player)
        self._given: list[tuple[GameSpec, ...]] = []

    def load(self, worker: int) -> int:
        """0, or 1 between `give` and `wait`."""
        return len(self._given)

    def able(self, worker: int, bots: Sequence[BotSpec]) -> bool:
        """Always."""
        return True

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Puts the games aside until `wait`."""
        self._given.append(tuple(games))

    def wait(self, timeout: float) -> list[Chunk]:
        """Plays what was given."""
        given, self._given = self._given, []
        return [Chunk(0, games, *self._worker.play(games)) for games in given]

    def close(self, drop: bool) -> None:
        """Ends the bots."""
        self._worker.close()


def result_of(spec: GameSpec, played: FinishedGame, time_ms: float = 0.0) -> GameResult:
    """A game as the ladder stores it."""
    from protocol.record import encode  # a driver, who imports this file too, starts without it

    return GameResult(
        game_id=int(spec.id),
        winners=tuple(played.winners),
        seats=tuple(
            SeatResult(
                coins=played.scores[number],
                place=played.places[number],
                forfeited=seat.forfeit is not None,
                faults=dict(seat.faults),
                decisions=seat.decisions,
                time_ms=seat.time_ms,
                max_ms=seat.max_ms,
                log=packed_log(seat.stderr),
                metrics=seat.metrics,
            )
            for number, seat in enumerate(played.seats)
        ),
        record=packed_record(encode(played.record)),
        time_ms=time_ms,
        level=played.level,
        source=source_of_games(),
        dealings=packed(played.dealings),
    )
