"""Programs started by the supervisor, at every level that this machine has."""

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.sandbox.level import Level
from arena.sandbox.limits import MB
from arena.sandbox.needs import USUAL, Needs
from arena.sandbox.policy import OPEN_FILES
from arena.sandbox.processes import tree
from arena.sandbox.reaper import ReapedBot
from arena.sandbox.runtimes import own_python
from arena.sandbox.supervisor_client import SandboxedProcess, start
from arena.sandbox.supervisor_messages import CannotStart, ProcessEnd
from tests.support.levels import comes_true, gone
from tests.support.processes import limited

SMALL = Needs(memory_mb=128, processes=16, file_mb=1, scratch_mb=4)
PATIENCE = 60
PROMISES = Path(__file__).parents[3] / "SECURITY.md"

Run = Callable[..., SandboxedProcess]


@pytest.fixture
def run(level: Level, tmp_path: Path) -> Iterator[Run]:
    """Start a Python program given as text in an empty folder; all are ended."""
    started: list[SandboxedProcess] = []
    tmp_path.chmod(0o755)

    def run(
        program: str, needs: Needs = SMALL, writable: bool = False, python: str = own_python()
    ) -> SandboxedProcess:
        words = (python, "-I", "-S", "-c", program)
        started.append(start(words, str(tmp_path), level, needs, writable))
        return started[-1]

    yield run
    for child in started:
        child.end()
        child.close()


def said(child: SandboxedProcess) -> str:
    """All that it writes until it ends."""
    assert child.wait(PATIENCE) is not None
    return os.read(child.stdout, 1 << 16).decode()


@pytest.mark.parametrize("more", [0, 200])
def test_it_has_its_files_few_or_many(run: Run, tmp_path: Path, more: int) -> None:
    """Which come to it in different ways at level A."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "tool").write_text("#!/bin/sh\necho works\n")
    (tmp_path / "sub" / "tool").chmod(0o755)
    for number in range(more):
        (tmp_path / f"{number}").symlink_to("sub/tool")
    lists = "import os; print(len(os.listdir('.')), flush=True); "
    tool = "os.execv('sub/tool', ['tool'])"
    assert said(run(lists + tool)).split() == [str(more + 1), "works"]


def hear(child: SandboxedProcess) -> bytes:
    assert select.select([child.stdout], [], [], PATIENCE)[0]
    return os.read(child.stdout, 1 << 16)


def test_how_it_ends(run: Run) -> None:
    assert run("raise SystemExit(3)").wait(PATIENCE) == ProcessEnd(code=3)
    assert run("import os; os.abort()").wait(PATIENCE) == ProcessEnd(signal=signal.SIGABRT)
    endless = run("import time; time.sleep(1000)")
    assert endless.wait(0.1) is None
    assert endless.end() == endless.end() == ProcessEnd(signal=signal.SIGKILL)


def test_who_exits_like_one_that_was_killed_is_not_taken_for_it(run: Run) -> None:
    assert run("import os; os._exit(137)").wait(PATIENCE) != ProcessEnd(signal=signal.SIGKILL)


def test_who_starts_too_many_threads_is_ended_by_name(run: Run) -> None:
    program = (
        "import threading, time\nfor n in range(15):\n"
        " threading.Thread(target=time.sleep, args=(1000,)).start()"
    )
    exceeded = "had 16 processes and threads, the most that it may have"
    assert run(program).wait(PATIENCE) == ProcessEnd(exceeded=exceeded)


def test_the_kernel_bounds_each_process(run: Run) -> None:
    """Its data by twice the memory and 1 GB, and so on."""
    program = (
        "import resource as r\n"
        "for each in (r.RLIMIT_DATA, r.RLIMIT_FSIZE, r.RLIMIT_NOFILE, r.RLIMIT_CORE):\n"
        "    print(*r.getrlimit(each))"
    )
    told = said(run(program)).splitlines()
    bounds = (2 * 128 * MB + 1024 * MB, 1 * MB, OPEN_FILES, 1)
    assert told == [f"{bound} {bound}" for bound in bounds]


def test_the_usual_limits_are_those_that_are_promised() -> None:
    promise = (
        f"has {USUAL.memory_mb} MB of memory, {USUAL.processes} processes and threads, "
        f"{USUAL.scratch_mb} MB of scratch space and files of at most {USUAL.file_mb} MB."
    )
    assert promise in " ".join(PROMISES.read_text().split())


@pytest.mark.slow
def test_who_shares_memory_with_its_children_is_not_charged_twice(run: Run) -> None:
    child = run(
        "import os, sys, time\n"
        "shared = b'x' * 60_000_000\n"
        "for n in range(4):\n if os.fork() == 0: time.sleep(1000)\n"
        "print(1, flush=True); time.sleep(1.5); sys.exit(4)"
    )
    assert child.wait(PATIENCE) == ProcessEnd(code=4)


def test_its_folder_is_for_reading_but_in_a_build(run: Run, level: Level, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("read")
    program = (
        "import os; print(open('there').read()); open('written', 'w').write('x'); os.mkdir('m')"
    )
    if level is not Level.C:
        assert run(program).wait(PATIENCE) == ProcessEnd(code=1)
        assert not (tmp_path / "written").exists()
    assert run(program, writable=True).wait(PATIENCE) == ProcessEnd(code=0)
    for made in (tmp_path / "written", tmp_path / "m"):
        assert made.stat().st_uid == os.getuid()


def test_it_is_given_what_it_asks_for_of_our_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_KEY", "secret")
    monkeypatch.setenv("ANOTHER", "not for it")
    program = "import os; print(*sorted(os.environ.items()))"
    told = said(run(program, Needs(pass_env=("A_KEY", "NOT_SET"))))
    assert "('A_KEY', 'secret')" in told
    assert "ANOTHER" not in told + said(run(program))


def test_its_runtime_may_live_in_tmp(run: Run) -> None:
    """Wherever pytest keeps its own folders."""
    with tempfile.TemporaryDirectory(prefix="arena-test-", dir="/tmp") as in_tmp:
        Path(in_tmp).chmod(0o755)
        interpreter = Path(in_tmp, "venv", "bin", "python3")
        interpreter.parent.mkdir(parents=True)
        interpreter.symlink_to(own_python())
        assert said(run("print('runs')", python=str(interpreter))) == "runs\n"


def test_it_can_be_stopped_for_a_while(run: Run) -> None:
    child = run("import time\nwhile True: print('x', flush=True); time.sleep(0.01)")
    hear(child)
    child.freeze()

    def silent() -> bool:
        while select.select([child.stdout], [], [], 0)[0]:
            os.read(child.stdout, 1 << 16)
        return not select.select([child.stdout], [], [], 0.3)[0]

    assert comes_true(silent)
    child.thaw()
    assert hear(child)


@pytest.mark.slow
def test_threads_start_and_end_programs_side_by_side(run: Run) -> None:
    def codes(thread: int) -> list[int | None]:
        ends = [
            run(f"raise SystemExit({number})").wait(PATIENCE) for number in range(thread, 40, 8)
        ]
        return [end and end.code for end in ends]

    with ThreadPoolExecutor(8) as threads:
        found = [*threads.map(codes, range(8))]
    assert found == [[*range(thread, 40, 8)] for thread in range(8)]


def test_what_cannot_be_started(level: Level, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "text").write_text("no program")
    if level is not Level.A:  # there it is the shell inside that cannot
        for program in (str(tmp_path / "text"), "no-such-program"):
            with pytest.raises(CannotStart, match=f"{program} cannot be started"):
                start((program,), str(tmp_path), level, SMALL)
    with pytest.raises(CannotStart):
        start(("/bin/true",), str(tmp_path / "missing"), level, SMALL)


ORPHANS = """
import os, time
from arena.sandbox.level import Level
from arena.sandbox.supervisor_client import start
from arena.sandbox.processes import tree
from arena.sandbox.runtimes import own_python
FORKS = "import os, time; os.fork(); os.fork() or os.setsid(); time.sleep(1000)"
for n in range(3):
    start((own_python(), "-I", "-S", "-c", FORKS), {folder!r}, level=Level({level!r}))
while len(tree(os.getpid())) < 1 + 3 * 5: time.sleep(0.01)
print(*tree(os.getpid()), flush=True)
time.sleep(1000)
"""


@pytest.mark.parametrize("victim", ["arena", "supervisor", "what is above a bot"])
def test_nothing_outlives_a_kill(level: Level, tmp_path: Path, victim: str) -> None:
    tmp_path.chmod(0o755)
    arena = subprocess.Popen(
        [sys.executable, "-c", ORPHANS.format(folder=str(tmp_path), level=str(level))],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
        stdout=subprocess.PIPE,
    )
    assert arena.stdout
    with limited(arena):
        pids = list(map(int, arena.stdout.readline().split()))
    supervisor = pids[0]
    above = tree(supervisor)[0]
    bot = [above, *tree(above)]
    doomed = {"arena": pids, "supervisor": pids, "what is above a bot": bot}[victim]
    try:
        os.kill({"arena": arena.pid, "supervisor": supervisor}.get(victim, above), signal.SIGKILL)
        assert all(gone(pid) for pid in doomed)
    finally:
        arena.kill()
        arena.wait()
        arena.stdout.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root's bots have users of their own.")
def test_however_often_a_bot_is_started_it_meets_no_other_as_its_user(
    run: Run, level: Level
) -> None:
    if level is Level.C:
        pytest.skip("Level C gives bots no users.")
    program = "import os; print(os.getuid(), flush=True)"
    kept = hear(run(f"{program}\nimport time; time.sleep(1000)"))
    others = {said(run(program)).encode() for _ in range(5)}
    assert len(others) == 1 and kept not in others  # a slot is taken again, but never shared


def test_a_reaper_that_does_not_respond_costs_its_bot_the_game_and_nobody_else() -> None:
    kept = ReapedBot.__new__(ReapedBot)
    kept._socket, theirs = socket.socketpair()
    kept._socket.settimeout(0.1)
    kept.root = os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "1000")
    with theirs:
        assert kept.end().exceeded.startswith("could not be ended")
    assert gone(kept.root)
