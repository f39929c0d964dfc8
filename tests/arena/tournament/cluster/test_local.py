"""A cluster of this machine alone, started for a run, and what becomes of one when parts die."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest

from arena.sandbox.processes import children, tree
from arena.tournament.cluster import client
from arena.tournament.cluster.client import LOCAL, ClusterClient, NoCluster
from arena.tournament.run_events import Event, GameFinished, Notice, NoticeKind
from tests.arena.tournament.cluster.test_cluster import DEMAND, GAMES, Ladder
from tests.support.fake_worker_pool import InProcessPool
from tests.support.processes import about, below, limited, open_to_others, survival


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_whatever_is_killed_loses_no_game_and_nobody_from_outside_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    listening: list[tuple[int, list[str]]] = []
    died: list[float] = []
    shots = [b"ray::ClusterWorker", b"raylet/raylet", b"gcs/gcs_server"]
    reasons: set[str] = set()

    def shoot(event: Event) -> None:
        if isinstance(event, Notice) and event.kind is NoticeKind.WORKER_LOST:
            cause = str(event.facts["cause"])
            reasons.add(cause.partition(", ")[2] or cause)
        if not isinstance(event, GameFinished) or not shots:
            return
        workers = {pid: about(pid, "stat") for pid in below(os.getpid(), b"ray::ClusterWorker")}
        if not workers:  # the last shot is not noticed yet
            return
        if not listening:
            listening.append(open_to_others([os.getpid(), *tree(os.getpid())]))
        victim = below(os.getpid(), shots.pop(0))[0]
        os.kill(victim, signal.SIGKILL)
        died.append(survival({victim: workers[victim]} if victim in workers else workers))

    with closing(Ladder(tmp_path / "there")) as there, closing(Ladder(tmp_path / "here")) as here:
        outcome = there.play(partial(there.worker_pool, LOCAL, DEMAND), shoot)
        assert not shots
        assert (outcome.played, outcome.left, outcome.given_up) == (GAMES, 0, 0)
        here.play(lambda options: InProcessPool())
        assert there.played == here.played
    again = "and joined again: a daemon of Ray's on this machine ended"
    killed = "the worker was killed or crashed, perhaps because memory ran out"
    assert reasons <= {again, killed} and again in reasons
    assert max(died) < 1
    ((ports, outside),) = listening
    assert ports > 3, "the test knows how to look"
    assert outside == []
    assert not below(os.getpid(), b"arena.tournament.cluster.process")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("how", ["killed", "closed", "dropped", "told_often"])
def test_nothing_of_rays_outlives_the_driver(how: str) -> None:
    """Two agents did, by a minute."""
    ends = {"closed": "link.close()", "dropped": "link.drop()"}.get(how, "input()")
    module = "arena.tournament.cluster.client"
    link = f"from {module} import ClusterClient; link = ClusterClient('local')"
    program = f"{link}; print(flush=True); input(); {ends}"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as driver:
        assert driver.stdout and driver.stdin
        with limited(driver):
            driver.stdout.readline()
        doomed = {pid: about(pid, "stat") for pid in tree(driver.pid)}
        assert [pid for pid in doomed if b"Agent" in about(pid, "cmdline")]
        match how:
            case "killed":
                driver.kill()
            case "told_often":  # as when Ray's process ends, and then the driver
                reaper, child, *_ = doomed
                assert child in children(reaper)
                os.kill(child, signal.SIGKILL)
                while about(child, "stat"):
                    pass
                with suppress(ProcessLookupError):
                    for _ in range(40):
                        os.kill(reaper, signal.SIGTERM)
                        time.sleep(0.0005)
                driver.kill()
            case _:
                driver.stdin.write(b"\n")
                driver.stdin.flush()
        assert survival(doomed) < 10


def test_it_starts_with_the_highest_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its daemons inherit them, whatever it is started for: raised later is too late."""
    done: list[str] = []

    def start(*_: object, **__: object) -> None:
        done.append("started")
        raise NoCluster(LOCAL, "enough seen")

    monkeypatch.setattr(client, "raise_limits", lambda: done.append("raised"))
    monkeypatch.setattr(client, "launch", start)
    with pytest.raises(NoCluster):
        ClusterClient(LOCAL)
    assert done == ["raised", "started"]


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("raise SystemExit(3)", "a daemon of Ray's on this machine ended"),
        ("import os; os.kill(os.getpid(), 9)", "the process that used it was killed (SIGKILL)"),
        ("raise ImportError", "the process that used it ended (code 1)"),
    ],
)
def test_one_that_cannot_be_started_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, program: str, told: str
) -> None:
    monkeypatch.setattr("arena.tournament.cluster.client.PROGRAM", program)
    with pytest.raises(NoCluster, match=re.escape(f"can be started here: {told}")):
        ClusterClient(LOCAL)
