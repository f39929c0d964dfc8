"""Every game's replay page in a real browser, from the first frame to the last, at two sizes.

Writes pictures of each into a folder, to be looked at. Some minutes. `poe look --to FOLDER`.
"""

import argparse
import tempfile
from pathlib import Path

from arena.show.replay import replay_page
from tests.support.browser import SIZES, Visit, browser, missing, walk
from tests.support.golden import file_of, replay_of
from tests.support.lawful import pools


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
            file.write_bytes(replay_page(replay_of(file_of(variant, players).read_bytes()), 1))
            for size in SIZES:
                visit = Visit(opened, file, size)
                assert walk(visit) == "The game is over"
                last = int(visit.text("#frame").split("/")[1])
                visit.press("ArrowLeft", last // 3)
                visit.page.screenshot(path=folder / f"{file.stem}-{size}.png")
                ready = visit.page.evaluate("performance.measure('ready', {end: 'ready'}).duration")
                visit.close()
                assert not visit.errors, f"{file} at {size}: {visit.errors[:3]}"
                print(f"{variant} with {players}, {size}: shown after {ready:.0f} ms, no errors")
    print(f"Pictures are in {folder}.")


if __name__ == "__main__":
    main()
