"""`arena replay`: one game told turn by turn, or written as a page for a browser."""

from pathlib import Path

from arena.commands.console import print_json, say
from arena.commands.home import reading
from arena.commands.options import parse_number
from arena.errors import ArenaError
from arena.retelling.account import tell
from arena.retelling.frames import frames
from arena.retelling.replay import Replay
from arena.text import harmless
from ladder import games as stored_games
from ladder.result import final_places


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


def write_page(
    home: Path | None,
    game: str,
    seat: int | None,
    file: Path,
    deals: int,
    seed: int,
    json: bool,
) -> None:
    """Write the replay of a game as one HTML file.

    `deals`: by how many the decisions of the seat, or of whoever came last, are judged; 0: they are
    not.
    """
    from arena.commands.rollouts import judged
    from arena.show.replay import replay_page

    found = load(home, game)
    check_seat(found, seat)
    _refuse_to_lose(file)
    whose = last(found) if seat is None else seat
    judgement = judged(found, whose, deals, seed) if deals else None
    written = replay_page(found, parse_number(game, "game"), seat, judgement)
    try:
        file.write_bytes(written)
    except OSError as error:
        raise ArenaError(
            f"{harmless(file)} cannot be written: {error.strerror}. Give another --html FILE."
        ) from None
    if json:
        print_json({"file": str(file), "bytes": len(written)})
    else:
        say(f"{harmless(file)} ({len(written) // 1000} kB): open it in a browser.")


def _refuse_to_lose(file: Path) -> None:
    """A page may be written again, but nothing else is written over."""
    try:
        with file.open("rb") as there:
            start = there.read(len(DOCTYPE))
    except OSError:
        return  # if it cannot be written either, that is said when it is tried
    if start and start != DOCTYPE:
        raise ArenaError(
            f"{harmless(file)} exists and is no page that could be written anew. Give another name."
        )


DOCTYPE = b"<!doctype html>"


def load(home: Path | None, game: str) -> Replay:
    """The replay of the stored game with this number."""
    number = parse_number(game, "game")
    with reading(home) as store:
        return Replay(stored_games.record(store, number))


def last(replay: Replay) -> int:
    """The seat that came last, the first of several."""
    result = replay.data["result"]
    forfeited = {forfeit["seat"] for forfeit in replay.data.get("forfeits", ())}
    places = final_places(result["places"], forfeited)
    return places.index(max(places))


def check_seat(replay: Replay, seat: int | None) -> None:
    """Raises ArenaError when the game has no such seat."""
    if seat is not None and not 0 <= seat < replay.book.players:
        raise ArenaError(
            f"There is no seat {seat}. This game has seats 0 to {replay.book.players - 1}."
        )
