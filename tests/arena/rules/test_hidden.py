"""What the checks of secrets know of the rules is complete, and names nothing that is not there."""

from dataclasses import replace

import pytest

from arena.rules import Rulebook, compile_rulebook
from arena.rules.choices import do_of
from arena.rules.events import KINDS, EventKind
from arena.rules.state import OWNER, Piece
from tests.support import expansions, secret_steps, secrets
from tests.support.units import all_books


def with_part(*pieces: Piece, events: tuple[EventKind, ...] = ()) -> Rulebook:
    """The rulebook of Plus in which the rule of orders brings something more."""
    book = compile_rulebook("plus", 4)
    rules = tuple(
        replace(rule, pieces=(*rule.pieces, *pieces), events=(*rule.events, *events))
        if rule.name == "orders"
        else rule
        for rule in book.rules
    )
    return replace(book, rules=rules, pieces=(*book.pieces, *pieces))


@pytest.mark.rule("T5")
def test_a_hidden_piece_that_nothing_is_said_of_is_named_with_its_file() -> None:
    book = with_part(Piece("glimpse", OWNER, per_seat=True, start=b""))
    with pytest.raises(AssertionError, match=r"SECRETS of tests/support/expansions/plus\.py .*gli"):
        secrets._hidden_piles(book)


@pytest.mark.rule("T5")
def test_a_secret_event_that_nothing_is_said_of_is_named_with_its_file() -> None:
    book = with_part(events=(EventKind("peeked", secret=("cards",)),))
    with pytest.raises(AssertionError, match=r"WALKS of tests/support/expansions/plus\.py .*peek"):
        secret_steps._secrets(book)


def test_all_that_is_said_is_of_something_there_is() -> None:
    rules = {rule.name: rule for book in all_books() for rule in book.rules}.values()
    events = {kind.name for rule in rules for kind in rule.events} | {kind.name for kind in KINDS}
    assert set(secret_steps.WALKS) | set(expansions.HAND_SHOWN) | expansions.BY_CHANCE <= events
    assert set(expansions.SECRETS) <= {piece.name for rule in rules for piece in rule.pieces}
    assert {do_of(free.record) for rule in rules for free in rule.free} >= expansions.HAND_CHOICES
