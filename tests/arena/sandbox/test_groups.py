"""Control groups of bots, where this machine lets us make some."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import groups, supervisor_client
from arena.sandbox.groups import Group, cpu_ns, new_group, sweep
from arena.sandbox.level import Level
from arena.sandbox.runtimes import own_python
from arena.sandbox.supervisor_client import start
from arena.sandbox.supervisor_messages import CannotStart
from tests.support.levels import LEVELS, comes_true

pytestmark = pytest.mark.skipif(not groups._parent(), reason="No control groups can be made here.")

MS = 1_000_000
BURN = "import time\nwhile time.process_time() < 0.1: pass\n"


@pytest.fixture
def group() -> Iterator[Group]:
    made = new_group(1_000_000)
    assert made is not None
    yield made
    made.remove()
    assert not Path(made.folder).exists()


def run(group: Group, program: str) -> subprocess.Popen[bytes]:
    """Run a program in it from its first line on."""
    child = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", f"input()\n{program}"], stdin=subprocess.PIPE
    )
    group.take_in(child.pid)
    assert child.stdin is not None
    child.stdin.write(b"\n")
    child.stdin.close()
    return child


def test_it_counts_what_has_ended_whoever_waited(group: Group) -> None:
    assert cpu_ns(group.folder) == 0
    forgets = "import os, signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
    waits = "try: os.wait()\nexcept ChildProcessError: pass\n"
    program = f"{forgets}pid = os.fork()\nif pid == 0:\n exec({BURN!r})\n os._exit(0)\n{waits}"
    run(group, program).wait()
    assert 100 * MS <= cpu_ns(group.folder) < 60_000 * MS


def test_it_stops_all_at_once(group: Group) -> None:
    hands_on = "import os, time\nwhile True:\n if os.fork(): os._exit(0)\n time.sleep(0.001)"
    child = run(group, hands_on)
    events = Path(group.folder, "cgroup.events")
    group.freeze(True)
    assert comes_true(lambda: "frozen 1" in events.read_text())
    before = cpu_ns(group.folder)
    assert not comes_true(lambda: cpu_ns(group.folder) > before, seconds=0.2)
    group.freeze(False)
    assert comes_true(lambda: cpu_ns(group.folder) > before)
    Path(group.folder, "cgroup.kill").write_text("1")
    child.wait()
    assert comes_true(lambda: "populated 0" in events.read_text())


def test_those_of_the_dead_are_swept() -> None:
    program = "from arena.sandbox.groups import new_group; print(new_group(1).folder)"
    source = Path(groups.__file__).parents[2]
    left = Path(
        subprocess.check_output([sys.executable, "-c", program], cwd=source).strip().decode()
    )
    assert left.exists()
    ours = Group(2)
    sweep()
    assert not left.exists()
    assert Path(ours.folder).exists()
    ours.remove()


@pytest.mark.skipif(not shutil.which("unshare"), reason="unshare (util-linux) is not installed.")
def test_those_that_another_container_uses_are_left_alone(group: Group) -> None:
    """Whose processes it cannot see: it would take a group away before its bot is in it."""
    elsewhere = ("unshare", "--mount", "--pid", "--fork", "--mount-proc", sys.executable, "-c")
    program = "from arena.sandbox import groups; assert groups._parent(); groups.sweep()"
    source = Path(groups.__file__).parents[2]
    subprocess.run([*elsewhere, program], cwd=source, check=True)
    assert Path(group.folder).exists()


def test_what_was_killed_is_given_a_moment(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    child = run(group, "import time; time.sleep(60)")

    def moment(_: float) -> None:
        child.kill()
        child.communicate()

    monkeypatch.setattr("arena.sandbox.groups.time.sleep", moment)
    group.remove()
    assert not Path(group.folder).exists()


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_cannot_start_leaves_none(level: Level, tmp_path: Path) -> None:
    before = set(Path(groups._parent()).glob("arena-bot-*"))
    with pytest.raises(CannotStart):
        start(("/nowhere/python",), str(tmp_path / "missing"), level=level)
    new = set(Path(groups._parent()).glob("arena-bot-*")) - before
    supervisor = supervisor_client._client()._process.pid
    assert not [each for each in new if each.name.startswith(f"arena-bot-{supervisor}.")]


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_has_one_until_it_ends(level: Level, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    words = (own_python(), "-I", "-S", "-c", f"{BURN}print('done', flush=True); input()")
    child = start(words, str(tmp_path), level=level)
    assert comes_true(lambda: child.cpu_ms() >= 80)
    folder = Path(child._group)
    inside = (folder / "cgroup.procs").read_text().split()
    assert len(inside) == 1
    assert Path(f"/proc/{inside[0]}/exe").samefile(own_python())
    child.end()
    child.close()
    assert not folder.exists()
    assert child.cpu_ms() == 0
