"""Choice objects as a bot might send them: lawful, nearly lawful, or nonsense in good form.

What is said depends on nothing but chance and what the seat itself may know.
"""

import random
from functools import lru_cache
from typing import Any, get_type_hints

from arena.codec import ChoiceRefused, Writer, reader
from arena.rules import Choice, Decision, Game, Rulebook
from arena.rules.cards import FIRST_ORDER, NAMES
from protocol import Json
from tests.support.happened import words_in


@lru_cache(maxsize=64)
def _records(book: Rulebook) -> tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]:
    """All sorts of choices of a game but negotiation: name, and its parts with their types."""
    return tuple(
        (
            record._field_defaults["do"],
            tuple((name, hint) for name, hint in get_type_hints(record).items() if name != "do"),
        )
        for record in dict.fromkeys(book.records)
    )


@lru_cache(maxsize=64)
def words_of(book: Rulebook) -> tuple[str, ...]:
    """All words in the data of a game's rules, such as the names of what is sold."""
    found: dict[str, None] = {}
    parts: list[Any] = [rule.data(book.tables) for rule in book.rules if rule.data]
    for part in parts:
        if isinstance(part, str):
            found[part] = None
        elif isinstance(part, dict):
            parts += part.values()
        elif isinstance(part, list | tuple):
            parts += part
    return tuple(found)


def _words(game: Game, seat: int) -> list[str]:
    """Words for a choice: those listed now, and all that the rules tell of."""
    listed = [word for choice in game.choices(seat) for word in words_in(choice).values()]
    return [*listed, *words_of(game.book)]


def saying(game: Game, decision: Decision, rng: random.Random) -> Json:
    """Anything that could be said to this question."""
    seat, ask, sealed = decision
    if ask == "trade" and rng.random() < 0.7:
        return {
            "do": "trade",
            "take": [_reply("id", game, seat, rng) for _ in range(rng.randrange(3))],
            "offers": _offers(game, seat, rng),
            "end": rng.random() < 0.1,
        }
    if sealed and rng.random() < 0.8:
        return {
            "do": "answer",
            "accept": [_reply("offer", game, seat, rng) for _ in range(rng.randrange(3))],
            "offers": _offers(game, seat, rng),
            "withdraw": [_id(game, rng)] if rng.random() < 0.2 else [],
            "silent": rng.random() < 0.2,
        }
    do, parts = rng.choice(_records(game.book))
    return {"do": do} | {name: _part(game, seat, name, hint, rng) for name, hint in parts}


def outcome(words: Writer, game: Game, seat: int, listed: list[Choice], said: Json) -> Choice | str:
    """What becomes of it: the choice as understood, or the refusal as the bot reads it."""
    try:
        return reader(game.book).read(game, seat, listed, said)
    except ChoiceRefused as refused:
        return str(refused)


def _part(game: Game, seat: int, name: str, hint: Any, rng: random.Random) -> Any:
    if name in ("card", "kind"):
        return _kind(game, seat, rng)
    if hint is int:
        return rng.randrange(7)
    if hint is str:
        return rng.choice(_words(game, seat))
    return rng.sample(range(4), rng.randrange(5))


def _kind(game: Game, seat: int, rng: random.Random) -> str:
    own = game.hands[seat] + game.set_aside[seat]
    if own and rng.random() < 0.7:
        return NAMES[rng.choice(own)]
    return NAMES[rng.choice((*game.book.kinds, FIRST_ORDER))]


def _id(game: Game, rng: random.Random) -> int:
    ids = [each.id for each in game.offers] + [each.id for each in game.accepts]
    return rng.choice(ids) if ids and rng.random() < 0.9 else rng.randrange(9)


def _card(game: Game, seat: int, rng: random.Random) -> Any:
    if rng.random() < 0.4:
        return _kind(game, seat, rng)
    source = rng.choice(tuple(game.book.sources) or ("hand",))
    card: Json = {source: rng.randrange(max(1, len(game.hands[seat]) + 1))}
    if rng.random() < 0.3:
        card["kind"] = _kind(game, seat, rng)
    return card


def _cards(game: Game, seat: int, rng: random.Random) -> list[Any]:
    return [_card(game, seat, rng) for _ in range(rng.choice((0, 1, 1, 2)))]


def _reply(key: str, game: Game, seat: int, rng: random.Random) -> Any:
    """A take or an acceptance: the id alone, or with the cards it is paid with."""
    if rng.random() < 0.5:
        return _id(game, rng)
    return {key: _id(game, rng), "give": _cards(game, seat, rng)}


def _offers(game: Game, seat: int, rng: random.Random) -> list[Json]:
    return [
        {
            "to": "all" if rng.random() < 0.6 else rng.randrange(game.book.players + 1),
            "give": "open" if rng.random() < 0.1 else _cards(game, seat, rng),
            "want": "open"
            if rng.random() < 0.1
            else [NAMES[rng.choice(game.book.kinds)] for _ in range(rng.choice((0, 1, 1, 2)))],
        }
        for _ in range(rng.choice((0, 1, 1, 2)))
    ]
