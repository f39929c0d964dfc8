"""Every game's replay page is shown in a browser without an error.

From the first frame to the last, and at five sizes, with nothing that sticks out of its place.
Writes pictures of each into a folder, to be looked at: `poe prove look --to FOLDER`.

Promise: README.md, a game as a page for a browser.
"""

import argparse
import tempfile
from pathlib import Path

from arena.web.replay.page import replay_page
from tests.proofs.gallery import busiest
from tests.support.browser import SIZES, Visit, browser, missing, walk
from tests.support.golden import golden_game
from tests.support.lawful import pools

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
            replay = golden_game(variant, players)
            file.write_bytes(replay_page(replay, 1))
            busy = busiest(replay)
            for size in SIZES:
                visit = Visit(opened, file, size)
                by = "ArrowRight" if size == "desktop" else "ArrowDown"  # every frame once
                assert walk(visit, by).startswith("The game is over.")
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


if __name__ == "__main__":
    main()
