"""The one rule by which a word names a bot: known names first, then paths."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.home import open_home
from arena.registry.lookup import Named, NoSuchBot, existing_path, look_up
from ladder.database.store import Store


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A ladder with two versions of `mine`, seen from an empty working folder."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with Store(open_home(tmp_path / "home").database) as opened:
        opened.add_bot("mine", hash="1")
        opened.add_bot("mine", hash="2")
        opened.add_bot("Böhnchen", hash="3")
        yield opened


def test_known_names_come_first_whatever_lies_here_and_any_other_word_is_a_path(
    store: Store,
) -> None:
    for name in ("mine", "greedy", "greedy:1", "a.py"):
        Path(name).touch()
    Path("folder").mkdir()
    assert look_up(store, "mine") == Named("mine", "", bundled=False)
    assert look_up(store, "mine:1") == Named("mine", "1", bundled=False)
    assert look_up(store, "greedy") == Named("greedy", "", bundled=True)
    assert look_up(store, "greedy:1") == Named("greedy", "1", bundled=True)
    assert look_up(store, "Bo\u0308hnchen") == Named("Böhnchen", "", bundled=False)
    for path in ("./mine", "./greedy", str(Path("greedy").absolute()), "folder", "a.py"):
        assert look_up(store, path) == Path(path)
    assert existing_path("folder") == Path("folder")
    store.add_bot("greedy", hash="4")
    assert look_up(store, "greedy") == Named("greedy", "", bundled=False), "submitted, so first"
    store.add_bot("gone", hash="5", manifest={"bundled": True})  # from an earlier arena
    assert look_up(store, "gone") == Named("gone", "", bundled=False)


def test_what_means_nothing_is_told_what_is_near(store: Store) -> None:
    Path("first.py").touch()
    Path("my bot.py").touch()
    for word, told in (
        ("greddy", "Did you mean greedy?"),
        ("GREEDY", "Did you mean greedy?"),
        ("mine.py", "Did you mean mine"),
        ("mime:1", "Did you mean mine?"),
        ("first", "Did you mean ./first.py?"),
        ("./frist.py", "Did you mean ./first.py?"),
        ("my bto.py", "Did you mean './my bot.py'?"),
        ("whatever", "There is no bot, file or folder called 'whatever'. `arena bots` lists"),
        ("none/whatever", "There is no file or folder 'none/whatever'. Give the path"),
        ("", "There is no bot, file or folder called ''."),
        ("\x1b[2J", "called '\ufffd[2J'"),
    ):
        with pytest.raises(NoSuchBot) as caught:
            look_up(store, word)
        assert told in str(caught.value)
