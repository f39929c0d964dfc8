"""Positions for tests: a game set up by names, in the middle of a named step."""

from collections.abc import Iterable
from typing import Any

from arena.rules import Choice, Rulebook, State, compile_rulebook
from arena.rules.cards import KIND, NAMES
from arena.rules.choices import ALL, OPEN, CardAt, Plant, Terms
from arena.rules.events import KINDS, Event
from tests.support.properties import all_cards


def pile(names: str | Iterable[str]) -> bytes:
    """Kinds as a pile: "soy blue blue" or a list of names; front or bottom first."""
    return bytes(KIND[name] for name in (names.split() if isinstance(names, str) else names))


def names(cards: bytes) -> str:
    """A pile in words, as `pile` takes it."""
    return " ".join(NAMES[card] for card in cards)


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
) -> tuple[Rulebook, State, list[Event]]:
    """A rulebook and a state in which `step` of `active`'s turn is about to run.

    Piles are given bottom or front first, except `draw_pile`: top card first. What is not named
    is empty, but for the draw pile, which is what the seed deals; `extra` are pieces of the rules'
    own. Returns the events on the way to the first decision, too.
    """
    book = compile_rulebook(variant, players)
    state = book.start(seed)
    state.active, state.run_outs, state.asked = active, run_outs, ()
    empty = (b"",) * book.tables.fields
    for seat in range(players):
        state.hands[seat] = pile((hands or {}).get(seat, ""))
        grown = tuple(pile(field) for field in (fields or {}).get(seat, []))
        state.fields[seat] = grown + empty[len(grown) :]
        state.coins[seat] = pile((coins or {}).get(seat, ""))
        state.set_aside[seat] = pile((set_aside or {}).get(seat, ""))
        book.wish(state, seat, frozenset((wants or {}).get(seat, ())))
    state.turned_over, state.discard = pile(turned_over), pile(discard)
    state.extra |= extra or {}
    if draw_pile is not None:
        state.draw_pile = pile(draw_pile)[::-1]
    at = [other.name for other in book.tables.turn].index(step)
    state.stack = ((book.number["turn"], at + 1), (book.number[step],))
    events: list[Event] = []
    book.go_on(state, events)
    return book, state, events


def asked(book: Rulebook, state: State) -> list[tuple[int, str]]:
    """Who is asked what."""
    return [(decision.seat, decision.ask) for decision in book.to_decide(state)]


def play(book: Rulebook, state: State, seat: int, choice: Choice) -> list[Event]:
    """Carry out a choice, which must be legal; no card is lost, and all it tells is declared."""
    assert book.check(state, seat, choice) is None, book.check(state, seat, choice)
    before = sorted(all_cards(book, state))
    events = book.apply(state, seat, choice)
    assert sorted(all_cards(book, state)) == before
    declared = {*KINDS, *(kind for rule in book.rules for kind in rule.events)}
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


def fields_of(state: State, seat: int) -> list[str]:
    """A seat's fields in words, from left to right."""
    return [names(field) for field in state.fields[seat]]
