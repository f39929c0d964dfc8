"""Lists of games as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.text.phrases import minute
from arena.text.table import Column, DataTable, Link, Remark
from ladder.database.casual_games import CasualGame, CasualSeat
from ladder.queries.games import LadderGame, LadderSeat


@dataclass(frozen=True, slots=True)
class Seats:
    """The players of a game with their coins."""

    seats: Sequence[LadderSeat | CasualSeat]
    mine: Sequence[int] = ()
    """The ids of the bots that a page sets apart."""

    def __str__(self) -> str:
        return "  ".join(map(_seat, self.seats))


def _seat(seat: LadderSeat | CasualSeat) -> str:
    name = seat.name if isinstance(seat, CasualSeat) else seat.label
    wrong = f" !{faults_of(seat)}" if faults_of(seat) else ""
    lost = " forfeited" if seat.forfeited else ""
    return f"{name} {seat.coins}{'*' if seat.won else ''}{lost}{wrong}"


def faults_of(seat: LadderSeat | CasualSeat) -> int:
    """Return how many faults there were in a seat."""
    return seat.faults if isinstance(seat.faults, int) else sum(seat.faults.values())


def replay(game: int | str, seat: int | None = None, command: str = "") -> Link:
    """Return the link to a game's replay, as a seat saw it. command: what a terminal shows."""
    return Link(f"Game {game}", "replay", (game, seat), command or str(game))


def _replay(game: LadderGame | CasualGame) -> Link:
    return replay(game.name if isinstance(game, CasualGame) else game.id)


def _tournament(game: LadderGame | CasualGame) -> Link | None:
    if isinstance(game, CasualGame):
        return None
    return Link(str(game.tournament_id), "tournament", (game.tournament_id,))


def variant(name: str, players: int) -> Link:
    """Return the link to a variant's rules."""
    return Link(name, "rules", (name, players))


COLUMNS: Sequence[Column[Any]] = (
    Column("game", _replay, words=True),
    Column("tournament", _tournament, spare=4),
    Column("variant", lambda game: variant(game.variant, len(game.seats)), words=True, spare=5),
    Column("round", lambda game: game.round, spare=2),
    Column("decisions", lambda game: game.decisions, spare=1),
    Column("when, UTC", lambda game: minute(game.played_at), words=True, spare=3, style="when"),
)
REMARKS = (Remark("* won; !2: two faults."),)


def games(
    found: Sequence[LadderGame], title: str = "Games", mine: Sequence[int] = (), of: str = ""
) -> DataTable[LadderGame]:
    """Return a list of games.

    Args:
        found: The games.
        title: The title.
        mine: The ids of the bots that a page sets apart.
        of: What was asked for, in words.
    """
    result = Column[LadderGame]("result", lambda game: Seats(game.seats, mine), words=True)
    empty = Remark(f"No game{of} has been played yet.")
    columns = [*COLUMNS, result]
    return DataTable(title, columns, found, remarks=REMARKS, empty=empty, searched="games")


def casual_games(found: Sequence[CasualGame], of: str = "") -> DataTable[CasualGame]:
    """Return a list of games of `arena match`. of: what was asked for, in words."""
    result = Column[CasualGame]("result", lambda game: Seats(game.seats), words=True)
    columns = [*(each for each in COLUMNS if each.name != "tournament"), result]
    above = "Unrated, and open to bots that are not on the ladder. Only the latest are kept."
    return DataTable(
        "Casual games",
        columns,
        found,
        above=[Remark(above)],
        remarks=REMARKS,
        empty=Remark(f"No casual game{of} is kept.", "Play some", "arena match"),
        searched="games",
    )
