"""Planting: step 1 (B4) and what was received or kept (B7)."""

from typing import TYPE_CHECKING

from arena.rules.cards import ONE
from arena.rules.choices import PASS, PLANT, Choice, Plant
from arena.rules.events import Event
from arena.rules.state import State, replaced
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook


def fields_for(book: "Rulebook", state: State, seat: int, card: int) -> list[Choice]:
    """Where `card` may be planted now: first where it grows, then in empty fields (B3).

    Fields begun with another kind, where a power lets it join, come last.
    """
    ready = PLANT[card]
    growing: list[Choice] = []
    empty: list[Choice] = []
    joined: list[Choice] = []
    for at, field in enumerate(state.fields[seat]):
        if book.refuses("plant", state, seat, card, at) is None:
            where = empty if not field else growing if field[0] == card else joined
            where.append(ready[at])
    return growing + empty + joined


def kinds_of(cards: bytes) -> bytes:
    """Each kind among the cards once, in order of appearance."""
    return bytes(dict.fromkeys(cards))


def plant(
    book: "Rulebook", state: State, seat: int, card: int, at: int, origin: str, events: list[Event]
) -> None:
    """Put a card that has been taken from `origin` in field `at`."""
    fields = state.fields[seat]
    state.fields[seat] = replaced(fields, at, fields[at] + ONE[card])
    events.append({"event": "planted", "seat": seat, "card": card, "field": at, "from": origin})
    book.react("plant", state, seat, events, card, at)


class DueCards(Step):
    """The common part of steps in which cards are due to be planted, or put in another place."""

    origin = ""

    def due(self, state: State, seat: int) -> bytes:
        """The kinds that may be planted now."""
        raise NotImplementedError

    def take(self, state: State, seat: int, card: int) -> int:
        """Remove due cards of the kind from where they lie; how many there were, usually one."""
        raise NotImplementedError

    def done(self, state: State) -> None:
        """Note that one due card has been dealt with."""

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        due = self.due(state, seat)
        listed: list[Choice] = []
        for card in due:
            listed += fields_for(book, state, seat, card)
        for place in book.places:
            for card in due:
                listed += place.choices(book, state, seat, self.name, card)
        return listed

    def check(self, book: "Rulebook", state: State, seat: int, choice: Choice) -> str | None:
        place = book.places_by_do.get(choice.do)
        if place is None and not isinstance(choice, Plant):
            return f"{choice.do} is not possible here"
        card: int = choice.card  # type: ignore[attr-defined]  # every place names its card
        if card not in self.due(state, seat):
            return "that card is not due"
        if place is not None:
            return place.check(book, state, seat, self.name, choice)
        assert isinstance(choice, Plant)
        if not 0 <= choice.field < len(state.fields[seat]):
            return f"you have fields 0 to {len(state.fields[seat]) - 1}"
        return book.refuses("plant", state, seat, choice.card, choice.field)

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        card: int = choice.card  # type: ignore[attr-defined]  # every place names its card
        copies = self.take(state, seat, card)
        self.done(state)
        for _ in range(copies):
            if isinstance(choice, Plant):
                plant(book, state, seat, card, choice.field, self.origin, events)
            else:
                place = book.places_by_do[choice.do]
                place.apply(book, state, seat, choice, self.origin, events)


class PlantFromHand(DueCards):
    """Step 1: the first card of the hand must be planted, the next may be (B4).

    Memory: how many have been dealt with.
    """

    name = ask = "plant"
    origin = "hand"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, *memory = state.stack[-1]
        done = memory[0] if memory else 0
        seat = state.active
        if not state.hands[seat] or done >= book.fold("plant_limit", 2, state, seat):
            leave(state)
            return
        if not memory:
            state.stack = (*state.stack[:-1], (number, 0))
        state.asked = (seat,)

    def due(self, state: State, seat: int) -> bytes:
        return state.hands[seat][:1]

    def take(self, state: State, seat: int, card: int) -> int:
        state.hands[seat] = state.hands[seat][1:]
        return 1

    def done(self, state: State) -> None:
        number, done, *more = state.stack[-1]
        state.stack = (*state.stack[:-1], (number, done + 1, *more))

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        listed = super().choices(book, state, seat)
        return [PASS, *listed] if self._refuse_pass(book, state, seat) is None else listed

    def check(self, book: "Rulebook", state: State, seat: int, choice: Choice) -> str | None:
        if choice == PASS:
            return self._refuse_pass(book, state, seat)
        return super().check(book, state, seat, choice)

    def _refuse_pass(self, book: "Rulebook", state: State, seat: int) -> str | None:
        if not state.stack[-1][1]:
            return "the first card of the hand must be planted"
        return book.refuses("pass", state, seat)

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        if choice == PASS:
            state.asked = ()
            leave(state)
        else:
            super().apply(book, state, seat, choice, events)


class PlantSetAside(DueCards):
    """Step 3: everyone plants all that was set aside, in an order each chooses (B7).

    The active player first, then clockwise. Memory: how many seats have nothing left.
    """

    name = ask = "set_aside"
    origin = "set_aside"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, *memory = state.stack[-1]
        for ready in range(memory[0] if memory else 0, book.players):
            seat = (state.active + ready) % book.players
            if state.set_aside[seat]:
                state.stack = (*state.stack[:-1], (number, ready))
                state.asked = (seat,)
                return
        leave(state)

    def due(self, state: State, seat: int) -> bytes:
        cards = state.set_aside[seat]
        return cards if len(cards) == 1 else kinds_of(cards)

    def take(self, state: State, seat: int, card: int) -> int:
        state.set_aside[seat] = state.set_aside[seat].replace(ONE[card], b"", 1)
        return 1
