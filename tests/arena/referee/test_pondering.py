"""A bot that works off turn is found out and stopped between its turns; others are left alone."""

from typing import Any

import pytest

from arena.referee import pondering
from arena.referee.pondering import Pondering


class Watched:
    """A process on a clock of its own; `log` has what was done to it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = self.used_ms = 0.0
        self.log: list[str] = []
        monkeypatch.setattr(pondering, "perf_counter", lambda: self.now)

    def cpu_ms(self) -> float:
        return self.used_ms

    def freeze(self) -> None:
        self.log.append("freeze")

    def thaw(self) -> None:
        self.log.append("thaw")


@pytest.mark.parametrize(
    ("seconds", "used_ms", "charged_ms", "found"),
    [
        (1, 1_000, 900, False),  # so much is free
        (1, 1_001, 900, True),
        (0.9, 900, 0, False),  # too early to look
        (2, 400, 0, False),  # a fifth of the time
        (2, 401, 0, True),
        (6, 5_000, 5_000, False),  # on turn: paid for
    ],
)
def test_who_works_off_turn_is_stopped_until_asked(
    monkeypatch: pytest.MonkeyPatch, seconds: float, used_ms: float, charged_ms: float, found: bool
) -> None:
    process: Any = Watched(monkeypatch)
    watch = Pondering(process)
    process.used_ms = 5_000.0  # to start up
    watch.ask(0)
    watch.answered()
    watch.ask(charged_ms / 2)  # for the first question; too early to look
    watch.answered()
    process.now += seconds
    process.used_ms += used_ms
    watch.ask(charged_ms / 2)
    watch.answered()
    assert (watch.found, watch.frozen) == (found, found)
    watch.ask(0)
    watch.resume()
    assert process.log == ["freeze", "thaw"] * found
