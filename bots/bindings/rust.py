"""Rust: structs, and enums for choices and events, in macros that read and write them as JSON.

A variant has its keys itself, as `Choice::Plant { card, field }`; a choice whose keys may all be
missing is a struct with defaults, as `Choice::Trade(Trade { .. })`.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from bots.bindings.schema_types import (
    Key,
    ListOf,
    OrStruct,
    OrWord,
    Plain,
    Ref,
    Spelling,
    Struct,
    Type,
    Types,
)

FILE = "rust/src/messages.rs"
PLAIN = {"string": "String", "integer": "usize", "number": "f64", "boolean": "bool"}
SPELLING = Spelling(
    PLAIN, "Vec<{}>", "Side<{}>", "Address", "Json", or_struct="IdOr<{}>", one_card=False
)
WIDTH = 100
HEAD = """//! What the arena and a bot tell each other, as types, which bohnanza.rs has, too.

#![allow(dead_code)] // no bot uses all of them

use crate::json::{enums, structs, FromJson, Json, ToJson};
use crate::offers::{Address, Card, IdOr, Side};
"""


def generate(types: Types) -> Iterator[str]:
    """Yield the lines of `messages.rs`."""
    yield from HEAD.splitlines()
    members = {name for union in types.unions for name in union.members}
    by_hand = {each for kind in types.aliases.values() for each in _alternatives(kind)}
    structs = {struct.name: struct for struct in types.structs if struct.name not in by_hand}
    yield from ("", "structs! {")
    for struct in structs.values():
        if struct.keys and (struct.name not in members or _has_defaults(struct)):
            yield from _doc(struct.doc, 4)
            if _is_exact(Ref(struct.name), types):
                yield "    #[derive(Eq, Hash)]"
            yield f"    pub struct {'Decision' if struct.name == 'Decide' else struct.name} {{"
            yield from _fields(struct, 8, "pub ")
            yield "    }"
    yield from ("}", "", "enums! {")
    for union in types.unions:
        yield f'    pub enum {union.name}: "{union.tag}" {{'
        for member in union.members:
            yield from _variant(structs[member])
        yield "    }"
    yield "}"


def _alternatives(alias: Type) -> tuple[str, ...]:
    """Return the structs of an alias, which the SDK has as a type of its own."""
    return alias.structs if isinstance(alias, OrStruct) else ()


def _has_defaults(struct: Struct) -> bool:
    return bool(struct.keys) and all(key.optional for key in struct.keys)


def _is_exact(kind: Type, types: Types) -> bool:
    """Return True for a type without floats, which can be hashed; unions may hold any JSON."""
    match kind:
        case Plain(name):
            return name != "number"
        case ListOf(item) | OrWord(item, _):
            return _is_exact(item, types)
        case Ref(name):
            keys = [key for struct in types.structs if struct.name == name for key in struct.keys]
            any_json = name in {union.name for union in types.unions}
            return not any_json and all(_is_exact(key.type, types) for key in keys)
    return isinstance(kind, OrStruct)


def _variant(struct: Struct) -> Iterator[str]:
    yield from _doc(struct.doc, 8)
    assert struct.tag
    word = struct.tag[1]
    start = f'        "{word}" = {word.title().replace("_", "")}'
    if _has_defaults(struct):
        yield f"{start}({word}: {struct.name}),"
    elif not struct.keys:
        yield f"{start},"
    else:
        yield f"{start} {{"
        yield from _fields(struct, 12, "")
        yield "        },"


def _fields(struct: Struct, indent: int, public: str) -> Iterator[str]:
    for key in struct.keys:
        yield from _doc(key.doc, indent)
        name = f"r#{key.name}" if key.name == "type" else key.name
        yield f"{' ' * indent}{public}{name}: {_declared(key)},"


def _declared(key: Key) -> str:
    kind = "u64" if key.name == "seed" else SPELLING.of(key.type)
    return f"Option<{kind}>" if key.nullable and kind != "Json" else kind


def _doc(text: str, indent: int) -> Iterator[str]:
    lines = wrap(" ".join(text.split()), WIDTH - indent - len("/// "))
    return (f"{' ' * indent}/// {line}" for line in lines)
