"""Types travel: a program that uses the rules and the environments sees no `Any`."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from random import Random

from arena.env.actions import Actions
from arena.env.rows import Rows
from arena.env.table import Table
from arena.rules import Sensible, compile_rulebook

book = compile_rulebook("anniversary", 4)
game = book.start(seed=7)
chance = Random(7)
while game.decisions:
    decision = game.decisions[0]
    events = game.play(decision.seat, chance.choice(game.choices(decision.seat)))
    print(len(events), decision.seat)
print(game.result.places)

actions = Actions(book)
table = Table(actions, book.start(seed=8))
rows = Rows(actions)
print(len(rows.row(table, 0)), len(table.copy().legal))
"""


@pytest.mark.slow
def test_a_users_program_sees_no_any(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROGRAM)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--disallow-any-expr", "mine.py"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout
