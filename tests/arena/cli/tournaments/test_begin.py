"""How bots enter a tournament: in which order, and what is said of the seats left over."""

from types import SimpleNamespace
from typing import Any

import pytest

from arena.cli.tournaments import begin
from arena.registry.manifest import make_manifest
from arena.registry.resolver import Resolver, stored_manifest
from ladder.database.store import Store
from tests.support.fake_worker_pool import rolled_games, spec_of


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


@pytest.mark.slow
def test_a_table_with_too_few_authors_is_filled_and_the_ways_out_are_named(
    arena: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled_games(monkeypatch)
    monkeypatch.setattr(Resolver, "spec_of", lambda self, bot: spec_of(bot))
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        for name, author in (("one", "Ann"), ("two", "Ann"), ("ada", "Ada")):
            manifest = stored_manifest(make_manifest({"name": name, "command": "true"}, ""))
            store.add_bot(name, author=author, hash=name, manifest=manifest)
    field = ("one", "two", "ada", "greedy", "trader", "--variants", "anniversary", "--rounds", "1")
    arena("tournament", *field)
    told = " ".join(arena.errors.split())
    assert "Games with 5 players are filled up with greedy, random and trader." in told
    assert "one:1 and two:1 are by one author" in told
    assert "--players 3,4, or let them meet with --same-author" in told
    shown = arena.json("tournaments", "show", "1")
    assert shown["apart"] == [["one:1", "two:1"]]
    assert "fillers" in arena("tournaments", "show", "1")
    games = arena.json("games", "--limit", "99")
    full = [{seat["name"] for seat in game["seats"]} for game in games if game["players"] == 5]
    assert full
    for bots in full:
        assert len(bots & {"one", "two"}) == 1
        assert bots > {"ada", "greedy", "trader", "random"}
    for words in (("--players", "3,4"), ("--same-author",)):
        arena("tournament", *field, *words)
        assert "filled up" not in arena.errors
