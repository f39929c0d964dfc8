"""The made-up ladder of `poe big_ladder` is a ladder: all that it promises holds."""

from pathlib import Path

import pytest

from ladder.database.store import Store
from ladder.maintenance.checks import check
from ladder.queries.games import levels
from tests.bench.programs import big_ladder


def test_a_made_up_ladder_is_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(big_ladder, "TOURNAMENTS", 3)
    path = big_ladder.build(tmp_path, bots=13, games=90)
    with Store(path, read_only=True) as store:
        assert [finding.name for finding in check(store) if not finding.ok] == []
        played = store.db["results"].count
        assert 90 <= played < 130 and levels(store) == {"A": played}
