"""Pages in a real browser, on a desk and on a phone: no error, nothing too wide, by keyboard."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.replay.analysis.evaluator import VERSION
from arena.replay.stored_game import Number
from arena.web import coach, urls
from arena.web.output_folder import Folder
from arena.web.site_contents import of_ladder
from arena.web.static_site import write_report
from ladder.database.store import Store
from tests.proofs import gallery
from tests.support.browser import PAGE_SIZES, findings, missing, visited
from tests.support.serving import pages_of, serving
from tests.support.shown_ladder import play_on

WHY = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(WHY is not None, reason=str(WHY))]


@pytest.fixture(scope="module")
def folder(ladder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with one replay, and why one bot lost."""
    path = tmp_path_factory.mktemp("report")
    with Store(ladder / "ladder.sqlite", read_only=True) as store:
        chosen = of_ladder(store, 1)
        chosen = replace(chosen, pages=(*chosen.pages, urls.why(3)))
        write_report(store, chosen, Folder(path), id)
    return path


@pytest.mark.parametrize("size", PAGE_SIZES)
def test_every_page_is_shown_without_an_error(chromium: Any, folder: Path, size: str) -> None:
    names = sorted(each.relative_to(folder) for each in folder.rglob("*.html"))
    alike = ("standings/", "crosstable/")  # one of each is enough
    names = [each for each in names if each.stem == "all" or not str(each).startswith(alike)]
    assert len(names) > 12
    with visited(chromium, size) as (page, errors):
        for name in names:
            page.goto((folder / name).as_uri())
            page.wait_for_selector("html[data-ready]")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert page.title() != "got"
            assert errors == [], name


def test_the_pictures_of_the_docs_are_as_new_as_their_pages(chromium: Any, tmp_path: Path) -> None:
    """By the words on both, which no font changes; without the coach, who takes minutes."""
    kept = json.loads((gallery.FOLDER / gallery.LABELS).read_text("utf-8"))
    shown = gallery.pictures(chromium, tmp_path, tmp_path, left_out="coach")
    assert {"standings", "bot"} < shown.keys()
    assert shown == {name: kept[name] for name in shown}, "poe prove gallery"


def test_a_table_is_sorted_and_searched_by_keyboard(chromium: Any, folder: Path) -> None:
    with visited(chromium, "desktop") as (page, _):
        page.goto((folder / "games" / "all.html").as_uri())
        rows = page.locator("tbody tr:visible")
        every = rows.count()
        page.get_by_label("Search these games").press_sequentially("bee")
        assert 0 < rows.count() < every
        assert all("bee" in text for text in rows.all_inner_texts())
        page.get_by_role("button", name="game").focus()
        page.keyboard.press("Enter")
        assert page.locator("th[aria-sort=ascending]").inner_text().startswith("game")
        page.keyboard.press("Enter")
        page.locator("th[aria-sort=descending]").wait_for(timeout=1000)


def test_the_choice_of_light_or_dark_is_kept(chromium: Any, folder: Path) -> None:
    with visited(chromium, "desktop") as (page, _):
        page.goto((folder / "index.html").as_uri())
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.get_by_role("button", name="Light / dark").click()
        page.goto((folder / "tournaments.html").as_uri())
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


@pytest.fixture
def served(home: Path) -> Iterator[str]:
    """The address of a server where nobody plays."""
    with serving(pages_of(home)) as address:
        yield address


def test_a_served_page_follows_what_is_played(
    chromium: Any,
    served: str,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arena.web.database_thread.LATER", 0.2)
    monkeypatch.setattr("arena.web.database_thread.PATIENCE", 0)
    with visited(chromium, "desktop") as (page, errors):
        page.goto(f"{served}tournaments/3.html")
        assert page.locator("progress").count() == 1
        page.evaluate("window.same = true")
        play_on(home)
        page.locator(".badge.finished").wait_for(timeout=30_000)
        assert page.locator("progress").count() == 0
        assert page.locator("table[data-tools] tbody tr").count() >= 3
        assert page.evaluate("window.same"), "it was loaded anew"
        assert errors == []


def test_from_the_standings_to_a_game_and_back(chromium: Any, served: str) -> None:
    with visited(chromium, "desktop") as (page, errors):
        page.goto(served)
        page.get_by_role("link", name="clumsy:1").first.click()
        page.get_by_role("heading", name="Faults and crashes").wait_for()
        assert "the last line" in page.locator("pre").first.inner_text()
        page.get_by_role("link", name=re.compile(r"^Game \d")).first.click()
        page.wait_for_selector("html[data-ready]")
        assert "&seen=" in page.url  # by the eyes of the bot
        page.get_by_title("Back to the ladder").click()
        page.get_by_role("heading", name="Standings").wait_for()
        assert errors == []


def test_from_a_game_to_its_rules(chromium: Any, folder: Path) -> None:
    with visited(chromium, "phone") as (page, errors):
        page.goto((folder / "games" / "all.html").as_uri())
        page.get_by_role("link", name="Rules", exact=True).tap()
        page.locator("#rules .meters").wait_for()
        page.goto(f"{(folder / 'rules.html').as_uri()}#high_bohn+cognac-3")
        page.locator("#rules dt").get_by_text("distillery 2", exact=True).wait_for()
        assert page.locator("#players").input_value() == "3"
        page.get_by_label("cognac").uncheck()
        assert page.url.endswith("#high_bohn-3")
        assert page.locator("#rules dt").get_by_text("distillery 2", exact=True).count() == 0
        page.get_by_label("Game").select_option("anniversary")
        page.get_by_label("bean coin").check()
        page.get_by_label("magpie").check()
        page.get_by_label("Players").select_option("5")
        assert page.url.endswith("#anniversary+bean_coin+magpie-5")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_shuts_anybody_out(chromium: Any, folder: Path, scheme: str) -> None:
    """Words stand out from what is behind them, headings and tables are told by ear, and so on."""
    with visited(chromium, "desktop", scheme) as (page, _):
        for name in (
            "index.html",
            "bots/3.html",
            "crosstable/all.html",
            "games/all.html",
            "tournaments.html",
            "tournaments/2.html",
            "why/3.html",
            "rules.html",
        ):
            page.goto((folder / name).as_uri())
            assert findings(page, scheme) == [], name


def test_the_coach_of_a_server_says_how_far_it_is_and_then_what_it_found(
    chromium: Any, ladder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = {"decision": 0, "question": 1, "turn": 1, "seat": 0}
    with Store(ladder / "ladder.sqlite", read_only=True) as store:
        seats = len(Number(False, 3).data(store)["bots"])
    told = {
        "version": VERSION,
        "moments": [{**moment, "places": [1.5] * seats, "shares": [1 / seats] * seats}],
        "seats": [{"decisions": 9, "examined": 7}] * seats,
        "costly": [],
    }
    words = {"chosen_in_words": "wait", "instead_in_words": "harvest 2 soy for 1 coin"}
    early = {"seat": 0, "turn": 1, "question": 2} | words
    go_on = tmp_path / "go_on"
    program = (
        "import sys, time, pathlib; sys.stdin.buffer.read(); print('{\"percent\": 40}\\n'"
        f"{orjson.dumps({'found': [early]}).decode()!r}, flush=True)"
        f"\nwhile not pathlib.Path({str(go_on)!r}).exists(): time.sleep(0.05)"
        f"\nprint({orjson.dumps({'judged': told}).decode()!r})"
    )
    monkeypatch.setattr(coach, "COMMAND", (sys.executable, "-c", program))
    app = pages_of(ladder, judged=tmp_path / "judged")
    with serving(app) as address, visited(chromium, "desktop") as (page, errors):
        page.goto(f"{address}replays/3.html")
        assert page.locator("#strip [role=status]").count() == 0, "it waits until it is asked"
        page.locator("#ask").click()
        page.locator("#strip").get_by_text("The coach is working: 40%").wait_for()
        page.locator("#coach").get_by_text("waited. Better: harvest 2 soy for 1 coin.").wait_for()
        page.locator("#coach button").click()
        assert page.inner_text("#frame").split()[0] != "0"
        go_on.touch()
        page.locator("#strip .share").first.wait_for()
        assert page.locator("#strip .share").count() == seats
        page.keyboard.press("n")
        assert not page.locator("#coach").is_visible()
        assert "7 of 9 decisions judged; none was found costly" in page.inner_text("#lost")
        assert errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_that_only_a_server_has_shut_nobody_out(
    chromium: Any, served: str, scheme: str
) -> None:
    with visited(chromium, "desktop", scheme) as (page, errors):
        page.goto(f"{served}crosstable/all.html")
        page.wait_for_selector("html[data-ready]")
        assert findings(page, scheme) == []
        page.locator(".cross td a").first.click()
        page.get_by_role("region", name="Side by side").wait_for()
        page.wait_for_selector("html[data-ready]")
        assert findings(page, scheme) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert errors == []
