"""Shared by the tests of the command line: a home of their own, and a way to run `arena`."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner

from arena.cli import app
from arena.rules import RULES_VERSION, compile_rulebook
from arena.sandbox.level import Level
from arena.translation import writer
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
        return done.stdout

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


@pytest.fixture(scope="session")
def random_record() -> Callable[..., dict[str, Any]]:
    """Makes the record of a game played at random, as the referee would write it."""

    def make(variant: str = "anniversary", players: int = 3, seed: int = 1) -> dict[str, Any]:
        chance = random.Random(seed)
        book = compile_rulebook(variant, players)
        deal = bytes([seed]) * 8
        game, decisions = book.start(deal), []
        while asked := game.decisions:
            seat = asked[0].seat
            choice = chance.choice(game.choices(seat))
            entry = {"seat": seat, "choice": writer(book).choice(choice), "ms": 0.1}
            decisions.append(entry)
            game.play(seat, choice)
        record = {
            "format": 1,
            "variant": variant,
            "players": players,
            "rules": RULES_VERSION,
            "seed": deal.hex(),
            "talk": True,
            "clock": {"bank_ms": 10000, "increment_ms": 100, "limit_ms": 2000},
            "bots": [
                {"name": f"bot{seat}", "version": 1, "hash": "0", "seed": seat, "wants": []}
                for seat in range(players)
            ],
            "decisions": decisions,
            "result": game.result._asdict(),
        }
        plain: dict[str, Any] = orjson.loads(orjson.dumps(record))
        return plain

    return make
