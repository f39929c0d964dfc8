"""One run at a time: whoever plays on a ladder, or is about to, holds the file beside it."""

import fcntl
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from arena.errors import ArenaError
from arena.home import begin
from ladder.database.store import Store

PATIENCE = 0.5
"""Seconds to wait for the lock, since `running` holds it for a moment."""


class TournamentBusy(ArenaError):
    """Another process plays a tournament on this ladder."""


def running(store: Store) -> int | None:
    """Return the tournament that is being played on this ladder at the moment, if any."""
    try:
        lock = _lock_file(store).open()
    except OSError:  # nothing was ever played, or we may not read the file
        return None
    with lock:
        try:
            # Shared, so that two who ask at once do not take each other for a run.
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            match = re.search(r"tournament (\d+)", lock.read())
            return int(match[1]) if match else None
    return None


def _lock_file(store: Store) -> Path:
    return Path(store.path + ".lock")


class RunLock:
    """The right to play on a ladder, which one process has at a time; see `exclusive_run`."""

    def __init__(self, lock: IO[str]) -> None:
        self._lock = lock

    def says(self, what: str) -> None:
        """Tell other processes what this one does, such as "plays tournament 3"."""
        self._lock.truncate(0)  # opened to append, it is written from the start again
        self._lock.write(f"Process {os.getpid()} {what}")
        self._lock.flush()


@contextmanager
def exclusive_run(store: Store, run: RunLock | None = None) -> Iterator[RunLock]:
    """Lock the ladder for a run, unless the caller holds the lock. Raises TournamentBusy.

    The kernel releases the lock however the process ends.
    """
    if run is not None:
        yield run
        return
    # Opened with "a+", which keeps what another process has written there about itself.
    begin(_lock_file(store))
    with _lock_file(store).open("a+") as lock:
        if not _locked(lock):
            lock.seek(0)
            holder = lock.read().strip() or "Another process plays a tournament"
            raise TournamentBusy(
                f"{holder} on this ladder. Wait until it ends, stop it, or use another home."
            )
        run = RunLock(lock)
        run.says("is about to play a tournament")
        yield run


def _locked(lock: IO[str]) -> bool:
    """Take the lock; return False if another run keeps it."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        else:
            return True
