"""The steps of the two duels: using the opponent's offer, turning over three, leaving an offer."""

from typing import TYPE_CHECKING, NamedTuple

from arena.rules.cards import ONE, without
from arena.rules.choices import PASS, Choice
from arena.rules.events import Event
from arena.rules.rule import Place
from arena.rules.state import EVERYONE, Piece, State
from arena.rules.steps.planting import DueCards, PlantFromHand, kinds_of
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

# The cards that the opponent left on the table.
ON_OFFER = "on_offer"
OFFER_PIECE = Piece(ON_OFFER, EVERYONE, cards=True, start=b"")


class Discard(NamedTuple):
    """Discard a card of the opponent's offer (D1, E0)."""

    card: int
    do: str = "discard"


class DiscardFromHand(NamedTuple):
    """Discard the card at place `hand` of the own hand (D2, E1); `card` guards against a slip."""

    card: int
    hand: int
    do: str = "discard_from_hand"


def _take(pile: bytes, card: int, whole_kinds: bool) -> tuple[bytes, int]:
    copies = pile.count(card) if whole_kinds else 1
    return pile.replace(ONE[card], b"", copies), copies


class UseOffer(DueCards):
    """Each card on offer is planted or discarded (D1); by whole kinds in the new duel (E0)."""

    name = ask = "use_offer"
    origin = ON_OFFER

    def __init__(self, whole_kinds: bool) -> None:
        self.whole_kinds = whole_kinds

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        if state.extra[ON_OFFER]:
            state.asked = (state.active,)
        else:
            leave(state)

    def due(self, state: State, seat: int) -> bytes:
        return kinds_of(state.extra[ON_OFFER])

    def take(self, state: State, seat: int, card: int) -> int:
        state.extra[ON_OFFER], copies = _take(state.extra[ON_OFFER], card, self.whole_kinds)
        return copies


def _discard_choices(
    book: "Rulebook", state: State, seat: int, step: str, card: int
) -> list[Choice]:
    return [Discard(card)] if step == "use_offer" else []


def _discard_check(
    book: "Rulebook", state: State, seat: int, step: str, choice: Discard
) -> str | None:
    return None if step == "use_offer" else "only cards of the opponent's offer may be discarded"


def _discard(
    book: "Rulebook", state: State, seat: int, choice: Discard, origin: str, events: list[Event]
) -> None:
    state.discard += ONE[choice.card]
    events.append({"event": "discarded", "seat": seat, "cards": ONE[choice.card], "from": origin})


DISCARD_OFFER = Place("discard", Discard, _discard_choices, _discard_check, _discard)


class MatchDiscard(Step):
    """Take the top of the discard pile while it matches a card turned over (D3, E2)."""

    name = "match_discard"
    listed = False

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        leave(state)
        kinds = state.turned_over
        matched = 0
        while matched < len(state.discard) and state.discard[-1 - matched] in kinds:
            matched += 1
        if matched:
            rest = len(state.discard) - matched
            cards = state.discard[rest:][::-1]
            state.discard = state.discard[:rest]
            state.turned_over += cards
            events.append({"event": "matched", "seat": state.active, "cards": cards})


class KeepOrLeave(DueCards):
    """Plant any of the cards turned over, leave the rest for the opponent (D3; by kinds, E3)."""

    name = ask = "keep_or_leave"
    origin = "turned_over"

    def __init__(self, whole_kinds: bool) -> None:
        self.whole_kinds = whole_kinds

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        if state.turned_over:
            state.asked = (state.active,)
        else:
            leave(state)

    def due(self, state: State, seat: int) -> bytes:
        return kinds_of(state.turned_over)

    def take(self, state: State, seat: int, card: int) -> int:
        state.turned_over, copies = _take(state.turned_over, card, self.whole_kinds)
        return copies

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return [PASS, *super().choices(book, state, seat)]

    def check(self, book: "Rulebook", state: State, seat: int, choice: Choice) -> str | None:
        return None if choice == PASS else super().check(book, state, seat, choice)

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        if choice != PASS:
            super().apply(book, state, seat, choice, events)
            return
        state.asked = ()
        state.extra[ON_OFFER] += state.turned_over
        state.turned_over = b""
        events.append({"event": "left", "seat": seat})


def _hand_discards(state: State, seat: int) -> list[Choice]:
    return [DiscardFromHand(card, place) for place, card in enumerate(state.hands[seat])]


def _discard_from_hand(
    state: State, seat: int, choice: DiscardFromHand, events: list[Event]
) -> None:
    hand = state.hands[seat]
    state.hands[seat] = without(hand, choice.hand)
    state.discard += ONE[choice.card]
    events.append(
        {
            "event": "discarded",
            "seat": seat,
            "cards": ONE[choice.card],
            "from": "hand",
            "hand": choice.hand,
        }
    )


class SpareCard(Step):
    """After planting, one card from anywhere in the hand may be discarded (D2)."""

    name = ask = "spare_card"
    records = (DiscardFromHand,)

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        if state.hands[state.active]:
            state.asked = (state.active,)
        else:
            leave(state)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return [PASS, *_hand_discards(state, seat)]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        leave(state)
        if isinstance(choice, DiscardFromHand):
            _discard_from_hand(state, seat, choice, events)


class PlantAndSpare(PlantFromHand):
    """Step 1 in which one hand card may be discarded at any point (E1).

    Memory: how many have been dealt with, and whether a card has been discarded.
    """

    records = (DiscardFromHand,)

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, *memory = state.stack[-1]
        done, spared = memory or (0, 0)
        seat = state.active
        limit = book.fold("plant_limit", 2, state, seat)
        if not state.hands[seat] or (done >= limit and spared):
            leave(state)
            return
        state.stack = (*state.stack[:-1], (number, done, spared))
        state.asked = (seat,)

    def due(self, state: State, seat: int) -> bytes:
        return super().due(state, seat) if state.stack[-1][1] < 2 else b""

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        listed = super().choices(book, state, seat)
        return listed if state.stack[-1][2] else listed + _hand_discards(state, seat)

    def check(self, book: "Rulebook", state: State, seat: int, choice: Choice) -> str | None:
        if not isinstance(choice, DiscardFromHand):
            return super().check(book, state, seat, choice)
        if state.stack[-1][2]:
            return "one card of the hand may be discarded, not two (E1)"
        if choice not in _hand_discards(state, seat):
            return "there is no such card at that place of your hand"
        return None

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        if not isinstance(choice, DiscardFromHand):
            super().apply(book, state, seat, choice, events)
            return
        state.asked = ()
        number, done, _ = state.stack[-1]
        state.stack = (*state.stack[:-1], (number, done, 1))
        _discard_from_hand(state, seat, choice, events)


class DiscardOffer(Step):
    """The end: an offer still open is discarded (D4)."""

    name = "discard_offer"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        leave(state)
        if state.extra[ON_OFFER]:
            cards = state.extra[ON_OFFER]
            state.discard += cards
            state.extra[ON_OFFER] = b""
            events.append(
                {"event": "discarded", "seat": state.active, "cards": cards, "from": ON_OFFER}
            )
