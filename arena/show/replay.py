"""The replay of a game as one HTML file."""

from collections.abc import Mapping

from arena.retelling.replay import Replay
from arena.rollouts.judge import Judgement
from arena.show.page import page, table
from arena.show.telling import telling

STYLE = ("tokens.css", "replay.css", "table.css")
PROGRAM = (
    *table(),
    "log.js",
    "chart.js",
    "why.js",
    "player.js",
)


def replay_page(
    replay: Replay,
    number: int | str,
    reader: int | None = None,
    logs: Mapping[int, str] | None = None,
    home: str | None = None,
    judgement: Judgement | None = None,
) -> bytes:
    """The page of game `number`, for a seat or for readers who may see all hands.

    logs: what bots wrote on stderr, by seat. home: the address of a page that leads back, if there
    is one. judgement: of a seat's decisions, to be marked. Raises ReplayError.
    """
    way_back = {"home": home} if home else {}
    told = {"game": number, **telling(replay, reader, logs, judgement)} | way_back
    title = f"Game {number} · {told['variant']} · {told['players']} players"
    return page("replay.html", title, STYLE, PROGRAM, told)
