"""Lines from the arena to a bot, put together for the referee, the check and the debugger alike."""

from collections.abc import Sequence

import orjson

import arena
from arena.codec.writing import Question, writer
from arena.rules import Result, Rulebook
from arena.text.asking import question as in_words
from protocol import Json
from protocol.messages import PROTOCOL

OBJECTIVE = "Finish before as many players as you can: places by coins are rated."
"""The objective that `game_start` tells the bots."""


def encoded(message: Json) -> bytes:
    """A message as the line that is sent."""
    return orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE)


def hello() -> Json:
    """The first line to a bot."""
    return {"type": "hello", "protocol": PROTOCOL, "arena": arena.__version__}


def game_start(book: Rulebook, seat: int, clock: Json, seed: int, talk: bool) -> Json:
    """The start of a game for the bot in `seat`; `seed` is for its own randomness."""
    return {
        "type": "game_start",
        "seat": seat,
        "players": book.players,
        "variant": book.variant,
        "rulebook": writer(book).rulebook(),
        "clock": clock,
        "seed": seed,
        "talk": talk,
        "objective": OBJECTIVE,
    }


def decide(
    number: int,
    question: Question,
    told: Sequence[str],
    bank_ms: int,
    limit_ms: int,
    text: str | None = None,
) -> bytes:
    """The line of the `number`-th question of a game, with the events since the last one.

    `told`: events as JSON texts. `bank_ms` and `limit_ms` are the time left for it; `text` adds the
    question in plain language, with this line of beanometers.
    """
    line = (
        f'{{"type":"decide","id":{number},{question.text},"events":[{",".join(told)}],'
        f'"clock":{{"bank_ms":{bank_ms},"limit_ms":{limit_ms}}}}}\n'
    )
    if text is not None:
        account = in_words(orjson.loads(line), scales=text)
        line = f'{line[:-2]},"text":{orjson.dumps(account).decode()}}}\n'
    return line.encode()


def refused(number: int | None, reason: str, again: bool, **more: Json) -> Json:
    """The answer to question `number`, or `ready`, is refused; `again`: it may be mended."""
    asked = {} if number is None else {"id": number}
    return {"type": "refused", **asked, "reason": reason, **more, "again": again}


def model(said: Json, number: int | None) -> Json:
    """What a bot's language model says to request `number`; what it cost is not the bot's."""
    kept = ("text", "stop", "tokens_in", "cached", "tokens_out", "reason")
    asked = {} if number is None else {"id": number}
    return {"type": "model", **asked, **{key: said[key] for key in kept if key in said}}


def game_over(result: Result, told: Sequence[str], forfeits: Sequence[int] = ()) -> Json:
    """The end of a game, with the events since the last question, as texts; `forfeits`: seats."""
    events = [orjson.Fragment(event) for event in told]
    return {"type": "game_over", **result._asdict(), "events": events, "forfeits": forfeits}


def bye() -> Json:
    """The last line: the bot is to exit."""
    return {"type": "bye"}
