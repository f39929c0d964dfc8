"""Look up the game that a number on the command line names; store casual games."""

from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.home import reading
from arena.cli.options.parsing import OptionError
from arena.errors import UsageError
from arena.replay.stored_game import Number
from arena.text import harmless
from ladder.database import casual_games
from ladder.database.records import packed
from ladder.database.result import final_places, final_winners
from ladder.database.store import Store

if TYPE_CHECKING:
    from arena.referee.game_types import FinishedGame
    from arena.replay.replay import Replay  # which takes a while: lists do without


def parse_game(text: str) -> Number:
    """Return the number of a game. Raise OptionError."""
    found = Number.parse(text)
    if found is None:
        raise OptionError(
            f"{harmless(text, 40)!r} is not the number of a game. List them: arena games "
            "(those of arena match: arena games --casual)"
        )
    return found


def load(home: Path | None, game: str) -> "Replay":
    """Return the replay of a stored game. Raise ReplayError, VariantError or others."""
    return load_with_logs(home, game)[0]


def load_with_logs(home: Path | None, game: str) -> tuple["Replay", dict[int, str]]:
    """Load a game with what its bots wrote on stderr, by seat; not harmless."""
    from arena.replay.replay import Replay

    number = parse_game(game)
    with reading(home) as store:
        return Replay(number.record(store)), number.logs(store)


def check_seat(seat: int | None, players: int) -> None:
    """Raise UsageError if a game for that many players has no such seat."""
    if seat is not None and not 0 <= seat < players:
        raise UsageError(f"There is no seat {seat + 1}. This game has seats 1 to {players}.")


def standing(played: "FinishedGame") -> tuple[list[int], tuple[int, ...]]:
    """Return places and winners as they count, with forfeiters last."""
    # By the record a forfeiter may have won, as the arena played on for it.
    forfeited = {number for number, seat in enumerate(played.seats) if seat.forfeit}
    return (
        final_places(played.places, forfeited),
        final_winners(played.winners, played.places, forfeited),
    )


def keep(
    store: Store,
    played: "FinishedGame",
    match: int | None = None,
    round: int = 1,
    rotation: int = 0,
) -> int:
    """Store a game and return its number. match: its match's first game; None for that one."""
    from protocol.record import encode

    places, winners = standing(played)
    return casual_games.keep(
        store,
        match=match,
        round=round,
        rotation=rotation,
        variant=played.record["variant"],
        decisions=len(played.record["decisions"]),
        level=played.level,
        seats=[
            casual_games.CasualSeat(
                bot.name,
                played.scores[seat],
                places[seat],
                seat in winners,
                played.seats[seat].forfeit is not None,
                played.seats[seat].faults,
            )
            for seat, bot in enumerate(played.spec.bots)
        ],
        record=packed(encode(played.record)),
        logs={seat: each.stderr for seat, each in enumerate(played.seats) if each.stderr},
    )
