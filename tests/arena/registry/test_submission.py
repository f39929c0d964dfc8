"""Submissions side by side: nothing lost, each version given once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from arena.home import Home
from arena.registry.submission import NotAccepted, Submitted, pending_bot
from ladder.database.store import Store
from tests.support.small_bots import GOOD, write_bot

TOGETHER = 6
AllAtOnce = Callable[..., list[Any]]


@pytest.fixture
def all_at_once(home: Home) -> AllAtOnce:
    """Submits files, and lets each wait in its check until all of them are checked."""
    Store(home.database).close()

    def go(files: list[str], authors: list[str] | None = None) -> list[Any]:
        meeting = Barrier(len(files))

        def one(file: str, author: str) -> Submitted | Exception:
            with Store(home.database) as store:
                try:
                    with pending_bot(home, store, Path(file), "x", author) as bot:
                        meeting.wait(10)
                        return bot.enter("")
                except NotAccepted as refused:
                    return refused

        with ThreadPoolExecutor(len(files)) as pool:
            return list(pool.map(one, files, authors or [""] * len(files)))

    return go


def test_each_version_of_a_name_is_given_once(
    home: Home, tmp_path: Path, all_at_once: AllAtOnce
) -> None:
    files = [write_bot(tmp_path, f"b{n}", GOOD + f"# {n}") for n in range(TOGETHER)]
    done = all_at_once(files)
    assert sorted(each.bot.version for each in done) == list(range(1, TOGETHER + 1))
    with Store(home.database) as store:
        assert len(store.bots("active")) == 1
        copies = {bot.hash for bot in store.bots()}
    assert {folder.name for folder in home.bots.iterdir()} == copies
    assert len(copies) == TOGETHER


def test_the_same_bot_is_one_version_and_its_copy_stays(
    home: Home, tmp_path: Path, all_at_once: AllAtOnce
) -> None:
    done = all_at_once([write_bot(tmp_path, "b")] * TOGETHER)
    assert sorted(each.new for each in done) == [False] * (TOGETHER - 1) + [True]
    (copy,) = home.bots.iterdir()
    assert copy.name == done[0].bot.hash


def test_a_name_goes_to_the_author_who_is_first(tmp_path: Path, all_at_once: AllAtOnce) -> None:
    files = [write_bot(tmp_path, name, GOOD + f"# {name}") for name in ("b", "c")]
    done = all_at_once(files, ["Ada", "Bob"])
    assert sorted(type(each).__name__ for each in done) == ["NotAccepted", "Submitted"]
