"""Tools to break a rulebook with."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arena.rules import Rulebook, State

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


def refusing(book: Rulebook, about: str, reason: Callable[..., str | None]) -> Rulebook:
    """The rulebook with one more refusal."""
    return replace(book, refusals={**book.refusals, about: (*book.refusals[about], reason)})


def reacting(book: Rulebook, what: str, then: Callable[..., None]) -> Rulebook:
    """The rulebook with one more reaction, after all others."""
    return replace(book, after={**book.after, what: (*book.after[what], then)})


def owning(book: Rulebook, name: str) -> Rulebook:
    """The rulebook of High Bohn in which seat 0 has a building from the start."""

    def deal(book: Rulebook, state: State, seat: int, events: Any) -> None:
        state.extra["buildings"] = ((name,), *((),) * (book.players - 1))
        state.extra["shop"] = tuple(other for other in state.extra["shop"] if other != name)

    return reacting(book, "deal", deal)
