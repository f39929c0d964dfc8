"""Shared by the tests of the command line: a home of their own, and a way to run `arena`."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arena.cli import app
from arena.sandbox.level import Level
from ladder.database.records import packed
from ladder.database.store import Store
from ladder.queries import games
from tests.support import json_page
from tests.support.levels import LEVELS


class Arena:
    """`arena` with a home folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment: dict[str, str | None] = {
            "XDG_CONFIG_HOME": f"{home}-config",
            "ARENA_KEY": None,
        }
        self.code = 0
        self.errors = ""

    def __call__(self, *words: str, code: int = 0) -> str:
        """What `arena WORDS` prints; it must exit with `code`."""
        environment = self.environment | {"ARENA_HOME": str(self.home)}
        done = CliRunner().invoke(app, list(words), env=environment)
        self.code, self.errors = done.exit_code, done.stderr
        assert done.exit_code == code, done.output
        assert "Traceback" not in done.stderr
        if "--json" in words and done.stdout:
            told = json_page.problems(words, done.stdout)
            assert not told, f"its docstring says otherwise, below JSON: {told}"
        return done.stdout

    def forge(self, *statements: str) -> None:
        """Change its ladder by SQL; each statement must change something."""
        path = self.home / "ladder.sqlite"
        with closing(sqlite3.connect(path, isolation_level=None)) as conn:
            assert all(conn.execute(each).rowcount > 0 for each in statements)

    def rewrite(self, game: int, change: Callable[[dict[str, Any]], object]) -> None:
        """Change the record of a game."""
        with Store(self.home / "ladder.sqlite") as store, store.transaction() as conn:
            record = json.loads(games.record(store, game))
            change(record)
            again = packed(json.dumps(record, separators=(",", ":")).encode())
            conn.execute("UPDATE records SET record = ? WHERE game_id = ?", [again, game])

    def refused(self, *words: str, code: int = 2) -> str:
        """What it says on stderr of what cannot be done."""
        self(*words, code=code)
        return self.errors

    def json(self, *words: str, code: int = 0) -> Any:
        """The same with --json, read."""
        return json.loads(self(*words, "--json", code=code))


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest) -> Level:
    """Each level of confinement that this machine has, in turn."""
    chosen: Level = request.param
    return chosen


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    return Arena(tmp_path / "home")
