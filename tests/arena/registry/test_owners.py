"""Keys of submitters, and the names and authors that belong to who came with them first."""

import hashlib
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.registry.manifest import Manifest
from arena.registry.owners import (
    KeyRefused,
    NotYours,
    default_key_file,
    disown,
    read_or_create_key,
    require_yours,
)
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


def test_a_key_is_made_when_first_needed_and_then_the_same(tmp_path: Path) -> None:
    file = tmp_path / "new" / "key"
    first = read_or_create_key(file)
    again = read_or_create_key(file)
    assert (first.new, again.new) == (True, False)
    assert first.owner == again.owner != read_or_create_key(tmp_path / "other").owner
    assert first.owner == hashlib.sha256(file.read_bytes().strip()).hexdigest()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o400)
    assert read_or_create_key(file).owner == first.owner


def test_first_submissions_at_once_make_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = [*pool.map(read_or_create_key, [tmp_path / "key"] * 8)]
    assert len({key.owner for key in keys}) == 1
    assert sum(key.new for key in keys) == 1


def test_a_file_that_is_no_secret_is_no_key(tmp_path: Path) -> None:
    file = tmp_path / "key"
    for content, mode, told in (
        (b"k" * 64, 0o644, "chmod 600"),
        (b"ada", 0o600, "holds no key"),
        (b"k" * 20_000, 0o600, "holds no key"),
    ):
        file.write_bytes(content)
        file.chmod(mode)
        with pytest.raises(KeyRefused, match=told):
            read_or_create_key(file)
        assert file.read_bytes() == content
    for make in (os.mkfifo, os.mkdir):
        make(tmp_path / make.__name__)
        with pytest.raises(KeyRefused, match=f"{tmp_path}/{make.__name__} is not a file"):
            read_or_create_key(tmp_path / make.__name__)


def test_a_key_lies_in_the_users_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert default_key_file() == tmp_path / "bohnanza-arena" / "key"
