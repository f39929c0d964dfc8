"""Pondering: bots that think off turn are found out and stopped.

On a shared core they use up the thinking time of the bot whose turn it is. A bot is found out by
the processor time that it uses between questions, which is looked up rarely. From then on its
processes are stopped between questions.
"""

from time import perf_counter

from arena.sandbox.supervisor_client import SandboxedProcess

WINDOW_S = 1.0
"""The least time between two looks."""
FREE_MS = 100
FREE_SHARE = 0.2
"""A bot ponders if in a window it uses more processor time off turn than FREE_MS and than this
share. Less may go into reading messages without an answer, or may not have been charged because
this process got no core: up to a tenth on a busy machine. Stopping a bot costs more than that."""


class Pondering:
    """Watches one bot; to be called at each question and each answer."""

    def __init__(self, process: SandboxedProcess) -> None:
        self.found = False
        """True once it was found to ponder."""
        self._process = process
        # The first look comes at once, and its window has no beginning: so the start-up is free.
        self._looked = float("-inf")
        self._cpu_ms = 0.0  # at the last look
        self._charged_ms = 0.0  # since then
        self.frozen = False
        """True while its processes are stopped."""

    def ask(self, charged_ms: float) -> None:
        """Note that a question is about to be put; the last one was charged `charged_ms`."""
        self.resume()
        if self.found:
            return
        self._charged_ms += charged_ms
        now = perf_counter()
        if now - self._looked >= WINDOW_S:
            self._look(now)

    def resume(self) -> None:
        """Let the bot continue."""
        if self.frozen:
            self.frozen = False
            self._process.thaw()

    def answered(self) -> None:
        """Note that the answer is there, or that its time is up."""
        if self.found:
            self.frozen = True
            self._process.freeze()

    def _look(self, now: float) -> None:
        cpu_ms = self._process.cpu_ms()
        off_turn_ms = (now - self._looked) * 1000 - self._charged_ms
        spent_ms = cpu_ms - self._cpu_ms - self._charged_ms
        self.found = spent_ms > max(FREE_MS, FREE_SHARE * off_turn_ms)
        self._looked, self._cpu_ms, self._charged_ms = now, cpu_ms, 0.0
