"""The bots that come with the arena: all described, found, and skipped where they cannot run."""

import time
from collections.abc import Sequence
from pathlib import Path
from threading import Barrier, Event

import pytest

from arena.home import Home, open_home
from arena.registry.build import BuildProgress
from arena.registry.bundled import Bundled, bundled_manifests, prepare, prepare_all
from arena.registry.files import RegistryError


def test_every_bundled_bot_names_the_files_that_it_needs() -> None:
    manifests = bundled_manifests()
    assert {"random", "greedy", "trader"} <= set(manifests)
    for name, (folder, manifest) in manifests.items():
        assert manifest.name == name
        assert manifest.language == folder.name
        assert manifest.files, f"list under `files` in the .toml of {name} what {folder} has of it"
        missing = [kept for kept in manifest.files if not (folder / kept).exists()]
        assert not missing, f"`files` of {name} names what {folder} lacks"


def test_one_whose_runtime_is_missing_is_skipped_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    skipped: dict[str, str] = {}
    ready = prepare_all(open_home(tmp_path / "home"), skipped.__setitem__)
    names = {bot.manifest.name for bot in ready}
    assert {"random", "greedy", "trader"} <= names
    usual = {name for name, (_, each) in bundled_manifests().items() if not each.example}
    assert names | set(skipped) == usual
    assert "perl-sensible" not in usual  # slow: it plays when it is named
    assert all("is not installed here" in why and "\n" not in why for why in skipped.values())


def test_those_named_come_in_the_order_named(tmp_path: Path) -> None:
    ready = prepare_all(open_home(tmp_path), lambda *_: None, ("random", "greedy"))
    assert [bot.manifest.name for bot in ready] == ["random", "greedy"]
    assert [bot.spec.command[-1] for bot in ready] == ["random_bot.py", "greedy.py"]


def test_bots_are_built_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names, both = ["random", "cpp-random", "cpp-sensible"], Barrier(2, timeout=60)

    def build(command: Sequence[str], folder: Path, *_: object) -> None:
        both.wait()
        (folder / command[command.index("-o") + 1]).write_text("#!/bin/sh\n")

    monkeypatch.setattr("arena.registry.storage.build", build)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    ready = prepare_all(open_home(tmp_path), lambda *_: None, names)
    assert [bot.manifest.name for bot in ready] == names


def test_what_interrupts_them_ends_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began, ended = Event(), Event()

    def prepared(home: Home, name: str, building: BuildProgress) -> Bundled:
        if name == "greedy":
            began.wait(60)
            raise KeyboardInterrupt
        began.set()
        with pytest.raises(RegistryError):
            for _ in range(6000):
                building("g++", 0.1, "")
                time.sleep(0.01)
        ended.set()
        raise RegistryError

    monkeypatch.setattr("arena.registry.bundled.prepare", prepared)
    with pytest.raises(KeyboardInterrupt):
        prepare_all(open_home(tmp_path), lambda *_: None, ("greedy", "cpp-random"))
    assert ended.is_set()


def test_a_bundled_bot_whose_copy_was_changed_is_kept_anew(tmp_path: Path) -> None:
    home = open_home(tmp_path)
    before = prepare(home, "greedy").spec
    file = Path(before.cwd, "greedy.py")
    kept = file.read_text()
    file.chmod(0o644)
    file.write_text("cheats")
    after = prepare(home, "greedy").spec
    assert after == before
    assert file.read_text() == kept
