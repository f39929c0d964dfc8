"""Signals while a tournament runs."""

import os
import signal
from collections.abc import Iterator

import pytest

from arena.tournament.interrupts import SIGNALS, Interrupts


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
def test_the_first_asks_and_the_second_interrupts(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with Interrupts() as interrupts:
        assert not interrupts.asked
        os.kill(os.getpid(), number)
        assert interrupts.signal == number
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGTERM)
        assert interrupts.signal == number, "the first one tells how it ended"
    assert signal.getsignal(number) is before


def test_under_nohup_a_closed_terminal_is_nothing() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with Interrupts() as interrupts:
        os.kill(os.getpid(), signal.SIGHUP)
    assert not interrupts.asked
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_nothing_more_is_written_to_a_closed_terminal() -> None:
    calls: list[str] = []
    with Interrupts(on_hangup=lambda: calls.append("hangup")):
        os.kill(os.getpid(), signal.SIGTERM)
        assert calls == []
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGHUP)
        assert calls == ["hangup"]
