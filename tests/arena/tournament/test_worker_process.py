"""A worker's process that starts while its command is still read."""

import os
import sys
from contextlib import suppress
from functools import partial

import pytest

from arena.tournament.process_pool import ProcessPool
from arena.tournament.worker import Worker
from arena.tournament.worker_process import start_early
from tests.arena.tournament.test_process_pool import PROCESS, spec
from tests.support.fake_worker_pool import FakePlayer
from tests.support.levels import comes_true
from tests.support.processes import below

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def begun() -> list[int]:
    """The worker's process, once it is there.

    For a moment after it has begun, the kernel shows a program without its arguments.
    """
    comes_true(lambda: bool(below(os.getpid(), PROCESS)))
    return below(os.getpid(), PROCESS)


def test_it_becomes_the_first_worker_of_a_worker_pool() -> None:
    with start_early() as waiting:
        (started,) = begun()
        worker_pool = ProcessPool(2, partial(Worker, FakePlayer), early=waiting)
        assert waiting == []
    try:
        comes_true(lambda: len(below(os.getpid(), PROCESS)) == 2)
        assert started in below(os.getpid(), PROCESS)
        worker_pool.give(0, [spec(1)])
        while not (chunks := worker_pool.wait(60)):
            pass
        assert not chunks[0].lost
    finally:
        worker_pool.close(drop=True)


def test_it_ends_with_a_command_that_plays_nothing() -> None:
    with pytest.raises(ValueError, match="refused"), start_early():
        assert len(begun()) == 1
        raise ValueError("refused")
    assert not below(os.getpid(), PROCESS)


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), KeyboardInterrupt()])
def test_it_ends_whatever_becomes_of_the_trial(
    monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def begin() -> None:
        assert begun()
        raise error

    monkeypatch.setattr("arena.sandbox.probe.begin", begin)
    used = False
    with suppress(KeyboardInterrupt), start_early() as waiting:
        used = True
        assert len(waiting) == 1
    assert used is isinstance(error, RuntimeError), "who asks for the level tries it"
    assert not below(os.getpid(), PROCESS)


def test_where_others_play_nothing_is_started() -> None:
    with start_early(elsewhere=True) as waiting:
        assert waiting == []
        assert not below(os.getpid(), PROCESS)
