"""`arena replay`: one game told turn by turn, or written as a page for a browser."""

from collections.abc import Mapping
from pathlib import Path

from arena.commands.games.stored_games import check_seat, load_with_logs, parse_game
from arena.errors import ArenaError, UsageError
from arena.printing.console import print_json, say
from arena.printing.faults import last_words, refused
from arena.retelling.account import tell
from arena.retelling.frames import frames
from arena.retelling.replay import Replay
from arena.text import harmless
from protocol import Json


def replay(home: Path | None, game: str, seat: int | None, json: bool) -> None:
    """A game turn by turn."""
    found, logs = load_with_logs(home, game)
    check_seat(seat, found.book.players)
    if json:
        print_json(_data(found, seat, logs))
        return
    for line in tell(found, seat):
        say(line)
    for loser in found.forfeits:
        if seat in (None, loser) and loser in logs:
            say(f"\nThe last lines that {harmless(found.names[loser], 40)} wrote on stderr:")
            for line in last_words(logs[loser]):
                say(f"  {line}")
            say(f"  All of it: arena log {game} --seat {loser + 1}")


def _data(found: Replay, seat: int | None, logs: Mapping[int, str]) -> Json:
    """The events, what was asked (for a seat: of it alone), and what the record has."""
    told = list(frames(found, seat))
    return {
        "record": found.data,
        "events": [event for frame in told for event in frame.events],
        "questions": [
            {
                "seat": frame.decided.seat,
                "question": frame.decided.question,
                "ask": frame.decided.ask,
                "turn": frame.decided.view["turn"],
                "chosen": frame.decided.choice,
            }
            for frame in told
            if frame.decided is not None
        ],
        "refusals": refused(found.data, seat),
        "logs": {str(each): text for each, text in logs.items() if seat in (None, each)},
    }


def write_page(
    home: Path | None,
    game: str,
    seat: int | None,
    file: Path,
    rollouts: bool,
    json: bool,
) -> None:
    """Write the replay of a game as one HTML file.

    `rollouts`: whether the game is judged, if it was not before.
    """
    from arena.commands.games.rollouts import judged
    from arena.show.replay import replay_page

    found, logs = load_with_logs(home, game)
    check_seat(seat, found.book.players)
    refuse_to_lose(file)
    judgement = judged(home, found, rollouts)
    written = replay_page(found, str(parse_game(game)), seat, logs, judgement=judgement)
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


def refuse_to_lose(file: Path) -> None:
    """A page may be written again, but nothing else is written over."""
    try:
        with file.open("rb") as there:
            start = there.read(len(DOCTYPE))
    except OSError:
        return  # if it cannot be written either, that is said when it is tried
    if start and start != DOCTYPE:
        raise UsageError(
            f"{harmless(file)} exists and is not a replay page, so it is not overwritten. "
            "Give another name."
        )


DOCTYPE = b"<!doctype html>"


def last(replay: Replay) -> int:
    """The seat that came last, the first of several."""
    return replay.places.index(max(replay.places))
