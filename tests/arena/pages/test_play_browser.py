"""A game in a real browser, from the form to the replay."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.pages.server import application
from ladder.store import Store
from tests.support.browser import browser, missing, visited
from tests.support.serving import serving
from tests.support.small_host import DUEL, SmallHost

WHY = missing()
pytestmark = pytest.mark.skipif(WHY is not None, reason=str(WHY))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture
def served(home: Path) -> Iterator[str]:
    host = SmallHost(home)
    app = application(
        lambda: Store(home / "ladder.sqlite", read_only=True), frozenset(), repr, host
    )
    with serving(app) as address:
        yield address
    assert host.left_over() == []


def begin(page: Any, served: str) -> None:
    page.goto(served)
    page.get_by_role("link", name="Play a game").click()
    page.get_by_label("Game").fill(DUEL)
    page.get_by_label("Your seat").fill("0")
    page.get_by_label("Seed").fill("1")
    page.get_by_label("Your name").fill("<b>Ada</b>")
    page.keyboard.press("Enter")
    page.locator("#options button").first.wait_for()


# As quick as the page answers: the first choice whenever there is a question.
FIRST_ALWAYS = """() => new Promise((done) => {
  let clicked = null;
  const again = () => {
    if (document.getElementById('replay')) { done(true); return; }
    const first = document.querySelector('#options button');
    if (first && first !== clicked) { clicked = first; first.click(); }
    setTimeout(again, 5);
  };
  again();
})"""


def test_a_whole_game_by_the_first_choice(chromium: Any, served: str) -> None:
    with visited(chromium, "desktop") as (page, errors):
        begin(page, served)
        assert page.locator("#seats .seat").count() == 2
        assert "<b>Ada</b>" in page.locator("#seats").inner_text()
        page.evaluate(FIRST_ALWAYS)
        assert page.locator("#task").inner_text() == "The game is over"
        assert page.locator(".ended li").count() == 2
        page.locator("#replay").click()
        page.wait_for_selector("html[data-ready]")
        assert page.locator("#title").inner_text().startswith("‹Game c")
        assert errors == []


def test_by_keyboard_on_a_phone_and_in_the_dark(chromium: Any, served: str) -> None:
    with visited(chromium, "phone", "dark") as (page, errors):
        begin(page, served)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#typed").press_sequentially("nonsense of beans\n")
        page.locator("#note").wait_for()
        page.locator("#typed").press_sequentially("hint\n")
        page.locator("#options .hinted").wait_for()
        task = page.locator("#lines").inner_text()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(before) => document.getElementById('lines').innerText !== before", arg=task
        )
        page.reload()  # and the game is still there
        page.locator("#options button").first.wait_for()
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Leave the game").click()
        page.get_by_role("button", name="Begin").wait_for()
        assert errors == []
