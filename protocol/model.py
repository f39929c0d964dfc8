"""The base of all models, and the sentence that explains a failed validation to a bot's author."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Count = Annotated[int, Field(ge=0)]
Kind = str
"""The name of a kind of bean, such as `"soy"`."""
# Keys that are reserved words in Python.
From = Annotated[str, Field(alias="from")]
With = Annotated[Count, Field(alias="with")]

Entry = TypeVar("Entry")
Entries = Annotated[list[Entry], Field(fail_fast=True)]
"""A list from a bot. Validation stops at its first bad entry, as a line has room for 30,000."""

SHOWN = 60
"""The most characters of a wrong value that are quoted back."""
_HALF = re.compile(
    rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)
"""Matches what may hide or complete the escape of half a character, and as its group that escape
where it stands alone."""


class ProtocolError(ValueError):
    """A line violates the protocol; the message is one sentence."""


def whole_characters(text: bytes) -> bytes:
    """Return JSON text with U+FFFD in place of parts of characters.

    A text that was cut between the bytes or the two UTF-16 units of a character ends with such a
    part. As an escape some parsers let it pass, and then nothing can write it as UTF-8.
    """
    readable = text.decode("utf-8", "replace").encode()
    return _HALF.sub(lambda found: rb"\ufffd" if found[1] else found[0], readable)


class Model(BaseModel):
    """Base of all models: strict about known keys, while unknown keys are kept and never refused.

    So an expansion can add keys without breaking an old bot or an old arena.
    """

    model_config = ConfigDict(
        strict=True,
        extra="allow",
        populate_by_name=True,
        use_attribute_docstrings=True,
        defer_build=True,  # most commands need few of the models, and building all takes long
    )

    EXPECTED: ClassVar[Mapping[str, str]] = {}
    """Descriptions of the keys of a choice that have a special meaning in it."""


class CardPlace(Model):
    """One exact card, named by its place; each subclass adds one key: the pile it is in."""

    kind: Kind | None = None
    """A safeguard: refused if the card at that place is of another kind."""


class SeatEvent(Model):
    """Base of the events in which one seat does something, or something happens to it."""

    event: str
    seat: Count


class SecretCardsEvent(SeatEvent):
    """Base of the events with cards that only `seat` sees: it is told them, the others `count`."""

    cards: list[Kind] | None = None
    count: Count | None = None


class Keys(Model):
    """Keys that an expansion adds to the model called `of`; each has a default."""

    of: ClassVar[str]

    def __init_subclass__(cls, of: str, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.of = of


def quoted(value: object) -> str:
    """Return `value` as short JSON in printable ASCII, safe to show on a terminal."""
    text = json.dumps(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def explain(error: ValidationError, value: object, expected: Mapping[str, str]) -> str:
    """Return a sentence about the deepest problem, such as `choice.field: expected …, got …`.

    Args:
        error: The failed validation.
        value: The value that was validated.
        expected: A description of what each key holds. The innermost key on the path to the problem
            that is listed here is the one described.
    """
    problems = (_locate(one["loc"], value, one["type"] == "missing") for one in error.errors())
    # In a union, a wrong key says more than a missing key of another member.
    path, found, missing = max(problems, key=lambda problem: (len(problem[0]), not problem[2]))
    named = next((n for n in range(len(path), 0, -1) if path[n - 1] in expected), 0)
    where = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path).lstrip(".")
    what = expected[str(path[named - 1])] if named else "an object"
    if missing:
        return f"{where}: missing, expected {what}"
    return f"{where or 'line'}: expected {what}, got {quoted(found)}"


def _locate(
    loc: tuple[int | str, ...], value: Any, missing: bool
) -> tuple[list[int | str], Any, bool]:
    """Return the part of `loc` that is a path into `value`, without the names of union members."""
    path: list[int | str] = []
    last = loc[-1] if missing else None
    for part in loc:
        if _leads_into(part, value):
            value = value[part]
        elif part is not last:
            continue
        path.append(part)
    return path, value, missing


def _leads_into(part: int | str, value: object) -> bool:
    if isinstance(value, list):
        return isinstance(part, int) and part < len(value)
    return isinstance(value, dict) and part in value
