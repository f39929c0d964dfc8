"""Plain processes as workers, and what becomes of a tournament when they are killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.sandbox.processes import tree
from arena.tournament.plan import Plan
from arena.tournament.process_pool import ProcessPool
from arena.tournament.run_events import NoticeKind
from arena.tournament.size import Size
from arena.tournament.worker import Chunk, MakePlayer, Worker, WorkersFail
from arena.tournament.worker_process import WorkerProcess
from tests.support.fake_tournament import VOID, FakeTournament, after
from tests.support.fake_worker_pool import FakePlayer, Slow
from tests.support.processes import about, below, open_to_others, survival

PLAN = Plan(
    games=(("anniversary", 3), ("anniversary", 4)),
    size=Size(rounds=3),
    time=TimeControl.parse("standard"),
    seed=7,
)
GAMES = 3 * (10 * 3 + 5 * 4)
PROCESS = b"arena.tournament.worker_process"

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


class Starter(FakePlayer):
    """Has a process of its own, as bots are, and never comes to the end of its game."""

    def play(self, spec: GameSpec) -> FinishedGame:
        code = (
            "import ctypes, os; ctypes.CDLL(None).prctl(1, 9);os.execvp('sleep', ['sleep', '3600'])"
        )
        subprocess.run([sys.executable, "-c", code], check=True)
        return super().play(spec)


class Held(FakePlayer):
    """Ends no game before a file is there."""

    def __init__(self, until: Path) -> None:
        super().__init__()
        self._until = until

    def play(self, spec: GameSpec) -> FinishedGame:
        while not self._until.exists():
            time.sleep(0.01)
        return super().play(spec)


class Crashing(FakePlayer):
    """Takes its worker with it in one game."""

    def play(self, spec: GameSpec) -> FinishedGame:
        if spec.id == "7":
            os.abort()
        return super().play(spec)


def worker_pool(make_player: MakePlayer = Slow, size: int = 2) -> Callable[[], ProcessPool]:
    return partial(ProcessPool, size, partial(Worker, make_player))


@contextmanager
def workers(size: int = 1, make_player: MakePlayer = Crashing) -> Iterator[ProcessPool]:
    pool = worker_pool(make_player, size)()
    try:
        yield pool
    finally:
        pool.close(drop=True)


def spec(number: int, ballast: int = 0) -> GameSpec:
    time = TimeControl.parse("standard")
    return GameSpec(str(number), "anniversary", 3, bytes(ballast), (), (), time)


@pytest.mark.slow
@linux
def test_killed_workers_are_replaced_and_lose_no_game(
    arena: FakeTournament, tmp_path: Path
) -> None:
    shot: list[int] = []

    def shoot() -> None:
        assert not below(os.getpid(), b"raylet"), "Ray is for several machines"
        assert open_to_others(tree(os.getpid())) == (0, []), "they talk through pipes"
        shot.extend(below(os.getpid(), PROCESS))
        for pid in shot:
            os.kill(pid, signal.SIGKILL)

    outcome = arena.play(worker_pool(), then=after(5, shoot))
    assert len(shot) == 2
    lost = arena.notices(NoticeKind.WORKER_LOST)
    assert {notice.facts["cause"] for notice in lost} == {
        "the process was killed, perhaps because memory ran out"
    }
    assert {notice.facts["worker"] for notice in lost} == {0, 1}
    assert (outcome.left, outcome.given_up) == (0, 0)
    assert arena.stored == (GAMES, GAMES)
    whole = FakeTournament(tmp_path / "whole", PLAN)
    whole.play()
    assert arena.rated == whole.rated
    assert not below(os.getpid(), PROCESS), "none outlives the run"
    whole.store.close()


def test_a_game_that_crashes_its_worker_is_given_up_and_no_other(arena: FakeTournament) -> None:
    outcome = arena.play(worker_pool(Crashing))
    assert outcome.left == 0
    assert {notice.facts["game"] for notice in arena.notices(*VOID)} == {7}
    lost = arena.notices(NoticeKind.WORKER_LOST)
    reasons = {notice.facts["cause"] for notice in lost}
    assert reasons == {"the process crashed (SIGABRT)"}
    assert outcome.given_up > 0


@pytest.mark.slow
def test_workers_that_die_as_they_start_end_the_run_and_no_game_is_to_blame(
    arena: FakeTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = "raise SystemExit('no such thing')"
    monkeypatch.setattr("arena.tournament.worker_process.PROGRAM", program)
    with pytest.raises(WorkersFail, match=r"The last one: .* \(exit code 1\): no such thing\."):
        arena.play(worker_pool())
    assert arena.notices(*VOID) == []
    monkeypatch.undo()
    assert arena.play(worker_pool()).left == 0


@pytest.mark.slow
@pytest.mark.parametrize("dies", [0, 1])
def test_what_was_played_is_told_before_a_loss_ends_the_run(
    monkeypatch: pytest.MonkeyPatch, dies: int
) -> None:
    def no_more(worker_pool: ProcessPool, worker: int) -> WorkerProcess:
        raise WorkersFail("no memory")

    with workers(2) as worker_pool:
        for worker in range(2):
            worker_pool.give(worker, [spec(worker)])
        begun: list[Chunk] = []
        while len(begun) < 2:
            begun += worker_pool.wait(60)
        worker_pool.give(dies, [spec(7)])
        worker_pool.give(1 - dies, [spec(8)])
        assert all(process.pipe.poll(60) for process in worker_pool._processes)
        monkeypatch.setattr(ProcessPool, "_started", no_more)
        (chunk,) = worker_pool.wait(0)
        assert ([game.id for game in chunk.games], chunk.lost) == (["8"], "")
        with pytest.raises(WorkersFail, match="no memory"):
            worker_pool.wait(0)


@pytest.mark.parametrize("answered", ["before it is given", "when it was lost"])
def test_a_game_is_to_blame_also_if_another_was_queued_behind_it_too_late(answered: str) -> None:
    def answer() -> None:
        while not (chunks := worker_pool.wait(60)):
            pass
        assert [chunk.lost for chunk in chunks] == [""]

    with workers() as worker_pool:
        (process,) = worker_pool._processes
        worker_pool.give(0, [spec(1)])
        if answered == "before it is given":
            answer()
        worker_pool.give(0, [spec(7)])
        process._process.wait(60)
        if answered == "when it was lost":
            answer()
        worker_pool.give(0, [spec(9)])
        lost = worker_pool.wait(60)
        assert [(chunk.games[0].id, chunk.running) for chunk in lost] == [("7", True), ("9", False)]


def test_no_game_is_to_blame_for_a_worker_that_was_gone_before() -> None:
    with workers() as worker_pool:
        (process,) = worker_pool._processes
        worker_pool.give(0, [spec(1)])
        while not worker_pool.wait(60):
            pass
        process._process.kill()
        process._process.wait()
        worker_pool.give(0, [spec(2)])
        worker_pool.give(0, [spec(3)])
        lost = worker_pool.wait(60)
        assert [(chunk.games[0].id, chunk.running) for chunk in lost] == [
            ("2", False),
            ("3", False),
        ]


def test_who_gives_a_chunk_never_waits_for_one_that_is_played(tmp_path: Path) -> None:
    """Specs and results together are more than pipes hold."""
    go_on = tmp_path / "go on"
    chunks = [[spec(10 * chunk + game, 100_000) for game in range(10)] for chunk in range(3)]
    with workers(make_player=partial(Held, go_on)) as worker_pool:
        for chunk in chunks:
            worker_pool.give(0, chunk)
        assert worker_pool.load(0) == 3
        go_on.touch()
        ended: list[Chunk] = []
        while len(ended) < 3:
            ended += worker_pool.wait(60)
        assert [list(each.games) for each in ended] == chunks, "in the order they were given"
        assert [out.game_id for each in ended for out in each.outcomes] == [*range(30)]
        assert worker_pool.load(0) == 0


@pytest.mark.slow
@linux
@pytest.mark.parametrize("how", ["dropped", "driver killed"])
def test_nothing_is_left_a_moment_after_the_end(how: str) -> None:
    program = (
        "import sys; from functools import partial;"
        "from arena.tournament.process_pool import ProcessPool;"
        "from arena.tournament.worker import Worker;"
        "from tests.arena.tournament.test_process_pool import Starter, spec;"
        "pool = ProcessPool(2, partial(Worker, Starter));"
        "[pool.give(worker, [spec(worker)]) for worker in range(2)];"
        "sys.stdin.readline(); pool.close(drop=True)"
    )
    driver = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, text=True)
    try:
        end = time.monotonic() + 60
        while len(bots := below(driver.pid, b"sleep\x003600")) < 2 and time.monotonic() < end:
            time.sleep(0.02)
        assert len(bots) == 2
        left = {pid: about(pid, "stat") for pid in tree(driver.pid)}
        if how == "dropped":
            driver.communicate("\n", timeout=60)
        else:
            driver.kill()
            driver.wait()
        assert survival(left) < 1
    finally:
        driver.kill()
        driver.communicate()
