"""The games that a running tournament has still to hand out, in the order of its ledger."""

from collections import deque
from dataclasses import dataclass, field

from ladder.ledger import Ledger, Scheduled


@dataclass(slots=True)
class Feed:
    """The games still to be played: those of the ledger, page by page, and those given back."""

    ledger: Ledger
    _after: tuple[int, int] = (-1, 0)
    _page: deque[Scheduled] = field(default_factory=deque)
    _again: deque[tuple[int, Scheduled]] = field(default_factory=deque)
    _taken: int = 0
    _last: int | None = None

    def take(self, most: int) -> list[Scheduled]:
        """Up to `most` consecutive games, or alone one that was given back."""
        if most <= 0:
            return []
        taken = self._take_back() or self._take_on(most) or self._take_back(at_once=True)
        self._taken += len(taken)
        return taken

    def give_back(self, game: Scheduled, delay: int) -> None:
        """A game that was handed out and not played; comes again after `delay` others."""
        self._again.append((self._taken + delay, game))

    def begin_no_more(self) -> None:
        """From now on, hand out only games of matches that have begun."""
        self._last = max(self._after[0], self.ledger.latest())

    def look_again(self) -> None:
        """The ledger has changed ahead: matches were dropped."""
        self._page.clear()

    def _take_back(self, at_once: bool = False) -> list[Scheduled]:
        """A game that was given back, alone, so that what fails again can be told from others."""
        if self._again and (at_once or self._again[0][0] <= self._taken):
            return [self._again.popleft()[1]]
        return []

    def _take_on(self, most: int) -> list[Scheduled]:
        if not self._page:
            self._page.extend(self.ledger.unplayed(self._after))
        taken: list[Scheduled] = []
        while len(taken) < most and self._page and self._begun(self._page[0]):
            taken.append(self._page.popleft())
        if taken:
            self._after = (taken[-1].match_number, taken[-1].rotation)
        return taken

    def _begun(self, game: Scheduled) -> bool:
        return self._last is None or game.match_number <= self._last
