"""Bundled bots: built where it is seen, and on their way to a cluster, with their twins."""

import shlex
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.home import open_home
from arena.registry.build import BuildProgress
from arena.registry.files import RegistryError
from arena.registry.manifest import read_manifest
from arena.registry.resolver import Resolver, stored_manifest
from arena.registry.storage import discard
from arena.sandbox.level import Level
from ladder.database.store import Store

MANIFEST = """
name = "house"
command = "sh bot.sh"
build = "cp part bot.sh"
files = ["part"]
"""


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the only bundled bot, which is built."""
    folder = tmp_path / "bots" / "shell"
    folder.mkdir(parents=True)
    (folder / "part").write_text("echo {}\n")
    (folder / "house.toml").write_text(MANIFEST)
    monkeypatch.setattr("arena.registry.bundled.FOLDER", folder.parent)
    return folder


@pytest.fixture
def resolver(tmp_path: Path, bundled: Path) -> Iterator[Resolver]:
    home = open_home(tmp_path / "home")
    with closing(Store(home.database)) as store:
        yield Resolver(home, store, print)


def test_a_bundled_bot_that_was_kept_without_its_sources_is_sent_unless_it_has_changed_since(
    resolver: Resolver, bundled: Path
) -> None:
    house = resolver.find("house")
    discard(resolver.home.sources / house.hash)  # as an arena did that had no use for them
    bundle = resolver.bundle_of(resolver.spec_of(house))
    assert [name for name, _, _ in bundle.files] == ["part"]
    assert (bundle.bot.hash, bundle.bot.label) == (house.hash, "house:1")
    discard(resolver.home.sources / house.hash)
    (bundled / "part").write_text("echo 1\n")
    with pytest.raises(RegistryError, match=r"house:1 was built from .*leave out --address"):
        resolver.bundle_of(resolver.spec_of(house))
    assert [each.name for each in resolver.home.bots.iterdir()] == [house.hash]


def test_a_twin_of_a_bundled_bot_goes_by_its_own_name_and_starts_as_that_does(
    resolver: Resolver, bundled: Path
) -> None:
    house = resolver.find("house")
    manifest = read_manifest(bundled / "house.toml", name="mine")
    twin = resolver.store.add_bot("mine", hash=house.hash, manifest=stored_manifest(manifest))
    bundle = resolver.bundle_of(resolver.spec_of(twin))
    assert (bundle.bot.label, bundle.bot.bundled) == ("mine:1", True)
    assert resolver.bundle_of(resolver.spec_of(house)).bot.label == "house:1"


def test_what_is_built_is_told(
    resolver: Resolver, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.registry.resolver.TELL_EVERY_S", 0.0)
    monkeypatch.setattr("arena.registry.storage.build", slow_build)
    resolver.bundled()
    assert capsys.readouterr().out == (
        "Building house: cp part bot.sh\nBuilding house: 12 s so far\n"
        "house is skipped: the build failed\n"
    )


def slow_build(
    command: tuple[str, ...],
    folder: Path,
    own_python: bool,
    building: BuildProgress,
    level: Level | None = None,
) -> None:
    """Stands for a build that takes a while, and fails."""
    building(shlex.join(command), 0.1, "")
    building(shlex.join(command), 12.3, "linking")
    raise RegistryError("the build failed")


def test_a_path_with_an_at_sign_is_a_path(resolver: Resolver, tmp_path: Path) -> None:
    folder = tmp_path / "me@work" / "mine"
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text('command = "sh bot.sh"\n')
    (folder / "bot.sh").write_text("echo {}\n")
    with closing(resolver):
        assert resolver.find_spec(str(folder)).name == "mine"
