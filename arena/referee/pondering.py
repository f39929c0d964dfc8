"""Bots that think while it is not their turn take time from whoever's turn it is.

On one core that is the others' thinking time. A bot is found out by the processor time that it
uses between questions, looked up seldom; from then on its processes are stopped between them.
"""

from time import perf_counter

from arena.sandbox.supervisor_client import Child

WINDOW_S = 1.0
"""At least so much time between two looks."""
FREE_MS = 100
FREE_SHARE = 0.2
"""More processor time off turn than both in a window, the second a share of it, is pondering. Less
may be the reading of messages that have no answer, or time that was not charged since we were kept
from the core: on a busy machine up to a tenth. Stopping a bot costs more than that."""


class Pondering:
    """Watches over one bot, told of each question and each answer."""

    def __init__(self, child: Child) -> None:
        self.found = False
        """True if it ponders."""
        self._child = child
        self._looked: float | None = None
        self._cpu_ms = 0.0  # at the last look
        self._charged_ms = 0.0  # since then
        self._frozen = False

    @property
    def frozen(self) -> bool:
        """True if its processes are stopped now."""
        return self._frozen

    def ask(self, charged_ms: float) -> None:
        """A question is about to be put; the one before cost so much."""
        self.resume()
        if self.found:
            return
        self._charged_ms += charged_ms
        now = perf_counter()
        if self._looked is None:
            self._begin(now)
        elif now - self._looked >= WINDOW_S:
            self._look(now)

    def resume(self) -> None:
        """It goes on with the same question."""
        if self._frozen:
            self._frozen = False
            self._child.thaw()

    def answered(self) -> None:
        """The answer is there, or its time is up."""
        if self.found:
            self._frozen = True
            self._child.freeze()

    def _begin(self, now: float) -> None:
        self._looked = now
        self._cpu_ms = self._child.cpu_ms()
        self._charged_ms = 0.0

    def _look(self, now: float) -> None:
        assert self._looked is not None
        off_turn_ms = (now - self._looked) * 1000 - self._charged_ms
        spent_ms = self._child.cpu_ms() - self._cpu_ms - self._charged_ms
        self.found = spent_ms > max(FREE_MS, FREE_SHARE * off_turn_ms)
        self._begin(now)
