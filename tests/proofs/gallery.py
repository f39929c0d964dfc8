"""Make the pictures of docs/pictures anew, from a real tournament.

Its pages and replays in a browser, and a person's seat in the terminal. `--to`: another folder.

Promise: README.md, more pictures.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from arena.cli.games.analysis import judged
from arena.home import open_home
from arena.play.seat import Seat
from arena.play.session import Session
from arena.play.terminal.app import TableScreen
from arena.referee.clock import CLASSES
from arena.registry.bundled import prepare
from arena.replay.frames import frames
from arena.replay.replay import Replay
from arena.sandbox.probe import best_level
from arena.web import urls
from arena.web.output_folder import Folder
from arena.web.replay.page import replay_page
from arena.web.site_contents import of_ladder
from arena.web.static_site import write_report
from ladder.database.store import Store
from ladder.queries.games import games, record
from ladder.queries.pools import Wanted
from tests.proofs.mat import offers, questions, seated
from tests.support.at_the_keys import answer, is_asked
from tests.support.browser import PAGE_SIZES, browser, missing, visited

TAKES = "3 min"

SHARED = files("arena.web") / "static" / urls.PICTURE
"""What other sites show beside a link."""
FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
BOTS = ("trader3", "trader", "greedy", "random")
REPLAYS = (
    ("negotiation", "anniversary", "desktop", "light", ""),
    ("numbers", "anniversary", "desktop", "light", "n"),
    ("coach", "anniversary", "desktop", "light", "m"),
    ("buildings", "high_bohn+cognac", "desktop", "dark", ""),
    ("orders", "plus", "phone", "light", ""),
)
"""A picture's name, the game, the size, the scheme, and the key that is pressed."""
PAGES = {"standings": urls.standings(), "bot": urls.bot(1)}
"""By a picture's name, the page of the report."""
END = "Math.min(innerHeight, 16 + main.lastElementChild.getBoundingClientRect().bottom)"
"""Where a page's content ends; the picture ends there, too."""
LABELS = "labels.json"
"""Beside the pictures: how their pages are labelled, which tells when a page has changed since."""
LABELLED = """() => [...document.querySelectorAll(
        'h1, h2, th[scope=col], dt, dd small, nav a, legend, p.quiet, .remarks p')]
    .filter((each) => each.checkVisibility())
    .map((each) => each.textContent.trim().replace(/\\s+/g, ' ')
        .replace(/\\b[0-9a-f]{12}\\b/g, '0').replace(/\\d+/g, '0'))"""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--to", type=Path, default=FOLDER, help="folder for the pictures")
    folder: Path = words.parse_args().to
    if why := missing():
        raise SystemExit(f"There is no browser to take pictures with: {why}.")
    folder.mkdir(exist_ok=True, parents=True)
    with tempfile.TemporaryDirectory() as place:
        with browser() as opened:
            labels = pictures(opened, folder, Path(place))
            mat(opened, folder / "mat.png")
        (folder / "terminal.svg").write_text(asyncio.run(terminal(Path(place) / "home")))
    (folder / LABELS).write_text(json.dumps(labels, indent=0, ensure_ascii=False) + "\n")
    print(f"Pictures are in {folder}.")


def pictures(opened: Any, folder: Path, place: Path, left_out: str = "") -> dict[str, list[str]]:
    """Take the pictures of pages, all but one, and return how each page is labelled."""
    home, labels = place / "home", dict[str, list[str]]()
    variants = ",".join(dict.fromkeys(variant for _, variant, *_ in REPLAYS))
    sizes = ("--players", "4", "--variants", variants, "--rounds", "2", "--seed", "7")
    arena = (sys.executable, "-m", "arena", "tournament", "--home", str(home))
    subprocess.run([*arena, *BOTS, *sizes], check=True)
    with Store(home / "ladder.sqlite", read_only=True) as store:
        for name, variant, size, scheme, key in REPLAYS:
            if name == left_out:
                continue
            file = place / f"{name}.html"
            number = games(store, Wanted(variant), limit=1)[0].id
            replay = Replay(record(store, number))
            judgement = judged(home, replay, name == "coach")
            file.write_bytes(replay_page(replay, number, judgement=judgement))
            address = f"{file.as_uri()}#frame={busiest(replay)}"
            with page_at(opened, address, size, scheme) as page:
                if key:
                    page.keyboard.press(key)
                page.screenshot(path=folder / f"{name}.png")
                labels[name] = page.evaluate(LABELLED)
        report = place / "pages"
        write_report(store, of_ladder(store, 0), Folder(report), lambda _: None)
        for name, address in PAGES.items():
            with page_at(opened, (report / address).as_uri(), "desktop", "light") as page:
                bottom = page.evaluate(END)
                box = {"x": 0, "y": 0, "width": PAGE_SIZES["desktop"][0], "height": bottom}
                page.screenshot(path=folder / f"{name}.png", clip=box)
                labels[name] = page.evaluate(LABELLED)
    return labels


def mat(opened: Any, picture: Path) -> None:
    """A person's seat in the browser, when most offers stand."""
    moments = list(questions("anniversary", 4))
    once, seat = max(moments, key=lambda moment: len(offers(moment[1])))
    with seated(opened, (1280, 720)) as page:
        page.evaluate("(game) => tell({ game })", once)
        page.evaluate("(seat) => tell({ seat: [[[], seat]] })", seat)
        page.screenshot(path=picture)
        page.set_viewport_size({"width": 1200, "height": 630})
        page.screenshot(path=SHARED)


def busiest(replay: Replay) -> int:
    """The frame with the most offers and answers: a negotiation at its height."""
    told = list(frames(replay))
    return max(told, key=lambda frame: sum(1 + len(row["answers"]) for row in frame.offers)).number


@contextmanager
def page_at(opened: Any, address: str, size: str, scheme: str) -> Iterator[Any]:
    """A page at an address, when it is ready."""
    with visited(opened, size, scheme) as (page, _):
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        yield page


async def terminal(home: Path) -> str:
    """The table in the terminal, some turns into a game, as SVG."""
    spec = prepare(open_home(home), "greedy").spec
    session = Session(["Ada"], [spec] * 3, "anniversary", CLASSES["standard"], best_level(), seed=3)
    async with session:
        table = TableScreen(*session.people[0])
        async with table.run_test(size=(100, 32)) as pilot:
            random = Random(3)
            while await is_asked(session.people[0].seat) and not negotiates(session.people[0].seat):
                await answer(table, pilot, random)
            await pilot.pause()
            return table.export_screenshot(title="arena play")


def negotiates(seat: Seat) -> bool:
    """Whether it is asked when offers stand, some turns into the game."""
    return seat.view["turn"] > 5 and bool(seat.view["offers"])


if __name__ == "__main__":
    main()
