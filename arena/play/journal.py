"""The journal: what has happened, line by line, as a person at the table reads it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arena.retelling.order_book import declines
from arena.text.cards import coins
from arena.text.phrases import listed
from arena.text.speaker import Speaker
from protocol import Json

# The table and the offers show it.
_UNTOLD = {"lapsed", "round", "game_over"}


class Entry(NamedTuple):
    """A line of the journal. `sort`: the event's name; "arena" for what the arena says."""

    sort: str
    seat: int | None
    text: str


def entries(events: Iterable[Json], who: Speaker) -> Iterator[Entry]:
    """The events in words; those who decline everything share a line."""
    declining: list[int] = []
    for event in events:
        if declines(event):
            declining.append(event["seat"])
            continue
        yield from _declined(declining, who)
        if event["event"] not in _UNTOLD:
            yield Entry(event["event"], event.get("seat"), who.event(event))
    yield from _declined(declining, who)


def ending(result: Json, who: Speaker) -> Iterator[Entry]:
    """The end of the game in words, the best seat first."""
    yield Entry("game_over", None, "The game is over.")
    places = result["places"]
    for seat in sorted(range(len(places)), key=places.__getitem__):
        won = ", who wins" if seat in result["winners"] else ""
        forfeit = ", who forfeited" if seat in result["forfeits"] else ""
        counted = coins(result["scores"][seat])
        text = f"{places[seat]}. {who.seat(seat)}: {counted}{won}{forfeit}"
        yield Entry("game_over", seat, text)


def _declined(seats: list[int], who: Speaker) -> Iterator[Entry]:
    if seats:
        names = listed(map(who.seat, seats))
        yield Entry("declined", None, f"{names} decline{'s' if len(seats) == 1 else ''}")
        seats.clear()
