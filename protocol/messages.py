"""Every line on the pipe, and the parsers for those that a bot sends.

For speed, the arena writes its lines with orjson from plain data; tests hold them to the models
below. A bot's lines are parsed by `parse_ready`, `parse_choose` and `parse_ask_model`. For bytes
that are not such a line, these raise `ProtocolError` with one sentence, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_args

import orjson
from pydantic import ConfigDict, Discriminator, Field, ValidationError, WithJsonSchema

from protocol.choices import Choice
from protocol.events import Event
from protocol.model import (
    Count,
    Entries,
    Kind,
    Model,
    ProtocolError,
    explain,
    quoted,
    whole_characters,
)
from protocol.rulebook import Rulebook
from protocol.view import View

PROTOCOL = 1
"""The newest version of the protocol that this arena speaks."""
SUPPORTED = (1,)
SAY_LIMIT = 280
"""Characters of `say` that are passed on; the rest is cut off."""
NOTE_LIMIT = 2_000
"""Characters of a `note` that are kept; the rest is cut off."""
MOST_PROMPTS = 200
"""The most messages in one prompt."""
LONGEST_LABEL = 80
"""The most characters of a bot's name, version or author."""
NESTING_LIMIT = 32
"""The most levels of lists and objects in one line of a bot."""
WINDOWS = ("before_plant", "before_trade", "before_draw")

Label = Annotated[str, Field(max_length=LONGEST_LABEL)]
Amount = Annotated[float, Field(ge=0, le=1e12)]
Wish = Literal["bids", "no_counter", "before_plant", "before_trade", "before_draw", "windows"]


# --- arena to bot -----------------------------------------------------------------------------


class Hello(Model):
    """The first line."""

    type: Literal["hello"]
    protocol: Count
    arena: str
    """Version of the arena."""


class Clock(Model):
    """Thinking time of a game: a bank, refilled by an increment with each decision."""

    bank_ms: Count
    increment_ms: Count
    limit_ms: Count
    """The most that one decision may take."""


class TimeLeft(Model):
    """Time for the question at hand."""

    bank_ms: Count
    limit_ms: Count


class GameStart(Model):
    """A game begins. No answer is expected."""

    type: Literal["game_start"]
    seat: Count
    players: Count
    variant: str
    rulebook: Rulebook
    clock: Clock
    # Below 2**53 an integer is exact in every language, even where numbers are floats.
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    """For the bot's own randomness; it says nothing about the cards."""
    talk: bool
    objective: str


class Decide(Model):
    """A question. Index 0 of `choices` is always legal and safe."""

    type: Literal["decide"]
    id: int
    ask: str
    stack: list[list[str | int]] | None = None
    """The steps under way, outermost first: the name of each, then the numbers that it keeps."""
    choices: Annotated[list[Choice], Field(min_length=1)]
    view: View
    events: list[Event]
    clock: TimeLeft
    card: Kind | None = None
    """Ask `plant`: the card that is due."""
    offers: list[int] | None = None
    """Ask `answer`: the ids of the offers to be answered."""
    window: str | None = None
    """Ask `window`: which one."""
    text: str | None = None
    """The question in plain language, for bots that asked for it."""


class Refused(Model):
    """An answer was not accepted.

    If `again` is true, it may be corrected once, on the same clock and id.
    """

    type: Literal["refused"]
    id: int | None = None
    reason: str
    again: bool
    example: Choice | None = None
    """A legal choice, close to the refused one if possible."""
    played: Choice | None = None
    """If `again` is false: what was played instead."""


class GameOver(Model):
    """The result. `places` (1 is best) go by coins alone; equal coins share the better place.

    `winners`: the seat or seats left after the rulebook's tie-break.
    """

    type: Literal["game_over"]
    scores: list[Count]
    places: list[Annotated[int, Field(ge=1)]]
    winners: Annotated[list[Count], Field(min_length=1)]
    events: list[Event]
    forfeits: list[Count]


class ModelSaid(Model):
    """The language model's answer to `ask_model`."""

    type: Literal["model"]
    id: int | None = None
    text: str
    """May be empty."""
    stop: str
    """The way it ended: "stop", "length" if it was cut short, "content_filter", "refused", …"""
    tokens_in: Count
    cached: Count
    """Input tokens that came from the provider's cache."""
    tokens_out: Count
    reason: str | None = None
    """Why the prompt was not passed on to any model."""


class Bye(Model):
    """The last line: exit."""

    type: Literal["bye"]


# --- bot to arena -----------------------------------------------------------------------------


class FromBot(Model):
    """Base of what a bot sends: of that, unknown keys are dropped."""

    model_config = ConfigDict(extra="ignore")


Sent = TypeVar("Sent", bound=FromBot)


class Ready(FromBot):
    """The bot is set up. Every key is optional."""

    type: Literal["ready"] = "ready"
    name: Label | None = None
    version: Label | int | float | None = None
    author: Label | None = None
    protocol: int | None = None
    wants: Entries[Wish] | None = None
    text: bool | None = None


# Any object that names what to do; the rules decide what it means.
ChoiceObject = Annotated[
    dict[str, Any],
    WithJsonSchema(
        {
            "type": "object",
            "description": "A choice object, in the form of `Choice`.",
            "properties": {"do": {"type": "string"}},
            "required": ["do"],
        }
    ),
]


class Usage(FromBot):
    """An answer's use of language models; every key is optional."""

    tokens_in: Amount | None = None
    cached: Amount | None = None
    """Input tokens that came from the provider's cache."""
    tokens_out: Amount | None = None
    cost: Amount | None = None
    """In the currency of the person who pays."""
    seconds: Amount | None = None
    """Spent waiting for models."""
    rethinks: Amount | None = None
    """Further requests because an answer was unusable."""
    fallbacks: Amount | None = None
    """1 if the choice is not the model's."""


class Prompt(Model):
    """A message to a language model."""

    model_config = ConfigDict(extra="forbid")

    role: Literal["system", "user", "assistant"]
    content: str


class AskModel(FromBot):
    """A request to the language model that plays with the bot; the bot's answer comes later."""

    type: Literal["ask_model"]
    id: int | None = None
    """Repeated in the answer."""
    messages: Annotated[list[Prompt], Field(min_length=1, max_length=MOST_PROMPTS, fail_fast=True)]
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    """The most tokens of the model's answer."""
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None


class Choose(FromBot):
    """An answer: an index into `choices`, or a choice object. A bare integer line is one, too."""

    type: Literal["choose"] = "choose"
    id: int | None = None
    choice: Annotated[Count | ChoiceObject, Field(union_mode="left_to_right")]
    say: str | None = None
    wants: Entries[Wish] | None = None
    note: str | None = None
    """A private thought: kept with the game, and told to nobody at the table."""
    usage: Usage | None = None


Message = Annotated[
    Hello | Ready | GameStart | Decide | Choose | AskModel | ModelSaid | Refused | GameOver | Bye,
    Discriminator("type"),
]


class Aside(NamedTuple):
    """The parts of an answer that only the record keeps; `cut` says what of it was not taken."""

    note: str | None
    usage: dict[str, float] | None
    cut: str = ""


class Chosen(NamedTuple):
    """A bot's answer. `wants` is None if it says nothing about wishes."""

    id: int | None
    choice: int | dict[str, Any]
    say: str | None
    wants: frozenset[str] | None
    aside: Aside | None = None


EXPECTED = {
    "type": '"choose"',
    "id": "the id of the question (a whole number)",
    "choice": 'an index from 0 or an object with "do"',
    **dict.fromkeys(("say", "note", "content"), "text"),
    "usage": "an object of numbers from 0",
    "messages": 'a list of {"role": "user", "content": "…"}',
    "role": '"system", "user" or "assistant"',
    "max_tokens": "a whole number from 1",
    "temperature": "a number from 0 to 2",
    "wants": "a list of names out of " + ", ".join(f'"{wish}"' for wish in get_args(Wish)),
    **dict.fromkeys(("name", "version", "author"), f"text of at most {LONGEST_LABEL} characters"),
    "protocol": "a whole number",
    "text": "true or false",
}


def parse_ready(line: bytes) -> Ready:
    """Parse a bot's `ready` line.

    Raises:
        ProtocolError: It is not one, or asks for a protocol version that we do not speak.
    """
    ready = _validated(Ready, _load(line), EXPECTED | {"type": '"ready"'})
    if ready.protocol is not None and ready.protocol not in SUPPORTED:
        spoken = ", ".join(map(str, SUPPORTED))
        raise ProtocolError(
            f"protocol: the bot speaks version {quoted(ready.protocol)}, this arena speaks {spoken}"
        )
    return ready


def parse_choose(line: bytes) -> Chosen:
    """Parse a bot's answer, which may still be illegal; raise ProtocolError if it is none."""
    data = _load(line)
    # Not `isinstance`: for Python, true and false are integers.
    if type(data) is int:
        if data >= 0:
            return Chosen(None, data, None, None)
        data = {"choice": data}  # let the model explain what is wrong with it
    choose = _validated(Choose, data)
    chosen = choose.choice
    if isinstance(chosen, dict):
        if type(chosen.get("do")) is not str:
            raise ProtocolError(f"choice: expected {EXPECTED['choice']}, got {quoted(chosen)}")
        if b"null" in line:  # keys that are null stand for absent ones
            chosen = _without_nulls(chosen)
    say = choose.say[:SAY_LIMIT] if choose.say else None
    wants = None if choose.wants is None else wishes(choose.wants)
    return Chosen(choose.id, chosen, say, wants, _aside(choose, data))


def _aside(choose: Choose, data: Mapping[str, Any]) -> Aside | None:
    unknown = next((key for key in data if key not in Choose.model_fields), None)
    cut = "" if unknown is None else f"an answer has no key {quoted(unknown)}, which is left out"
    for name, text, most in (("say", choose.say, SAY_LIMIT), ("note", choose.note, NOTE_LIMIT)):
        if text and len(text) > most:
            cut = f"{name}: {len(text)} characters, cut to {most}"
    if choose.note is None and choose.usage is None and not cut:
        return None
    note = choose.note[:NOTE_LIMIT] if choose.note else None
    usage = choose.usage.model_dump(exclude_none=True) if choose.usage else None
    return Aside(note, usage, cut)


def parse_ask_model(line: bytes) -> AskModel | None:
    """Parse a bot's request to its model; return None for any other line.

    Raises:
        ProtocolError: It is such a request, but not a valid one.
    """
    if b'"ask_model"' not in line:
        return None
    try:
        data = _load(line)
    except ProtocolError:
        return None  # it is no valid answer either, so `parse_choose` will explain it
    if not isinstance(data, dict) or data.get("type") != "ask_model":
        return None
    return _validated(AskModel, data)


def _validated(model: type[Sent], data: Any, expected: Mapping[str, str] = EXPECTED) -> Sent:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ProtocolError(explain(error, data, expected)) from None


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [_without_nulls(part) for part in value]
    return value


def wishes(wants: list[Wish] | None) -> frozenset[str]:
    """Return the wishes, with `windows` spelled out."""
    names: set[str] = set(wants or ())
    if "windows" in names:
        names.remove("windows")
        names.update(WINDOWS)
    return frozenset(names)


def is_comment(line: bytes) -> bool:
    """Return True for empty lines and lines that start with `#`, which are for people only."""
    stripped = line.lstrip()
    return not stripped or stripped.startswith(b"#")


def may_be_ready(line: bytes) -> bool:
    """Return True if the line may be meant as `ready`, rather than be a remark of a bot's runtime.

    Until a bot is ready, lines that are not JSON are skipped.
    """
    if line.lstrip().startswith(b"{"):
        return True  # if it is broken, the author is told
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def _load(line: bytes) -> Any:
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        data = _mended(line, error)
    # Data that is nested too deeply could not be written again. Only lines with many brackets pay
    # for the exact depth.
    if line.count(b"[") + line.count(b"{") > NESTING_LIMIT and _depth(data) > NESTING_LIMIT:
        raise ProtocolError(f"line: nested deeper than {NESTING_LIMIT} levels")
    return data


def _mended(line: bytes, error: orjson.JSONDecodeError) -> Any:
    """Parse a line that may be wrong only for parts of characters; raise ProtocolError if not."""
    try:
        return orjson.loads(whole_characters(line))
    except orjson.JSONDecodeError as left:
        is_text = not error.msg.startswith("str is not valid UTF-8")
        fault = f"{left.msg} at column {left.colno}" if is_text else "invalid UTF-8"
        shown = quoted(line[:80].decode("utf-8", "replace").strip())
        raise ProtocolError(
            f"line: not JSON ({fault}); only answers go to stdout: {shown}"
        ) from None


def _depth(data: Any) -> int:
    depth, level = 0, [data]
    while level := [one for one in level if isinstance(one, list | dict)]:
        depth += 1
        level = [c for one in level for c in (one.values() if isinstance(one, dict) else one)]
    return depth
