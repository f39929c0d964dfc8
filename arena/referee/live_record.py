"""Games for spectators: the record of a game goes into a file, decision by decision.

This happens only while somebody watches (`WANTED` is touched every few seconds), and only for slow
games: after a quick answer even that file isn't looked at, so quick games cost next to nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import BinaryIO

import orjson

from protocol import Json

SLOW_MS = 100.0
"""The time of an answer from which a game can be watched."""
FRESH_S = 20.0
"""How long after the latest touch somebody counts as watching."""
STILL_S = 600.0
"""The time without a decision after which a game is given up."""
WANTED = "wanted"
SUFFIX = ".game"
_GROWS = ("decisions", "forfeits")


class Growing:
    """A `Watch` that passes a record on in parts: first all of it, then what has been added."""

    def __init__(self, tell: Callable[[Json], None]) -> None:
        self._tell = tell
        self._lengths: list[int] = []

    def __call__(self, record: Json, ms: float) -> None:
        """Pass on what is new."""
        before, self._lengths = self._lengths, [len(record[key]) for key in _GROWS]
        if not before:
            self._tell(record)
        else:
            grown = zip(_GROWS, before, strict=True)
            self._tell({key: record[key][known:] for key, known in grown})


class Watched:
    """A `Watch` that writes a game for spectators, if there are any."""

    def __init__(self, folder: str, game: str) -> None:
        self._folder = Path(folder)
        self._game = game
        self._file: BinaryIO | None = None
        self._growing: Growing | None = None

    def __call__(self, record: Json, ms: float) -> None:
        """Write what is new, if anybody watches."""
        if self._growing is not None:
            self._growing(record, ms)
        elif ms >= SLOW_MS and self._is_wanted():
            try:
                self._file = (self._folder / f"{os.getpid()}-{self._game}{SUFFIX}").open(
                    "wb", buffering=0
                )
            except OSError:
                return
            self._growing = Growing(self._write)
            self._growing(record, ms)

    def end(self, result: Json | None) -> None:
        """Write the result, if there is one; the last spectator removes the file."""
        if result is not None:
            self._write({"decisions": [], "forfeits": [], "result": result})
        if self._file is not None:
            self._file.close()
            if result is None or not self._is_wanted():
                Path(self._file.name).unlink(missing_ok=True)

    def _is_wanted(self) -> bool:
        try:
            return time() - (self._folder / WANTED).stat().st_mtime < FRESH_S
        except OSError:
            return False

    def _write(self, part: Json) -> None:
        if self._file is None:
            return
        line = {"at": time(), "id": self._game, **part}
        try:
            self._file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
        except OSError:  # a full disk: spectators see no more of it, and the game goes on
            self._file.close()
            self._file = None
