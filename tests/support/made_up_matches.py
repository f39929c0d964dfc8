"""Matches in a ladder whose results are made up."""

from collections.abc import Callable, Sequence

from ladder.database.result import GameResult, SeatResult
from ladder.database.store import Store
from ladder.tournaments.ledger import Ledger, Scheduled
from ladder.tournaments.tournaments import NewMatch, Pool, write_ledger


def play_matches(
    store: Store,
    pool: Pool,
    circles: Sequence[Sequence[int]],
    result: Callable[[Scheduled], GameResult],
    secret: bytes = b"s",
) -> int:
    """Write a tournament of these circles of bots, and play every game of it."""
    drafts = [
        NewMatch(1, pool, secret + bytes([number]), tuple(circle))
        for number, circle in enumerate(circles)
    ]
    entrants = sorted({bot for circle in circles for bot in circle})
    tournament = write_ledger(store, drafts, {"bots": entrants}, secret)
    ledger = Ledger(store, tournament)
    for game in ledger.unplayed(limit=1_000):
        ledger.save(result(game))
    return tournament


def lost_by(last: int) -> Callable[[Scheduled], GameResult]:
    """Results in which this bot comes last, and the others share the first place."""

    def seat(bot: int, seats: int) -> SeatResult:
        return SeatResult(coins=5, place=seats) if bot == last else SeatResult(coins=9, place=1)

    def result(game: Scheduled) -> GameResult:
        seats = tuple(seat(bot, len(game.bots)) for bot in game.bots)
        return GameResult(game.game_id, (0,), seats, b"")

    return result
