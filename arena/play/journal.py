"""What has happened, line by line, as a person at the table reads it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from arena.retelling.order_book import declines
from arena.text import Speaker

Data = dict[str, Any]
# The table and the offers show it.
_UNTOLD = {"lapsed", "round", "game_over"}


class Entry(NamedTuple):
    """A line of the journal. `sort`: the event's name; "arena" for what the arena says."""

    sort: str
    seat: int | None
    text: str


def entries(events: Iterable[Data], who: Speaker) -> Iterator[Entry]:
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


def _declined(seats: list[int], who: Speaker) -> Iterator[Entry]:
    if seats:
        names = " and ".join(map(who.seat, seats))
        yield Entry("declined", None, f"{names} decline{'s' if len(seats) == 1 else ''}")
        seats.clear()
