"""Pages in a real browser, where there is one: Chromium, driven by playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SIZES = {
    "desktop": (1440, 900),
    "phone": (390, 844),
    "tablet": (768, 1024),
    "laptop": (1280, 720),
    "large": (1920, 1080),
}
PAGE_SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is there is taken: without windows, pages take half the processor time."""


def missing() -> str | None:
    """What is missing for a browser, and the way to get it; None if nothing is."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "playwright is not installed: pip install -e '.[browser]'"
    if not any(map(shutil.which, NAMES)):
        return "there is no Chromium: apt-get install chromium-headless-shell"
    return None


@contextmanager
def browser() -> Iterator[Any]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, NAMES)))
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield opened
        finally:
            opened.close()


@contextmanager
def visited(browser: Any, size: str, scheme: str = "light") -> Iterator[tuple[Any, list[str]]]:
    """A page of a visitor who was never here, and the errors and warnings of its console."""
    width, height = PAGE_SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=size == "phone"
    )
    page, errors = context.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda message: (
            errors.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    try:
        yield page, errors
    finally:
        context.close()


def findings(page: Any, scheme: str = "light") -> list[str]:
    """What axe-core finds on a page that shuts people out, each with the parts it is about.

    In the dark, where all else is as in the light, only colours that are too much alike. Of long
    lists it looks at the beginning: it takes milliseconds for each of a game's thousands of words.
    """
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": ["color-contrast"]} if scheme == "dark" else None
    context = {"exclude": [["tbody tr:nth-child(n+9)"], [".line:nth-child(n+40)"]]}
    return [
        f"{each['id']}: {each['help']}: {[node['html'][:150] for node in each['nodes'][:3]]}"
        for each in Axe().run(page, context, options).response["violations"]
    ]


class Visit:
    """A page opened at a size; `errors` are those of its console, uncaught ones included."""

    def __init__(self, browser: Any, file: Path, size: str, address: str = "") -> None:
        self.page = browser.new_page()
        self.resize(size)
        self.errors: list[str] = []
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._asked)
        self.page.goto(f"{file.as_uri()}{address}")
        self.page.wait_for_selector("html[data-ready]", timeout=60_000)

    def resize(self, size: str) -> None:
        """The same page on another screen."""
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})

    def press(self, key: str, times: int = 1) -> None:
        """A key, so many times: quicker than through the browser's own keyboard."""
        self.page.evaluate(
            "([key, times]) => { for (let at = 0; at < times; at += 1)"
            " document.dispatchEvent(new KeyboardEvent('keydown', {key})); }",
            [key, times],
        )

    def text(self, selector: str) -> str:
        """The text of an element."""
        found: str = self.page.inner_text(selector)
        return found

    def close(self) -> None:
        self.page.close()

    def _listen(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(("file:", "data:")):
            self.errors.append(f"loads {request.url}")


def walk(visit: Visit, by: str = "ArrowRight") -> str:
    """From the first frame to the last by a key; returns where the page then is.

    `by`: "ArrowRight" for all frames, "ArrowDown" for those in which a turn begins.
    """
    last = int(visit.text("#frame").split("/")[1])
    visit.press("Home")
    visit.press(by, last if by == "ArrowRight" else visit.page.locator(".line.turn").count())
    assert visit.text("#frame") == f"{last} / {last}"
    return visit.text("#place")
