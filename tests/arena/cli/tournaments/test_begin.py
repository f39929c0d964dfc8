"""The order in which bots enter a tournament."""

from types import SimpleNamespace
from typing import Any

import pytest

from arena.cli.tournaments import begin


def test_bots_that_played_alike_are_seeded_as_they_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [
        SimpleNamespace(bot_id=bot, elo=elo)
        for bot, elo in ((1, 1700), (3, 1500 + 2e-13), (2, 1500))
    ]
    monkeypatch.setattr(begin, "overall", lambda store: rows)
    bots: Any = [SimpleNamespace(id=bot) for bot in (4, 2, 3, 1)]
    store: Any = None
    assert [bot.id for bot in begin.seeded(store, bots)] == [1, 2, 3, 4]
