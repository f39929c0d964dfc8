"""A class in a browser: the page of its organiser, and a pupil's way from the code to a seat."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.web import hall
from tests.support.at_the_page import PATIENCE_MS
from tests.support.browser import findings, missing
from tests.support.serving import pages_of, serving
from tests.support.small_host import SmallHost

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(missing() is not None, reason=missing() or ""),
]
SIZES = {"projector": (1920, 1080), "phone": (390, 844)}


@pytest.fixture
def lesson(home: Path, host: SmallHost, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A server, and the links to its class; bots fill tables soon."""
    monkeypatch.setattr(hall, "FILL_S", 1.0)
    host.tables = 2
    app = pages_of(home, host=host)
    with serving(app) as address:
        made = app.state.hall
        yield address, f"{address}class.html#organiser={made.token}", f"{address}join#{made.code}"
    assert host.left_over() == []


@pytest.mark.parametrize(("size", "scheme"), [("projector", "light"), ("phone", "dark")])
def test_from_the_code_to_the_results(
    chromium: Any, lesson: Any, size: str, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, organiser, join = lesson
    contexts = [
        chromium.new_context(
            viewport=dict(zip(("width", "height"), SIZES[each], strict=True)),
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        for each in (size, "phone")
    ]
    wall, phone = (each.new_page() for each in contexts)
    errors = list[str]()
    for each in (wall, phone):
        each.on("pageerror", lambda error: errors.append(str(error)))
        each.on("dialog", lambda dialog: dialog.accept())
    wall.goto(organiser)
    wall.locator("#code svg").wait_for()
    assert organiser.partition("#")[0] == wall.url, "the secret is not shown to the class"
    assert wall.locator("#link").inner_text() == join.removeprefix("http://")
    wall.locator("summary").click()
    wall.get_by_label("Players at a table").select_option("3")
    assert findings(wall, scheme) == []
    phone.goto(join)
    phone.locator("#called").fill("<i>Ada</i>")
    assert findings(phone, scheme) == []
    phone.get_by_role("button", name="Sit down").click()
    phone.locator("#gather").get_by_text("Table 1").wait_for()
    assert findings(phone, scheme) == []
    wall.get_by_role("button", name="<i>Ada</i>").wait_for()
    phone.locator("#game").wait_for(timeout=PATIENCE_MS)
    phone.goto("about:blank")
    phone.goto(join)  # the code once more, by somebody who has a seat
    phone.locator("#near .hand .card").first.wait_for(timeout=PATIENCE_MS)
    wall.locator(".playing").get_by_text("turn 1").wait_for()
    assert findings(wall, scheme) == []
    assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")
    monkeypatch.setattr(hall.Slot, "bot_plays", property(lambda slot: True, lambda *_: None))
    phone.reload()
    phone.get_by_role("button", name="Play again").wait_for(timeout=PATIENCE_MS)
    wall.locator("#results li").get_by_text("<i>Ada</i>").wait_for()
    assert findings(wall, scheme) == []
    monkeypatch.undo()
    wall.reload()  # it stays the organiser's
    wall.locator("#results li").get_by_text("<i>Ada</i>").wait_for()
    phone.get_by_role("button", name="Play again").click()
    phone.locator("#called").fill("Ada")
    phone.get_by_role("button", name="Sit down").click()
    phone.locator("#gather").get_by_text("Table 2").wait_for()
    wall.get_by_role("button", name="Ada", exact=True).click()
    phone.locator("#called").wait_for()  # the seat is somebody else's now
    assert errors == []
    for each in contexts:
        each.close()


def test_a_link_without_its_secret_says_so(chromium: Any, lesson: Any) -> None:
    address, _, _ = lesson
    page = chromium.new_page()
    page.goto(f"{address}join")
    page.get_by_text("Something is missing at the end of the address").wait_for()
    page.goto(f"{address}class.html#organiser=wrong")
    page.get_by_text("This page is for whoever has started the class").wait_for()
    page.close()
