"""A person at the page of `arena serve --play`, who clicks or taps what she sees."""

from contextlib import suppress
from random import Random
from typing import Any

import orjson

ASKED = """() => document.querySelector('#replay') || (document.querySelector('#task')
  && !document.querySelector('#asked').classList.contains('waiting'))"""
PATIENCE_MS = 60_000
GONE_MS = 3_000
ROUND_TRIP_MS = 25
CARDS = "#table button.card.can"
FIELDS = "#table .field.can"
ROWS = "#offers .deeds button"
OPTIONS = "#options button"
BEANS = "#trade [data-kind]:enabled"
_SELECTORS = {
    "sends": "#options .sends", "rows": ROWS, "offer": "#offer:enabled", "beans": BEANS,
    "cards": CARDS, "fields": FIELDS, "takes": ".field.takes", "options": OPTIONS,
}  # fmt: skip
SEEN = f"""() => Object.fromEntries(Object.entries({orjson.dumps(_SELECTORS).decode()}).map(
  ([name, selector]) => [name, [...document.querySelectorAll(selector)].filter(
    (each) => each.checkVisibility()).length]))"""


class Visitor:
    """Begins a game and plays it; `touches`: how often she has touched the page."""

    def __init__(self, page: Any, seed: int = 0, taps: bool = False) -> None:
        self.page = page
        self.touches = 0
        from playwright.sync_api import TimeoutError

        self._gone = TimeoutError
        self._random = Random(seed)
        self._taps = taps

    def begin(
        self,
        served: str,
        variant: str,
        players: int,
        name: str = "Ada",
        seed: int = 1,
        people: int = 1,
    ) -> list[str]:
        """From the first page of the ladder into a game, in seat 1; the links for the others."""
        page = self.page
        page.goto(served)
        page.get_by_role("link", name="Play a game").click()
        game, *parts = variant.split("+")
        page.locator(f"input[name=variant][value={game}]").check()
        for part in parts:
            page.locator(f"input[name=part][value={part}]").check()
        page.locator(f"input[name=players][value='{players}']").check()
        page.locator(f"input[name=people][value='{people}']").check()
        page.get_by_label("Your name").fill(name)
        page.get_by_text("More", exact=True).click()
        page.get_by_label("Your seat").fill("1")
        page.get_by_label("Seed").fill(str(seed))
        page.get_by_role("button", name="Begin").click()
        if people == 1:
            self.wait()
            return []
        page.locator("#start").wait_for()
        return [each.input_value() for each in page.get_by_label("The link for this seat").all()]

    def sit(self, link: str, name: str) -> None:
        """By a link to one's seat."""
        self.page.goto(link)
        self.page.locator("#called").fill(name)
        self.page.locator("#sit").click()

    def wait(self) -> bool:
        """Until there is something to decide; False if the game is over."""
        self.page.wait_for_function(ASKED, timeout=PATIENCE_MS)
        return bool(self.page.locator("#replay").count() == 0)

    def play(self, most: int = 2_000) -> None:
        """To the end of the game, by what stands there to be touched."""
        while self.wait():
            assert self.touches < most, "the game does not end"
            self.decide()

    def is_asked(self) -> bool:
        """True if there is something to decide now."""
        return bool(self.page.evaluate(ASKED))

    @property
    def is_over(self) -> bool:
        """True if the game is over, and kept."""
        return bool(self.page.locator("#replay").count())

    def decide(self) -> None:
        """Answer one question, or say one thing more."""
        seen: dict[str, int] = self.page.evaluate(SEEN)
        chance = self._random.random()
        if seen["sends"]:
            self.touch("#options .sends")
        elif seen["rows"] and chance < 0.5:
            self.touch(ROWS, self._random.randrange(seen["rows"]))
        elif seen["offer"]:
            self.touch("#offer")
        elif seen["beans"] and chance < 0.7:
            self.trade(seen)
        elif seen["cards"] and not seen["beans"]:
            self.touch(CARDS, self._random.randrange(seen["cards"]))
            self.follow()
        elif seen["fields"] and (chance < 0.75 or not seen["options"]):
            self.touch(FIELDS, self._random.randrange(seen["fields"]))
            self.follow()
        else:
            self.touch(OPTIONS, self._random.randrange(seen["options"] or 1))

    def trade(self, seen: dict[str, int]) -> None:
        """A usual trade: a card of one's own, a bean that is wanted, and off it goes."""
        if seen["cards"]:
            self.touch(CARDS, self._random.randrange(seen["cards"]))
        self.touch(BEANS, self._random.randrange(seen["beans"]))
        self.touch("#offer")

    def follow(self) -> None:
        """What a card or a field that was touched now asks for: a field, or a button."""
        seen: dict[str, int] = self.page.evaluate(SEEN)
        if seen["takes"]:
            self.touch(".field.takes", self._random.randrange(seen["takes"]))
        elif seen["options"]:
            self.touch(OPTIONS, self._random.randrange(seen["options"]))

    def touch(self, selector: str, number: int = 0) -> None:
        """One touch of the thing of that number; it may just have gone."""
        self.touches += 1
        thing = self.page.locator(selector).nth(number)
        with suppress(self._gone):
            thing.tap(timeout=GONE_MS) if self._taps else thing.click(timeout=GONE_MS)
        self.page.wait_for_timeout(ROUND_TRIP_MS)
