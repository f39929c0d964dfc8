"""What the engine says in games of every variant is what the models say, key by key."""

import random

import orjson
import pytest
from pydantic import TypeAdapter

from arena.codec import Writer, writer
from arena.rules import Game, Rulebook, compile_rulebook, plain_choice
from protocol.choices import Choice
from protocol.events import Event
from protocol.messages import Decide
from protocol.rulebook import Rulebook as RulebookModel
from tests.support.lawful import pools
from tests.support.random_play import random_choice, random_wishes, rich_start
from tests.support.strict import unknown_keys
from tests.support.translating import CLOCK

EVENTS = TypeAdapter(list[Event])
CHOICE = TypeAdapter(Choice)
SHOWN = 0.2  # of the questions; all of them would take long


@pytest.mark.parametrize(("variant", "players"), pools())
def test_a_game_is_told_in_the_words_of_the_protocol(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    told, rng = writer(book), random.Random(variant)
    assert not unknown_keys(RulebookModel.model_validate_json(orjson.dumps(told.rulebook())))
    game = rich_start(book, variant.encode(), rng)
    random_wishes(game, rng)
    while decisions := game.decisions:
        decision = rng.choice(decisions)
        if rng.random() < SHOWN:
            assert_question(book, told, game, rng)
        choice = random_choice(game, decision, rng)
        assert not unknown_keys(CHOICE.validate_json(orjson.dumps(plain_choice(choice))))
        events = told.events(game.play(decision.seat, choice))
        for seen in events[:2]:  # one of these seats is not the one that acted
            assert not unknown_keys(EVENTS.validate_json(f"[{','.join(seen)}]"))


def assert_question(book: Rulebook, told: Writer, game: Game, rng: random.Random) -> None:
    asked = told.question(game, rng.choice(game.decisions))
    message = {"type": "decide", "id": 1, **asked.json, "events": [], "clock": CLOCK}
    assert not unknown_keys(Decide.model_validate_json(orjson.dumps(message)))
