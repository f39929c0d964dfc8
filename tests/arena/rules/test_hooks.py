"""Hooks: what a rule may hook itself onto, and in which order hooks have their say."""

import pytest

from arena.rules import Game, Negotiation, Rule, Rulebook, VariantError
from arena.rules.compile import COMMON_STEPS
from arena.rules.free_choices.harvest import PROTECTED
from arena.rules.hooks import DEALT, SCORE, TO_GIVE, TO_PASS
from arena.rules.presets import basic_tables
from arena.rules.rulebook import assemble
from arena.rules.shared_rules import BASICS


def book_of(*rules: Rule) -> Rulebook:
    """A rulebook of the basic game and these rules."""
    return assemble("x", basic_tables(3), Negotiation(), (*BASICS, *rules), COMMON_STEPS)


def rule(name: str, **hooks: object) -> Rule:
    return Rule(name, "X", "", **hooks)  # type: ignore[arg-type]


def test_an_unknown_stage_is_refused() -> None:
    with pytest.raises(ValueError, match="no stage 'later'; the stages are replace, add, finally"):
        SCORE.fold("later", lambda value, game, seat: value)  # type: ignore[arg-type]


def test_folds_run_by_their_stages_then_in_the_order_of_the_rules() -> None:
    def append(digit: int):  # type: ignore[no-untyped-def]
        return lambda value, game, seat: value * 10 + digit

    book = book_of(
        rule("last", folds=(SCORE.fold("finally", append(4)),)),
        rule("second", folds=(SCORE.fold("add", append(2)),)),
        rule("third", folds=(SCORE.fold("add", append(3)),)),
        rule("first", folds=(SCORE.fold("replace", append(1)),)),
    )
    assert book.start(1).fold(SCORE, 0, 0) == 1234


def test_reactions_run_in_the_order_of_the_rules_once_a_seat() -> None:
    seen: list[tuple[str, int]] = []

    def noting(name: str):  # type: ignore[no-untyped-def]
        return lambda game, seat: seen.append((name, seat))

    rules = [rule(name, after=(DEALT.then(noting(name)),)) for name in ("one", "two")]
    book_of(*rules).start(1)
    assert seen == [(name, seat) for seat in range(3) for name in ("one", "two")]


def test_the_first_reason_against_a_deed_is_given() -> None:
    def only_for_soy(game: Game, seat: int, card: int) -> str | None:
        return "never" if card == 8 else None

    book = book_of(
        rule("one", refuse=(TO_GIVE.refuse("soy", only_for_soy),)),
        rule("two", refuse=(TO_GIVE.refuse("all", lambda game, seat, card: "nothing"),)),
    )
    game = book.start(1)
    assert [game.refuses(TO_GIVE, 0, card) for card in (8, 7)] == ["never", "nothing"]
    assert game.refuses(TO_PASS, 0) is None


def test_a_waiver_lifts_its_refusal_where_it_applies_and_no_other() -> None:
    soy = TO_GIVE.refuse("soy", lambda game, seat, card: "no soy" if card == 8 else None)
    red = TO_GIVE.refuse("red", lambda game, seat, card: "no red" if card == 10 else None)
    book = book_of(
        rule("refuses", refuse=(soy, red)),
        rule("waives", waive=(soy.waive(lambda game, seat, card: seat == 1),)),
    )
    game = book.start(1)
    assert [game.refuses(TO_GIVE, seat, 8) for seat in (0, 1)] == ["no soy", None]
    assert [game.refuses(TO_GIVE, seat, 10) for seat in (0, 1)] == ["no red", "no red"]


def test_a_waiver_of_a_refusal_that_no_rule_brings_is_refused() -> None:
    waives = rule("waives", waive=(PROTECTED.waive(lambda game, seat, field: True),))
    assert book_of(waives)
    without = tuple(each for each in BASICS if PROTECTED not in each.refuse)
    with pytest.raises(VariantError, match="waives protected, which no rule here brings"):
        assemble("x", basic_tables(3), Negotiation(), (*without, waives), COMMON_STEPS)
