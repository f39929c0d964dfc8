"""Hints: how a bundled bot would answer a person's question."""

import threading
from collections.abc import Callable

from arena.codec import lines
from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.process import BotKilled, BotLost, BotProcess
from arena.referee.seating import ready_line
from arena.sandbox.level import Level
from arena.sandbox.supervisor_messages import CannotStart
from protocol import Json
from protocol.messages import is_comment, parse_choose
from protocol.model import ProtocolError

PATIENCE_MS = 20_000


class NoHint(ArenaError):
    """The bot has no advice; the text says why."""


class Adviser:
    """A bot that gives advice. It gets what the seat gets, and nothing else.

    It starts with the first request. It sees only the questions it should answer, each with all
    events since the one before.
    """

    def __init__(self, prepare: Callable[[], BotSpec], level: Level) -> None:
        """Set up without starting the bot.

        Args:
            prepare: Makes the bot ready to start.
            level: The level of its sandbox.
        """
        self._prepare = prepare
        self._level = level
        self._process: BotProcess | None = None
        self._lock = threading.Lock()  # hints and stand-ins come from several threads

    def advise(self, start: Json, question: Json, events: list[Json]) -> int | Json:
        """Return the bot's choice, which takes as long as the bot does. Raises NoHint.

        Args:
            start: The seat's `game_start`.
            question: The question to answer.
            events: The events since the bot was last asked.
        """
        with self._lock:
            try:
                process = self._process or self._begin(start)
                # Its own events are among these, which go back to what the bot was asked last.
                asked = {**question, "events": events, "clock": {**_CLOCK}}
                process.post(lines.encoded(asked), PATIENCE_MS)
                return self._answer(process)
            except (CannotStart, BotLost, BotKilled, ProtocolError, ArenaError) as error:
                self._end()
                raise NoHint(f"There is no hint: {error}") from None

    def close(self) -> None:
        """End the bot."""
        with self._lock:
            self._end()

    def _begin(self, start: Json) -> BotProcess:
        bot = self._prepare()
        self._process = process = BotProcess(bot.command, bot.cwd, bot.needs, self._level)
        process.post(lines.encoded(lines.hello()), PATIENCE_MS)
        ready_line(process)
        process.tell(lines.encoded({**start, "clock": {**_CLOCK, "increment_ms": 0}}))
        return process

    def _answer(self, process: BotProcess) -> int | Json:
        while (line := process.collect()) is not None:
            if not is_comment(line):
                return parse_choose(line).choice
        raise NoHint("the bot took too long.")

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


_CLOCK = {"bank_ms": PATIENCE_MS, "limit_ms": PATIENCE_MS}
