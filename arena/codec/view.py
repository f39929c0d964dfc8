"""The view as JSON text: everything that a seat may see, sent with every question.

Most texts repeat from question to question, so they are cached; see decision 2 (docs/decisions/).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

import orjson

from arena.rules import Game, Rulebook
from arena.rules.cards import NAMES
from arena.rules.free_choices.harvest import worth
from arena.rules.hooks import HARVEST_COINS
from arena.rules.plain_data import plain_accept, plain_offer, plain_pile
from arena.rules.state import EVERYONE, Piece, StandingAccept, StandingOffer, accept_for, offer_for
from protocol import Json

T = TypeVar("T")

# Entries of each sort cached before the cache is cleared: those of a few games.
MOST_KEPT: Final = 2_000

# The names of kinds, as JSON.
KINDS: Final = tuple(f'"{name}"' for name in NAMES)


def encoded(json: Any) -> str:
    """Return data as JSON text."""
    return orjson.dumps(json).decode()


def pile_text(cards: bytes) -> str:
    """Return a pile as a JSON list of kinds."""
    return f"[{','.join([KINDS[card] for card in cards])}]"


class EntryCache(dict[Any, T], Generic[T]):
    """A cache of entries by value, cleared when full.

    Values never change, so no entry can go stale. For entries that take more to make than their
    key: `cache.get(key) or cache.keep(key, …)`.
    """

    def keep(self, key: Any, entry: T) -> T:
        """Add an entry, and return it."""
        if len(self) > MOST_KEPT:  # clearing costs less than keeping track of what was used last
            self.clear()
        self[key] = entry
        return entry


class Memo(EntryCache[T]):
    """A cache that makes each entry from its key when it is first asked for."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Any) -> T:
        return self.keep(key, self.make(key))


NO_SEAT: Final = -1
"""A reader that owns nothing."""


class ViewWriter:
    """A writer of the views of the games of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self._rounds = book.negotiation.rounds
        self._pile: Memo[str] = Memo(pile_text)
        self._piles: Memo[str] = Memo(lambda by_seat: f"[{','.join(map(pile_text, by_seat))}]")
        self._numbers: Memo[str] = Memo(encoded)
        self._silent: Memo[str] = Memo(encoded)  # apart from numbers: (1, 0) == (True, False)
        self._own_offers: Memo[str] = Memo(lambda standing: _standing(standing, standing.seat))
        self._other_offers: Memo[str] = Memo(lambda standing: _standing(standing, NO_SEAT))
        self._fields: EntryCache[str] = EntryCache()
        # The pieces that the coins of a harvest may depend on, besides the cards.
        self._powers = tuple(
            piece.name
            for piece in book.own_pieces
            if piece.per_seat and HARVEST_COINS in book.changes
        )
        self._own_pieces = [_OwnPiece(piece) for piece in book.own_pieces]
        self._latest_rows: list[tuple[tuple[bytes, ...], str]] = [((), "")] * book.players

    def text(self, game: Game, seat: int) -> str:
        """Return everything that `seat` may see.

        The core's pieces are named here one by one: a template made of `PIECES` took 1.3 times as
        long, compiled more than twice. Tests hold the text to `Game.view`, which cuts by the
        audiences of the pieces, and its keys to `protocol.view`.
        """
        # Rows of fields and pieces are immutable: a value that is the same object as at the last
        # question has the same text, even in another game.
        # A row is good only with the same pieces: a harvest may earn more with another building.
        same, more = True, ""
        for own in self._own_pieces:
            value = game.extra[own.piece.name]
            known, text = own.latest
            if value is not known:
                same, text = False, own.text_of(value) if own.open else ""
                own.latest = value, text
            more += text or own.text_of(game.seen(own.piece, seat))
        rows = []
        for at, row in enumerate(game.fields):
            latest = self._latest_rows[at]
            if not (same and row is latest[0]):
                latest = self._latest_rows[at] = (row, self._row(game, at))
            rows.append(latest[1])
        hand, hands = self._pile[game.hands[seat]], tuple([len(hand) for hand in game.hands])
        offers = self.standing(game.offers, seat) if game.offers else "[]"
        accepts = self.standing(game.accepts, seat) if game.accepts else "[]"
        return (
            f'{{"seat":{seat},"turn":{game.turn},"active":{game.active},'
            f'"step":"{game.step_of_turn.name}","round":{game.round},"rounds":{self._rounds},'
            f'"hand":{hand},"hands":{self._numbers[hands]},"fields":[{",".join(rows)}],'
            f'"coins":{self._piles[tuple(game.coins)]},'
            f'"set_aside":{self._piles[tuple(game.set_aside)]},'
            f'"turned_over":{self._pile[game.turned_over]},"draw_pile":{len(game.draw_pile)},'
            f'"discard":{self._pile[game.discard]},"run_outs":{game.run_outs},'
            f'"offers":{offers},"accepts":{accepts},"silent":{self._silent[game.silent]}{more}}}'
        )

    def standing(self, standing: Sequence[StandingOffer | StandingAccept], seat: int) -> str:
        """Return standing offers or accepts as `seat` sees them."""
        own, others = self._own_offers, self._other_offers
        texts = [(own if each.seat == seat else others)[each] for each in standing]
        return f"[{','.join(texts)}]"

    def _row(self, game: Game, seat: int) -> str:
        fields = game.fields[seat]
        powers = self._powers
        key = (fields, *[game.extra[name][seat] for name in powers]) if powers else fields
        row = self._fields.get(key)
        return row or self._fields.keep(
            key, encoded([_field(game, seat, at) for at in range(len(fields))])
        )


class _OwnPiece:
    """A piece that a rule added, with the texts it has had.

    `latest` is the last value and its text, since most pieces rarely change; the text is empty
    where it depends on the reader.
    """

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.open = piece.audience == EVERYONE
        # Value and text in one tuple, so that threads never mix them. No value is this object.
        self.latest: tuple[Any, str] = (self, "")
        key = f',"{piece.name}":'
        self._texts: Memo[str] = Memo(lambda value: key + encoded(_plain(value)))

    def text_of(self, value: Any) -> str:
        """Return the piece as it stands in a view, with its name and a comma in front."""
        return self._texts[tuple(value) if isinstance(value, list) else value]


def _field(game: Game, seat: int, at: int) -> Json:
    cards = game.fields[seat][at]
    if not cards:
        return {"kind": None, "count": 0, "coins": 0}
    field: Json = {"kind": NAMES[cards[0]], "count": len(cards), "coins": worth(game, seat, at)}
    if cards.count(cards[0]) != len(cards):
        field["cards"] = plain_pile(cards)
    return field


def _plain(value: Any) -> Any:
    """Return a piece that a rule added, ready for JSON: piles become lists of kinds."""
    if isinstance(value, bytes):
        return plain_pile(value)
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


def _standing(standing: StandingOffer | StandingAccept, seat: int) -> str:
    if isinstance(standing, StandingOffer):
        return encoded(plain_offer(offer_for(standing, seat)))
    return encoded(plain_accept(accept_for(standing, seat)))
