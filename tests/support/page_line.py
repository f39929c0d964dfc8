"""A page's end of the line of `arena serve --play`, without a browser."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import orjson
from websockets.sync.client import ClientConnection, connect

PATIENCE_S = 60.0


class Line:
    """A page's end of a WebSocket of the server."""

    def __init__(self, served: str, path: str, **headers: str) -> None:
        self._stack = ExitStack()
        self.line: ClientConnection = self._stack.enter_context(
            connect(
                served.replace("http", "ws") + path,
                additional_headers=headers or {"Origin": served.rstrip("/")},
            )
        )

    def close(self) -> None:
        self._stack.close()

    def messages(self) -> Iterator[dict[str, Any]]:
        """One after the other, for as long as a test is patient."""
        end = time.monotonic() + PATIENCE_S
        while True:
            yield orjson.loads(self.line.recv(end - time.monotonic()))


def changed(old: Any, path: list[Any], change: list[Any]) -> Any:
    """Plain data after one change, as `difference` of `replay_data.py` writes it."""
    if path:
        key, *rest = path
        new = list(old) if isinstance(old, list) else dict(old)
        new[key] = changed(old[key], rest, change)
        return new
    if len(change) == 1:
        return change[0]
    start, end, items = change
    return [*old[:start], *items, *old[end:]]


class Page(Line):
    """The page of a person at the table."""

    def __init__(self, served: str, **headers: str) -> None:
        super().__init__(served, "play", **headers)
        self.heard: dict[str, Any] = {}
        self._seat: Any = None

    def say(self, do: str, **more: Any) -> None:
        self.line.send(orjson.dumps({"do": do, **more}).decode())

    def messages(self) -> Iterator[dict[str, Any]]:
        """As `Line` has them, each with the whole seat, of which the line tells what changed."""
        return map(self._whole, super().messages())

    def _whole(self, message: dict[str, Any]) -> dict[str, Any]:
        if "game" in message:
            self._seat = None
        for path, *change in message.get("seat", ()):
            self._seat = changed(self._seat, path, change)
        return {**message, "seat": self._seat} if "seat" in message else message

    def until(self, so: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first message from now on that is so."""
        for message in self.messages():
            self.heard |= message
            if so(message):
                return message
        raise AssertionError("it never ends")

    def begin(self, wishes: dict[str, Any]) -> dict[str, Any]:
        self.say("open", wishes=wishes)
        return self.asked()

    def next(self, patience_s: float) -> dict[str, Any] | None:
        """The next message, if it comes in time."""
        try:
            message: dict[str, Any] = orjson.loads(self.line.recv(patience_s))
        except TimeoutError:
            return None
        message = self._whole(message)
        self.heard |= message
        return message

    def asked(self) -> dict[str, Any]:
        found = self.until(lambda m: "seat" in m and m["seat"]["question"] is not None)
        return dict(found["seat"])

    def next_seat(self, question: int | None) -> dict[str, Any]:
        """When another question is asked, or the game is over."""
        past = (None, question)
        found = self.until(
            lambda m: "seat" in m and (m["seat"]["over"] or m["seat"]["question"] not in past)
        )
        return dict(found["seat"])

    def choose(self, seat: dict[str, Any], number: int = 0) -> None:
        self.say(
            "choose", number=number, text=seat["options"][number][0], question=seat["question"]
        )
