"""Whoever plays in a browser sees every offer, card and coin step that they decide about.

Games of bundled bots, every variant at each table of three to seven, are put on a person's page
question by question, as the server tells it, at five sizes. For each table and size, as soon as it
is known, and then for each size: the share of things wholly in sight, the smallest text, controls
that cannot be hit in their middle, bytes a decision. A visitor plays whole games at 1280×720, too:
nothing is out of reach, and few touches suffice. One game at a time on each core.

`--games N` plays N of each table. `--only high_bohn` looks at tables that begin so, `--only plus-7`
at one; `--size 390x844` at one size, playing no game. `--to FOLDER` keeps a picture of the fullest
moment of each.

Promise: docs/play.md, in a browser.
"""

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson

from arena.codec import lines, reader, writer
from arena.home import open_home
from arena.play.controller import Controller
from arena.play.seat import Seat
from arena.registry.bundled import prepare
from arena.rules import compile_rulebook
from arena.web import play_routes
from arena.web.play_page import form_data, game_data, seat_data
from arena.web.replay.page import page as page_of
from arena.web.replay.page import table
from arena.web.replay.replay_data import difference
from arena.web.room import Presence
from protocol import Json
from tests.support import in_process
from tests.support.at_the_page import Visitor
from tests.support.browser import browser, missing
from tests.support.lawful import covering, tables
from tests.support.serving import pages_of, serving
from tests.support.shown_ladder import shown_ladder
from tests.support.small_host import SmallHost

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

TAKES = "50 min"

Game = tuple[str, int, int]
"""A variant, its players, and a seed."""
SIZES = ((1280, 720), (1440, 900), (1920, 1080), (820, 1180), (390, 844))
BOTS = (TraderBot, TraderBot, GreedyBot, TraderBot, RandomBot, TraderBot, GreedyBot)
NAMES = ("Ada", "Rosalind", "Bruno", "Chinwe", "Maximilian", "Yuki", "Tomas")
STEPS = "#beans .steps"
BARS = {
    "best": 100.0,
    "takeable": 99.0,
    "market": 100.0,
    "steps": 99.0,
    "hand": 100.0,
    "fields": 100.0,
    "theirs": 100.0,
}
"""The least share in sight, in per cent, by what it is a share of."""
CROWDED = 92.0
"""The same for seven players on a phone."""
LEAST_TEXT, LEAST_CONTROL = 12, 24
MOST_BYTES = 6_000
MOST_TOUCHES = 1.3
WHOLE = (
    ("anniversary", 3), ("anniversary", 4), ("anniversary", 5), ("high_bohn+cognac", 4),
    ("plus", 4), ("plus", 7),
)  # fmt: skip
"""Games that a visitor plays to the end."""


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=1, help="games of each table")
    words.add_argument("--to", type=Path, help="folder for pictures")
    words.add_argument("--only", default="", help="tables that begin so, such as plus-7")
    words.add_argument("--size", choices=[f"{wide}x{high}" for wide, high in SIZES])
    told = words.parse_args()
    if why := missing():
        raise SystemExit(f"There is no browser to look with: {why}.")
    sizes = [size for size in SIZES if told.size in (None, f"{size[0]}x{size[1]}")]
    games = [
        (variant, players, seed)
        for variant, players in tables()
        if players > 2 and variant in covering() and f"{variant}-{players}".startswith(told.only)
        for seed in range(told.games)
    ]
    whole = [each for each in WHOLE if f"{each[0]}-{each[1]}".startswith(told.only)]
    seen: dict[str, Seen] = {}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        played = [pool.submit(plays, *game) for game in whole if not told.size]
        try:
            for done in as_completed([pool.submit(looks, game, sizes, told.to) for game in games]):
                for name, each in done.result().items():
                    seen.setdefault(name, Seen(each.crowd)).add(each)
            good = [each.result() for each in played]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    for name, each in sorted(seen.items()):
        print(f"{name}: {each}")
    return int(any(each.failed() for each in seen.values()) or not all(good))


def looks(game: Game, sizes: Iterable[tuple[int, int]], to: Path | None) -> dict[str, "Seen"]:
    """Put the questions of a game on the page at each size, and say what was seen."""
    variant, players, _ = game
    moments, found = list(questions(*game)), {}
    with browser() as opened:
        for size in sizes:
            crowd = players == 7 and size[0] < 700
            name = "seven on a phone" if crowd else f"{size[0]}x{size[1]}"
            found[name] = seen = Seen(crowd)
            seen.look(opened, size, moments, game, to)
            print(f"{variant}-{players}, {name}: {seen}", flush=True)
    return found


def plays(variant: str, players: int) -> bool:
    """A visitor plays a game to its end; False if it took her too many touches."""
    with tempfile.TemporaryDirectory() as folder, browser() as opened:
        host = SmallHost(shown_ladder(home := Path(folder) / "home"))
        host.bot = prepare(open_home(home), "trader").spec
        with serving(pages_of(home, host=host)) as served:
            width, height = SIZES[0]
            page = opened.new_page(
                viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            visitor = Visitor(page)
            visitor.begin(served, variant, players)
            visitor.play()
    decisions = len(visitor.questions - {0})
    touches, size = visitor.touches / decisions, visitor.bytes / decisions / 1_000
    good = touches <= MOST_TOUCHES and size * 1_000 <= MOST_BYTES
    print(
        f"{variant}-{players}, played: {decisions} decisions, {touches:.2f} touches and"
        f" {size:.1f} kB each{'' if good else ': missed'}",
        flush=True,
    )
    return good


def questions(variant: str, players: int, seed: int = 0) -> Iterator[tuple[Json, Json]]:
    """What the page of a seat is told in a game of bots, once and with each question to it."""
    book = compile_rulebook(variant, players)
    game, table, me = book.start(b"mat %d" % seed), writer(book), seed % players
    bots = [BOTS[(seat + seed) % len(BOTS)]() for seat in range(players)]
    slot = _slot(variant, players, me)
    person: Seat = slot.controller.seat
    for seat, bot in enumerate(bots):
        ready = orjson.loads(bot.receive({"type": "hello", "protocol": 1, "arena": "test"}))
        game.wish(seat, {"bids"} if seat == me else frozenset(ready["wants"]) - {"windows"})
        start = orjson.loads(
            orjson.dumps(lines.game_start(book, seat, in_process.CLOCK, seat, True))
        )
        bot.receive(start)
        if seat == me:
            person.hear(start)
    once = game_data(slot.room, slot)
    untold: list[list[str]] = [[] for _ in bots]
    number = 0
    while decisions := game.decisions:
        for decision in decisions:
            seat, number = decision.seat, number + 1
            question = table.question(game, decision)
            asked = orjson.loads(lines.decide(number, question, untold[seat], 10_000, 2_000))
            untold[seat].clear()
            if seat == me:
                person.hear(asked)
                yield once, seat_data(slot.room, slot)
            chosen = orjson.loads(bots[seat].receive(asked))["choice"]
            choice = reader(book).read(game, seat, question.choices, chosen)
            for told, news in zip(untold, table.events(game.play(seat, choice)), strict=True):
                told += news


def _slot(variant: str, players: int, me: int) -> Any:
    """A place in a room of one person, as much of it as a page is told of."""
    names = [NAMES[(seat - me) % players] for seat in range(players)]
    spec = SimpleNamespace(
        variant=variant, players=players, bots=[SimpleNamespace(version=1)] * players
    )
    room = SimpleNamespace(
        several=False, token="", ending="", failures={}, live=None, bot_name="", replay_number="",
        link="", viewers=SimpleNamespace(pages=()), session=SimpleNamespace(spec=spec),
    )  # fmt: skip
    slot = SimpleNamespace(
        room=room, number=0, seat=me, presence=Presence.HERE, bot_plays=False, left_ms=lambda: None,
        controller=Controller(Seat(names), lambda _: None),
    )  # fmt: skip
    room.slots, room.organiser = [slot], slot
    return slot


def offers(seat: Json) -> list[Json]:
    """What the others would trade with the reader, in the reader's words, by its own account."""
    me, active = seat["me"], seat["frame"]["position"]["active"]
    possible = {
        about["id"] for _, about in seat["options"] if about.get("part") in ("accept", "take")
    }
    found = []
    for row in seat["frame"]["offers"]:
        its = {"get": row["give"], "give": row["want"]}
        if row["seat"] == me:
            its = {"get": row["want"], "give": row["give"]}
            found += [
                {"seat": int(other), "id": answer["id"], **its}
                for other, answer in row["answers"].items()
                if answer["state"] == "accepted"
            ]
        elif row["reply"]:
            found += (
                [{"seat": row["seat"], "id": row["id"], **its}]
                if (row["state"], me) == ("asked", active)
                else []
            )
        elif row["answers"].get(str(me), {}).get("state") == "asked":
            found.append({"seat": row["seat"], "id": row["id"], **its})
    for each in found:
        each["can"] = each["id"] in possible
    for each in found:
        each["best"] = not any(_worse(each, other) for other in found)
    return found


def things(once: Json, seat: Json) -> Json:
    """What else is to be in sight: selectors, each with the number of things."""
    position, me = seat["frame"]["position"], seat["me"]
    earning = sum(any(kind["earns"]) for kind in once["kinds"].values())
    return {
        "market": ["#turned .card", len(position["turned_over"])],
        "steps": [STEPS, earning if seat["composer"] else 0],
        "hand": ["#near [data-pile=hand]", len(position["hands"][me])],
        "fields": ["#near [data-field]", len(position["fields"][me])],
        "theirs": [
            "#far [data-field]",
            sum(map(len, position["fields"])) - len(position["fields"][me]),
        ],
    }


def _worse(one: Json, other: Json) -> bool:
    """True if the other's maker gives as much for as little; of equal ones, the later is worse."""
    sides = [one["get"], one["give"], other["get"], other["give"]]
    if one is other or one["seat"] != other["seat"] or one["can"] > other["can"] or "open" in sides:
        return False
    get, give, more, less = map(Counter, sides)
    return get <= more and less <= give and ((get, give) != (more, less) or one["id"] > other["id"])


class Seen:
    """What was seen at one size."""

    def __init__(self, crowd: bool = False) -> None:
        self.crowd = crowd
        self.shown, self.there = Counter[str](), Counter[str]()
        self.text = 99.0
        self.wrong = Counter[str]()
        self.decisions = self.bytes = 0
        self.out: list[str] = []

    def look(
        self,
        opened: Any,
        size: tuple[int, int],
        moments: list[Any],
        game: Game,
        to: Path | None = None,
    ) -> None:
        """Put each question on the page."""
        with seated(opened, size) as page:
            once = moments[0][0]
            page.evaluate("(game) => tell({ game })", once)
            before: Json | None = None
            batch = []
            for number, (_, seat) in enumerate(moments):
                changes = difference(before, seat)
                self.bytes += len(orjson.dumps({"seat": changes}))
                before = seat
                batch.append([number, changes, offers(seat), things(once, seat)])
            page.on("pageerror", lambda error: self.wrong.update([f"error: {error}"]))
            full = max(range(len(batch)), key=lambda at: len(batch[at][2]))
            found = look(page, batch[: full + 1])
            if to:
                to.mkdir(exist_ok=True, parents=True)
                page.screenshot(path=to / f"{game[0]}-{game[1]}-{size[0]}.png")
            found += look(page, batch[full + 1 :])
            for (_, seat), each in zip(moments, found, strict=True):
                where = f"turn {seat['frame']['position']['turn']} q{seat['question']}"
                self._count(each, f"{game[0]}-{game[1]} {where}")

    def add(self, other: "Seen") -> None:
        """What was seen in another game, too."""
        self.shown += other.shown
        self.there += other.there
        self.wrong += other.wrong
        self.text = min(self.text, other.text)
        self.decisions += other.decisions
        self.bytes += other.bytes
        self.out += other.out

    def _count(self, found: Json, where: str) -> None:
        self.decisions += 1
        for name, (shown, there) in found["seen"].items():
            self.shown[name] += shown
            self.there[name] += there
            if shown < there:
                self.out.append(f"{where}: {name} {shown} of {there}")
        self.text = min(self.text, found["text"])
        self.wrong.update(found["wrong"])

    def failed(self) -> list[str]:
        """The bars that were missed."""
        bars = dict.fromkeys(BARS, CROWDED) if self.crowd else BARS
        missed = [name for name, bar in bars.items() if self.share(name) < bar]
        missed += ["text"] if self.text < LEAST_TEXT else []
        missed += ["bytes"] if self.bytes > MOST_BYTES * self.decisions else []
        return [*missed, *self.wrong]

    def share(self, name: str) -> float:
        """The share in sight, in per cent."""
        return 100 * self.shown[name] / self.there[name] if self.there[name] else 100.0

    def __str__(self) -> str:
        shares = ", ".join(f"{name} {self.share(name):.2f}%" for name in BARS)
        size = self.bytes / max(1, self.decisions) / 1_000
        wrong = "; ".join(f"{what} {number}" for what, number in self.wrong.most_common(8))
        rest = f"text {self.text:g} px; {size:.1f} kB; {wrong or 'all else right'}"
        missed = self.failed()
        told = ["", f"missed: {', '.join(missed)}", *self.out[:5]] if missed else []
        return f"{self.decisions} decisions: {shares}; {rest}" + "\n  ".join(told)


def look(page: Any, batch: list[Any]) -> Any:
    """What is to be seen of each moment; as text, since playwright packs data far more slowly."""
    return page.evaluate("(text) => look(JSON.parse(text))", orjson.dumps(batch).decode())


@contextmanager
def seated(opened: Any, size: tuple[int, int]) -> Iterator[Any]:
    """The page of a person, with a line of which we hold the other end: `tell` says something."""
    names = (*play_routes.STYLE, "play.css"), (*table(), *play_routes.PROGRAM)
    content = page_of("play.html", "Play", *names, form_data([], ""), connects=True)
    phone = size[0] < 700
    context = opened.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=phone, reduced_motion="reduce"
    )
    page = context.new_page()
    page.route("**/*", lambda route: route.fulfill(body=content, content_type="text/html"))
    page.add_init_script(path=Path(__file__).with_suffix(".js"))
    try:
        page.goto("http://mat.test/play.html")
        page.wait_for_selector("html[data-ready]")
        yield page
    finally:
        context.close()


if __name__ == "__main__":
    raise SystemExit(main())
