"""Observations: what a seat sees, as a row of bytes in named parts, of one length per rulebook.

Seats are given clockwise from that seat. Piles are counts by kind, in the order of the rulebook's
`kinds`; where there are orders, two more bytes give what the one in the pile needs. A row contains
nothing that the seat cannot know: a game that `Rulebook.imagine` made of a view has the same row,
with a `Shown` that followed the seat's events.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from arena.env.actions import REPLIES, Actions, actions, words
from arena.env.table import ANSWERING, TAKING, Table
from arena.rules.cards import FIRST_ORDER, ORDERS
from arena.rules.game import Game
from arena.rules.state import NOBODY, OWNER, Piece, StandingAccept, StandingOffer, Unchanging

FRONT: Final = 5  # places of the seat's hand that are given one by one
MOST: Final = 255
KEPT: Final = 20_000  # entries of each cache


class Rows(Unchanging):
    """The rows of one rulebook. `parts`: by name, the slice of each part in order."""

    def __init__(self, table: Actions) -> None:
        self.actions = table
        book = self.book = table.book
        self._kinds = len(book.kinds)
        self._at = {kind: at for at, kind in enumerate(book.kinds)}
        self._wide = self._kinds + 2 * table.orders
        self._asks = {ask: at for at, ask in enumerate(dict.fromkeys(s.ask for s in book.steps))}
        self._windows = {name: at for at, name in enumerate(book.tables.windows)}
        self._words = {word: at for at, word in enumerate(words(book))}
        self._slots = 0
        if table.trades:
            self._slots = max((book.players - 1) * REPLIES, book.negotiation.offers)
        # The same piles come up again and again.
        self._pile = lru_cache(KEPT)(self._counts)
        self._hand = lru_cache(KEPT)(self._whole_hand)
        self._row_of_fields = lru_cache(KEPT)(self._counts_of)
        self._nothing = bytes(2 * self._kinds)
        self._none_stands = self._nothing * self._slots
        self._nothing_composed = bytes(self._slots + 2 * self._kinds + 3)
        self.parts: dict[str, slice] = {}
        # The parts of any game tell their lengths.
        row = 0
        first = Table(table, book.start(b""))
        parts = dict(zip(self._static_names(), self._static_parts(first, 0), strict=True))
        if self._slots:
            parts["composed"] = self._composed(first, 0)
        for name, part in parts.items():
            self.parts[name] = slice(row, row + len(part))
            row += len(part)
        self.length = row

    def __reduce__(self) -> tuple[Callable[..., "Rows"], tuple[Any]]:
        return rows, (self.book,)

    def row(self, table: Table, seat: int) -> bytes:
        """Return what `seat` sees; it sees only its own draft."""
        still = table.kept.get(seat)
        if still is None:
            still = table.kept[seat] = b"".join(self._static_parts(table, seat))
        return still + self._composed(table, seat) if self._slots else still

    def _static_names(self) -> list[str]:
        """Return the names of the parts that stay the same while an offer is composed."""
        return [
            *("asked", "numbers", "hand", "turned_over", "discard", "unseen"),
            *(f"seat +{distance}" for distance in range(self.book.players)),
            *(piece.name for piece in self.book.own_pieces),
            *(["standing"] if self._slots else []),
        ]

    def _static_parts(self, table: Table, seat: int) -> list[bytes]:
        """Return the parts that `_static_names` names, in that order."""
        game, shown = table.game, table.shown
        *past, last = shown.unseen_by(game, seat)
        parts = [
            self._asked(game, seat),
            self._numbers(game, seat),
            self._hand(game.hands[seat]),
            self._pile(game.turned_over),
            self._pile(game.discard),
            self._pile(last) + self._pile(b"".join(past)),
        ]
        known = shown.hands
        players = self.book.players
        for distance in range(players):
            other = (seat + distance) % players
            counts = (len(game.hands[other]), len(game.coins[other]), game.silent[other])
            parts.append(
                bytes([count if count < MOST else MOST for count in counts])
                + self._row_of_fields(game.fields[other])
                + self._pile(game.set_aside[other])
                + self._pile(game.coins[other])
                + self._pile(known[other])
            )
        for piece in self.book.own_pieces:
            parts.append(self._piece(game, piece, seat))
        if self._slots:
            parts.append(self._standing(table) if table.seat == seat else self._none_stands)
        return parts

    # -- parts -----------------------------------------------------------------------------------

    def _asked(self, game: Game, seat: int) -> bytes:
        """Return one byte for each question and window, set for the one that the seat is asked."""
        asked = bytearray(len(self._asks) + len(self._windows))
        if seat in game.asked:
            step = game.step
            asked[self._asks[step.ask]] = 1
            window = self._windows.get(step.name)
            if window is not None:
                asked[len(self._asks) + window] = 1
        return bytes(asked)

    def _numbers(self, game: Game, seat: int) -> bytes:
        """Return the numbers of the turn, one byte each.

        Turn, active seat, round, rounds left, run-outs so far and to come, cards to draw.

        The last byte is the first number in the step's memory, such as the cards planted in step 1.
        """
        tables, rounds = self.book.tables, self.book.negotiation.rounds
        memory = game.stack[-1][1] if seat in game.asked else ()
        numbers = [
            game.turn,
            (game.active - seat) % self.book.players,
            game.round,
            max(0, rounds - game.round),
            game.run_outs,
            max(0, tables.last - game.run_outs),
            len(game.draw_pile),
            memory[0] if memory else 0,
        ]
        return bytes([min(MOST, number) for number in numbers])

    def _counts(self, cards: bytes) -> bytes:
        counts = bytearray(self._wide)
        for card in cards:
            at = self._at.get(card)
            if at is not None:
                counts[at] += 1
            elif card >= FIRST_ORDER:
                counts[self._kinds], counts[self._kinds + 1] = ORDERS[card - FIRST_ORDER]
        return bytes(counts)

    def _whole_hand(self, cards: bytes) -> bytes:
        """Return the counts, then the first places one by one.

        A place has a byte for each kind, and one for a card of another back.
        """
        front = bytearray(FRONT * (self._kinds + 1))
        for place, card in enumerate(cards[:FRONT]):
            front[place * (self._kinds + 1) + self._at.get(card, self._kinds)] = 1
        return self._counts(cards) + bytes(front)

    def _counts_of(self, fields: tuple[bytes, ...]) -> bytes:
        """Return the counts of each field, then one byte each for those that exist."""
        most = self.actions.fields
        rows = [self._counts(cards)[: self._kinds] for cards in fields]
        rows += [bytes(self._kinds)] * (most - len(fields))
        return b"".join(rows) + bytes([at < len(fields) for at in range(most)])

    def _piece(self, game: Game, piece: Piece, seat: int) -> bytes:
        value = game.extra[piece.name]
        if piece.audience == NOBODY:
            return bytes([min(MOST, len(value))])
        if not piece.per_seat:
            return self._value(game, piece, value, seat)
        if piece.audience == OWNER:
            return self._pile(value[seat])
        players = self.book.players
        return b"".join(
            [
                self._value(game, piece, value[(seat + distance) % players], seat)
                for distance in range(players)
            ]
        )

    def _value(self, game: Game, piece: Piece, value: Any, seat: int) -> bytes:
        """Return a value by its type.

        A pile is counts; a truth value is one byte; a number is itself, 1 if it is this turn, and
        its distance as a seat; a list is a byte for each field it names and one for each word.
        """
        start = piece.start
        if isinstance(start, bytes):
            return self._pile(value)
        if isinstance(start, bool):
            return bytes([value])
        if isinstance(start, int):
            return bytes([min(MOST, value), value == game.turn, (value - seat) % self.book.players])
        marks = bytearray(self.actions.fields + len(self._words))
        for each in value:
            field, word = each if isinstance(each, tuple) else (each, each)
            if isinstance(field, int):
                marks[field] = 1
            if isinstance(word, str):
                if word not in self._words:
                    raise ValueError(
                        f"The piece {piece.name} holds the word {word!r}, which no rule's data "
                        "lists. Add it to the data of the rule that has the piece."
                    )
                marks[self.actions.fields + self._words[word]] += 1
        return bytes(marks)

    # -- a negotiation ---------------------------------------------------------------------------

    def _standing(self, table: Table) -> bytes:
        """Return what each reply or offer brings and costs, in the order of the actions."""
        game = table.game
        ask = game.step.ask
        if ask == TAKING:
            replies = table.replies()
            if not replies:
                return self._none_stands
            mine = {offer.id: offer.give or () for offer in game.offers}
            rows = [self._nothing] * self._slots
            for name, reply in replies.items():
                cost = (
                    bytes([card.kind for card in mine[reply.offer]])
                    if isinstance(reply, StandingAccept)
                    else reply.want or b""
                )
                rows[_slot(name)] = self._sides(reply, cost)
            return b"".join(rows)
        if ask in ANSWERING:
            put = [self._sides(offer, offer.want or b"") for offer in table.put()]
            return b"".join(put) + self._nothing * (self._slots - len(put))
        return self._none_stands

    def _sides(self, reply: StandingOffer | StandingAccept, cost: bytes) -> bytes:
        gets = bytes([card.kind for card in reply.give or ()])
        return self._pile(gets)[: self._kinds] + self._pile(cost)[: self._kinds]

    def _composed(self, table: Table, seat: int) -> bytes:
        """Return the draft: a byte for each standing reply taken or accepted, then the draft offer.

        The offer is the cards to give and those wanted; then come the numbers of offers, takes and
        withdrawals.
        """
        if not table.composing or table.seat != seat:
            return self._nothing_composed
        taken = bytearray(self._slots)
        if table.takes:
            ids = [take.id for take in table.takes]
            for name, reply in table.replies().items():
                taken[_slot(name)] = reply.id in ids
        elif table.accepts:
            ids = [accepting.offer for accepting in table.accepts]
            for slot, offer in enumerate(table.put()):
                taken[slot] = offer.id in ids
        gives = bytes([card.kind for card in table.give])
        counts = [len(table.offers), len(table.takes), len(table.withdrawn)]
        return b"".join(
            [
                taken,
                self._pile(gives)[: self._kinds],
                self._pile(table.want)[: self._kinds],
                bytes(counts),
            ]
        )


def _slot(name: str) -> int:
    """Return the place of a reply among the standing ones, by the action that takes it."""
    _, distance, at = name.split()
    return (int(distance) - 1) * REPLIES + int(at)


@lru_cache(maxsize=64)
def rows(book: Any) -> Rows:
    """Return the cached rows of a rulebook."""
    return Rows(actions(book))
