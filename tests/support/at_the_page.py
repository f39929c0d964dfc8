"""A person at the page of `arena serve --play`, who clicks or taps what she sees."""

from math import dist
from random import Random
from typing import Any

import orjson

ASKED = """() => document.querySelector('#end:not([hidden]) #replay:not([hidden])')
  || document.querySelector('#asked:not(.waiting) #task:not(:empty)')"""
PATIENCE_MS = 60_000
ROUND_TRIP_MS = 25
TRIES = 20
ENOUGH = 8
"""So many offers she makes: a game of a person who trades on is long."""
CARDS = "#table button.card.can"
FIELDS = "#table .field.can"
ROWS = "#far .offer button:not([data-deed^=withdraw])"
WITHDRAWS = "#far .offer button[data-deed^=withdraw]"
OPTIONS = "#options [data-option]"
PICKED = "#picked [data-option]"
BEANS = "#beans [data-kind]:enabled"
BUILDINGS = "#table [data-building].can"
DEEDS = ("buy", "fill")
"""Options that are seldom there, and never passed by."""
_SELECTORS = {
    "sends": "#options .sends", "rows": ROWS, "withdraws": WITHDRAWS,
    "offer": "#offer:enabled", "beans": BEANS,
    "cards": CARDS, "fields": FIELDS, "takes": ".field.takes", "options": OPTIONS,
    "picked": PICKED, "shut": "#picked .shut",
    "buildings": BUILDINGS, "held": "#near .card.picked",
}  # fmt: skip
SEEN = f"""() => Object.fromEntries(Object.entries({orjson.dumps(_SELECTORS).decode()}).map(
  ([name, selector]) => [name, [...document.querySelectorAll(selector)].filter(
    (each) => each.checkVisibility()).length]))"""


WHERE = """([selector, number]) => {
  const shown = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const thing = shown[number];
  if (!thing) return null;
  const middle = () => {
    const box = thing.getBoundingClientRect();
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  };
  const isHit = () => thing.contains(document.elementFromPoint(...middle()));
  for (const block of ['nearest', 'center', 'start']) {
    if (isHit()) break;
    thing.scrollIntoView({ block, behavior: 'instant' });
  }
  return [...middle(), isHit()];
}"""
"""The middle of a thing, scrolled into view if need be, and whether a finger put there meets it."""


DOUBLE_TAP_PX, DOUBLE_TAP_MS = 100, 350
"""How near and how soon a second tap makes a double tap, which answers one question alone."""


class Visitor:
    """Begins a game and plays it. `touches`: how often she has touched the page; `questions`: the
    ids of those she has answered; `offers`: how many she has made; `powers`: what she read of
    buildings; `bytes`: how many the page was sent."""

    def __init__(self, page: Any, seed: int = 0, taps: bool = False) -> None:
        self.page = page
        self.touches = self.offers = self.bytes = 0
        self.questions = set[int]()
        self.powers = set[str]()
        self._random = Random(seed)
        self._taps, self._tapped = taps, (0.0, 0.0)
        page.on("websocket", self._listen)

    def _listen(self, line: Any) -> None:
        line.on(
            "framesent", lambda said: self.questions.add(orjson.loads(said).get("question") or 0)
        )
        line.on("framereceived", lambda told: setattr(self, "bytes", self.bytes + len(told)))

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
        page.get_by_text("More options").click()
        game, *parts = variant.split("+")
        page.locator(f"input[name=variant][value={game}]").check()
        for part in parts:
            page.locator(f"input[name=part][value={part}]").check()
        page.locator(f"input[name=players][value='{players}']").check()
        page.locator(f"input[name=people][value='{people}']").check()
        page.locator("#begin").get_by_label("Your name").fill(name)
        page.get_by_label("Your seat").fill("1")
        if people == 1:
            page.get_by_label("Seed").fill(str(seed))
        page.get_by_role("button", name="Play", exact=True).click()
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
        self.page.wait_for_function(ASKED, timeout=PATIENCE_MS, polling=ROUND_TRIP_MS)
        return bool(self.page.locator("#replay:visible").count() == 0)

    def play(self, most: int = 2_000) -> None:
        """To the end of the game, by what stands there to be touched."""
        while self.wait():
            assert self.touches < most, "the game does not end"
            self.decide()

    def is_asked(self) -> bool:
        """True if there is something to decide now."""
        return bool(self.page.evaluate(ASKED))

    def decide(self) -> None:
        """Answer one question, or say one thing more."""
        seen: dict[str, int] = self.page.evaluate(SEEN)
        chance = self._random.random()
        if seen["shut"]:
            self.touch("#picked .shut")
            return
        if seen["sends"]:
            self.touch("#options .sends")
        elif seen["buildings"]:
            self.touch(BUILDINGS, self._random.randrange(seen["buildings"]))
            self.powers.add(self.page.locator("#picked").inner_text())
            self.follow()
        elif deeds := self.deeds(OPTIONS):
            self.touch(OPTIONS, deeds[0])
        elif seen["rows"] and chance < 0.5:
            self.touch(ROWS, self._random.randrange(seen["rows"]))
        elif seen["withdraws"] and chance < 0.55:
            self.touch(WITHDRAWS)
        elif seen["offer"]:
            self.touch("#offer")
        elif seen["beans"] and self.offers < ENOUGH:
            self.trade(seen)
        elif seen["beans"] and seen["options"]:  # which end the trading
            self.touch(OPTIONS, self._random.randrange(seen["options"]))
        elif seen["takes"] and chance < 0.8:  # else by way of the card
            self.touch(".field.takes", self._random.randrange(seen["takes"]))
            self.follow()  # where several cards may go there
        elif seen["cards"] and not seen["beans"]:
            self.touch(CARDS, self._random.randrange(seen["cards"]))
            self.follow()
        elif seen["fields"] and (chance < 0.75 or not seen["options"]):
            self.touch(FIELDS, self._random.randrange(seen["fields"]))
            self.follow()
        elif seen["options"]:
            self.touch(OPTIONS, self._random.randrange(seen["options"]))

    def trade(self, seen: dict[str, int]) -> None:
        """A usual trade: a card of one's own, a bean that is wanted, and off it goes."""
        self.offers += 1
        if seen["cards"]:
            self.touch(CARDS, self._random.randrange(seen["cards"]))
        self.touch(BEANS, self._random.randrange(seen["beans"]))
        self.touch("#offer")

    def follow(self) -> None:
        """What a card or a field that was touched now asks for: a field, or a button."""
        seen: dict[str, int] = self.page.evaluate(SEEN)
        if seen["picked"]:
            self.touch(PICKED, self._random.choice(self.deeds(PICKED) or range(seen["picked"])))
        elif seen["takes"] and seen["held"]:
            self.touch(".field.takes", self._random.randrange(seen["takes"]))

    def deeds(self, selector: str) -> list[int]:
        """The options that are never passed by."""
        said = self.page.locator(selector).all_inner_texts()
        return [at for at, text in enumerate(said) if text.lower().startswith(DEEDS)]

    def touch(self, selector: str, number: int = 0) -> None:
        """One touch of the thing of that number; it may just have gone."""
        self.touches += 1
        for _ in range(TRIES):
            found = self.page.evaluate(WHERE, [selector, number])
            if found is None:
                return
            x, y, is_hit = found
            if is_hit:
                if self._taps and dist((x, y), self._tapped) < DOUBLE_TAP_PX:
                    self.page.wait_for_timeout(DOUBLE_TAP_MS)
                self._tapped = x, y
                (self.page.touchscreen.tap if self._taps else self.page.mouse.click)(x, y)
                self.page.wait_for_timeout(ROUND_TRIP_MS)
                return
            self.page.wait_for_timeout(ROUND_TRIP_MS)
        raise AssertionError(f"{selector}, the one of number {number}, cannot be reached")
