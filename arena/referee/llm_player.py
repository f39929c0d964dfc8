"""Bots that play with a language model: their requests are passed on to the gateway.

A bot sends a request over its usual pipe, in place of an answer. Its clock stops while the model
works; everything else is as with any other bot. See decision 14.
"""

from __future__ import annotations

import json
import select
import socket
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from arena.codec import lines
from arena.referee.process import BotLost, BotProcess, Ready, gather
from protocol import Json
from protocol.messages import AskModel, parse_ask_model
from protocol.model import ProtocolError

_READ = 1 << 16


class GatewayLink:
    """A seat's connection to the gateway, for one request at a time: `send`, then `receive`.

    Everything raises OSError if the gateway is gone.
    """

    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._received = bytearray()

    def fileno(self) -> int:
        """Return the descriptor to poll for input."""
        return self._socket.fileno()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message as a line."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self) -> dict[str, Any] | None:
        """Read what has come; return the response once it is complete."""
        data = self._socket.recv(_READ)
        if not data:
            raise ConnectionResetError("the gateway to the models has ended")
        self._received += data
        if not self._received.endswith(b"\n"):
            return None
        response: dict[str, Any] = json.loads(self._received)
        self._received.clear()
        return response

    def ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Send a message, and wait for the response."""
        self.send(message)
        while (response := self.receive()) is None:
            pass
        return response

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()


MOST_REQUESTS = 8
"""Requests that reach the model at one question; further ones get an empty response at once."""
MOST_LINES = 100
"""Lines for the model at one question, even malformed ones: answering them is on nobody's clock."""
_LOOK_MS = 1_000.0
MEASURED = ("tokens_in", "cached", "tokens_out", "cost", "seconds")
"""The keys of a usage that the arena measures itself if the model is asked through it."""
NOTHING: Json = {"text": "", "stop": "none", "tokens_in": 0, "cached": 0, "tokens_out": 0}


class ProviderFailed(Exception):
    """A model can't be asked, so the game doesn't count and is played again.

    With `halt`, not in this run: no further game with the model can be played in it.
    """

    def __init__(self, reason: str, halt: bool = False) -> None:
        super().__init__(reason)
        self.halt = halt


class ModelChannel:
    """A bot's process with access to a model; a player's `Channel`."""

    def __init__(self, process: BotProcess, gateway: str = "") -> None:
        """Wrap a process.

        Args:
            process: the bot's.
            gateway: the path of the gateway's socket; if empty, there is no model and every
                request gets an empty response.
        """
        self.process = process
        self._gateway = gateway
        self.link: GatewayLink | None = None
        self.usage: dict[str, float] = {}
        """Use of the model for the last question so far."""
        self.thought = ""
        """What the model thought of the last question, without the bot being told."""
        self.returned = Counter[str]()
        """How many answers of the game were from which model, as its provider calls it."""
        self._question = b""
        self._requests = self._lines = 0
        self._asked: AskModel | None = None  # the request under way
        self._since = 0.0
        self._ready: list[bytes | BotLost | None] = []  # for `collect` to return or raise next

    def begin(self, player: str, program: str, model: str, game: str) -> None:
        """Begin a game, in which the model knows nothing of earlier ones. Raises ProviderFailed."""
        self.returned.clear()
        if not self._gateway:
            return
        with _reaching_the_gateway():
            self.link = self.link or GatewayLink(self._gateway)
            who = {"player": player, "program": program, "model": model}
            self.link.send({**who, "game": game})

    # --- a channel ------------------------------------------------------------------------------

    @property
    def ms(self) -> float:
        """Milliseconds charged for the last question so far."""
        return self.process.ms

    @property
    def skipped(self) -> int:
        """Lines discarded at the last question because they had come before it."""
        return self.process.skipped

    def post(self, line: bytes, limit_ms: float) -> None:
        """Ask, and start the clock."""
        self._question = line
        self.usage, self._requests, self._lines = {}, 0, 0
        self.thought = ""
        self._ready.clear()
        self.process.post(line, limit_ms)

    def collect(self) -> bytes | None:
        """Return the next line that isn't for the model, or None when the time is up.

        Raises BotLost, ProviderFailed.
        """
        gather([self])
        line = self._ready.pop()
        if isinstance(line, BotLost):
            raise line
        return line

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
        """Return True if `collect` would return or raise at once."""
        while not self._ready:
            if self._asked is not None or not self.process.settled():
                return False
            try:
                line = self.process.collect()
                if line is None or not self._passed_on(line):
                    self._ready.append(line)
            except BotLost as lost:
                self._ready.append(lost)
        return True

    def interests(self) -> Ready:
        """Return the pipes to poll, and for which events."""
        if self._asked is not None and self.link is not None:
            return [(self.link.fileno(), select.POLLIN)]
        return self.process.interests()

    def begin_slice(self) -> float:
        """Return how long to wait at most before looking again, in milliseconds."""
        return _LOOK_MS if self._asked is not None else self.process.begin_slice()

    def waited(self, ms: float) -> None:
        """Charge time that has passed, unless the model is working."""
        if self._asked is None:
            self.process.waited(ms)

    def move(self, ready: Ready) -> None:
        """Read and send what is possible now. Raises ProviderFailed."""
        if self._asked is None:
            self.process.move(ready)
        elif self.link is not None:
            with _reaching_the_gateway():
                response = self.link.receive()
            if response is not None:
                self._respond(response)

    # --- the model --------------------------------------------------------------------------------

    def _passed_on(self, line: bytes) -> bool:
        """Pass a line on if it is for the model. Raises BotLost, ProviderFailed."""
        self._since = perf_counter()
        try:
            asked = parse_ask_model(line)
        except ProtocolError as error:
            self._count_line()
            self._answer({**NOTHING, "stop": "malformed", "reason": str(error)}, None)
            return True
        if asked is None:
            return False
        self._count_line()
        self._requests += 1
        if self._requests > MOST_REQUESTS:
            reason = f"a bot may ask {MOST_REQUESTS} times at one question"
            self._answer({**NOTHING, "reason": reason}, asked.id)
        elif self.link is None:
            self._answer(NOTHING, asked.id)
        else:
            self._asked = asked
            request = asked.model_dump(exclude_none=True, exclude={"type", "id"})
            kind = json.loads(self._question)["ask"]
            with _reaching_the_gateway():
                self.link.send(request | {"ask": kind})
        return True

    def _count_line(self) -> None:
        self._lines += 1
        if self._lines > MOST_LINES:
            raise BotLost("malformed", f"asked its model more than {MOST_LINES} times")

    def _respond(self, response: Json) -> None:
        asked, self._asked = self._asked, None
        assert asked is not None
        if why := response.get("halt") or response.get("void"):
            raise ProviderFailed(why, halt="halt" in response)
        for key in MEASURED:
            self.usage[key] = self.usage.get(key, 0) + response.get(key, 0)
        if thought := response.get("thought"):
            self.thought = f"{self.thought}\n\n{thought}".strip()
        if name := response.get("model"):
            self.returned[name] += 1
        self._answer(response, asked.id)

    def _answer(self, response: Json, number: int | None) -> None:
        line = lines.encoded(lines.model(response, number))
        self.process.resume(line, perf_counter() - self._since)


@contextmanager
def _reaching_the_gateway() -> Iterator[None]:
    """Raise ProviderFailed if the connection breaks in this block."""
    try:
        yield
    except OSError as error:
        why = f"the gateway to the models is gone ({error.strerror or error})"
        raise ProviderFailed(why) from None
