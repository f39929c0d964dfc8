"""The general store: beans that need not be planted, and may be traded (HB8)."""

from typing import Final, NamedTuple

from arena.rules.cards import ONE
from arena.rules.choices import CardAt
from arena.rules.events import EventKind
from arena.rules.expansions.high_bohn.buildings import OWNED
from arena.rules.game import CardPlace, Game, Source
from arena.rules.hooks import PLANTED, TRADED
from arena.rules.rule import Rule
from arena.rules.state import EVERYONE, Piece

STORE: Final = "store"
# Cards set aside that came from another player's store: they must be planted.
FROM_STORE: Final = "from_store"
SHELVES: Final = {"store_2": 1, "store_3": 2, "store_4": 3}


class StoreCard(NamedTuple):
    """Put a due card on the store instead of planting it."""

    card: int
    do: str = "store"


def _read(game: Game, seat: int) -> bytes:
    stored: bytes = game.extra[STORE][seat]
    return stored


class OnStore(CardPlace):
    """The store of store 2, 3 and 4 (HB8)."""

    record = StoreCard

    def refuse(self, game: Game, seat: int, step: str, card: int) -> str | None:
        """Refuse without a store, with a full one, or for a card from another's store."""
        shelves = 0
        for building in game.extra[OWNED][seat]:
            shelves += SHELVES.get(building, 0)
        if not shelves:
            return "you have no store that holds a bean"
        if len(_read(game, seat)) >= shelves:
            return f"your store is full: it holds {shelves} (HB8)"
        if step == "set_aside":
            due, foreign = game.set_aside[seat], game.extra[FROM_STORE][seat]
            if due.count(card) <= foreign.count(card):
                return "a card from another player's store must be planted (HB8)"
        return None

    def apply(self, game: Game, seat: int, choice: StoreCard, origin: str) -> None:
        """Put the card on the store."""
        game.put(STORE, _read(game, seat) + ONE[choice.card], seat)
        game.tell({"event": "stored", "seat": seat, "card": choice.card, "from": origin})


def _after_trade(
    game: Game, seat: int, other: int, gave: tuple[CardAt, ...], got: tuple[CardAt, ...]
) -> None:
    for receiver, cards in ((other, gave), (seat, got)):
        stored = b"".join(ONE[card.kind] for card in cards if card.source == STORE)
        if stored:
            game.put(FROM_STORE, game.extra[FROM_STORE][receiver] + stored, receiver)


def _after_plant(game: Game, seat: int, card: int, field: int) -> None:
    # Cards of a kind are interchangeable: count the one that must be planted as planted first.
    foreign = game.extra[FROM_STORE][seat]
    if foreign:  # nonempty only while cards are set aside, and then nothing else can be planted
        game.put(FROM_STORE, foreign.replace(ONE[card], b"", 1), seat)


GENERAL_STORE = Rule(
    name="store",
    cites="HB8",
    text="With store 2, 3 or 4 you may put beans due in step 1 or 3 on the store instead of"
    " planting them, but none that came from another player's store. You may trade stored beans,"
    " even when you are not active, but never plant them.",
    data=lambda tables: {"holds": SHELVES},
    pieces=(
        Piece(STORE, EVERYONE, per_seat=True, cards=True, start=b""),
        Piece(FROM_STORE, EVERYONE, per_seat=True, start=b""),
    ),
    events=(EventKind("stored"),),
    places=(OnStore(),),
    sources=(
        Source(
            STORE,
            active_only=False,
            read=_read,
            write=lambda game, seat, pile: game.put(STORE, pile, seat),
        ),
    ),
    after=(TRADED.then(_after_trade), PLANTED.then(_after_plant)),
)

STORES: tuple[Rule, ...] = (
    GENERAL_STORE,
    *(
        Rule(name, f"HB-{name.replace('_', '-')}", f"The store holds {beans}.")
        for name, beans in zip(SHELVES, ("one bean", "two beans", "three beans"), strict=True)
    ),
)
