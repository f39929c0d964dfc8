"""A game to and from JSON: all of its state, hidden cards too, to keep one or to send it on."""

from collections.abc import Mapping
from typing import Any, Final

from arena.rules.cards import KIND, NAMES
from arena.rules.compile import compile_rulebook
from arena.rules.game import Game, Negotiation
from arena.rules.plain_data import (
    Json,
    plain_accept,
    plain_choice,
    plain_offer,
    read_accept,
    read_choice,
    read_offer,
)
from arena.rules.state import ATTRIBUTES

_SPECIAL: Final = ("seed", "wants", "offers", "accepts", "answers")


def plain_game(game: Game) -> Json:
    """Return a game as plain data, whatever is hidden included."""
    book = game.book
    state = {name: _plain(getattr(game, name)) for name in ATTRIBUTES if name not in _SPECIAL}
    state["seed"] = game.seed.hex()
    state["wants"] = [sorted(wants) for wants in game.wants]
    state["offers"] = [plain_offer(offer) for offer in game.offers]
    state["accepts"] = [plain_accept(accept) for accept in game.accepts]
    state["answers"] = [answer and plain_choice(answer) for answer in game.answers]
    limits = list(book.negotiation)
    return {"variant": book.variant, "players": book.players, "negotiation": limits, "state": state}


def read_game(json: Mapping[str, Any]) -> Game:
    """Return the game that `plain_game` has made plain data of.

    Raises:
        VariantError: There is no such variant.
        ValueError: It is not the plain data of a game.
    """
    try:
        limits = Negotiation(*json["negotiation"])
        book = compile_rulebook(json["variant"], json["players"], limits)
        plain = json["state"]
        values = {name: _read(plain[name]) for name in ATTRIBUTES if name not in _SPECIAL}
        for name in ("hands", "fields", "coins", "set_aside"):
            values[name] = list(values[name])
        answers = [each and read_choice(book, each) for each in plain["answers"]]
        values["seed"] = bytes.fromhex(plain["seed"])
        values["wants"] = tuple([frozenset(wants) for wants in plain["wants"]])
        values["offers"] = tuple([read_offer(each) for each in plain["offers"]])
        values["accepts"] = tuple([read_accept(each) for each in plain["accepts"]])
        values["answers"] = tuple(answers)
        game = Game.__new__(Game)
        game.__setstate__({"book": book, **values})
        return game
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"This is not a game of `plain_game`: {error!r}.") from error


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"cards": [NAMES[card] for card in value]}
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _read(plain: Any) -> Any:
    if isinstance(plain, dict):
        if plain.keys() == {"cards"}:
            return bytes([KIND[name] for name in plain["cards"]])
        return {name: _read(each) for name, each in plain.items()}
    return tuple([_read(each) for each in plain]) if isinstance(plain, list) else plain
