"""Positions for tests: a game set up by names, in the middle of a named step."""

from collections.abc import Iterable
from typing import Any

from arena.rules import Choice, Game, Rulebook, compile_rulebook
from arena.rules.cards import KIND, NAMES
from arena.rules.choices import ALL, OPEN, CardAt, Plant, Terms
from arena.rules.events import KINDS, Event
from tests.support.conservation import all_cards


def pile(names: str | Iterable[str]) -> bytes:
    """Kinds as a pile: "soy blue blue" or a list of names; front or bottom first."""
    return bytes(KIND[name] for name in (names.split() if isinstance(names, str) else names))


def names(cards: bytes) -> str:
    """A pile in words, as `pile` takes it."""
    return " ".join(NAMES[card] for card in cards)


def book_of(game: Game) -> Rulebook:
    """Its whole rulebook, which a game knows without the rules."""
    assert isinstance(game.book, Rulebook)
    return game.book


def position(
    variant: str = "anniversary",
    players: int = 3,
    *,
    step: str = "plant",
    active: int = 0,
    hands: dict[int, str] | None = None,
    fields: dict[int, list[str]] | None = None,
    coins: dict[int, str] | None = None,
    set_aside: dict[int, str] | None = None,
    turned_over: str = "",
    draw_pile: str | None = None,
    discard: str = "",
    run_outs: int = 0,
    wants: dict[int, set[str]] | None = None,
    extra: dict[str, Any] | None = None,
    seed: bytes = b"position",
) -> Game:
    """A game in which `step` of `active`'s turn was about to run, at the first decision after it.

    Piles are given bottom or front first, except `draw_pile`: top card first. What is not named
    is empty, but for the draw pile, which is what the seed deals; `extra` are pieces of the rules'
    own. The events on the way to the decision are in `told`.
    """
    book = compile_rulebook(variant, players)
    game = book.start(seed)
    game.active, game.run_outs, game.asked = active, run_outs, ()
    empty = (b"",) * book.tables.fields
    for seat in range(players):
        game.hands[seat] = pile((hands or {}).get(seat, ""))
        grown = tuple(pile(field) for field in (fields or {}).get(seat, []))
        game.fields[seat] = grown + empty[len(grown) :]
        game.coins[seat] = pile((coins or {}).get(seat, ""))
        game.set_aside[seat] = pile((set_aside or {}).get(seat, ""))
        game.wish(seat, frozenset((wants or {}).get(seat, ())))
    game.turned_over, game.discard = pile(turned_over), pile(discard)
    game.extra |= extra or {}
    if draw_pile is not None:
        game.draw_pile = pile(draw_pile)[::-1]
    at = [other.name for other in book.tables.turn].index(step)
    game.stack, game.told = (), []
    game.push("turn", at)
    game.go_on()
    return game


def asked(game: Game) -> list[tuple[int, str]]:
    """Who is asked what."""
    return [(decision.seat, decision.ask) for decision in game.decisions]


def play(game: Game, seat: int, choice: Choice) -> list[Event]:
    """Carry out a choice, which must be legal; no card is lost, and all it tells is declared."""
    assert game.check(seat, choice) is None, game.check(seat, choice)
    before = sorted(all_cards(game))
    events = game.play(seat, choice)
    assert sorted(all_cards(game)) == before
    declared = {*KINDS, *(kind for rule in book_of(game).rules for kind in rule.events)}
    assert {event["event"] for event in events} <= {kind.name for kind in declared}
    return events


def told(events: list[Event], *wanted: str) -> list[Event]:
    """The events of these names, in order."""
    return [event for event in events if event["event"] in wanted]


def plant(kind: str, field: int) -> Plant:
    """Planting a card of the kind in an own field."""
    return Plant(KIND[kind], field)


def cards(text: str) -> tuple[CardAt, ...]:
    """Exact cards: "turned_over 0 soy, hand 3 chili"."""
    parts = [part.split() for part in text.split(",") if part]
    return tuple(CardAt(source, int(place), KIND[kind]) for source, place, kind in parts)


def terms(give: str | None = "", want: str | None = "", to: int = ALL) -> Terms:
    """An offer: `give` as for `cards`, `want` as for `pile`; None is an open side."""
    return Terms(OPEN if give is None else cards(give), OPEN if want is None else pile(want), to)


def fields_of(game: Game, seat: int) -> list[str]:
    """A seat's fields in words, from left to right."""
    return [names(field) for field in game.fields[seat]]
