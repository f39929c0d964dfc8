"""The queue of games that a running tournament has yet to hand out, in the order of its ledger.

Games that the asking worker cannot play are put aside for others, in the same order.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import islice

from ladder.tournaments.ledger import Ledger, Scheduled

MOST_ASIDE = 500
"""The most games that wait for a worker that can play them; then all others wait, too."""

Able = Callable[[Scheduled], bool]
"""Says whether the asking worker can play a game."""


@dataclass(slots=True)
class GameQueue:
    """The games still to be played: those of the ledger, read page by page, and those returned."""

    ledger: Ledger
    may_begin: Able = lambda game: True
    """Says whether a game's match may begin now; asked until it has."""
    _after: tuple[int, int] = (-1, 0)  # the place in the ledger of the last game read from it
    _page: deque[Scheduled] = field(default_factory=deque)
    _returned: deque[tuple[int, Scheduled]] = field(default_factory=deque)  # with when each is due
    _aside: list[Scheduled] = field(default_factory=list)
    _passed: dict[Hashable, tuple[int, int]] = field(default_factory=dict)  # by kind of worker: the
    # place up to which it was offered the games put aside, which it is not offered again
    _taken: int = 0  # games handed out so far, by which delays are counted
    _latest: int = -1  # the last match that has begun in this run

    def take(
        self, most: int, able: Able = lambda game: True, kind: Hashable = None
    ) -> list[Scheduled]:
        """Take up to `most` games in the order of the ledger, or a single returned one.

        Args:
            most: The most games.
            able: Whether the asking worker can play a game.
            kind: The same for workers of which `able` always says the same; None: unknown.
        """
        if most <= 0:
            return []
        if not self._aside:
            self._passed.clear()
        # Due games come first, since all later matches wait for theirs; games not yet due come only
        # when no others are left to wait for.
        taken = (
            self._take_returned(able)
            or self._take_from_aside(most, able, kind)
            or self._take_next(most, able, kind)
            or self._take_returned(able, at_once=True)
        )
        self._taken += len(taken)
        return taken

    def waiting(self) -> bool:
        """Return True if there is a game that could be handed out now."""
        self._read_page()
        return bool(self._returned or self._aside or (self._page and self._begun(self._page[0])))

    def give_back(self, game: Scheduled, delay: int) -> None:
        """Return a game that was not played, to be handed out again after `delay` others."""
        self._returned.append((self._taken + delay, game))

    def refresh(self) -> None:
        """Read the ledger again, after matches were dropped from it."""
        self._page.clear()
        # Games put aside are checked against one page of the ledger from the first of them on;
        # those beyond its end are kept.
        if self._aside:
            first = self._aside[0]
            page = self.ledger.unplayed((first.match_number, first.rotation - 1), 2 * MOST_ASIDE)
            left = {game.game_id for game in page}
            whole = len(page) < 2 * MOST_ASIDE
            reached = _place(page[-1] if page else first)
            self._aside = [
                game
                for game in self._aside
                if game.game_id in left or (not whole and _place(game) > reached)
            ]

    def _take_returned(self, able: Able, at_once: bool = False) -> list[Scheduled]:
        """Take a returned game, alone, so that if it fails again no other is suspected."""
        for place, (due, game) in enumerate(self._returned):
            if (at_once or due <= self._taken) and able(game):
                del self._returned[place]
                return [game]
        return []

    def _take_from_aside(self, most: int, able: Able, kind: Hashable) -> list[Scheduled]:
        taken: list[Scheduled] = []
        left: list[Scheduled] = []
        passed = self._passed.get(kind, (-1, 0))
        first = bisect_right(self._aside, passed, key=_place)
        for game in islice(self._aside, first, None):
            if len(taken) == most:
                break
            (taken if able(game) else left).append(game)
            passed = _place(game)
        self._aside[first : first + len(taken) + len(left)] = left
        if kind is not None:
            self._passed[kind] = passed
        return taken

    def _take_next(self, most: int, able: Able, kind: Hashable) -> list[Scheduled]:
        taken: list[Scheduled] = []
        while len(taken) < most and len(self._aside) < MOST_ASIDE:
            if not self._page:
                if taken:
                    break
                self._read_page()
            if not self._page or not self._begun(self._page[0]):
                break
            game = self._page.popleft()
            self._after = _place(game)
            (taken if able(game) else self._aside).append(game)
        if kind is not None:
            self._passed[kind] = self._after
        return taken

    def _read_page(self) -> None:
        if not self._page:
            self._page.extend(self.ledger.unplayed(self._after))

    def _begun(self, game: Scheduled) -> bool:
        if game.match_number > self._latest and self.may_begin(game):
            self._latest = game.match_number
        return game.match_number <= self._latest


def _place(game: Scheduled) -> tuple[int, int]:
    """Return a game's place in the ledger."""
    return game.match_number, game.rotation
