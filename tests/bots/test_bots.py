"""The bundled bots of other languages: led through a scripted game, and at the referee's table."""

from contextlib import closing
from functools import partial
from typing import Any

import pytest

from arena.referee.clock import TimeControl
from arena.referee.seating import Seating
from arena.rules import table_sizes
from arena.tournament.match import one_by_one, play_match
from protocol.messages import parse_ready
from tests.bots.conftest import OTHERS, talk_to
from tests.support import scripted_game
from tests.support.lawful import fullest


def play(bot: Any, seed: int) -> list[bytes]:
    """The bot's answers to the scripted game, asked four times over."""
    with talk_to(bot) as talk:
        talk.tell(scripted_game.HELLO)
        ready = parse_ready(talk.hear_line())
        assert (ready.name, ready.protocol, ready.text) == (bot.name, 1, False)
        talk.tell(scripted_game.game_start(seed))
        answers = []
        for decision in scripted_game.decisions() * 4:
            talk.tell(decision)
            answers.append(talk.hear_line())
        talk.tell(scripted_game.GAME_OVER)
        talk.tell(scripted_game.BYE)
        code, rest, errors = talk.hang_up()
        assert (code, rest, errors) == (0, b"", "")
        return answers


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_seed_gives_the_same_answers(prepare: Any, name: str) -> None:
    bot = prepare(name)
    first = play(bot, 2**53 - 1)
    assert play(bot, 2**53 - 1) == first
    if "random" in name:  # it follows all bits of its seed
        assert len({tuple(play(bot, seed)) for seed in (1, 2, 1 + 2**32)}) == 3


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_unknown_is_answered_with_0_and_what_was_refused_with_the_example(
    prepare: Any, name: str
) -> None:
    example = {"do": "plant", "card": "soy", "field": 1}
    refused = {"type": "refused", "id": 11, "reason": 'no "room"\n', "example": example}
    decision = scripted_game.decisions()[10]
    with talk_to(prepare(name)) as talk:
        talk.ask(scripted_game.HELLO)
        talk.tell(scripted_game.game_start())
        talk.tell({"type": "news", "of": "a later version"})
        unknown = decision | {"ask": "fill_order", "choices": [{"do": "pass"}], "order": "3/4"}
        assert talk.ask(unknown) == {"type": "choose", "id": 11, "choice": 0}
        talk.ask(decision)
        mended = talk.ask(refused | {"again": True})
        assert mended == {"type": "choose", "id": 11, "choice": example}
        talk.tell(refused | {"again": False, "played": example})
        assert talk.ask(decision | {"id": 12})["id"] == 12
        assert 'no "room"' in talk.hang_up()[2]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("ending", ["bye", "end of input", "half a line"])
def test_a_bot_ends_with_the_arena(prepare: Any, name: str, ending: str) -> None:
    with talk_to(prepare(name)) as talk:
        talk.ask(scripted_game.HELLO)
        if ending == "bye":
            talk.tell(scripted_game.BYE)
            assert talk.process.wait(timeout=60) == 0
        elif ending == "half a line":
            talk.tell(b'{"type":"decide","id":3,"choices":[{"do":"pa')
        code, rest, _ = talk.hang_up()
        assert (code, rest) == (0, b"")
        assert not talk.left_behind()


RANDOM = {name: name.replace("sensible", "random") for name in OTHERS if "sensible" in name}
# With an SDK all answer alike, in all games (`test_kits.py`), and so does the one in Python, so
# each plays the first, and one of them those that differ most from it.
CASES = [
    *((bot, fullest()[0]) for bot in RANDOM),
    *(("js-sensible", variant) for variant in ("high_bohn+cognac", "plus", fullest()[-1])),
]


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "variant"), CASES)
def test_sensible_beats_random_without_a_fault(prepare: Any, bot: str, variant: str) -> None:
    other = RANDOM[bot] if RANDOM[bot] in OTHERS else "js-random"
    sensible, random = prepare(bot), prepare(other)
    duel = table_sizes(variant) == (2,)
    bots = [sensible, random] if duel else [sensible, sensible, random, random]
    coins = {sensible.name: 0, random.name: 0}
    seated = partial(one_by_one, Seating)
    with closing(play_match(variant, bots, 1, TimeControl.parse("slow"), seated, seed=1)) as games:
        for played in games:
            assert not played.void
            for who, seat, score in zip(played.spec.bots, played.seats, played.scores, strict=True):
                assert not seat.faults, (who.name, seat.faults, seat.reason)
                assert not any(entry.get("refused") for entry in played.record["decisions"])
                coins[who.name] += score
    assert coins[sensible.name] > (2 if duel else 4) * coins[random.name]
