"""Banks: look at the draw pile, reorder the cards drawn, move a card of the hand (HB10)."""

from itertools import permutations
from typing import NamedTuple

from arena.rules.choices import PASS, Choice
from arena.rules.events import EventKind
from arena.rules.expansions.high_bohn.buildings import owns
from arena.rules.game import Game, Step
from arena.rules.hooks import DREW
from arena.rules.rule import Rule
from arena.rules.state import OWNER, Piece

# The top of the draw pile, while the owner of bank 2 looks at it.
SEEN = "bank_seen"


class PutUnder(NamedTuple):
    """Put the card just seen under the draw pile."""

    do: str = "put_under"


class MoveCard(NamedTuple):
    """Move the card at place `hand` of the hand to place `to`."""

    hand: int
    to: int
    do: str = "move_card"


class OrderDrawn(NamedTuple):
    """Reorder the cards just drawn: `order` lists their present places among them."""

    order: tuple[int, ...]
    do: str = "order_drawn"


class LookAtTop(Step):
    """Bank 2: look at the top card of the draw pile, which may be put under the pile."""

    name = "bank_2"
    ask = "bank_2"
    free = False
    records = (PutUnder,)

    def applies(self, game: Game) -> bool:
        """Return True if the active player owns bank 2 and there is a card to look at."""
        return owns(game, game.active, "bank_2") and bool(game.draw_pile)

    def resume(self, game: Game) -> None:
        """Show the top card, and ask."""
        seat = game.active
        top = game.draw_pile[-1:]
        game.put(SEEN, top, seat)
        game.tell({"event": "looked", "seat": seat, "cards": top})
        game.ask(seat)

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List leaving the card and putting it under the pile."""
        return [PASS, PutUnder()]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Put the card where the choice says."""
        game.leave()
        game.put(SEEN, b"", seat)
        if isinstance(choice, PutUnder):
            game.draw_pile = game.draw_pile[-1:] + game.draw_pile[:-1]
        game.tell({"event": "put_back", "seat": seat, "under": isinstance(choice, PutUnder)})


class MoveOne(Step):
    """Bank 4: move one card of the hand to any place."""

    name = "bank_4"
    ask = "bank_4"
    free = False
    records = (MoveCard,)

    def applies(self, game: Game) -> bool:
        """Return True if the active player owns bank 4 and has two cards or more."""
        return owns(game, game.active, "bank_4") and len(game.hands[game.active]) > 1

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List leaving the hand as it is, and every move."""
        places = range(len(game.hands[seat]))
        return [PASS, *(MoveCard(old, new) for old in places for new in places if old != new)]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Move the card, if any."""
        game.leave()
        if isinstance(choice, MoveCard):
            hand = bytearray(game.hands[seat])
            hand.insert(choice.to, hand.pop(choice.hand))
            game.hands[seat] = bytes(hand)
            game.tell({"event": "moved_card", "seat": seat, "hand": choice.hand, "to": choice.to})


class OrderCards(Step):
    """Bank 3: the cards just drawn may be reordered (memory: how many)."""

    name = "bank_3"
    ask = "bank_3"
    free = False
    records = (OrderDrawn,)

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List leaving the cards as they are, and every other order."""
        orders = permutations(range(game.memory[0]))
        next(orders)  # skip the present order
        return [PASS, *map(OrderDrawn, orders)]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Reorder the cards, if asked to."""
        count = game.memory[0]
        game.leave()
        if isinstance(choice, OrderDrawn):
            hand = game.hands[seat]
            drawn = hand[len(hand) - count :]
            game.hands[seat] = hand[: len(hand) - count] + bytes(drawn[at] for at in choice.order)
            game.tell({"event": "ordered_drawn", "seat": seat, "order": choice.order})


def _after_draw(game: Game, seat: int, count: int) -> None:
    # The last run-out in step 4 ends the game at once (B12).
    if count > 1 and owns(game, seat, "bank_3") and not game.ended:
        game.push("bank_3", count)


LOOK_AT_TOP = LookAtTop()
MOVE_ONE = MoveOne()

BANKS: tuple[Rule, ...] = (
    Rule(
        "bank_2",
        "HB-bank-2 HB10",
        "Before your turn, look at the top card of the draw pile; you may put it under the pile.",
        pieces=(Piece(SEEN, OWNER, per_seat=True, start=b""),),
        events=(EventKind("looked", secret=("cards",)), EventKind("put_back")),
    ),
    Rule(
        "bank_3",
        "HB-bank-3",
        "In step 4 you may put the cards just drawn in another order.",
        events=(EventKind("ordered_drawn", secret=("order",)),),
        steps=(OrderCards(),),
        after=(DREW.then(_after_draw),),
    ),
    Rule(
        "bank_4",
        "HB-bank-4 HB10",
        "Before your turn, you may move one card of your hand to any place in it.",
        events=(EventKind("moved_card"),),
    ),
)
