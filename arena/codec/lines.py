"""Lines from the arena to a bot, as the referee, the check and the debugger send them."""

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
    """Return a message as the line that is sent."""
    return orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE)


def hello() -> Json:
    """Return the first line to a bot."""
    return {"type": "hello", "protocol": PROTOCOL, "arena": arena.__version__}


def game_start(book: Rulebook, seat: int, clock: Json, seed: int, talk: bool) -> Json:
    """Return the start of a game for the bot in `seat`; `seed` is for its own randomness."""
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
    events: Sequence[str],
    bank_ms: int,
    limit_ms: int,
    text: str | None = None,
) -> bytes:
    """Return the line of the `number`-th question of a game.

    Args:
        number: The id of the question.
        question: The question.
        events: The events since the bot's last question, as JSON texts.
        bank_ms: The time left in the bank.
        limit_ms: The most time for this answer.
        text: If given, the question is added in plain language, with this line of beanometers.
    """
    line = (
        f'{{"type":"decide","id":{number},{question.text},"events":[{",".join(events)}],'
        f'"clock":{{"bank_ms":{bank_ms},"limit_ms":{limit_ms}}}}}\n'
    )
    if text is not None:
        account = in_words(orjson.loads(line), scales=text)
        line = f'{line[:-2]},"text":{orjson.dumps(account).decode()}}}\n'
    return line.encode()


def refused(number: int | None, reason: str, again: bool, **more: Json) -> Json:
    """Return the refusal of the answer to question `number`, or of `ready`.

    `again` says that the bot may correct it.
    """
    asked = {} if number is None else {"id": number}
    return {"type": "refused", **asked, "reason": reason, **more, "again": again}


def model(reply: Json, number: int | None) -> Json:
    """Return the reply of a bot's language model to request `number`.

    What the request cost is left out: it is not the bot's business.
    """
    kept = ("text", "stop", "tokens_in", "cached", "tokens_out", "reason")
    asked = {} if number is None else {"id": number}
    return {"type": "model", **asked, **{key: reply[key] for key in kept if key in reply}}


def game_over(result: Result, events: Sequence[str], forfeits: Sequence[int] = ()) -> Json:
    """Return the end of a game.

    `events` are those since the bot's last question, as JSON texts; `forfeits` are seats.
    """
    fragments = [orjson.Fragment(event) for event in events]
    return {"type": "game_over", **result._asdict(), "events": fragments, "forfeits": forfeits}


def bye() -> Json:
    """Return the last line, which tells the bot to exit."""
    return {"type": "bye"}
