"""Events: what happened, as plain dicts with the name in "event".

`KINDS` declares every event of the basic game with the parts that only the seat named in the event
may see. `seen_by` is the one place where an event is cut for a reader. Expansions declare their
events in their rules.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from arena.rules.state import accept_for, offer_for

# Keys: "event", usually "seat", and what the kind declares. Cards are kinds, piles are bytes.
Event = dict[str, Any]


class EventKind(NamedTuple):
    """An event's name, and the piles that others see only as a count.

    What it means is said with its model in `protocol/`.
    """

    name: str
    secret: tuple[str, ...] = ()


_OPEN = (
    *("turn", "planted", "harvested", "bought_field", "turned_over", "run_out", "shuffled"),
    *("round", "offered", "answered", "traded", "lapsed", "trade_ended", "discarded", "game_over"),
)
KINDS: tuple[EventKind, ...] = (*map(EventKind, _OPEN), EventKind("drew", secret=("cards",)))


def seen_alike(event: Event, secrets: Mapping[str, tuple[str, ...]]) -> bool:
    """Return True if every seat sees the same event.

    Such an event has no secrets and shows no cards of a hand.
    """
    return event["event"] not in secrets and not event.get("offers") and not event.get("accepts")


def seen_by(event: Event, seat: int, secrets: Mapping[str, tuple[str, ...]]) -> Event:
    """Return the event as `seat` may see it.

    Args:
        event: The whole event.
        seat: The reader.
        secrets: By event name, the piles hidden from other seats.
    """
    hidden = secrets.get(event["event"])
    if hidden is not None:
        if event["seat"] == seat:
            return event
        return {key: value for key, value in event.items() if key not in hidden} | {
            "count": sum(len(event[key]) for key in hidden)
        }
    # By key, so that no event of an expansion can show the places in a hand by oversight (T2).
    if "offers" in event:
        event = {**event, "offers": tuple([offer_for(offer, seat) for offer in event["offers"]])}
    if "accepts" in event:
        shown = tuple([accept_for(accept, seat) for accept in event["accepts"]])
        event = {**event, "accepts": shown}
    return event
