"""The base of all models, and how a failed validation becomes one sentence for a bot's author."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Count = Annotated[int, Field(ge=0)]
Kind = str
"""The name of a kind of bean, such as `"soy"`."""

Entry = TypeVar("Entry")
Entries = Annotated[list[Entry], Field(fail_fast=True)]
"""A list from a bot, judged no further than its first bad entry: one line has room for 30 000."""

SHOWN = 60
"""Characters of a wrong value that are quoted back."""


class ProtocolError(ValueError):
    """A line that is not what the protocol asks for; the text is one sentence."""


class Model(BaseModel):
    """Strict about the keys it knows; those that it does not know are kept, never refused.

    So an expansion can add keys without breaking an old bot or an old arena.
    """

    model_config = ConfigDict(
        strict=True,
        extra="allow",
        populate_by_name=True,
        use_attribute_docstrings=True,
        defer_build=True,  # most commands need few of the models, and all would wait for them
    )

    EXPECTED: ClassVar[Mapping[str, str]] = {}
    """What keys of a choice hold, in words, where they have a special meaning."""


class CardPlace(Model):
    """One exact card, named by its place: each subclass adds one key, the pile that it is in."""

    kind: Kind | None = None
    """A guard against slips: refused if the card at that place is of another kind."""


class Keys(Model):
    """Keys that an expansion adds to the model called `of`; each has a default."""

    of: ClassVar[str]

    def __init_subclass__(cls, of: str, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.of = of


def quoted(value: object) -> str:
    """`value` as short JSON in printable ASCII, safe to show on a terminal."""
    text = json.dumps(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def explain(error: ValidationError, value: object, expected: Mapping[str, str]) -> str:
    """One sentence about the deepest problem in `error`, such as `choice.field: expected …, got …`.

    `value` is what was validated. `expected` says in words what each key holds; the innermost key
    on the way to the problem that is listed there is the one explained.
    """
    problems = (_locate(one["loc"], value, one["type"] == "missing") for one in error.errors())
    # In a union a key that is wrong tells more than one that another member of it would need.
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
    """The part of `loc` that is a way into `value`: names of union members are left out."""
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
