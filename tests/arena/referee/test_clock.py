"""Time controls, the bank, and the charge that takes waiting for the core off."""

import os
from pathlib import Path

import pytest

from arena.referee import clock
from arena.referee.clock import ClockError, Meter, TimeControl, waits
from arena.referee.time_bank import Bank


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10+0.1", TimeControl(10_000, 100, 2_000, 10_000)),
        ("0.5+0", TimeControl(500, 0, 100, 10_000)),
        ("3", TimeControl(3_000, 0, 600, 10_000)),
        ("0+2", TimeControl(0, 2_000, 2_000, 10_000)),
        (" 1+0.001 ", TimeControl(1_000, 1, 200, 10_000)),
        ("standard", TimeControl(10_000, 100, 2_000, 10_000)),
    ],
)
def test_parse(text: str, expected: TimeControl) -> None:
    assert TimeControl.parse(text) == expected


def test_parse_with_own_limits() -> None:
    assert TimeControl.parse("10+0.1", limit_s=0.25).limit_ms == 250
    assert TimeControl.parse("bullet", limit_s=0.1).limit_ms == 100


@pytest.mark.parametrize(
    "text", ["", "fast", "10+", "+1", "-1+0", "1e3", "10+0.1+2", "0+0", "nan", f"{10**400}"]
)
def test_no_time_control(text: str) -> None:
    with pytest.raises(ClockError):
        TimeControl.parse(text)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_no_limit(seconds: float) -> None:
    with pytest.raises(ClockError):
        TimeControl.parse("standard", limit_s=seconds)


def test_classes_classify_themselves() -> None:
    assert {name: control.time_class for name, control in clock.CLASSES.items()} == {
        name: name for name in clock.CLASSES
    }
    assert TimeControl.parse("1+0").time_class == "bullet"
    assert TimeControl.parse("20+0.5").time_class == "standard"
    assert TimeControl.parse("60+1").time_class == "slow"


def test_the_name_of_a_control_can_be_parsed() -> None:
    assert str(TimeControl.parse("0.5+0")) == "0.5+0"
    assert {str(each): (each.limit_ms, each.start_ms) for each in clock.CLASSES.values()} == {
        "2+0.02": (500, 5_000),
        "10+0.1": (2_000, 10_000),
        "300+5": (60_000, 60_000),
        "900+20": (120_000, 60_000),
    }


def test_bank_pays_and_is_refilled() -> None:
    bank = Bank(TimeControl(bank_ms=1_000, increment_ms=100, limit_ms=700, start_ms=1))
    assert bank.allowed_ms == 700  # the limit
    bank.charge(600)
    assert (bank.left_ms, bank.allowed_ms) == (600, 600)  # what is left
    bank.charge(900)
    assert (bank.left_ms, bank.allowed_ms) == (0, 0)  # 200 in debt, the increment is taken off
    bank.charge(0)
    assert bank.left_ms == 0
    bank.charge(0)
    assert bank.left_ms == 0
    bank.charge(0)
    assert bank.left_ms == 100


def test_the_first_question_has_its_increment_too() -> None:
    assert Bank(TimeControl.parse("0+1")).allowed_ms == 1_000


class Counted:
    """A bot that has used so much processor time at each look."""

    pid = 1

    def __init__(self, *cpu_ms: float) -> None:
        self._cpu_ms = iter(cpu_ms)

    def cpu_ms(self) -> float:
        return next(self._cpu_ms)


MS = 1_000_000


@pytest.mark.parametrize(
    ("cpu_ms", "before", "after", "charge"),
    [
        # 100 ms on the wall in each case; waiting by task.
        ((0, 0), {}, {}, 100),  # no counts here
        ((5, 25), {7: 0}, {7: 0}, 100),  # slept, or waited for something else
        ((0, 20), {7: 9 * MS}, {7: 89 * MS}, 20),  # waited for the core
        ((0, 50), {7: 0}, {7: 80 * MS}, 50),  # but never less than it has used
        ((0, 10), {7: 0}, {7: 0, 8: 70 * MS}, 30),  # a thread waits, main sleeps
        ((0, 0), {7: 0}, {7: 60 * MS, 8: 60 * MS}, 40),  # waiting together counts once
        ((0, 160), {7: 0}, {7: 0, 8: 0}, 160),  # two cores are charged as two
        ((0, 90), {7: 0}, {7: 95 * MS}, 90),  # it waited for what it has started itself
        ((50, 0), {7: 0}, {7: 0}, 100),  # it has ended, and its counts are gone
    ],
)
def test_fair_charge(
    monkeypatch: pytest.MonkeyPatch,
    cpu_ms: tuple[float, float],
    before: clock.Waits,
    after: clock.Waits,
    charge: float,
) -> None:
    counts = iter([before, after])
    monkeypatch.setattr(clock, "waits", lambda pid: next(counts))
    assert Meter(Counted(*cpu_ms)).charge(100) == pytest.approx(charge)


@pytest.mark.parametrize(
    ("ready", "cpu_ms", "waited_ms", "doubt"),
    [
        (False, 10, 60, 0),  # asleep: nothing is left to be counted
        (True, 10, 60, 30),  # ready: the rest may be a wait
        (True, 40, 60, 0),  # all is accounted for
        (True, 0, 0, 100),
    ],
)
def test_doubt_about_waits_that_are_not_over(
    monkeypatch: pytest.MonkeyPatch, ready: bool, cpu_ms: int, waited_ms: int, doubt: float
) -> None:
    counts = iter([{7: 0}, {7: waited_ms * MS}])
    monkeypatch.setattr(clock, "waits", lambda pid: next(counts))
    monkeypatch.setattr(clock, "_tasks", lambda pid: iter(["asleep", "task"]))
    monkeypatch.setattr(clock, "_is_ready", lambda task: ready and task == "task")
    meter = Meter(Counted(0, cpu_ms))
    meter.charge(100)
    assert meter.doubt(100) == pytest.approx(doubt)


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="no counts in /proc")
def test_waits_of_the_whole_tree() -> None:
    assert waits(os.getpid())[os.getpid()] > 0
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    assert child in waits(os.getpid())
    os.close(writing)
    os.waitpid(child, 0)
    os.close(reading)
    assert child not in waits(os.getpid())
    assert waits(child) == {}
