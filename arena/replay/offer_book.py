"""The offer book of a turn: every offer made in it, each seat's answers, and the outcome.

It is built from the events its reader was shown, so it reveals no more than they do. It keeps its
rows after trading has ended, until the next turn begins.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from protocol import Json

# States of an offer, and of an answer to one.
ASKED = "asked"
ACCEPTED = "accepted"
DECLINED = "declined"
TAKEN = "taken"
WITHDRAWN = "withdrawn"
LAPSED = "lapsed"


@dataclass
class OfferReply:
    """One seat's answer to an offer; `id` names its acceptance, None if it hasn't accepted."""

    state: str = ASKED
    id: int | None = None


@dataclass
class BookedOffer:
    """An offer and its answers.

    reply     True for a bid or counter-offer to the active player, who alone may take it
    state     `asked` while it stands unanswered, else its outcome
    answers   by seat, for the seats it was put to
    """

    id: int
    round: int
    seat: int
    to: int | str
    give: list[Json] | str
    want: list[str] | str
    reply: bool
    state: str = ASKED
    answers: dict[int, OfferReply] = field(default_factory=dict)


class OfferBook:
    """The offers of the current turn, in the order in which they were made."""

    def __init__(self, players: int) -> None:
        self.rows: list[BookedOffer] = []
        self._players = players
        self._round = 0
        self._silent: set[int] = set()

    def add(self, event: Json) -> None:
        """Bring the book up to date with an event, as plain data."""
        match event["event"]:
            case "turn":
                self.rows, self._round, self._silent = [], 0, set()
            case "round":
                self._round = event["round"]
            case "offered":
                self._offered(event)
            case "answered":
                self._answered(event)
            case "traded":
                self._traded(event)
            case "lapsed":
                self._end(set(event["ids"]), LAPSED)
            case "trade_ended":
                self._end({row.id for row in self.rows}, LAPSED)
                self._end({each.id for row in self.rows for each in row.answers.values()}, LAPSED)

    def as_data(self) -> list[Json]:
        """Return the rows as plain data that later events don't change."""
        return [
            {
                **{key: value for key, value in vars(row).items() if key != "answers"},
                "answers": {str(seat): vars(each).copy() for seat, each in row.answers.items()},
            }
            for row in self.rows
        ]

    def is_passed_over(self, seat: int) -> bool:
        """Return True if a seat has offered or accepted something, and nothing of it was taken."""
        made = {row.state for row in self.rows if row.reply and row.seat == seat}
        agreed = {row.answers[seat].state for row in self.rows if seat in row.answers}
        said = made | (agreed - {ASKED, DECLINED})
        return TAKEN not in said and bool(said - {WITHDRAWN})

    def _offered(self, event: Json) -> None:
        for offer in event["offers"]:
            row = self._book(offer, reply=False)
            # A silent seat is not asked, unless an offer names it.
            everyone = set(range(self._players)) - self._silent - {row.seat}
            put_to = sorted(everyone) if row.to == "all" else [int(row.to)]
            row.answers = {seat: OfferReply() for seat in put_to}

    def _answered(self, event: Json) -> None:
        seat = event["seat"]
        self._end(set(event["withdrawn"]), WITHDRAWN)
        accepts = {accept["offer"]: accept["id"] for accept in event["accepts"]}
        for row in self.rows:
            answer = row.answers.get(seat)
            if answer is None or answer.state != ASKED:
                continue
            if row.id in accepts:
                answer.state, answer.id = ACCEPTED, accepts[row.id]
                row.state = ACCEPTED
            else:
                answer.state = DECLINED
        for offer in event["offers"]:
            self._book(offer, reply=True)
        if event["silent"]:
            self._silent.add(seat)

    def _traded(self, event: Json) -> None:
        for row in self.rows:
            for answer in row.answers.values():
                if answer.id == event["taken"]:
                    answer.state = row.state = TAKEN
        # What was taken is an acceptance, or a reply itself.
        self._end({event["taken"]}, TAKEN)

    def _book(self, offer: Json, reply: bool) -> BookedOffer:
        row = BookedOffer(**{key: offer[key] for key in _TERMS}, round=self._round, reply=reply)
        self.rows.append(row)
        return row

    def _end(self, ids: set[Any], state: str) -> None:
        """End the offers and acceptances with these ids."""
        for row in self.rows:
            for answer in row.answers.values():
                if answer.state == ACCEPTED and answer.id in ids:
                    answer.state = state
            if row.id in ids and row.state in (ASKED, ACCEPTED):
                # An offer put to others that lapses without an acceptance was declined by all.
                refused = row.answers and row.state == ASKED and state == LAPSED
                row.state = DECLINED if refused else state
            # An offer ends with the last of its acceptances.
            elif row.state == ACCEPTED and not any(
                answer.state == ACCEPTED for answer in row.answers.values()
            ):
                row.state = state


def declines(event: Json) -> bool:
    """Return True if an event is an answer that only declines."""
    return event["event"] == "answered" and not any(
        event.get(what) for what in ("accepts", "offers", "withdrawn", "silent")
    )


def declines_joined(events: Iterable[Json]) -> Iterator[Json]:
    """Yield the events; answers in a row that only decline become one event, `declined`."""
    for only_declining, row in groupby(events, declines):
        if only_declining:
            yield {"event": "declined", "seats": [each["seat"] for each in row]}
        else:
            yield from row


_TERMS = ("id", "seat", "to", "give", "want")
