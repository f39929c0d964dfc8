"""A game in a process of its own, so that a person may leave it at any time without harm.

Its process ends with ours, however that happens, and with it end all bots.
"""

import contextlib
import os
import signal
import threading
from multiprocessing import get_context
from multiprocessing.connection import Connection

from arena.errors import ArenaError
from arena.referee.game import GameSpec, Played
from arena.referee.seating import Seating
from arena.rules import VariantError
from arena.sandbox.level import Level

_PATIENCE_S = 10.0
"""For the bots to be ended; far more than that takes."""


class GameLost(ArenaError):
    """The game could not be played to its end, through no fault of a bot or a person."""


class Hosted:
    """One game, which begins at once."""

    def __init__(self, spec: GameSpec, level: Level, ask_all: bool = False) -> None:
        """`level`: how bots are confined. `ask_all`: as `Seating` has it."""
        context = get_context("spawn")  # nothing of our screens or threads goes along
        self._told, telling = context.Pipe(duplex=False)
        alive, self._life = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_play, args=(telling, alive, spec, level, ask_all), name="game", daemon=True
        )
        self._process.start()
        telling.close()
        alive.close()

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        """True if its process is still there."""
        return self._process.is_alive()

    def outcome(self) -> Played:
        """Waits for the end of the game. Raises GameLost when there is none."""
        try:
            told = self._told.recv()
        except (EOFError, OSError):
            raise GameLost("The game was ended before it was over.") from None
        if isinstance(told, str):
            raise GameLost(f"The game could not be played: {told}")
        assert isinstance(told, Played)
        return told

    def close(self) -> None:
        """End the game if it is still running, and wait until nothing is left of it."""
        self._life.close()
        self._process.join(_PATIENCE_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _play(
    telling: Connection, alive: Connection, spec: GameSpec, level: Level, ask_all: bool
) -> None:
    """In the process of the game: play it, and tell how it ended."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    threading.Thread(target=_watch, args=(alive,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt, OSError):
        with contextlib.closing(Seating(level=level, ask_all=ask_all)) as seating:
            try:
                played = seating.play(spec)
                told = played.void or played
            except (ArenaError, VariantError) as error:
                told = str(error)
        telling.send(told)


def _watch(alive: Connection) -> None:
    """Stop the game as soon as the other end of the pipe is closed: nobody waits for it."""
    with contextlib.suppress(EOFError, OSError):
        alive.recv()
    os.kill(os.getpid(), signal.SIGINT)
