"""A game to and from JSON: all of its state, hidden cards too, to keep one or to send it on."""

from collections.abc import Mapping
from typing import Any, Final

from arena.rules.cards import KIND, NAMES
from arena.rules.choices import Accepting, Answer, CardAt, Terms
from arena.rules.compile import compile_rulebook
from arena.rules.game import Game, Negotiation
from arena.rules.plain_data import Json
from arena.rules.state import ATTRIBUTES, StandingAccept, StandingOffer

_RECORDS: Final[dict[str, Any]] = {
    each.__name__: each
    for each in (StandingOffer, StandingAccept, Answer, Terms, Accepting, CardAt)
}


def plain_game(game: Game) -> Json:
    """Return a game as plain data, whatever is hidden included."""
    book = game.book
    state = {name: _plain(getattr(game, name)) for name in ATTRIBUTES if name != "seed"}
    return {
        "variant": book.variant,
        "players": book.players,
        "negotiation": list(book.negotiation),
        "state": state | {"seed": game.seed.hex()},
    }


def read_game(json: Mapping[str, Any]) -> Game:
    """Return the game that `plain_game` has made plain data of.

    Raises:
        VariantError: There is no such variant.
        ValueError: It is not the plain data of a game.
    """
    try:
        limits = Negotiation(*json["negotiation"])
        book = compile_rulebook(json["variant"], json["players"], limits)
        values = {name: _read(json["state"][name]) for name in ATTRIBUTES}
        values["seed"] = bytes.fromhex(values["seed"])
        for name in ("hands", "fields", "coins", "set_aside"):
            values[name] = list(values[name])
        game = Game.__new__(Game)
        game.__setstate__({"book": book, **values})
        return game
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"This is not a game of `plain_game`: {error!r}.") from error


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; a pile, a set and a record say what they are."""
    if isinstance(value, bytes):
        return {"cards": [NAMES[card] for card in value]}
    if isinstance(value, frozenset):
        return {"set": sorted(value)}
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if not isinstance(value, list | tuple):
        return value
    parts, name = [_plain(each) for each in value], type(value).__name__
    return {name: parts} if name in _RECORDS else parts


def _read(plain: Any) -> Any:
    if isinstance(plain, list):
        return tuple([_read(each) for each in plain])
    if not isinstance(plain, dict):
        return plain
    if len(plain) == 1:
        ((name, parts),) = plain.items()
        if name == "cards":
            return bytes([KIND[each] for each in parts])
        if name == "set":
            return frozenset(parts)
        if name in _RECORDS:
            return _RECORDS[name](*_read(parts))
    return {name: _read(each) for name, each in plain.items()}
