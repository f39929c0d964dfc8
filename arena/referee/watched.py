"""A game that spectators look at: its record goes into a file, decision by decision.

Only while somebody asks for it (`WANTED` is touched every few seconds), and only of a game that
takes its time: after a quick answer nobody looks whether somebody does, so quick games cost
next to nothing.
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
"""A game is followed once an answer has taken so long."""
FRESH_S = 20.0
"""How long after the latest touch somebody still looks on."""
STILL_S = 600.0
"""After so long without a decision nobody waits for another."""
WANTED = "wanted"
SUFFIX = ".game"
_GROWS = ("decisions", "forfeits")


class Growing:
    """Follows a game for somebody who reads its record part by part: the whole of it first, then
    what has been added to its decisions and forfeits."""

    def __init__(self, tell: Callable[[Json], None]) -> None:
        self._tell = tell
        self._told: list[int] = []

    def __call__(self, record: Json, ms: float) -> None:
        """Tell what is new."""
        told, self._told = self._told, [len(record[key]) for key in _GROWS]
        if not told:
            self._tell(record)
        else:
            grown = zip(_GROWS, told, strict=True)
            self._tell({key: record[key][known:] for key, known in grown})


class Watched:
    """Follows a game for spectators."""

    def __init__(self, folder: str, game: str) -> None:
        self._folder = Path(folder)
        self._game = game
        self._file: BinaryIO | None = None
        self._growing: Growing | None = None

    def __call__(self, record: Json, ms: float) -> None:
        """Note what is new, if anybody wants to see it."""
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
        """Note the result, if there is one; whoever still looks on removes the file."""
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
        told = {"at": time(), "id": self._game, **part}
        try:
            self._file.write(orjson.dumps(told, option=orjson.OPT_APPEND_NEWLINE))
        except OSError:  # a full disk: spectators see no more of it, and the game goes on
            self._file.close()
            self._file = None
