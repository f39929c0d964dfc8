"""Keeping a game that is not rated, of a match or with a person in it, beside the ladder."""

from arena.referee.game import Played
from ladder import casual
from ladder.records import packed
from ladder.result import final_places, final_winners
from ladder.store import Store
from protocol.record import encode


def standing(played: Played) -> tuple[list[int], tuple[int, ...]]:
    """The places and the winners as they count: with forfeiters last."""
    forfeited = {number for number, seat in enumerate(played.seats) if seat.forfeit}
    return (
        final_places(played.places, forfeited),
        final_winners(played.winners, played.places, forfeited),
    )


def keep(store: Store, played: Played, match: int | None = None, round: int = 1) -> int:
    """Store a game; its number. `match`: the number of its match's first game, None if it is it."""
    places, winners = standing(played)
    return casual.keep(
        store,
        match=match,
        round=round,
        rotation=played.spec.lane,
        variant=played.record["variant"],
        decisions=len(played.record["decisions"]),
        level=played.level,
        seats=[
            casual.CasualSeat(
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
