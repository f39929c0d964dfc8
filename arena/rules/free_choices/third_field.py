"""The third field, bought with coins (B14)."""

from typing import Final

from arena.rules.choices import BUY_FIELD, BuyField, Choice
from arena.rules.game import FreeChoice, Game
from arena.rules.hooks import FIELD_PRICE, PAID
from arena.rules.rule import Rule
from arena.rules.state import EVERYONE, Piece

# The seats that have their third field, bought or opened; nobody gets a second one.
HAS_THIRD: Final = "third_field"
HAVE_THIRD = Piece(HAS_THIRD, EVERYONE, per_seat=True, start=False)


def price(game: Game, seat: int) -> int:
    """Return the coins that the third field costs `seat`."""
    assert game.book.tables.price is not None, "the third field is not sold here"
    return game.fold(FIELD_PRICE, game.book.tables.price, seat)


def open_third_field(game: Game, seat: int) -> None:
    """Give `seat` its third field, right of the second."""
    game.fields[seat] += (b"",)
    game.put(HAS_THIRD, True, seat)


def pay(game: Game, seat: int, coins: int) -> None:
    """Pay with the topmost coins, one by one: the last one paid is on top of the discard pile."""
    pile = game.coins[seat]
    kept = len(pile) - coins
    paid = pile[kept:][::-1]
    game.discard += paid
    game.coins[seat] = pile[:kept]
    game.react(PAID, seat, paid)


class BuyThirdField(FreeChoice):
    """Buying the third field (B14)."""

    record = BuyField

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List the purchase if it is legal."""
        return [BUY_FIELD] if self.check(game, seat, BUY_FIELD) is None else []

    def check(self, game: Game, seat: int, choice: BuyField) -> str | None:
        """Refuse a second purchase, or one that the seat cannot pay for."""
        if game.extra[HAS_THIRD][seat]:
            return "you have your third field already"
        cost = price(game, seat)
        if len(game.coins[seat]) < cost:
            return f"the third field costs {cost} {'coin' if cost == 1 else 'coins'}"
        return None

    def apply(self, game: Game, seat: int, choice: BuyField) -> None:
        """Pay, and open the field."""
        cost = price(game, seat)
        game.tell({"event": "bought_field", "seat": seat, "price": cost})
        open_third_field(game, seat)
        pay(game, seat, cost)


THIRD_FIELD = Rule(
    name="third_field",
    cites="B14",
    text=lambda tables: (
        f"At any time, also out of turn, you may buy a third field for {tables.price} coins, once:"
        " the topmost of your pile are discarded one by one. It lies to the right of your others."
    ),
    pieces=(HAVE_THIRD,),
    free=(BuyThirdField(),),
)


# The options of the first edition.
FIELD_OPTIONS: tuple[Rule, ...] = (
    Rule(
        "beginner_fields",
        "classic",
        "Three players start with three fields; none is sold.",
        part="option",
        title="Three fields from the start",
        players=(3,),
        needs=("classic",),
        removes=("third_field",),
        edit=lambda tables: tables.change(fields=3, price=None),
    ),
    Rule(
        "cheap_third_field",
        "classic",
        "With five players the third field costs two coins.",
        part="option",
        title="The third field costs two coins",
        players=(5,),
        needs=("classic",),
        edit=lambda tables: tables.change(price=2),
    ),
)
