"""Tools to break a rulebook with."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arena.rules import Game, Rulebook
from arena.rules.hooks import DEALT

Patch = pytest.MonkeyPatch
# Breaks a method by the patch, or returns a broken rulebook.
Mutant = Callable[[Patch, Rulebook], Rulebook | None]


def wrap(patch: Patch, owner: Any, name: str, around: Callable[..., Any]) -> None:
    """Let `around(original, *arguments)` stand in for a function or method."""
    original = getattr(owner, name)
    patch.setattr(owner, name, lambda *arguments: around(original, *arguments))


def not_secret(book: Rulebook, name: str) -> Rulebook:
    """The rulebook with an event that all see whole."""
    return replace(book, secrets={k: v for k, v in book.secrets.items() if k != name})


def reacting(book: Rulebook, moment: Any, then: Callable[..., None]) -> Rulebook:
    """The rulebook with one more reaction, after all others."""
    reactions = {**book.reactions, moment: (*book.reactions.get(moment, ()), then)}
    return replace(book, reactions=reactions)


def owning(book: Rulebook, name: str) -> Rulebook:
    """The rulebook of High Bohn in which seat 1 has a building from the start."""

    def deal(game: Game, seat: int) -> None:
        game.extra["buildings"] = ((), (name,), *((),) * (book.players - 2))
        game.extra["shop"] = tuple(other for other in game.extra["shop"] if other != name)

    return reacting(book, DEALT, deal)
