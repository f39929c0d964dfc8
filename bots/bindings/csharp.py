"""C#: classes, and unions as abstract classes, so that `choices.OfType<Plant>()` finds its own.

They are plain properties, which the SDK fills in by their names: `TurnedOver` is `turned_over`.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
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
    Union,
)

FILE = "csharp/messages.cs"
PLAIN = {"string": "string", "integer": "int", "number": "double", "boolean": "bool"}
BY_HAND = frozenset({"GivenCard", "HandCard", "TurnedOverCard", "StoredCard", "SetAsideCard"})
"""What the SDK has as one type, `Card`."""
LONG = frozenset({"seed"})
"""Keys whose numbers need more than 32 bits."""
TAGS = {"do": "Do", "event": "Name"}
"""How a union's tag is called; no class may have a property of its own name."""


def generate(types: Types) -> Iterator[str]:
    """Yield the lines of `messages.cs`."""
    yield from ("using System;", "using System.Collections.Generic;", "")
    yield from ("namespace Bohnanza", "{")
    unions = {name: union for union in types.unions for name in union.members}
    structs = [struct for struct in types.structs if struct.name not in BY_HAND]
    plain = dict(_instead(types))
    classes = [_class(each, unions.get(each.name), plain.get(each.name)) for each in structs]
    classes += [_union(union, types) for union in types.unions]
    for at, lines in enumerate(classes):
        yield from [""] * (at > 0)
        yield from (f"    {line}" if line else "" for line in lines)
    yield "}"


def _instead(types: Types) -> Iterator[tuple[str, Plain]]:
    """Yield the classes in whose place a plain value may come, with its type."""
    for struct in types.structs:
        for key in struct.keys:
            if isinstance(key.type, ListOf) and isinstance(key.type.item, OrStruct):
                yield from ((name, key.type.item.value) for name in key.type.item.structs)


def _class(struct: Struct, union: Union | None, plain: Plain | None) -> Iterator[str]:
    name = _class_name(struct, union)
    yield from _doc(struct.doc)
    yield f"public {'sealed ' * (name != 'Decide')}class {name}{f' : {union.name}' if union else ''}"
    yield "{"
    members = [_property(key) for key in struct.keys]
    if union and struct.tag:
        word = f'public override string {TAGS[union.tag]} => "{struct.tag[1]}";'
        members.insert(0, iter(["/// <inheritdoc/>", word]))
    if plain:
        first = _name(struct.keys[0].name)
        called = first.lower()
        head = f"public static implicit operator {name}({PLAIN[plain.name]} {called})"
        doc = _doc(f"Names no copies, only the {called}.")
        members.append(iter([*doc, f"{head} => new {name} {{ {first} = {called} }};"]))
    for at, lines in enumerate(members):
        yield from [""] * (at > 0)
        yield from (f"    {line}" for line in lines)
    yield "}"


def _union(union: Union, types: Types) -> Iterator[str]:
    word = union.name.lower()
    yield from _doc(f"Any {word}; one of a later version of the arena is an Other{union.name}.")
    yield f"public abstract class {union.name}"
    yield "{"
    yield f"    internal static readonly Dictionary<string, Type> Known = new Dictionary<string, Type>"
    yield "    {"
    structs = {struct.name: struct for struct in types.structs}
    for struct in (structs[name] for name in union.members):
        assert struct.tag
        yield f'        ["{struct.tag[1]}"] = typeof({_class_name(struct, union)}),'
    yield from ("    };", "")
    yield from (f"    {line}" for line in _doc(f"The arena's word for this {word}."))
    yield f"    public abstract string {TAGS[union.tag]} {{ get; }}"
    yield "}"


def _property(key: Key) -> Iterator[str]:
    kind = "long" if key.name in LONG else _type(key.type)
    yield from _doc(key.doc)
    start = f" = new {kind}();" if "<" in kind and not key.nullable else ""
    missing = "?" if key.nullable and isinstance(key.type, Plain) and kind != "string" else ""
    yield f"public {kind}{missing} {_name(key.name)} {{ get; set; }}{start}"


def _class_name(struct: Struct, union: Union | None) -> str:
    own = any(_name(key.name) == struct.name for key in struct.keys)
    return f"{struct.name}{union.name}" if own and union else struct.name


def _type(kind: Type) -> str:
    match kind:
        case Plain(name):
            return PLAIN[name]
        case Ref(name):
            return "Card" if name in BY_HAND else name
        case ListOf(item):
            return f"List<{_type(item)}>"
        case OrWord(ListOf(item), _):
            return f"Side<{_type(item)}>"
        case OrWord(value, _):
            return f"{_type(value)}?"
        case OrStruct(_, structs):
            return structs[0]
        case AnyJson():
            return "object"
    assert_never(kind)


def _name(key: str) -> str:
    return "".join(part.capitalize() for part in key.split("_"))


def _doc(text: str) -> Iterator[str]:
    if text:
        yield f"/// <summary>{escape(' '.join(text.split()), quote=False)}</summary>"
