"""Whatever a caller hands to `play`: an illegal choice raises, and the game is as it was."""

from random import Random
from typing import Any

import pytest

from arena.env.actions import actions
from arena.env.table import Table
from arena.rules import Choice, compile_rulebook
from arena.rules.cards import KIND
from arena.rules.choices import PASS, Plant
from tests.support.lawful import each_once
from tests.support.random_play import candidates, random_choice, random_wishes, rich_start


def altered(part: Any, rng: Random) -> Any:
    """The choice with one number in it changed, however deep."""
    if type(part) is int:
        return part + rng.choice((-9, -1, 1, 2, 9, 300))
    if isinstance(part, bytes):
        return part + bytes([rng.randrange(256)])
    if not isinstance(part, tuple) or not part:
        return part
    parts, at = [*part], rng.randrange(len(part))
    parts[at] = altered(part[at], rng)
    return part._make(parts) if hasattr(part, "_make") else tuple(parts)


@pytest.mark.parametrize(("variant", "players"), each_once())
def test_an_illegal_choice_raises_and_changes_nothing(variant: str, players: int) -> None:
    rng = Random(variant)
    game = rich_start(compile_rulebook(variant, players), b"illegal", rng)
    random_wishes(game, rng)
    earlier: list[Choice] = [PASS]
    refused = 0
    while game.decisions and refused < 300:
        decision = rng.choice(game.decisions)
        seat = decision.seat
        tried = candidates(game, decision, rng)
        strange = [next(tried), rng.choice(earlier), rng.choice(game.choices(seat))]
        strange += [altered(each, rng) for each in (*strange, next(tried))]
        before, told = game.key(), game.told[:]
        for choice in strange:
            if game.check(seat, choice) is not None:
                refused += 1
                with pytest.raises(ValueError, match=r" is refused: .*\.$"):
                    game.play(seat, choice)
                assert (game.key(), game.told) == (before, told)
        chosen = random_choice(game, decision, rng, eager=True)
        earlier.append(chosen)
        twin = game.copy()
        assert twin.play_unchecked(seat, chosen) == game.play(seat, chosen)
        assert twin == game
    assert refused > 20


def test_a_card_that_is_not_due_cannot_be_planted() -> None:
    game = compile_rulebook("anniversary", 4).start(1)
    seat, due = game.asked[0], game.hands[game.asked[0]][0]
    other = next(kind for kind in game.book.kinds if kind != due)
    before = game.copy()
    table = Table(actions(game.book), game)
    for play in (lambda choice: game.play(seat, choice), table.play):
        with pytest.raises(ValueError, match=r"^Plant\(card=.*\) is refused: that card is not due"):
            play(Plant(other, 0))
    assert game == before


@pytest.mark.parametrize("choice", [None, "pass", 3, (), ("plant", 0, 0), KIND, Plant])
def test_what_is_no_choice_is_refused(choice: Any) -> None:
    game = compile_rulebook("anniversary", 4).start(1)
    with pytest.raises(ValueError, match="is refused: that is not a choice"):
        game.play(game.asked[0], choice)
