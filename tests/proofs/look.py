"""Every game's replay page and every page of a ladder is shown in a browser without an error.

From the first frame to the last, and at five sizes, with nothing that sticks out of its place.
Writes pictures of each into a folder, to be looked at: `poe prove look --to FOLDER`.

Promise: README.md, a game and the ladder as pages for a browser.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from arena.web.folder import Folder
from arena.web.replay.page import replay_page
from arena.web.report import write_report
from arena.web.selection import of_ladder
from ladder.database.store import Store
from tests.proofs.gallery import busiest
from tests.support.browser import PAGE_SIZES, SIZES, Visit, browser, missing, visited, walk
from tests.support.golden import file_of, replay_of
from tests.support.lawful import pools
from tests.support.shown_ladder import shown_ladder

TAKES = "5 min"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--to", type=Path, help="folder for the pictures", default=None)
    folder = words.parse_args().to or Path(tempfile.mkdtemp(prefix="replays-"))
    if why := missing():
        raise SystemExit(f"There is no browser to look with: {why}.")
    folder.mkdir(exist_ok=True, parents=True)
    largest = dict(pools())  # of each variant its largest table comes last
    with browser() as opened:
        for variant, players in largest.items():
            file = folder / f"{variant}-{players}.html"
            replay = replay_of(file_of(variant, players).read_bytes())
            file.write_bytes(replay_page(replay, 1))
            busy = busiest(replay)
            for size in SIZES:
                visit = Visit(opened, file, size)
                by = "ArrowRight" if size == "desktop" else "ArrowDown"  # every frame once
                assert walk(visit, by) == "The game is over"
                visit.page.emulate_media(reduced_motion="reduce")
                last = int(visit.text("#frame").split("/")[1])
                for name, steps in (("end", 0), ("late", last // 3), ("busiest", 0)):
                    if name == "busiest":
                        visit.press("Home")
                        visit.press("ArrowRight", busy)
                    visit.press("ArrowLeft", steps)
                    visit.page.screenshot(path=folder / f"{file.stem}-{size}-{name}.png")
                    assert not (cut := visit.page.evaluate(CUT)), f"{file} at {size}: {cut}"
                ready = visit.page.evaluate("performance.measure('ready', {end: 'ready'}).duration")
                visit.close()
                assert not visit.errors, f"{file} at {size}: {visit.errors[:3]}"
                print(f"{variant} with {players}, {size}: shown after {ready:.0f} ms, no errors")
        _look_at_ladder(opened, folder)
    print(f"Pictures are in {folder}.")


# What sticks out of its seat or field, or out of the page.
CUT = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
  const out = (part) => {
    const [box, around] = [part, part.parentElement.closest('.field, [data-seat]')].map(
      (each) => each.getBoundingClientRect());
    return box.width && (box.left < around.left - 2 || box.right > around.right + 2
      || box.top < around.top - 2 || box.bottom > around.bottom + 2);
  };
  const parts = '.purse, .field, .field > :not(.spoken), .card, .backs, .chip, .house, .held';
  return [...wide, ...[...document.querySelectorAll('[data-seat]')].flatMap((seat) =>
    [...seat.querySelectorAll(parts)].filter((part) => part.checkVisibility() && out(part))
      .map((part) => `seat ${seat.dataset.seat}: ${part.className}`))];
}"""


def _look_at_ladder(opened: Any, folder: Path) -> None:
    home = shown_ladder(folder / "home")
    with Store(home / "ladder.sqlite", read_only=True) as store:
        write_report(store, of_ladder(store, 1), Folder(folder / "pages"), id)
    names = sorted((folder / "pages").rglob("*.html"))
    for size in PAGE_SIZES:
        for scheme in ("light", "dark"):
            with visited(opened, size, scheme) as (page, errors):
                for file in names:
                    page.goto(file.as_uri())
                    page.wait_for_selector("html[data-ready]")
                    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
                    name = "-".join(file.relative_to(folder).with_suffix("").parts)
                    page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", full_page=True)
                    assert not wide, f"{file} at {size} is too wide"
                    assert not errors, f"{file} at {size}: {errors[:3]}"
            print(f"{len(names)} pages of a ladder, {size}, {scheme}: no errors")


if __name__ == "__main__":
    main()
