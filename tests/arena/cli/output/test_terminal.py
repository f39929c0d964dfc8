"""What fits a terminal, and what a pipe gets in full."""

import io
import math
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from arena.cli.bots import check_progress
from arena.cli.output import tables as printing
from arena.cli.output.tables import print_table
from arena.text.table import plain
from ladder.database.store import Store
from tests.support.small_bots import GOOD, write_bot
from tests.support.terminal import on_terminal

LONG = "a-name-that-is-as-long-as-names-can-be-0"
WIDE = "豆" * 20
TABLE = plain(
    "",
    ("bot", "games", "what it does"),
    [(LONG, 12_345, "Plants whatever comes, wherever it can"), (WIDE, 7, "Trades")],
    (0, 2),
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home where two bots have names of the longest sort."""
    (tmp_path / "home").mkdir()
    with Store(tmp_path / "home" / "ladder.sqlite") as store:
        for name in (LONG, WIDE):
            store.add_bot(name, hash=name, author="Ada Lovelace", language="python")
    return tmp_path / "home"


def test_a_pipe_gets_one_line_a_row(arena: Any, home: Path) -> None:
    arena.home = home
    lines = arena("bots").splitlines()
    for name in (LONG, WIDE):
        assert sum(name in line and "Ada Lovelace" in line for line in lines) == 1


@pytest.mark.slow
@pytest.mark.parametrize("width", [40, 80])
def test_nothing_is_wider_than_the_terminal_nor_cut(home: Path, tmp_path: Path, width: int) -> None:
    for words in (
        ("variants",),
        ("variants", "show", "high_bohn+cognac"),
        ("match", "greedy", "random", "random"),
        ("check", write_bot(tmp_path, LONG)),
        ("bots",),
    ):
        text = on_terminal(width, home, *words)
        lines = re.split(r"\r\n|\r", text)
        assert all(cell_len(line) <= width for line in lines), words
        assert "…" not in text or words[0] in ("bots", "check") or words[1] == "show"
    if width == 80:
        assert re.search(rf"{LONG}.*\s+.*{WIDE}", text, re.DOTALL)


@pytest.mark.slow
def test_what_goes_on_is_told_on_a_terminal_only(
    arena: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = write_bot(tmp_path, "slow", GOOD.replace("import json, sys", "import json, sys, time"))
    Path(slow).write_text(Path(slow).read_text().replace("print(0", "time.sleep(.02); print(0"))
    assert "questions, " in on_terminal(100, arena.home, "check", slow)
    monkeypatch.setattr(check_progress, "SECONDS_BETWEEN_LINES", math.inf)  # on a busy machine
    assert "questions, " not in arena("check", write_bot(tmp_path, "quick"))


@pytest.mark.slow
def test_a_build_is_seen_to_go_on(arena: Any, tmp_path: Path) -> None:
    code = "import time; print('compiling \\x1b]0;x\\x07[bold]', flush=True); time.sleep(2)"
    write_bot(tmp_path, "bot")
    (tmp_path / "slow.py").write_text(code)
    keys = 'name = "b"\ncommand = "python3 bot.py"\nbuild = "python3 slow.py"\n'
    keys += 'files = ["bot.py", "slow.py"]\n'
    (tmp_path / "bot.toml").write_text(keys)
    text = on_terminal(100, arena.home, "check", str(tmp_path))
    assert re.search(r"Building: python3 slow\.py … [01] s", text)
    assert "compiling �]0;x�[bold]" in text
    assert "\x1b" not in text
    assert "Building" not in arena("check", str(tmp_path))


def _table(width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    file = io.StringIO()
    made = Console(file=file, width=width, soft_wrap=True)
    monkeypatch.setattr(printing, "console", lambda: made)
    print_table(TABLE)
    return file.getvalue()


@pytest.mark.parametrize("width", [20, 50, 80, 200])
def test_every_word_is_there_at_every_width(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = _table(width, monkeypatch)
    assert all(cell_len(line) <= width for line in text.splitlines())
    whole = re.sub(r"\s", "", text)
    for word in ("12345", "Trades"):
        assert word in whole
    if width in (20, 200):
        assert LONG in whole
        assert WIDE in whole
    assert "…" not in text
