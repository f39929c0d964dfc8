"""Signals while a tournament runs: the first asks to stop, the second drops what is running."""

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupts:
    """Counts signals like Ctrl-C: the first asks to stop, the second raises KeyboardInterrupt."""

    def __init__(self, on_hangup: Callable[[], None] = lambda: None) -> None:
        """Call `on_hangup` when the terminal is gone, before anything more is written to it."""
        self.signal: int | None = None
        """The first signal that came."""
        self._on_hangup = on_hangup
        self._before: dict[int, Any] = {}

    @property
    def asked(self) -> bool:
        """True if a signal has asked to stop."""
        return self.signal is not None

    def __enter__(self) -> "Interrupts":
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                before = signal.getsignal(number)
                if before is not signal.SIG_IGN:  # as under nohup
                    signal.signal(number, self._interrupt)
                    self._before[number] = before
        return self

    def __exit__(self, *details: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if number == signal.SIGHUP:
            self._on_hangup()
        if self.asked:
            raise KeyboardInterrupt
        self.signal = number
