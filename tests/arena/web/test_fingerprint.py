"""Replays are written anew when anything that makes them has changed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.web import report as module
from arena.web.report import MODULES, PACKAGES, fingerprint

ROOT = Path(module.__file__).parents[2]
LOADED = """
import sys
import arena.web.replay.page, arena.replay.stored_game
files = (getattr(each, "__file__", None) for each in list(sys.modules.values()))
print(*filter(None, files), sep="\\n")
"""


def test_all_that_a_replay_loads_counts() -> None:
    # Compiled modules are used only where they were made of these very sources, which count.
    pure = {**os.environ, "ARENA_PURE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        cwd=ROOT,
        env=pure,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = [Path(line) for line in done.stdout.splitlines()]
    ours = {str(file.relative_to(ROOT)) for file in loaded if file.is_relative_to(ROOT)}
    known = tuple(f"{package}/" for package in PACKAGES)
    ours = {name for name in ours if name.split("/")[0] in ("arena", "ladder", "protocol", "bots")}
    assert "arena/web/replay/replay_data.py" in ours
    assert {name for name in ours if not name.startswith(known)} <= {*MODULES}


@pytest.mark.parametrize(
    "name",
    [
        "arena/web/replay/replay_data.py",
        "arena/web/replay/static/glance.js",
        "arena/rules/expansions/plus",
    ],
)
def test_a_change_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = dict(module._sources())
    assert len(sources) > 100
    (changed,) = [each for each in sources if each.startswith(name)][:1]
    before = fingerprint()
    sources[changed] += b" "
    monkeypatch.setattr(module, "_sources", sources.items)
    fingerprint.cache_clear()
    try:
        assert fingerprint() != before
    finally:
        fingerprint.cache_clear()
