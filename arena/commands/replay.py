"""`arena replay`: one game told turn by turn."""

from pathlib import Path

from arena.commands.console import print_json, say
from arena.commands.home import reading
from arena.commands.options import parse_number
from arena.errors import ArenaError
from arena.retelling.account import tell
from arena.retelling.frames import frames
from arena.retelling.replay import Replay
from ladder import games as stored_games


def replay(home: Path | None, game: str, seat: int | None, json: bool) -> None:
    """A game turn by turn."""
    found = load(home, game)
    check_seat(found, seat)
    if json:
        events = [event for frame in frames(found, seat) for event in frame.events]
        print_json({"record": found.data, "events": events})
        return
    for line in tell(found, seat):
        say(line)


def load(home: Path | None, game: str) -> Replay:
    """The replay of the stored game with this number."""
    number = parse_number(game, "game")
    with reading(home) as store:
        return Replay(stored_games.record(store, number))


def check_seat(replay: Replay, seat: int | None) -> None:
    """Raises ArenaError when the game has no such seat."""
    if seat is not None and not 0 <= seat < replay.book.players:
        raise ArenaError(
            f"There is no seat {seat}. This game has seats 0 to {replay.book.players - 1}."
        )
