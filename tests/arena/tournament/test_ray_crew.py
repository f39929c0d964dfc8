"""Ray, and what becomes of a tournament when parts of it are killed."""

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from arena.referee.clock import TimeControl
from arena.tournament.plan import Plan
from arena.tournament.progress import GameFinished, WorkerLost
from arena.tournament.ray_crew import RayCrew
from arena.tournament.size import Size
from arena.tournament.worker import MakePlayer, WorkersFail
from tests.support.fake_crew import FakePlayer, Slow
from tests.support.fake_tournament import FakeTournament
from tests.support.processes import about, below, descendants, open_to_others, survival

PLAN = Plan(
    games=(("anniversary", 3), ("anniversary", 4)),
    size=Size(rounds=3),
    time=TimeControl.parse("standard"),
    seed=7,
)
GAMES = 3 * (10 * 3 + 5 * 4)

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[FakeTournament]:
    arena = FakeTournament(tmp_path, PLAN)
    yield arena
    arena.store.close()


def ray_crew(folder: Path, make_player: MakePlayer = Slow) -> Callable[[], RayCrew]:
    return partial(RayCrew, 2, folder / "ray", make_player=make_player)


@linux
def test_a_lost_daemon_of_ray_loses_no_game_and_nobody_from_outside_is_heard(
    arena: FakeTournament, tmp_path: Path
) -> None:
    listening: list[tuple[int, list[str]]] = []
    died: list[float] = []
    shots = [b"raylet/raylet", b"gcs/gcs_server"]

    def shoot(event: object) -> None:
        if not isinstance(event, GameFinished) or not shots:
            return
        workers = {pid: about(pid, "stat") for pid in below(os.getpid(), b"ray::RayWorker")}
        if not workers:  # the last shot is not noticed yet
            return
        if not listening:
            listening.append(open_to_others([os.getpid(), *descendants(os.getpid())]))
        os.kill(below(os.getpid(), shots.pop(0))[0], signal.SIGKILL)
        died.append(survival(workers))

    outcome = arena.play(ray_crew(tmp_path), then=shoot)
    assert not shots
    assert (outcome.left, outcome.given_up) == (0, 0)
    assert arena.stored == (GAMES, GAMES)
    reasons = {event.reason for event in arena.happened(WorkerLost)}
    assert reasons == {
        "Ray's daemon on this machine (raylet) ended",
        "Ray's daemon on this machine (gcs_server) ended",
    }
    assert arena.store.rows("SELECT * FROM voids") == [], "no game is to blame"
    assert max(died) < 1
    ((ports, outside),) = listening
    assert ports > 3, "the test knows how to look"
    assert outside == []


@linux
def test_a_daemon_that_dies_while_ray_starts_is_not_waited_for(tmp_path: Path) -> None:
    lasted: list[float] = []

    def shoot() -> None:
        while not (daemons := below(os.getpid(), b"gcs/gcs_server")):
            time.sleep(0.02)
        (process,) = below(os.getpid(), b"arena.tournament.ray_process")
        waiting = {process: about(process, "stat")}
        os.kill(daemons[0], signal.SIGKILL)
        lasted.append(survival(waiting))

    thread = threading.Thread(target=shoot)
    thread.start()
    RayCrew(1, tmp_path / "ray", make_player=FakePlayer).close(drop=False)
    thread.join()
    assert lasted[0] < 10, "Ray itself would wait for a minute"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("raise SystemExit(3)", "Ray's daemon on this machine (raylet) ended"),
        ("import os; os.kill(os.getpid(), 9)", "the process that runs Ray was killed (SIGKILL)"),
        ("raise ImportError", "the process that runs Ray ended (exit code 1)"),
    ],
)
def test_a_ray_that_cannot_be_started_is_told_in_words(
    arena: FakeTournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, told: str
) -> None:
    monkeypatch.setattr("arena.tournament.ray_crew.PROGRAM", program + "  # {} {}")
    with pytest.raises(WorkersFail, match=re.escape(f"cannot be started: {told}")):
        arena.play(ray_crew(tmp_path))
    assert not (tmp_path / "ray").exists()
    assert arena.play().left == 0
