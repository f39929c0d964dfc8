"""The page of a person's seat: drawn as a replay is, and in talks with the server it came from."""

from typing import Any

from arena.show.page import expansions, page

STYLE = ("tokens.css", "replay.css", "play.css")
# The program, in the order in which its parts need each other.
PROGRAM = (
    "dom.js",
    "data.js",
    "beans.js",
    "cards.js",
    "pieces.js",
    *expansions(),
    "seats.js",
    "table.js",
    "board.js",
    "play/line.js",
    "play/composer.js",
    "play/asked.js",
    "play/page.js",
)


def seat_page(data: Any) -> bytes:
    """The page. `data`: `variants`, names of games to choose from."""
    return page("play.html", "Play a game", STYLE, PROGRAM, data, connects=True)
