"""The replay of a game as one HTML file."""

from collections.abc import Mapping

from arena.retelling.replay import Replay
from arena.show.page import page, table
from arena.show.telling import telling
from protocol import Json

STYLE = ("tokens.css", "replay.css", "table.css")
PROGRAM = (
    *table(),
    "log.js",
    "chart.js",
    "strip.js",
    "why.js",
    "player.js",
)


def replay_page(
    replay: Replay,
    number: int | str,
    reader: int | None = None,
    logs: Mapping[int, str] | None = None,
    home: str | None = None,
    judgement: Json | None = None,
    asks: str | None = None,
) -> bytes:
    """The page of game `number`, for a seat or for readers who may see all hands.

    logs: what bots wrote on stderr, by seat. home: the address of a page that leads back, if there
    is one. judgement: of the game, if there is one. asks: the address at which a server judges it.
    Raises ReplayError.
    """
    told = {"game": number, **telling(replay, reader, logs, judgement)}
    told |= {"home": home} if home else {}
    told |= {"asks": asks} if asks else {}
    title = f"Game {number} · {told['variant']} · {told['players']} players"
    return page("replay.html", title, STYLE, PROGRAM, told, connects=asks is not None)
