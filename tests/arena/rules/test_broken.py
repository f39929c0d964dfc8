"""The properties would notice: rules made to leak, to lose cards or never to end are caught."""

from dataclasses import replace

import pytest

from arena.rules import Rulebook, compile_rulebook
from tests.support import properties
from tests.support.broken.breaking import Mutant, Patch
from tests.support.broken.leaks import LEAKS
from tests.support.broken.losses import LASTING, LOSSES, never_ends
from tests.support.properties import play_stubbornly, play_with_every_check

pytestmark = pytest.mark.pure

GAMES = 12  # the rarest fault shows in one game of some

Case = tuple[Mutant, str, int]


def broken(case: Case, patch: Patch) -> Rulebook:
    """The rulebook of the case; a copy even where the fault is in a method.

    Translators keep what they have encoded, and must not keep it for other tests.
    """
    mutant, variant, players = case
    book = compile_rulebook(variant, players)
    return mutant(patch, book) or replace(book)


def play_without(checks: tuple[str, ...], case: Case, patch: Patch) -> None:
    """Play games of the broken rules, held to all properties but these."""
    book = broken(case, patch)
    for name in checks:
        patch.setattr(properties, name, lambda *arguments: None)
    for seed in range(GAMES):
        play_with_every_check(book, seed)


def named(case: Case) -> str:
    return case[0].__name__


@pytest.mark.parametrize("case", LEAKS, ids=named)
def test_a_leak_is_noticed(case: Case, monkeypatch: Patch) -> None:
    """By the secrets alone: events are not folded here, nor are choices looked at."""
    others = ("_fold_events", "_assert_choices", "_assert_cut")
    with pytest.raises(AssertionError) as noticed:
        play_without(others, case, monkeypatch)
    assert noticed.traceback[-1].path.name in ("secrets.py", "secret_steps.py")


@pytest.mark.parametrize("case", LOSSES, ids=named)
def test_a_loss_is_noticed(case: Case, monkeypatch: Patch) -> None:
    """By counting alone: events are not folded here, nor secrets looked for."""
    others = ("_fold_events", "assert_hidden_now", "assert_hidden_in_step")
    with pytest.raises(AssertionError, match=r"lost|twice"):
        play_without(others, case, monkeypatch)


@pytest.mark.parametrize("case", LASTING, ids=named)
def test_a_game_that_does_not_last_is_noticed(case: Case, monkeypatch: Patch) -> None:
    with pytest.raises(AssertionError):
        play_without(("assert_hidden_now", "assert_hidden_in_step"), case, monkeypatch)


def test_a_game_without_end_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(properties, "MOST_DECISIONS", 2_000)
    book = never_ends(monkeypatch, compile_rulebook("classic", 3))
    with pytest.raises(AssertionError, match="no end"):
        properties.play_quickly(book, 1)
    with pytest.raises(AssertionError, match="no end"):
        play_stubbornly(book, 1, 0)
