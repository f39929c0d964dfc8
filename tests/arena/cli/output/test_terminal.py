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
from tests.support.small_bots import GOOD, write_bot
from tests.support.terminal import on_terminal

LONG = "a-name-that-is-as-long-as-names-can-be-0"
WIDE = "豆" * 20
COLUMNS = ("bot", "games", "what it does")
ROWS = [(LONG, 12_345, "Plants whatever comes, wherever it can"), (WIDE, 7, "Trades")]


@pytest.mark.slow
def test_what_goes_on_is_told_on_a_terminal_only(
    arena: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = write_bot(tmp_path, "slow", GOOD.replace("import json, sys", "import json, sys, time"))
    Path(slow).write_text(Path(slow).read_text().replace("print(0", "time.sleep(.02); print(0"))
    assert "questions, " in on_terminal(100, arena.home, "check", slow)
    monkeypatch.setattr(check_progress, "SECONDS_BETWEEN_LINES", math.inf)  # on a busy machine
    assert "questions, " not in arena("check", slow)
    assert arena.json("check", slow)["passed"]


def _table(width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    file = io.StringIO()
    made = Console(file=file, width=width, soft_wrap=True)
    monkeypatch.setattr(printing, "console", lambda: made)
    print_table(COLUMNS, ROWS, left=(0, 2))
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
