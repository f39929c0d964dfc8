"""TypeScript: interfaces, and unions that the compiler tells apart by their tag."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from bots.bindings.schema_types import (
    AnyJson,
    Key,
    ListOf,
    OrStruct,
    OrWord,
    Plain,
    Ref,
    Struct,
    Type,
    Types,
)

FILE = "typescript/messages.d.ts"
COMMENT = "//"
WIDTH = 100


def generate(types: Types) -> Iterator[str]:
    """Yield the lines of `messages.d.ts`."""
    for struct in types.structs:
        yield from _interface(struct)
    for name, alias in types.aliases.items():
        yield f"export type {name} = {_type(alias)};"
        yield ""
    for union in types.unions:
        yield f"export type {union.name} ="
        yield from (f"  | {member}" for member in union.members[:-1])
        yield f"  | {union.members[-1]};"
        yield ""


def _interface(struct: Struct) -> Iterator[str]:
    yield from _doc(struct.doc, "")
    yield f"export interface {struct.name} {{"
    if struct.tag:
        yield f'  {struct.tag[0]}: "{struct.tag[1]}";'
    for key in struct.keys:
        yield from _doc(key.doc, "  ")
        yield f"  {_declared(key)};"
    yield "}"
    yield ""


def _declared(key: Key) -> str:
    return f"{key.name}{'?' * key.optional}: {_type(key.type)}{' | null' * key.nullable}"


def _type(kind: Type) -> str:
    match kind:
        case Plain("integer"):
            return "number"
        case Plain(name) | Ref(name):
            return name
        case ListOf(item):
            inner = _type(item)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case OrWord(value, word):
            return f'{_type(value)} | "{word}"'
        case OrStruct(value, structs):
            return " | ".join([_type(value), *structs])
        case AnyJson():
            return "unknown"
    assert_never(kind)


def _doc(text: str, indent: str) -> Iterator[str]:
    paragraphs = text.split("\n\n")
    line = f"{indent}/** {text} */"
    if not text:
        return
    if len(paragraphs) == 1 and len(line) <= WIDTH:
        yield line
        return
    yield f"{indent}/**"
    for paragraph in paragraphs:
        yield f"{indent} * {' '.join(paragraph.split())}"
    yield f"{indent} */"
