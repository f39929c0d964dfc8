"""Ctrl-C while a tournament runs: the first asks to stop, the second drops what is running."""

import signal
import threading
from types import FrameType
from typing import Any


class Interrupts:
    """Counts Ctrl-C: the first only asks to stop, the second raises KeyboardInterrupt."""

    def __init__(self) -> None:
        self.asked = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "Interrupts":
        self.listen()
        return self

    def listen(self) -> None:
        """Takes the signals over, again if something has taken them away."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                before = signal.signal(number, self._interrupt)
                self._before.setdefault(number, before)

    def __exit__(self, *details: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
