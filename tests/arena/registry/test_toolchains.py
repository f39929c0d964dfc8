"""Bots in languages that are compiled: built from their folder, and played, in the sandbox."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.home import open_home
from arena.referee.clock import CLASSES
from arena.referee.game_types import GameSpec
from arena.referee.seating import Seating
from arena.registry.executables import is_installed
from arena.registry.manifest import read_manifest
from arena.registry.storage import build_copy
from arena.sandbox.level import Level
from tests.support.levels import LEVELS

TOOLCHAINS = Path(__file__).parents[2] / "support" / "toolchains"
FOLDERS = {folder.name: folder for folder in TOOLCHAINS.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS[:2])
@pytest.mark.parametrize("language", FOLDERS)
def test_it_is_built_and_plays(language: str, level: Level, tmp_path: Path) -> None:
    manifest = read_manifest(FOLDERS[language] / "bot.toml")
    words = [manifest.build[0][0], *([] if "/" in manifest.command[0] else manifest.command[:1])]
    if missing := [word for word in words if not is_installed(word)]:
        pytest.skip(f"{missing[0]} is not installed.")
    home = open_home(tmp_path / "home")
    with build_copy(home, FOLDERS[language], manifest, level=level) as copy:
        copy.settle()
        spec = copy.spec()
    game = GameSpec("1", "anniversary", 3, b"deal", (spec,) * 3, (1, 2, 3), CLASSES["slow"])
    with closing(Seating(level=level)) as seating:
        played = seating.play(game)
    faults = [(seat.faults, seat.forfeit, seat.stderr) for seat in played.seats]
    assert (played.void, faults) == (None, [({}, None, "")] * 3)
