"""Planting: step 1 (B4), and cards that were received or kept (B7)."""

from typing import ClassVar

from arena.rules.cards import ONE
from arena.rules.choices import PASS, PLANT, Choice, Plant
from arena.rules.game import Game, Step
from arena.rules.hooks import PLANT_LIMIT, PLANTED, TO_PASS, TO_PLANT
from arena.rules.state import replaced
from arena.rules.steps.in_turn import ask_in_turn


def fields_for(game: Game, seat: int, card: int) -> list[Choice]:
    """List the ways to plant `card` now: where it grows first, then in empty fields (B3).

    Fields begun with another kind, where a power lets the card join, come last.
    """
    ready = PLANT[card]
    listed: list[Choice] = []
    growing = 0  # how many of the listed fields grow the card
    room = 0  # how many of them grow it or are empty
    reasons = game.reasons(TO_PLANT)
    for at, field in enumerate(game.fields[seat]):
        for reason in reasons:
            if reason(game, seat, card, at) is not None:
                break
        else:
            if not field:
                listed.insert(room, ready[at])
                room += 1
            elif field[0] == card:
                listed.insert(growing, ready[at])
                growing += 1
                room += 1
            else:
                listed.append(ready[at])
    return listed


def no_such_field(game: Game, seat: int, at: int) -> str | None:
    """Explain that `seat` has no field `at`, or return None if it has."""
    fields = len(game.fields[seat])
    return None if 0 <= at < fields else f"your fields are 0 to {fields - 1}"


def kinds_of(cards: bytes) -> bytes:
    """Return each kind among the cards once, in order of appearance."""
    if len(cards) == 2:  # the usual number, in half the time
        return cards if cards[0] != cards[1] else cards[:1]
    return bytes(dict.fromkeys(cards))


def plant(game: Game, seat: int, card: int, at: int, origin: str) -> None:
    """Put a card that has been taken from `origin` in field `at`."""
    fields = game.fields[seat]
    game.fields[seat] = replaced(fields, at, fields[at] + ONE[card])
    game.tell({"event": "planted", "seat": seat, "card": card, "field": at, "from": origin})
    game.react(PLANTED, seat, card, at)


def discard(game: Game, seat: int, cards: bytes, origin: str, **more: int) -> None:
    """Put cards that have been taken from `origin` on the discard pile, other than by a harvest.

    `more` are further keys of the event.
    """
    game.discard += cards
    game.tell({"event": "discarded", "seat": seat, "cards": cards, "from": origin, **more})


class DueCards(Step):
    """The base of steps in which cards are due to be planted or put in another place."""

    origin = ""

    def due(self, game: Game, seat: int) -> bytes:
        """Return the kinds that may be planted now."""
        raise NotImplementedError

    def take(self, game: Game, seat: int, card: int) -> int:
        """Remove due cards of the kind, and return how many there were, usually one."""
        raise NotImplementedError

    def done(self, game: Game) -> None:
        """Note that one due card has been dealt with."""

    def applies(self, game: Game) -> bool:
        """Return True if any card is due."""
        return bool(self.due(game, game.active))

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List the fields, then the other places, for each kind that is due."""
        due = self.due(game, seat)
        listed: list[Choice] = []
        for card in due:
            listed += fields_for(game, seat, card)
        for place in game.book.places:
            for card in due:
                listed += place.choices(game, seat, self.name, card)
        return listed

    def check(self, game: Game, seat: int, choice: Choice) -> str | None:
        """Refuse a card that is not due, or a place that it may not go to."""
        place = game.book.places_by_do.get(choice.do)
        if place is None and not isinstance(choice, Plant):
            return f"{choice.do} is not possible here"
        card: int = choice.card  # type: ignore[attr-defined]  # every place names its card
        if card not in tuple(self.due(game, seat)):  # bytes refuse to look for other numbers
            return "that card is not due"
        if place is not None:
            return place.check(game, seat, self.name, choice)
        assert isinstance(choice, Plant)
        missing = no_such_field(game, seat, choice.field)
        return missing or game.refuses(TO_PLANT, seat, choice.card, choice.field)

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Take the card, and put it where the choice says."""
        card: int = choice.card  # type: ignore[attr-defined]  # every place names its card
        copies = self.take(game, seat, card)
        # Counted before it is put down: an order that is laid looks whether it was the first (P5).
        self.done(game)
        for _ in range(copies):
            if isinstance(choice, Plant):
                plant(game, seat, card, choice.field, self.origin)
            else:
                place = game.book.places_by_do[choice.do]
                place.apply(game, seat, choice, self.origin)


class PlantFromHand(DueCards):
    """Step 1: the first card of the hand must be planted, the next may be (B4).

    Memory: how many cards have been dealt with.
    """

    name = "plant"
    ask = "plant"
    memory: ClassVar[tuple[int, ...]] = (0,)
    origin = "hand"

    def applies(self, game: Game) -> bool:
        """Return True if the hand has cards."""
        # Not `due`, which may look at a memory that is there only once the step has begun.
        return bool(game.hands[game.active])

    def resume(self, game: Game) -> None:
        """Ask while the hand has cards and the limit is not reached."""
        seat = game.active
        if game.hands[seat] and game.memory[0] < game.fold(PLANT_LIMIT, 2, seat):
            game.ask(seat)
        else:
            game.leave()

    def due(self, game: Game, seat: int) -> bytes:
        """Return the first card of the hand."""
        return game.hands[seat][:1]

    def take(self, game: Game, seat: int, card: int) -> int:
        """Remove the first card of the hand."""
        game.hands[seat] = game.hands[seat][1:]
        return 1

    def done(self, game: Game) -> None:
        """Count the card."""
        memory = game.memory
        game.remember(memory[0] + 1, *memory[1:])

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List what `DueCards` lists, with passing first if it is allowed."""
        listed = super().choices(game, seat)
        if self._refuse_pass(game, seat) is None:
            listed.insert(0, PASS)
        return listed

    def check(self, game: Game, seat: int, choice: Choice) -> str | None:
        """Refuse to pass over a card that must be planted; the rest is as in `DueCards`."""
        if choice == PASS:
            return self._refuse_pass(game, seat)
        return super().check(game, seat, choice)

    def _refuse_pass(self, game: Game, seat: int) -> str | None:
        if not game.memory[0]:
            return "the first card of the hand must be planted (B4)"
        return game.refuses(TO_PASS, seat)

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Leave on a pass, else deal with the card."""
        if choice == PASS:
            game.leave()
        else:
            super().apply(game, seat, choice)


class PlantSetAside(DueCards):
    """Step 3: everyone plants all the cards set aside, each in any order (B7).

    The active player first, then clockwise. Memory: how many seats have nothing left.
    """

    name = "set_aside"
    ask = "set_aside"
    memory = (0,)
    origin = "set_aside"

    def applies(self, game: Game) -> bool:
        """Return True if any cards are set aside."""
        return any(game.set_aside)

    def resume(self, game: Game) -> None:
        """Ask the next seat with cards set aside, or leave."""
        if not ask_in_turn(game, lambda game, seat: bool(game.set_aside[seat])):
            game.leave()

    def due(self, game: Game, seat: int) -> bytes:
        """Return the kinds that the seat has set aside."""
        cards = game.set_aside[seat]
        return cards if len(cards) == 1 else kinds_of(cards)

    def take(self, game: Game, seat: int, card: int) -> int:
        """Remove one card of the kind from those set aside."""
        game.set_aside[seat] = game.set_aside[seat].replace(ONE[card], b"", 1)
        return 1
