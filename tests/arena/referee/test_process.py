"""A bot's process at the level of bytes: small shell and Python programs, no game."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.referee import clock, process
from arena.referee.process import BotKilled, BotLost, BotProcess, gather
from arena.sandbox import supervisor_client
from arena.sandbox.level import Level
from arena.sandbox.processes import tree
from arena.sandbox.runtimes import own_python
from tests.support.levels import comes_true, gone

Start = Callable[..., BotProcess]
PATIENCE_MS = 60_000
"""For answers that do come."""


@pytest.fixture
def start(level: Level, tmp_path: Path) -> Iterator[Start]:
    """Start a Python program given as text, or a command; all are ended."""
    tmp_path.chmod(0o755)
    started: list[BotProcess] = []

    def start(program: str | None = None, *command: str) -> BotProcess:
        words = command or ("python3", "-I", "-S", "-c", program or "")
        started.append(BotProcess(words, str(tmp_path), level=level))
        return started[-1]

    yield start
    for each in started:
        each.end()


ECHO = "import sys\nfor line in sys.stdin: print(line.strip(), flush=True)"


def ask(bot: BotProcess, line: bytes, ms: float = PATIENCE_MS) -> bytes | None:
    bot.post(line, ms)
    return bot.collect()


def lost(bot: BotProcess) -> tuple[str, str]:
    with pytest.raises(BotLost) as caught:
        while bot.collect() is not None:
            pass
    return caught.value.fault, caught.value.reason


def test_an_answer_in_pieces_is_put_together(start: Start) -> None:
    bot = start(
        "import os,sys\nfor line in sys.stdin:\n"
        " for at in range(0, len(line), 7): os.write(1, line[at:at+7].encode())"
    )
    line = b"x" * 40_000 + b"\n"
    assert ask(bot, line) == line
    assert ask(bot, b"short\n") == b"short\n"
    assert bot.ms < PATIENCE_MS
    assert bot.usable


def test_several_lines_on_one_clock(start: Start) -> None:
    bot = start("input(); print('# a\\n\\nb\\nc', flush=True); input()")
    assert ask(bot, b"go\n") == b"# a\n"
    assert [bot.collect() for _ in range(3)] == [b"\n", b"b\n", b"c\n"]


def test_who_is_stopped_off_turn_runs_while_another_line_is_awaited(start: Start) -> None:
    bot = start(ECHO)
    bot._pondering.found = True
    assert ask(bot, b"an answer\n", 5_000) == b"an answer\n"
    bot.tell(b"refused\n")
    assert bot.collect() == b"refused\n"


def test_what_came_unasked_is_no_answer(start: Start) -> None:
    # The bot writes on, half a line included, before it reads the second question.
    bot = start(
        "import os\n"
        "input(); os.write(1, b'one\\nahead\\n# c\\nahead again\\nhal')\n"
        "input(); os.write(1, b'f a line\\ntwo\\n'); input()"
    )
    assert ask(bot, b"1\n") == b"one\n"
    assert ask(bot, b"2\n") == b"two\n"
    assert bot.skipped == 3  # two lines and the half one; comments do not count


def test_late(start: Start) -> None:
    bot = start("input(); input(); print('done', flush=True); input()")
    assert ask(bot, b"1\n", 30) is None
    assert bot.ms >= 30
    assert ask(bot, b"2\n") == b"done\n"


def test_no_time_at_all_is_late_but_what_is_there_counts(start: Start) -> None:
    bot = start(ECHO)
    assert ask(bot, b"1\n") == b"1\n"
    bot.post(b"2\n", 0)
    assert bot.collect() in (None, b"2\n")
    assert ask(bot, b"3\n") in (b"2\n", b"3\n")


def test_an_answer_that_is_there_is_read_before_it_is_called_late(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if we had been suspended: when we look at the clock again, much more than the limit is
    # gone, and the answer has been there for long.
    bot = start(ECHO)
    assert ask(bot, b"1\n") == b"1\n"
    bot.post(b"2\n", 1000)
    assert bot._poller.poll(PATIENCE_MS)  # it is there
    real = process.perf_counter
    monkeypatch.setattr(process, "perf_counter", lambda: real() + 60)
    first: list[object] = [[]]  # look finds nothing
    monkeypatch.setattr(bot, "_poll", lambda ms: first.pop() if first else bot._poller.poll(ms))
    assert bot.collect() == b"2\n"


def test_the_time_that_poll_oversleeps_is_ours(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = start("input(); input()")
    times = iter([1.0, 1.0, 10.0])  # asked, waiting from, woken after nine seconds
    real = process.perf_counter
    monkeypatch.setattr(process, "perf_counter", lambda: next(times, None) or real())
    bot.post(b"1\n", clock.PATIENCE_MS)
    assert bot.collect() is None
    assert bot.ms == pytest.approx(clock.PATIENCE_MS)


def test_waiting_for_the_core_is_not_charged(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "Meter", Starved)
    monkeypatch.setattr(process, "_WALL_LEAST_MS", PATIENCE_MS)
    bot = start("import time; input(); time.sleep(0.15); print('done', flush=True); input()")
    assert ask(bot, b"1\n", 40) == b"done\n"
    assert bot.ms < 40


class Starved:
    """Never served, as far as the kernel knows."""

    def __init__(self, child: object) -> None:
        pass

    def charge(self, wall_ms: float) -> float:
        return 0.0

    def doubt(self, wall_ms: float) -> float:
        return 0.0


class Clock:
    """Stands still but while a bot is waited for that does not answer."""

    def __init__(self, bot: BotProcess, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.answers = False
        self._poll = bot._poller.poll
        monkeypatch.setattr(bot, "_poll", self._wait)
        monkeypatch.setattr(process, "perf_counter", lambda: self.now)

    def _wait(self, ms: float) -> list[tuple[int, int]]:
        if self.answers:
            return self._poll(PATIENCE_MS if ms else 0)
        self.now += ms / 1000
        return []


@pytest.mark.parametrize(
    ("limit_ms", "seconds"), [(10, 0.51), (500, 4), (2_000, 16), (60_000, 120)]
)
def test_however_busy_the_machine_a_decision_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit_ms: int, seconds: float
) -> None:
    """Far below ten times its limit, and in the slow class below three times."""
    monkeypatch.setattr(process, "Meter", Starved)
    words = ("python3", "-I", "-S", "-c", "input(); input()")
    bot = BotProcess(words, str(tmp_path), level=Level.C)
    clock = Clock(bot, monkeypatch)
    bot.post(b"1\n", limit_ms)
    assert bot.collect() is None
    bot.end()
    assert clock.now == pytest.approx(seconds, abs=0.1)


def test_time_in_which_we_did_not_run_ourselves_is_nobodys(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All is frozen for long, twice: the bot has its answer ready only some time after that."""
    bot = start("input(); input(); print('done', flush=True); input()")
    real_clock, real_poll, frozen_s, polls = process.perf_counter, bot._poll, 0.0, 0

    def poll(timeout: float) -> list[tuple[int, int]]:
        nonlocal frozen_s, polls
        if timeout:
            polls += 1
        if polls in (2, 4):
            frozen_s += 60
        elif polls == 6:
            bot.tell(b"go on\n")
            return real_poll(PATIENCE_MS)
        return []

    bot.post(b"1\n", 2_000)
    monkeypatch.setattr(process, "perf_counter", lambda: real_clock() + frozen_s)
    monkeypatch.setattr(bot, "_poll", poll)
    assert bot.collect() == b"done\n"
    assert (frozen_s, bot.ms < 2_000) == (120, True)


def test_nor_is_it_when_several_are_waited_for(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As at their start."""
    bot, real = start("input(); input()"), process.perf_counter
    bot.post(b"hello\n", clock.CLASSES["standard"].start_ms)
    monkeypatch.setattr(process, "perf_counter", lambda: real() + 75)
    assert not bot.settled()


def test_a_bot_that_was_late_in_spite_of_all_patience_gets_less_until_it_answers(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "Meter", Starved)
    monkeypatch.setattr(process, "_WALL_LEAST_MS", 10)
    bot = start("import sys\nfor line in sys.stdin:\n if line == '3\\n': print(3, flush=True)")
    clock = Clock(bot, monkeypatch)
    waited = []
    for question in (b"1\n", b"2\n", b"3\n", b"4\n"):
        clock.answers = question == b"3\n"
        bot.post(question, 100)
        began = clock.now
        assert bot.collect() == (question if clock.answers else None)
        waited.append(clock.now - began)
    assert waited == pytest.approx([0.8, 0.2, 0, 0.8], abs=0.06)


def test_endless_line(start: Start) -> None:
    bot = start("import sys; input()\nwhile True: sys.stdout.write('9' * 5000)")
    bot.post(b"1\n", PATIENCE_MS)
    assert lost(bot) == ("malformed", "wrote a line of more than 64 KiB")
    assert bot.ms < PATIENCE_MS
    assert not bot.usable


def test_a_long_line_within_the_limit(start: Start) -> None:
    bot = start("input(); print('x' * 65_536, flush=True); input()")
    answer = ask(bot, b"1\n")
    assert answer is not None
    assert len(answer) == 65_537


def test_flood_without_an_answer(start: Start) -> None:
    bot = start("import sys; input()\nwhile True: sys.stdout.write('# hm\\n' * 1000)")
    bot.post(b"1\n", PATIENCE_MS)
    assert lost(bot) == ("malformed", "wrote more than 256 KiB without an answer")


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("input()", "exited with code 0"),
        ("input(); raise SystemExit(3)", "exited with code 3"),
        ("import os; input(); os.abort()", "was ended by SIGABRT"),
    ],
)
def test_the_end_is_seen_at_once(start: Start, program: str, reason: str) -> None:
    bot = start(program)
    bot.post(b"1\n", PATIENCE_MS)
    assert lost(bot) == ("crashed", reason)
    bot.post(b"2\n", PATIENCE_MS)  # no use, no harm
    assert lost(bot) == ("crashed", reason)
    bot.tell(b"3\n")


def test_a_closed_output_is_seen_at_once_or_is_late(start: Start, level: Level) -> None:
    bot = start("import os,signal; input(); os.close(1); signal.pause()")
    bot.post(b"1\n", 100)
    if level is Level.A:  # bubblewrap has the pipe open as well
        assert bot.collect() is None
    else:
        assert lost(bot) == ("crashed", "closed its output")


@pytest.mark.parametrize("victim", ["bot", "supervisor"])
def test_a_bot_that_somebody_else_kills_is_not_at_fault(start: Start, victim: str) -> None:
    """A killed supervisor takes its bots along."""
    bot = start(ECHO)
    assert ask(bot, b"1\n") == b"1\n"
    program = tree(bot.pid)[-1]
    supervisor = supervisor_client._client()._process.pid
    os.kill(supervisor if victim == "supervisor" else program, signal.SIGKILL)
    assert gone(program)
    bot.post(b"2\n", PATIENCE_MS)
    with pytest.raises(BotKilled, match="killed from outside"):
        bot.collect()
    assert bot.killed
    assert not bot.usable


def test_last_words_are_heard(start: Start) -> None:
    bot = start("import sys; input(); print('last', flush=True); sys.exit('for this reason')")
    assert ask(bot, b"1\n") == b"last\n"
    bot.post(b"2\n", PATIENCE_MS)
    assert lost(bot) == ("crashed", "exited with code 1")
    assert bot.stderr() == "for this reason\n"
    assert bot.stderr() == ""


def test_a_bot_that_does_not_read_does_not_hold_us_up(start: Start) -> None:
    bot = start("import signal; signal.pause()")
    for _ in range(4):
        assert ask(bot, b"q" * 1_000_000 + b"\n", 20) is None
    bot.post(b"q" * 1_000_000 + b"\n", 20)
    assert lost(bot) == ("crashed", "did not read its input")


def test_a_slow_reader_gets_everything(start: Start) -> None:
    bot = start("import sys; print(len(sys.stdin.readline()), flush=True); input()")
    assert ask(bot, b"q" * 1_000_000 + b"\n") == b"1000001\n"


def test_it_may_exit_by_itself(start: Start) -> None:
    bot = start("import sys; sys.stdin.read(); sys.exit(5)")
    bot.hang_up()
    bot.end(grace_ms=PATIENCE_MS)
    assert bot._child.end().code == 5


def test_the_environment_is_small_and_leaves_nothing(start: Start, level: Level) -> None:
    bot = start(
        "import json, os; input(); print(json.dumps(dict(os.environ)), flush=True); input()"
    )
    told = json.loads(ask(bot, b"1\n") or b"")
    assert set(told) == {
        *("HOME", "LANG", "LOGNAME", "OMP_NUM_THREADS", "PATH", "PYTHONDONTWRITEBYTECODE"),
        *("PYTHONHASHSEED", "PYTHONUNBUFFERED", "PYTHONUTF8", "TMPDIR", "USER"),
    } | ({"LC_CTYPE", "PWD"} & set(told))
    if level is Level.A:  # in memory of its own
        return
    Path(told["HOME"], "note").write_text("for the next game")
    bot.end()
    assert comes_true(lambda: not Path(told["HOME"]).exists())


def test_python3_is_our_own_interpreter(start: Start) -> None:
    bot = start("import sys; input(); print(sys.executable, flush=True); input()")
    assert ask(bot, b"1\n") == f"{own_python()}\n".encode()


def test_no_descriptors_are_left_open(start: Start) -> None:
    start(ECHO).end()  # the supervisor is there from now on
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        bot = start(ECHO)
        ask(bot, b"1\n")
        bot.end()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_gather_waits_for_all_at_once(start: Start) -> None:
    programs = [
        "import sys,time; input(); time.sleep(0.2); print('slow', flush=True); input()",
        "input(); print('quick', flush=True); input()",
        "input(); input()",
        "input()",
    ]
    bots = [start(program) for program in programs]
    for bot in bots:
        bot.post(b"1\n", PATIENCE_MS if bot is not bots[2] else 30)
    gather(bots)
    assert bots[0].collect() == b"slow\n"
    assert bots[1].collect() == b"quick\n"
    assert bots[1].ms < bots[0].ms
    assert bots[2].collect() is None
    assert lost(bots[3]) == ("crashed", "exited with code 0")
