"""The result of a game as stored in the ladder, and the score of a place."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from ladder.statistics.elo import score

OF_MODEL = "answers of "
"""How a metric begins that counts the answers of a language model, by its provider's name for it;
no metric that a bot reports has a space."""


@dataclass(frozen=True)  # with slots it would be pickled attribute by attribute, four times slower
class SeatResult:
    """One seat's result of a game; times in milliseconds."""

    coins: int
    place: int
    """The place by coins alone: 1 is best, shared places are equal. See `final_places`."""
    forfeited: bool = False
    faults: Mapping[str, int] = field(default_factory=dict)
    """Kind of fault → number of times."""
    decisions: int = 0
    time_ms: float = 0.0
    max_ms: float = 0.0
    log: bytes = b""
    """The bot's stderr, as `ladder.database.logs` packs it; empty if there was none."""
    metrics: Mapping[str, float] = field(default_factory=dict)
    """Numbers that the bot reported of itself and the arena of its model, all finite, by key."""
    refused: int = 0
    """Number of answers that were refused or cut."""


@dataclass(frozen=True)
class GameResult:
    """One game played to its end."""

    game_id: int
    winners: tuple[int, ...]
    """Winning seats by the rulebook's tie-break, which may leave several. See `final_winners`."""
    seats: tuple[SeatResult, ...]
    record: bytes
    """JSON, as `ladder.database.records` packs it."""
    time_ms: float = 0.0
    level: str = ""
    """How strongly its bots were confined."""
    trades: bytes = b""
    """Trades between the seats, as `ladder.database.trades` packs them; empty if not known."""
    source: str = ""
    """Version and fingerprint of the code that played the game; empty if not known."""


def final_places(places: Sequence[int], forfeited: Collection[int] = ()) -> list[int]:
    """Turn places by coins into final ones: forfeiters share the last place, behind all others."""
    everyone = range(len(places))
    return [
        1 + sum(score(other, seat, places, forfeited) == 1 for other in everyone)
        for seat in everyone
    ]


def final_winners(
    winners: Sequence[int], places: Sequence[int], forfeited: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the rulebook's winners who did not forfeit.

    If all of them did, the winners are those of the others with the most coins.
    """
    left = tuple(seat for seat in winners if seat not in forfeited)
    if left:
        return left
    final = final_places(places, forfeited)
    return tuple(seat for seat, place in enumerate(final) if place == 1 and seat not in forfeited)


class Outcome(NamedTuple):
    """What a seat's game counts for it, named as the columns of `seats`."""

    place_score: float
    """(beaten + ½ tied) / (n - 1); a forfeiter is beaten by all who did not forfeit."""
    win_share: float
    """1/m if m seats share the first place; 0 for forfeiters."""
    final_place: int
    final_winner: bool


@lru_cache(maxsize=10_000)  # there are few different ones
def outcomes(
    places: tuple[int, ...], forfeited: frozenset[int], winners: tuple[int, ...]
) -> tuple[Outcome, ...]:
    """Return each seat's outcome, from the places by coins and the rulebook's winners."""
    everyone = range(len(places))
    final = final_places(places, forfeited)
    first = [seat for seat in everyone if final[seat] == 1 and seat not in forfeited]
    won = final_winners(winners, places, forfeited)
    return tuple(
        Outcome(
            sum(score(seat, other, places, forfeited) for other in everyone if other != seat)
            / (len(places) - 1),
            1 / len(first) if seat in first else 0.0,
            final[seat],
            seat in won,
        )
        for seat in everyone
    )
