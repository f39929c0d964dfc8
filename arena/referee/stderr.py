"""What is kept of a bot's stderr: its beginning and end, and the metrics among its lines."""

from __future__ import annotations

import re

KEPT_FIRST = 2 * 1024
KEPT_LAST = 6 * 1024
"""Bytes kept of the beginning and of the end, where errors are usually explained."""
MOST_KEYS = 20
"""Metrics of a game; further keys are ignored."""
MOST_LINES = 5_000
"""Metric lines read in a game, so that a bot that writes nothing else costs little."""
LARGEST = 1e100
"""The largest value, so that sums of squares stay finite."""

_LINE = re.compile(rb"^metric ([a-z0-9_.-]{1,32})=([-+.0-9e]{1,32})\r?$", re.MULTILINE)
_LONGER = 80  # bytes: more than any metric line has


class Excerpt:
    """The beginning and the end of a stream of bytes."""

    def __init__(self, first: int = KEPT_FIRST, last: int = KEPT_LAST) -> None:
        self._first, self._last = first, last
        self._head = b""
        self._tail = b""
        self._left_out = 0

    def add(self, data: bytes) -> None:
        """Add the next piece of the stream."""
        room = self._first - len(self._head)
        self._head += data[:room]
        tail = self._tail + data[room:]
        self._left_out += max(0, len(tail) - self._last)
        self._tail = tail[-self._last :]

    def text(self) -> str:
        """Return the kept text, with a line that says how much was dropped."""
        gap = f"\n[... {self._left_out} bytes left out ...]\n".encode() if self._left_out else b""
        return (self._head + gap + self._tail).decode("utf-8", "replace")


class Metrics:
    """The numbers that a bot reports in lines like `metric nodes=1250`.

    The last value of a key counts. Other lines, and values that are too large or aren't numbers,
    are ignored.
    """

    def __init__(self) -> None:
        self._values: dict[str, float] = {}
        self._lines = 0
        self._rest = b""  # the beginning of a line whose end has not come yet

    def add(self, data: bytes) -> None:
        """Add the next piece of the stream."""
        data = self._rest + data
        end = data.rfind(b"\n") + 1
        self._rest = data[end : end + _LONGER]
        if b"metric " not in data:
            return
        for line in _LINE.finditer(data, 0, end):
            if self._lines >= MOST_LINES:
                return
            self._lines += 1
            self._note(line[1].decode(), line[2])

    def _note(self, key: str, text: bytes) -> None:
        try:
            value = float(text)
        except ValueError:
            return
        known = key in self._values or len(self._values) < MOST_KEYS
        if known and abs(value) <= LARGEST:
            self._values[key] = value

    def take(self) -> dict[str, float]:
        """Return the values since the last call, by key."""
        values, self._values, self._lines = self._values, {}, 0
        return values
