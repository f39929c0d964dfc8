"""A game in this process for a person's seat: every line as the referee writes it, but no pipes.

The other seats choose at random. Quick enough for whole games of every variant.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Generator

import orjson

from arena.codec import ChoiceRefused, lines, reader, writer
from arena.rules import Choice, Game
from protocol import Json
from protocol.messages import parse_choose, parse_ready, wishes
from tests.support.random_play import random_choice
from tests.support.scenario import book_of

CLOCK = {"bank_ms": 1_000, "increment_ms": 0, "limit_ms": 1_000}


class TableGame:
    """A game with a person in a seat. `refused`: the reasons that she was given."""

    def __init__(self, game: Game, seat: int = 0, seed: int = 0) -> None:
        self.game = game
        self.refused: list[str] = []
        self._seat = seat
        self._random = random.Random(seed)
        self._talk = self._lines()
        self._answers: asyncio.Queue[Json] = asyncio.Queue()

    def begin(self) -> Json:
        """The first message."""
        return next(self._talk)

    def next(self, answer: Json) -> Json | None:
        """The next message that needs an answer, or the last; None after that."""
        try:
            return self._talk.send(answer)
        except StopIteration:
            return None

    # as a `Line` has it

    async def messages(self) -> AsyncIterator[Json]:
        """Every message, each after the answer to the one before."""
        message: Json | None = self.begin()
        while message is not None:
            yield message
            needs = message["type"] in ("hello", "decide", "refused")
            message = self.next(await self._answers.get() if needs else {})

    def send(self, message: Json) -> None:
        """An answer."""
        self._answers.put_nowait(message)

    # the referee's side

    def _lines(self) -> Generator[Json, Json, None]:
        game, seat, words = self.game, self._seat, writer(self.game.book)
        ready = yield lines.hello()
        game.wish(seat, wishes(parse_ready(orjson.dumps(ready)).wants))
        yield _plain(lines.game_start(book_of(game), seat, CLOCK, 0, True))
        told: list[str] = []
        number = 0
        while decisions := game.decisions:
            for decision in decisions:
                if decision.seat != seat:
                    choice = random_choice(game, decision, self._random)
                else:
                    number += 1
                    question = words.question(game, decision)
                    asked = lines.decide(number, question, told, 1_000, 1_000)
                    message = orjson.loads(asked)
                    told.clear()
                    answered: Choice | None = None
                    while answered is None:
                        chosen = parse_choose(orjson.dumps((yield message)))
                        assert chosen.id == number
                        try:
                            answered = reader(game.book).read(
                                game, seat, question.choices, chosen.choice
                            )
                        except ChoiceRefused as error:
                            self.refused.append(str(error))
                            message = lines.refused(number, str(error), again=True)
                    choice = answered
                    if chosen.wants is not None:
                        game.wish(seat, chosen.wants)
                told += words.events(game.play(decision.seat, choice))[seat]
        yield _plain(lines.game_over(game.result, told))


def _plain(message: Json) -> Json:
    plain: Json = orjson.loads(orjson.dumps(message))
    return plain
