"""A bot that plays with a language model: what it asks its model goes to the gateway.

It asks on the pipe it has, with a line in place of its answer. While the model is being asked its
clock stands still; everything else is as with any other bot.
"""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from arena.codec import lines
from arena.referee.process import BotLost, BotProcess, Ready, gather
from protocol import Json
from protocol.messages import parse_ask_model
from protocol.model import ProtocolError

_READ = 1 << 16


class GatewayLink:
    """A seat's line to a gateway. One request at a time: `send`, then `receive` when it is there.

    Raises OSError where the gateway is gone.
    """

    def __init__(self, place: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(place)
        self._received = bytearray()

    def fileno(self) -> int:
        """The descriptor, to be waited on for input."""
        return self._socket.fileno()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a line."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self) -> dict[str, Any] | None:
        """What has come, if it is whole."""
        data = self._socket.recv(_READ)
        if not data:
            raise ConnectionResetError("the gateway to the models has ended")
        self._received += data
        if not self._received.endswith(b"\n"):
            return None
        said: dict[str, Any] = json.loads(self._received)
        self._received.clear()
        return said

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


MOST_REQUESTS = 8
"""At one question; further ones are answered by nothing, at once."""
MOST_LINES = 100
"""For the model at one question, of whatever sort: answering them is on nobody's clock."""
_LOOK_MS = 1_000.0
_COUNTED = ("tokens_in", "cached", "tokens_out", "cost", "seconds")
NOTHING: Json = {"text": "", "stop": "none", "tokens_in": 0, "cached": 0, "tokens_out": 0}


class ProviderFailed(Exception):
    """A model cannot be asked: the game does not count, and is played again."""

    def __init__(self, reason: str, halt: bool = False) -> None:
        """halt: not in this run, in which no further game with the model can be played."""
        super().__init__(reason)
        self.halt = halt


class Advised:
    """A bot's process, and its line to a model. The channel of a player."""

    def __init__(self, process: BotProcess, gateway: str = "") -> None:
        """gateway: its socket; empty: there is no model, and requests are answered by nothing."""
        self.process = process
        self._gateway = gateway
        self.link: GatewayLink | None = None
        self.usage: dict[str, float] = {}
        """What its model has used for the last question so far."""
        self._question = b""
        self._requests = self._lines = 0
        self._asked: Json | None = None  # what is being asked at the moment
        self._since = 0.0
        self._came: list[bytes | BotLost | None] = []  # what `collect` gives next

    def begin(self, player: str, program: str, model: str) -> None:
        """A game begins; of its model, nothing is known of the games before.

        Raises ProviderFailed.
        """
        if not self._gateway:
            return
        try:
            self.link = self.link or GatewayLink(self._gateway)
        except OSError as error:
            raise _gone(error) from None
        self._send(self.link, {"player": player, "program": program, "model": model})

    # --- a channel ------------------------------------------------------------------------------

    @property
    def ms(self) -> float:
        """Charged for the last question so far."""
        return self.process.ms

    @property
    def skipped(self) -> int:
        """Lines thrown away at the last question: they had come before it."""
        return self.process.skipped

    def post(self, line: bytes, limit_ms: float) -> None:
        """Ask, and start the clock."""
        self._question = line
        self.usage, self._requests, self._lines = {}, 0, 0
        self._came.clear()
        self.process.post(line, limit_ms)

    def collect(self) -> bytes | None:
        """The next line that is not for the model, or None when the time is up.

        Raises BotLost, ProviderFailed.
        """
        gather([self])
        came = self._came.pop()
        if isinstance(came, BotLost):
            raise came
        return came

    def tell(self, line: bytes) -> None:
        """Send a line that has no answer."""
        self.process.tell(line)

    def end(self) -> None:
        """Stop the bot for good."""
        self.process.end()
        if self.link is not None:
            self.link.close()

    # --- awaited ----------------------------------------------------------------------------------

    def settled(self) -> bool:
        """True if `collect` would return (or raise) at once."""
        while not self._came:
            if self._asked is not None or not self.process.settled():
                return False
            try:
                line = self.process.collect()
                if line is None or not self._passed_on(line):
                    self._came.append(line)
            except BotLost as lost:
                self._came.append(lost)
        return True

    def interests(self) -> Ready:
        """The pipes to be waited on, and for what."""
        if self._asked is not None and self.link is not None:
            return [(self.link.fileno(), select.POLLIN)]
        return self.process.interests()

    def begin_slice(self) -> float:
        """Return how long to wait at most before looking again, in milliseconds."""
        return _LOOK_MS if self._asked is not None else self.process.begin_slice()

    def waited(self, ms: float) -> None:
        """So much time has passed."""
        if self._asked is None:
            self.process.waited(ms)

    def move(self, ready: Ready) -> None:
        """Take in, or send, what is possible now. Raises ProviderFailed."""
        if self._asked is None:
            self.process.move(ready)
        elif self.link is not None:
            try:
                said = self.link.receive()
            except OSError as error:
                raise _gone(error) from None
            if said is not None:
                self._hear(said)

    # --- the model --------------------------------------------------------------------------------

    def _passed_on(self, line: bytes) -> bool:
        """Pass a line on, if it is for the model. Raises BotLost, ProviderFailed."""
        self._since = perf_counter()
        problem = ""
        try:
            asked = parse_ask_model(line)
        except ProtocolError as error:
            asked, problem = None, str(error)
        if asked is None and not problem:
            return False
        self._lines += 1
        if self._lines > MOST_LINES:
            raise BotLost("malformed", f"asked its model more than {MOST_LINES} times")
        if asked is None:
            self._answer({**NOTHING, "stop": "malformed", "reason": problem}, None)
            return True
        self._requests += 1
        if self._requests > MOST_REQUESTS:
            reason = f"a bot may ask {MOST_REQUESTS} times at one question"
            self._answer({**NOTHING, "reason": reason}, asked.id)
        elif self.link is None:
            self._answer(NOTHING, asked.id)
        else:
            self._asked = {"id": asked.id}
            request = asked.model_dump(exclude_none=True, exclude={"type", "id"})
            kind = json.loads(self._question)["ask"]
            self._send(self.link, request | {"ask": kind})
        return True

    def _hear(self, said: Json) -> None:
        asked, self._asked = self._asked, None
        if why := said.get("halt") or said.get("void"):
            raise ProviderFailed(why, halt="halt" in said)
        for key in _COUNTED:
            self.usage[key] = self.usage.get(key, 0) + said.get(key, 0)
        self._answer(said, asked["id"] if asked else None)

    def _answer(self, said: Json, number: int | None) -> None:
        line = lines.encoded(lines.model(said, number))
        self.process.resume(line, perf_counter() - self._since)

    def _send(self, link: GatewayLink, message: Json) -> None:
        try:
            link.send(message)
        except OSError as error:
            raise _gone(error) from None


def _gone(error: OSError) -> ProviderFailed:
    return ProviderFailed(f"the gateway to the models is gone ({error.strerror or error})")
