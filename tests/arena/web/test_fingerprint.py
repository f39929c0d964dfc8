"""Replays are written anew when anything that makes them has changed."""

import pytest

from arena.web import report as module
from arena.web.report import MODULES, PACKAGES, fingerprint
from tests.support.loading import loaded_by


def test_all_that_a_replay_loads_counts() -> None:
    ours = loaded_by("arena.web.replay.page", "arena.replay.stored_game")
    known = tuple(f"{package}/" for package in PACKAGES)
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
