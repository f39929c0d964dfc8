"""A bot that works off turn is found out and stopped between its turns; others are left alone."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.referee import pondering
from arena.referee.process import BotProcess
from arena.sandbox.level import Level

IDLE = "import sys\nfor line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()"
PONDERS = f"import os\nfor _ in range(24):\n if os.fork() == 0:\n  while True: pass\n{IDLE}"
"""With several processes, so that it gets its share on a busy machine as well."""
THINKS = IDLE.replace("sys.stdout.write", "sum(range(400_000)); sys.stdout.write")
OFF_TURN_S = 0.3


@pytest.fixture
def play(level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Ask a program until it has been looked at a few times."""
    monkeypatch.setattr(pondering, "WINDOW_S", 0.2)
    monkeypatch.setattr(pondering, "FREE_MS", 20)
    monkeypatch.setattr(pondering, "FREE_SHARE", 0.1)
    tmp_path.chmod(0o755)
    started = []

    def play(program: str) -> BotProcess:
        bot = BotProcess(("python3", "-I", "-S", "-c", program), str(tmp_path), level=level)
        started.append(bot)
        for _ in range(5):
            ask(bot)
            time.sleep(OFF_TURN_S)
        return bot

    yield play
    for bot in started:
        bot.end()


def ask(bot: BotProcess) -> None:
    bot.post(b"question\n", 20_000)
    assert bot.collect() == b"question\n"


@pytest.mark.slow
def test_who_works_off_turn_is_stopped_but_answers(play) -> None:  # type: ignore[no-untyped-def]
    bot = play(PONDERS)
    assert bot._pondering.found
    ask(bot)
    assert any(stands_still(bot) for _ in range(20)), "a busy machine may take a while to stop it"
    ask(bot)


def stands_still(bot: BotProcess) -> bool:
    before = bot._child.cpu_ms()
    time.sleep(OFF_TURN_S)
    return bot._child.cpu_ms() - before < 20


@pytest.mark.slow
@pytest.mark.parametrize("program", [IDLE, THINKS])
def test_who_does_not_is_left_alone(play, program: str) -> None:  # type: ignore[no-untyped-def]
    assert not play(program)._pondering.found
