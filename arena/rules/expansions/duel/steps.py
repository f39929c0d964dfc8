"""The steps of the two duels: using the opponent's offer, turning over three, leaving an offer."""

from typing import Final, NamedTuple

from arena.rules.cards import ONE, without
from arena.rules.choices import PASS, Choice
from arena.rules.game import CardPlace, Game, Step
from arena.rules.hooks import PLANT_LIMIT
from arena.rules.state import EVERYONE, Piece
from arena.rules.steps.planting import DueCards, PlantFromHand, discard, kinds_of

# The piece with the cards that the opponent left on the table.
ON_OFFER: Final = "on_offer"
OFFER_PIECE = Piece(ON_OFFER, EVERYONE, cards=True, start=b"")


class Discard(NamedTuple):
    """Discard a card of the opponent's offer (D1, E0)."""

    card: int
    do: str = "discard"


class DiscardFromHand(NamedTuple):
    """Discard the card at place `hand` of your hand (D2, E1).

    `card` names it once more to guard against a slip.
    """

    card: int
    hand: int
    do: str = "discard_from_hand"


def _take(pile: bytes, card: int, whole_kinds: bool) -> tuple[bytes, int]:
    copies = pile.count(card) if whole_kinds else 1
    return pile.replace(ONE[card], b"", copies), copies


class UseOffer(DueCards):
    """Planting or discarding each card on offer (D1); by whole kinds in the new duel (E0)."""

    name = "use_offer"
    ask = "use_offer"
    origin = ON_OFFER

    def __init__(self, whole_kinds: bool) -> None:
        self.whole_kinds = whole_kinds

    def due(self, game: Game, seat: int) -> bytes:
        """Return the kinds on offer."""
        return kinds_of(game.extra[ON_OFFER])

    def take(self, game: Game, seat: int, card: int) -> int:
        """Remove one card of the kind, or all of them, from the offer."""
        game.extra[ON_OFFER], copies = _take(game.extra[ON_OFFER], card, self.whole_kinds)
        return copies


class OnDiscard(CardPlace):
    """The discard pile, for cards on offer (D1)."""

    record = Discard

    def refuse(self, game: Game, seat: int, step: str, card: int) -> str | None:
        """Refuse cards of any other step."""
        if step == "use_offer":
            return None
        return "only cards that your opponent left may be discarded"

    def apply(self, game: Game, seat: int, choice: Discard, origin: str) -> None:
        """Discard the card."""
        discard(game, seat, ONE[choice.card], origin)


DISCARD_OFFER = OnDiscard()


class MatchDiscard(Step):
    """Taking the top of the discard pile while it matches a card turned over (D3, E2)."""

    name = "match_discard"
    listed = False

    def resume(self, game: Game) -> None:
        """Take the cards that match, and leave."""
        game.leave()
        kinds = game.turned_over  # as turned over: cards taken are of these kinds anyway
        matched = 0
        while matched < len(game.discard) and game.discard[-1 - matched] in kinds:
            matched += 1
        if matched:
            rest = len(game.discard) - matched
            cards = game.discard[rest:][::-1]
            game.discard = game.discard[:rest]
            game.turned_over += cards
            game.tell({"event": "matched", "seat": game.active, "cards": cards})


class KeepOrLeave(DueCards):
    """Planting any cards turned over, leaving the rest to the opponent (D3; by kinds, E3)."""

    name = "keep_or_leave"
    ask = "keep_or_leave"
    origin = "turned_over"

    def __init__(self, whole_kinds: bool) -> None:
        self.whole_kinds = whole_kinds

    def due(self, game: Game, seat: int) -> bytes:
        """Return the kinds turned over."""
        return kinds_of(game.turned_over)

    def take(self, game: Game, seat: int, card: int) -> int:
        """Remove one card of the kind, or all of them, from those turned over."""
        game.turned_over, copies = _take(game.turned_over, card, self.whole_kinds)
        return copies

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List leaving the rest first, then the fields."""
        return [PASS, *super().choices(game, seat)]

    def check(self, game: Game, seat: int, choice: Choice) -> str | None:
        """Allow leaving the rest; other choices are as in `DueCards`."""
        return None if choice == PASS else super().check(game, seat, choice)

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Plant the card, or leave the rest as the offer."""
        if choice != PASS:
            super().apply(game, seat, choice)
            return
        game.extra[ON_OFFER] += game.turned_over
        game.turned_over = b""
        game.tell({"event": "left", "seat": seat})


def _hand_discards(game: Game, seat: int) -> list[Choice]:
    return [DiscardFromHand(card, place) for place, card in enumerate(game.hands[seat])]


def _discard_from_hand(game: Game, seat: int, choice: DiscardFromHand) -> None:
    game.hands[seat] = without(game.hands[seat], choice.hand)
    discard(game, seat, ONE[choice.card], "hand", hand=choice.hand)


class SpareCard(Step):
    """Discarding one card from anywhere in the hand after planting (D2)."""

    name = "spare_card"
    ask = "spare_card"
    records = (DiscardFromHand,)

    def applies(self, game: Game) -> bool:
        """Return True if there are cards in hand."""
        return bool(game.hands[game.active])

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List keeping all, and discarding each card."""
        return [PASS, *_hand_discards(game, seat)]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Discard the card, if any."""
        game.leave()
        if isinstance(choice, DiscardFromHand):
            _discard_from_hand(game, seat, choice)


class PlantAndSpare(PlantFromHand):
    """Step 1 in which one hand card may be discarded at any point (E1).

    Memory: how many cards have been dealt with, and 1 once a card has been discarded.
    """

    memory = (0, 0)
    records = (DiscardFromHand,)

    def resume(self, game: Game) -> None:
        """Ask while a card may be planted or discarded."""
        done, spared = game.memory
        seat = game.active
        if game.hands[seat] and (done < game.fold(PLANT_LIMIT, 2, seat) or not spared):
            game.ask(seat)
        else:
            game.leave()

    def due(self, game: Game, seat: int) -> bytes:
        """Return the first card of the hand, unless two have been dealt with."""
        return super().due(game, seat) if game.memory[0] < 2 else b""

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List what `PlantFromHand` lists, then discarding each card of the hand."""
        listed = super().choices(game, seat)
        return listed if game.memory[1] else listed + _hand_discards(game, seat)

    def check(self, game: Game, seat: int, choice: Choice) -> str | None:
        """Refuse a second discard, or a card that is not where the choice says."""
        if not isinstance(choice, DiscardFromHand):
            return super().check(game, seat, choice)
        if game.memory[1]:
            return "you have discarded a card of your hand this turn already (E1)"
        if choice not in _hand_discards(game, seat):
            return "that card is not at that place of your hand"
        return None

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Discard the card, or do what `PlantFromHand` does."""
        if not isinstance(choice, DiscardFromHand):
            super().apply(game, seat, choice)
            return
        game.remember(game.memory[0], 1)
        _discard_from_hand(game, seat, choice)


class DiscardOffer(Step):
    """The end: an offer still open is discarded (D4)."""

    name = "discard_offer"

    def resume(self, game: Game) -> None:
        """Discard the offer, and leave."""
        game.leave()
        if game.extra[ON_OFFER]:
            discard(game, game.active, game.extra[ON_OFFER], ON_OFFER)
            game.extra[ON_OFFER] = b""
