"""A game as text, for whoever prints one: all of the table, hands too."""

from typing import Any

from arena.rules.cards import named
from arena.rules.choices import CardAt
from arena.rules.state import Piece, StandingAccept, StandingOffer, State


def in_words(game: State, heading: str) -> str:
    """Describe a game, with `heading` above it."""
    whole: Any = game  # a `Game`, which cannot be imported here: it imports this module
    lines = [heading]
    for seat, fields in enumerate(game.fields):
        grown = " | ".join([_field(cards) for cards in fields])
        aside = f"; set aside {_pile(game.set_aside[seat])}" if game.set_aside[seat] else ""
        mark = ">" if seat == game.active else " "
        coins = f"{len(game.coins[seat])} coins"
        lines.append(
            f"{mark} seat {seat}: {coins:>8}; {grown}{aside}; hand {_pile(game.hands[seat])}"
        )
    top = f", {named(game.discard[-1])} on top" if game.discard else ""
    lines.append(f"draw pile {len(game.draw_pile)}, discard pile {len(game.discard)}{top}")
    if game.turned_over:
        lines.append(f"turned over: {_pile(game.turned_over)}")
    lines += [_offer(offer) for offer in game.offers]
    lines += [_accept(accept) for accept in game.accepts]
    for piece in whole.book.own_pieces:
        lines += _own(game, piece)
    return "\n".join(lines)


def _own(game: State, piece: Piece) -> list[str]:
    """Describe what an expansion has added, unless nothing has happened to it."""
    value = game.extra[piece.name]
    if not piece.per_seat:
        return [] if value == piece.start else [f"{piece.name}: {_value(value)}"]
    return [
        f"{piece.name} of seat {seat}: {_value(each)}"
        for seat, each in enumerate(value)
        if each != piece.start
    ]


def _value(value: Any) -> str:
    if isinstance(value, bytes):
        return _pile(value)
    return ", ".join([str(each) for each in value]) if isinstance(value, tuple) else str(value)


def _pile(cards: bytes, none: str = "empty") -> str:
    return ", ".join([named(card) for card in cards]) or none


def _field(cards: bytes) -> str:
    if not cards:
        return "empty"
    return f"{len(cards)} {named(cards[0])}" if len(set(cards)) == 1 else _pile(cards)


def _offer(offer: StandingOffer) -> str:
    give = "anything" if offer.give is None else _kinds(offer.give)
    want = "anything" if offer.want is None else _pile(offer.want, "nothing")
    to = "all" if offer.to < 0 else f"seat {offer.to}"
    return f"offer {offer.id} of seat {offer.seat} to {to}: gives {give}; wants {want}"


def _accept(accept: StandingAccept) -> str:
    return f"seat {accept.seat} accepts offer {accept.offer}: gives {_kinds(accept.give)}"


def _kinds(cards: tuple[CardAt, ...]) -> str:
    return _pile(bytes([card.kind for card in cards]), "nothing")
