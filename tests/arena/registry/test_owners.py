"""Names and authors belong to the key that came with them first."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.registry.manifest import Manifest
from arena.registry.owners import NotYours, disown, require_yours
from ladder.database.store import Bot, Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "ladder.sqlite") as store:
        yield store


def _enter(store: Store, name: str, author: str = "", owner: str = "") -> Bot:
    number = len(store.bots())
    return store.add_bot(name, hash=f"{number}", author=author, owner=owner)


def _wants(store: Store, name: str, author: str = "", owner: str = "eve") -> None:
    manifest = Manifest.model_validate({"name": name, "author": author, "command": "./b"})
    require_yours(store.bots(), manifest, owner)


def test_a_name_is_taken_however_it_is_written(store: Store) -> None:
    _enter(store, "ant", owner="ada")
    _wants(store, "bee", author="")  # without an author there is nobody to be
    for name in ("ant", "Ant", "ＡＮＴ", "\u0430nt"):
        _wants(store, name, owner="ada")
        with pytest.raises(NotYours, match=r"ant:1 was .* with another key.*arena disown ant"):
            _wants(store, name)


def test_an_author_is_taken_however_it_is_written(store: Store) -> None:
    _enter(store, "ant", "Ada Love", "ada")
    for author in ("Ada Love", "ADA  LOVE", "ada\u200b love ", "ＡＤＡ love", "Ad\u0430 L\u043eve"):
        _wants(store, "bee", author, "ada")
        with pytest.raises(NotYours, match="ant:1 by Ada Love came with another key"):
            _wants(store, "bee", author)


def test_a_bot_of_an_older_ladder_is_free_until_it_comes_with_a_key(store: Store) -> None:
    _enter(store, "ant", "Ada")
    _wants(store, "ant", "Ada")
    _enter(store, "ant", "Ada", "ada")
    with pytest.raises(NotYours):
        _wants(store, "ant", "Ada")


def test_a_bot_is_set_free_with_its_authors_others_of_the_same_key(store: Store) -> None:
    for name, author, owner in (
        ("ant", "Ada", "ada"),
        ("ant", "Ada", "ada"),
        ("bee", "ada", "ada"),
        ("cat", "Ada", "other"),
        ("dog", "Bob", "ada"),
        ("emu", "", "ada"),
    ):
        _enter(store, name, author, owner)
    freed = disown(store, store.find_bot("ant"))
    assert [bot.label for bot in freed] == ["ant:1", "ant:2", "bee:1"]
    assert [bot.label for bot in store.bots() if bot.owner] == ["cat:1", "dog:1", "emu:1"]
    _wants(store, "ant")
    assert [bot.label for bot in disown(store, store.find_bot("emu"))] == ["emu:1"]
