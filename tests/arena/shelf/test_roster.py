"""Bots of the ladder on their way to a cluster: the bundled ones, and their twins."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.home import open_home
from arena.shelf.files import ShelfError
from arena.shelf.manifest import read_manifest
from arena.shelf.roster import Roster, stored
from arena.shelf.sums import discard
from ladder.store import Bot, Store

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
    monkeypatch.setattr("arena.shelf.bundled.FOLDER", folder.parent)
    return folder


@pytest.fixture
def roster(tmp_path: Path, bundled: Path) -> Iterator[Roster]:
    home = open_home(tmp_path / "home")
    with closing(Store(home.database)) as store:
        yield Roster(home, store, print)


def without_sources(roster: Roster, bot: Bot) -> None:
    """As an arena kept it that had no use for them."""
    discard(roster.home.sources / bot.hash)


def test_a_bundled_bot_that_was_kept_without_its_sources_is_sent_all_the_same(
    roster: Roster,
) -> None:
    house = roster.find("house")
    without_sources(roster, house)
    parcel = roster.parcel_of(roster.spec_of(house))
    assert [name for name, _, _ in parcel.files] == ["part"]
    assert (parcel.hash, parcel.label) == (house.hash, "house:1")


def test_one_that_has_changed_since_says_where_it_can_play(roster: Roster, bundled: Path) -> None:
    house = roster.find("house")
    without_sources(roster, house)
    (bundled / "part").write_text("echo 1\n")
    with pytest.raises(ShelfError, match=r"house:1 was built from .*leave out --address"):
        roster.parcel_of(roster.spec_of(house))
    assert [each.name for each in roster.home.bots.iterdir()] == [house.hash]


def test_a_twin_of_a_bundled_bot_goes_by_its_own_name_and_starts_as_that_does(
    roster: Roster, bundled: Path
) -> None:
    house = roster.find("house")
    manifest = read_manifest(bundled / "house.toml", name="mine")
    twin = roster.store.add_bot("mine", hash=house.hash, manifest=stored(manifest))
    parcel = roster.parcel_of(roster.spec_of(twin))
    assert (parcel.label, parcel.own_python) == ("mine:1", True)
    assert roster.parcel_of(roster.spec_of(house)).label == "house:1"
