"""C++: structs that tell their keys, by which the SDK reads and writes them.

A choice or an event is kept as it came, and made the struct that is asked for: `as<Plant>()`.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from bots.bindings.schema_types import (
    EXACT_CARDS,
    Key,
    ListOf,
    OrWord,
    Plain,
    Ref,
    Spelling,
    Struct,
    Type,
    Types,
)

FILE = "cpp/messages.hpp"
PLAIN = {"string": "std::string", "integer": "int", "number": "double", "boolean": "bool"}
SPELLING = Spelling(PLAIN, "std::vector<{}>", "Side<{}>", "Address", "Json")
START = {"int": " = 0", "double": " = 0", "bool": " = false", "std::int64_t": " = 0"}
"""What a number is before it is read; anything else is empty."""
BY_HAND = EXACT_CARDS | {"Accept", "Take"}
"""What parts.hpp has."""
WIDTH = 100
HEAD = """// What the arena and a bot tell each other.
#pragma once

#include "parts.hpp"

namespace bohnanza {
"""


def generate(types: Types) -> Iterator[str]:
    """Yield the lines of `messages.hpp`."""
    yield from HEAD.splitlines()
    made = {struct.name: struct for struct in types.structs if struct.name not in BY_HAND}
    while made:
        for name, struct in list(made.items()):
            if not made.keys() & _needed(struct):
                yield from ("", *_struct(made.pop(name)))
    yield from ("", "}  // namespace bohnanza")


def _needed(struct: Struct) -> set[str]:
    """Return the structs that C++ has to know before this one."""
    return {_innermost(key.type) for key in struct.keys}


def _innermost(kind: Type) -> str:
    match kind:
        case ListOf(inner) | OrWord(inner, _):
            return _innermost(inner)
        case Ref(name):
            return name
    return ""


def _struct(struct: Struct) -> Iterator[str]:
    yield from _doc(struct.doc, 0)
    yield f"struct {struct.name} {{"
    keys = sorted(struct.keys, key=lambda key: key.optional)
    if struct.tag:
        name, word = struct.tag
        yield f'    static constexpr std::string_view {name.upper()} = "{word}";'
    for key in keys:
        yield from _doc(key.doc, 4)
        yield f"    {_member(key)}"
    members = [f'key("{key.name}", self.{key.name});' for key in keys]
    if struct.tag:
        members.insert(0, f'key("{name}", {name.upper()});')
    self = " self" if keys else ""
    yield from ("", "    template <class Self, class Keys>")
    yield f"    static void keys(Self&{self}, Keys key) {{"
    yield from (f"        {member}" for member in members)
    yield from ("    }", "};")


def _member(key: Key) -> str:
    kind = "std::int64_t" if key.name == "seed" else SPELLING.of(key.type)  # it has up to 53 bits
    plain = isinstance(key.type, Plain) and kind != "std::string"
    if key.nullable and (plain or isinstance(key.type, Ref)):
        kind = f"std::optional<{kind}>"
    return f"{kind} {key.name}{START.get(kind, '{}')};"


def _doc(text: str, indent: int) -> Iterator[str]:
    lines = wrap(" ".join(text.split()), WIDTH - indent - len("// "))
    return (f"{' ' * indent}// {line}" for line in lines)
