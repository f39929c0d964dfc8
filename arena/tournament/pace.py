"""The pace of a running tournament, and whether its time is up."""

import time

from arena.tournament.size import Size
from ladder.standings import widest
from ladder.store import Store

SECONDS_BETWEEN_LOOKS = 2.0
"""How often the ± is looked up while a tournament is played until it is narrow enough."""


class Pace:
    """Reckons from what this run has done so far.

    before: the seconds that earlier runs of the tournament have played.
    """

    def __init__(self, store: Store, tournament_id: int, size: Size, before: float) -> None:
        self._store = store
        self._tournament_id = tournament_id
        self._size = size
        self._before = before
        self.widest: float | None = None
        """The widest ± a moment ago, if that decides when the tournament ends."""

    def start(self) -> None:
        """The first games are handed out now."""
        self._start = self._looked = time.monotonic()
        if self._size.interval is not None:
            self.widest = widest(self._store, self._tournament_id)
            self._looks = [(0, self.widest)]

    def time_up(self) -> bool:
        """True if the time of the tournament is over."""
        return self._size.seconds is not None and self._left() <= 0

    def to_go(self, played: int, done: int, games: int | None) -> float | None:
        """Seconds to go, after `played` games in this run and `done` of `games` in all."""
        if self._size.seconds is not None:
            return max(0.0, self._left())
        rate = (time.monotonic() - self._start) / played
        if self._size.interval is not None:
            left = self._games_until(self._size.interval, played)
            return None if left is None else left * rate
        return None if games is None else max(0, games - done) * rate

    def _left(self) -> float:
        assert self._size.seconds is not None
        return self._size.seconds - self._before - (time.monotonic() - self._start)

    def _games_until(self, goal: float, played: int) -> float | None:
        """The games that are missing if information grows as it did in this run's second half."""
        now = time.monotonic()
        if now - self._looked >= SECONDS_BETWEEN_LOOKS:
            self._looked = now
            self.widest = widest(self._store, self._tournament_id)
            self._looks.append((played, self.widest))
        played_now, width = self._looks[-1]
        played_then, before = next(
            look for look in reversed(self._looks) if look[0] <= played_now / 2
        )
        if not 0 < width < before:
            return None
        current, then, last = (each**-2 for each in (width, before, goal))  # as information goes
        missing = (played_now - played_then) * (last - current) / (current - then)
        return max(0.0, missing - (played - played_now))
