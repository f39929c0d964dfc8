"""C#: classes, and unions as abstract classes, so that `choices.OfType<Plant>()` finds its own.

They are plain properties, which the SDK fills in by their names: `TurnedOver` is `turned_over`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from bots.bindings.schema_types import (
    EXACT_CARDS,
    Key,
    Plain,
    Spelling,
    Struct,
    Types,
    Union,
)

FILE = "csharp/messages.cs"
PLAIN = {"string": "string", "integer": "int", "number": "double", "boolean": "bool"}
SPELLING = Spelling(PLAIN, "List<{}>", "Side<{}>", "{}?", "object")
INSTEAD = {"Accept": "Offer", "Take": "Id"}
"""Classes in whose place this one of their numbers may come."""
TAGS = {"do": "Do", "event": "Name"}
"""What a union's tag is called, as no class can have a property of its own name."""


def generate(types: Types) -> Iterator[str]:
    """Yield the lines of `messages.cs`."""
    yield from ("using System;", "using System.Collections.Generic;", "", "namespace Bohnanza", "{")
    unions = {name: union for union in types.unions for name in union.members}
    classes = [_class(s, unions.get(s.name)) for s in types.structs if s.name not in EXACT_CARDS]
    classes += [_union(union, types) for union in types.unions]
    yield from _spaced(classes)
    yield "}"


def _spaced(parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield parts of a namespace or class: indented, with an empty line between two."""
    for at, lines in enumerate(parts):
        yield from [""] * (at > 0)
        yield from (f"    {line}" if line else "" for line in lines)


def _class(struct: Struct, union: Union | None) -> Iterator[str]:
    name = _class_name(struct, union)
    yield from _doc(struct.doc)
    base = f" : {union.name}" if union else ""
    yield from (f"public {'sealed ' * (name != 'Decide')}class {name}{base}", "{")
    members = [[*_property(key)] for key in struct.keys]
    if union and struct.tag:
        members.insert(0, [f'public override string {TAGS[union.tag]} => "{struct.tag[1]}";'])
    if name in INSTEAD:
        head = f"public static implicit operator {name}(int number)"
        members.append([f"{head} => new {name} {{ {INSTEAD[name]} = number }};"])
    yield from _spaced(members)
    yield "}"


def _union(union: Union, types: Types) -> Iterator[str]:
    known = "Dictionary<string, Type>"
    yield from _doc(f"One of a later version of the arena is an Other{union.name}.")
    yield from (f"public abstract class {union.name}", "{")
    yield from (f"    internal static readonly {known} Known = new {known}", "    {")
    for struct in (each for each in types.structs if each.name in union.members):
        assert struct.tag
        yield f'        ["{struct.tag[1]}"] = typeof({_class_name(struct, union)}),'
    yield from ("    };", "", f"    public abstract string {TAGS[union.tag]} {{ get; }}")
    if union.name == "Choice":  # may be given back with what only a later version reads
        yield from ("", "    internal Dictionary<string, object> Came { get; set; }")
    yield "}"


def _property(key: Key) -> Iterator[str]:
    kind = "long" if key.name == "seed" else SPELLING.of(key.type)  # it has up to 53 bits
    yield from _doc(key.doc)
    start = f" = new {kind}();" if "<" in kind and not key.nullable else ""
    missing = "?" if key.nullable and isinstance(key.type, Plain) and kind != "string" else ""
    yield f"public {kind}{missing} {_name(key.name)} {{ get; set; }}{start}"


def _class_name(struct: Struct, union: Union | None) -> str:
    own = any(_name(key.name) == struct.name for key in struct.keys)
    return f"{struct.name}{union.name}" if own and union else struct.name


def _name(key: str) -> str:
    return "".join(part.capitalize() for part in key.split("_"))


def _doc(text: str) -> Iterator[str]:
    if text:
        words = escape(" ".join(text.split()), quote=False)
        words = re.sub("`(.+?)`", r"<c>\1</c>", words)
        yield f"/// <summary>{words}</summary>"
