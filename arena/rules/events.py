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
    """An event's name, its meaning, and the piles that others see only as a count."""

    name: str
    text: str
    secret: tuple[str, ...] = ()


KINDS: tuple[EventKind, ...] = (
    EventKind("turn", "a new turn begins: turn, seat"),
    EventKind("planted", "seat planted card in field; from: hand or set_aside"),
    EventKind("harvested", "seat harvested field: cards, of which coins went on the coin pile"),
    EventKind("bought_field", "seat bought the third field for price coins"),
    EventKind("turned_over", "seat turned over cards from the draw pile"),
    EventKind("drew", "seat drew cards to the back of the hand", secret=("cards",)),
    EventKind(
        "run_out", "the draw pile ran out (run_outs so far); shuffled cards form the new one"
    ),
    EventKind("shuffled", "an empty pile was refilled with count cards; no run-out"),
    EventKind("round", "a round of the negotiation begins: round, from 1; its offers come before"),
    EventKind("offered", "the active seat posted offers"),
    EventKind("answered", "seat's answer: accepts, its offers, ids withdrawn, silent"),
    EventKind("traded", "seat (active) took the reply taken: gave cards to with, got cards"),
    EventKind("lapsed", "standing offers and accepts (ids) whose cards have gone"),
    EventKind("trade_ended", "step 2 is over; turned-over cards left are set aside by seat"),
    EventKind("discarded", "seat discarded cards; from: where they lay"),
    EventKind("game_over", "the game has ended with scores, places and the winner"),
)


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
