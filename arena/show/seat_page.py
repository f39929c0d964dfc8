"""The page of a person's seat: drawn as a replay is, and in talks with the server it came from."""

from typing import Any

from arena.show.page import page, table

STYLE = ("tokens.css", "replay.css", "play.css")
PROGRAM = (
    *table(),
    "play/line.js",
    "play/composer.js",
    "play/asked.js",
    "play/page.js",
)


def seat_page(data: Any) -> bytes:
    """The page. `data`: `variants`, names of games to choose from."""
    return page("play.html", "Play a game", STYLE, PROGRAM, data, connects=True)
