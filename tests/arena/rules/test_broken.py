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


def named(case: Case) -> str:
    return case[0].__name__


@pytest.mark.parametrize("case", LEAKS, ids=named)
def test_a_leak_is_noticed(case: Case, monkeypatch: Patch) -> None:
    """By the secrets alone: events are not folded here, nor are choices looked at."""
    book = broken(case, monkeypatch)
    for name in ("_fold_events", "_assert_choices", "_assert_cut"):
        monkeypatch.setattr(properties, name, lambda *arguments: None)
    with pytest.raises(AssertionError) as noticed:
        for seed in range(GAMES):
            play_with_every_check(book, seed)
    assert noticed.traceback[-1].path.name in ("secrets.py", "secret_steps.py")


@pytest.mark.parametrize("case", LOSSES, ids=named)
def test_a_loss_is_noticed(case: Case, monkeypatch: Patch) -> None:
    """By counting alone: events are not folded here, nor secrets looked for."""
    book = broken(case, monkeypatch)
    for name in ("_fold_events", "assert_hidden_now", "assert_hidden_in_step"):
        monkeypatch.setattr(properties, name, lambda *arguments: None)
    with pytest.raises(AssertionError, match=r"lost|twice|of a type|from a store"):
        for seed in range(GAMES):
            play_with_every_check(book, seed)


@pytest.mark.parametrize("case", LASTING, ids=named)
def test_a_game_that_does_not_last_is_noticed(case: Case, monkeypatch: Patch) -> None:
    book = broken(case, monkeypatch)
    for name in ("assert_hidden_now", "assert_hidden_in_step"):
        monkeypatch.setattr(properties, name, lambda *arguments: None)
    with pytest.raises(AssertionError):
        for seed in range(GAMES):
            play_with_every_check(book, seed)


def test_a_game_without_end_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(properties, "MOST_DECISIONS", 2_000)
    book = never_ends(monkeypatch, compile_rulebook("classic", 3))
    with pytest.raises(AssertionError, match="no end"):
        properties.play_quickly(book, 1)
    with pytest.raises(AssertionError, match="no end"):
        play_stubbornly(book, 1, 0)
