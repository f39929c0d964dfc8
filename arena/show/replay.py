"""The replay of a game as one HTML file."""

from arena.retelling.replay import Replay
from arena.rollouts.judge import Judgement
from arena.show.page import expansions, page
from arena.show.telling import telling

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
    "log.js",
    "chart.js",
    "why.js",
    "player.js",
)


def replay_page(
    replay: Replay, number: int, reader: int | None = None, judgement: Judgement | None = None
) -> bytes:
    """The page of game `number`, for a seat or for readers who may see all hands.

    `judgement`: of a seat's decisions, to be marked on it.

    Raises ReplayError.
    """
    told = {"game": number, **telling(replay, reader, judgement)}
    title = f"Game {number} · {told['variant']} · {told['players']} players"
    return page("replay.html", title, "replay.css", PROGRAM, told)
