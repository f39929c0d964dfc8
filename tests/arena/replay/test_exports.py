"""Stored games told as actions, and as questions."""

from typing import Any

import orjson
import pytest

from arena.codec import reader
from arena.env.rows import rows
from arena.env.table import Table
from arena.replay.exports import questions, steps
from arena.replay.replay import Before, Replay
from arena.replay.transcript import transcript
from arena.rules import Shown
from arena.rules.choices import PASS, Accepting, Answer, CardAt, Choice, Take, Terms, Trade
from tests.support.golden import golden_game
from tests.support.lawful import pools
from tests.support.random_record import random_record


def kinds(part: Any) -> Any:
    """A choice without the copies it names: these the rules choose where it is composed."""
    if isinstance(part, CardAt):
        return part.kind
    if isinstance(part, Take | Accepting):
        return part[0]
    if isinstance(part, Terms):
        return (sorted(map(kinds, part.give or ())), sorted(part.want or b""), part.to)
    return [kinds(each) for each in part] if isinstance(part, tuple) else part


@pytest.mark.parametrize(("variant", "players"), dict(pools()).items())
def test_actions_make_the_choices_of_a_stored_game(variant: str, players: int) -> None:
    replay = golden_game(variant, players)
    told = steps(replay)
    words, row_of = reader(replay.book), rows(replay.book)
    missing = composed = 0
    shown = Shown(replay.begin())
    for before in golden_game(variant, players).steps():
        if not isinstance(before, Before):
            shown.follow(before.events, before.game)
            continue
        seat, game = before.seat, before.game.copy()
        choice = words.read(game, seat, [], before.played["choice"])
        table = Table(row_of.actions, game, seat, shown)
        made: Choice | None = None
        while made is None:
            step = next(told)
            assert (step.seat, step.sight) == (seat, seat)
            assert step.observation == row_of.row(table, seat)
            if step.action < 0:
                missing += 1
                break
            assert step.action_mask[step.action] == 1
            made = table.legal[step.action]
            if made is None:
                composed += 1
                table.step(step.action)
        else:
            expected = PASS if choice == Trade(end=True) else choice
            if isinstance(choice, Trade | Answer) and game.active != seat:
                expected = choice._replace(
                    offers=tuple([terms._replace(to=-1) for terms in choice.offers])
                )
            assert kinds(made) == kinds(expected)
    assert next(told, None) is None
    assert composed or 2 * missing < len(replay.data["decisions"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "players"), [("anniversary", 4), ("high_bohn+cognac", 4), ("plus", 3)]
)
def test_questions_are_those_of_the_transcript(variant: str, players: int) -> None:
    replay = Replay(orjson.dumps(random_record(variant, players, seed=5)))
    found = list(questions(replay))
    assert len(found) == len(replay.data["decisions"])
    for seat in range(players):
        asked = [each for each in found if each.seat == seat]
        lines = [line for line in transcript(replay, seat) if line.message["type"] == "decide"]
        assert [each.question for each in asked] == [line.question for line in lines]
        for each, line in zip(asked, lines, strict=True):
            message = line.message
            assert orjson.loads(each.view) == message["view"]
            assert orjson.loads(each.choices) == message["choices"]
            assert each.ask == message["ask"]
            assert orjson.loads(each.more).items() <= message.items()
            if each.index is not None:
                assert message["choices"][each.index] == orjson.loads(each.chosen)
    assert any(each.more != "{}" for each in found)
