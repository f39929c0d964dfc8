"""Workers, which play chunks of games, and worker pools, which the driver hands chunks to.

The pool of process_pool.py has one for each core of this machine, that of
arena/tournament/cluster/ those on the nodes of a cluster.

A pool knows nothing of ledgers and ratings: it takes games and returns results, or says that a
worker was lost with its games. It never retries anything; the driver decides.
"""

import time
import traceback
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.game_types import FinishedGame, GameSpec
from arena.sandbox.level import Level
from arena.source import source_of_games
from arena.tournament.run_events import Event
from ladder.database.logs import packed as packed_log
from ladder.database.records import packed as packed_record
from ladder.database.result import OF_MODEL, GameResult, SeatResult
from ladder.database.trades import packed
from protocol.record import encode


class WorkersFail(ArenaError):
    """Workers cannot be started, or die as fast as they are started."""


class GamePlayer(Protocol):
    """A player of games, one at a time: arena.referee.seating.Seating, or a test's stand-in."""

    def play(self, spec: GameSpec) -> FinishedGame:
        """Play a game to its end."""
        ...

    def close(self) -> None:
        """End all bots."""
        ...


MakePlayer = Callable[[], GamePlayer]


def make_seating(
    ask_all: bool = False, level: Level | None = None, gateway: str = "", live: str = ""
) -> GamePlayer:
    """Make the usual player of games; for the arguments see `Seating`."""
    # Late, since the driver never plays, and starts sooner without it.
    from arena.referee.seating import Seating

    return Seating(ask_all=ask_all, level=level, gateway=gateway, live=live)


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A game that could not be played, through the arena's own fault."""

    game_id: int
    reason: str
    """What happened, in one line; more lines may follow, to investigate it."""
    halt: bool = False
    """True if this run can play no other game either."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """The results of games that were given to a worker together."""

    worker: int
    games: tuple[GameSpec, ...]
    outcomes: tuple[GameResult | FailedGame, ...] = ()
    lost: str = ""
    """Why the worker died, as in `FailedGame.reason`; there are no outcomes then."""
    running: bool = False
    """True if the lost worker had begun these games."""
    reported: bool = False
    """True if the loss was reported already, as that of its node."""


class WorkerPool(Protocol):
    """Workers, numbered from 0."""

    @property
    def size(self) -> int:
        """The number of workers; where they come and go, the highest number so far plus one."""
        ...

    def load(self, worker: int) -> int:
        """Return the number of chunks that a worker has in hand."""
        ...

    def kind(self, worker: int) -> Hashable:
        """Return what is the same for workers that are able to play the same; None: it is gone."""
        ...

    def able(self, worker: int, bots: Sequence[BotSpec]) -> bool:
        """Return True if a worker can play games between these bots now."""
        ...

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Hand a chunk to a worker that can play it."""
        ...

    def wait(self, timeout: float) -> Sequence[Chunk | Event]:
        """Wait at most `timeout` seconds, and return the chunks that have ended, and news.

        Raises WorkersFail if nothing can be played any more.
        """
        ...

    def close(self, drop: bool) -> None:
        """End all workers and their bots; with `drop`, without waiting for anything."""
        ...


class Worker:
    """A player of chunks, one game after the other."""

    def __init__(self, make_player: MakePlayer) -> None:
        self._make_player = make_player
        self._player: GamePlayer | None = None
        source_of_games()  # remembered now, before anybody changes the files

    def play(self, games: Sequence[GameSpec]) -> tuple[GameResult | FailedGame, ...]:
        """Play the games, and return their outcomes."""
        return tuple(map(self._play, games))

    def _play(self, spec: GameSpec) -> GameResult | FailedGame:
        try:
            if self._player is None:
                self._player = self._make_player()
            start = time.perf_counter()
            played = self._player.play(spec)
            if played.void:
                return FailedGame(int(spec.id), played.void, played.halt)
            return result_of(spec, played, (time.perf_counter() - start) * 1000)
        except Exception as error:  # one bad game must not end the others
            reason = f"the arena failed with {type(error).__name__}: {error}".splitlines()[0]
            details = traceback.format_exc(limit=-3)
            self.close()
            return FailedGame(int(spec.id), f"{reason}\n{details}")

    def close(self) -> None:
        """End the bots."""
        if self._player is not None:
            player, self._player = self._player, None
            with suppress(Exception):
                player.close()


def result_of(spec: GameSpec, played: FinishedGame, time_ms: float = 0.0) -> GameResult:
    """Return a game as the ladder stores it."""
    # Compressed here, as one driver stores the games of all workers.
    return GameResult(
        game_id=int(spec.id),
        winners=tuple(played.winners),
        seats=tuple(
            SeatResult(
                coins=played.scores[number],
                place=played.places[number],
                forfeited=seat.forfeit is not None,
                faults=dict(seat.faults),
                refused=seat.refused,
                decisions=seat.decisions,
                time_ms=seat.time_ms,
                max_ms=seat.max_ms,
                log=packed_log(seat.stderr),
                metrics=seat.metrics
                | {f"{OF_MODEL}{name}": answers for name, answers in seat.models.items()},
            )
            for number, seat in enumerate(played.seats)
        ),
        record=packed_record(encode(played.record)),
        time_ms=time_ms,
        level=played.level,
        source=source_of_games(),
        trades=packed(played.trades),
    )
