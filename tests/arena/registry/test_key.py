"""A submitter's key: made once, kept to oneself, and refused where it could be guessed."""

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.registry.owners import KeyRefused, default_key_file, read_or_create_key


def test_it_is_made_when_first_needed_and_then_the_same(tmp_path: Path) -> None:
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


def test_it_lies_in_the_users_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert default_key_file() == tmp_path / "bohnanza-arena" / "key"
