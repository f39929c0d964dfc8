"""What comes up in play, by name: questions, choices, the words in them, and events."""

from collections.abc import Iterable, Iterator
from typing import Any

from arena.registry.conformance import choices_of, questions_of
from arena.rules import Choice, Decision, Event, Rulebook


def words_in(choice: Choice) -> dict[str, str]:
    """The parts of a choice that are words, by name, without what it is called itself."""
    parts: dict[str, Any] = choice._asdict()  # type: ignore[attr-defined]
    return {name: part for name, part in parts.items() if name != "do" and isinstance(part, str)}


def happened(decision: Decision, choice: Choice, events: Iterable[Event]) -> Iterator[str]:
    """What came up in one step of a game."""
    yield f"ask {decision.ask}"
    yield f"choice {choice.do}"
    yield from (f"{name} {word}" for name, word in words_in(choice).items())
    yield from (f"event {event['event']}" for event in events)


def possible(book: Rulebook) -> Iterator[str]:
    """What may come up in a game: of words, those that a rule lists in print."""
    yield from (f"ask {ask}" for ask in questions_of(book))
    yield from (f"choice {do}" for do in choices_of(book))
    for rule in book.rules:
        yield from (f"event {kind.name}" for kind in rule.events)
        if rule.listing:
            listing = rule.listing(book.tables)
            yield from (f"{listing.heads[0]} {row[0]}" for row in listing.rows)
