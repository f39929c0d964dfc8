"""The protocol's types as a few plain shapes, read from its JSON Schema.

What generates a language's types walks these shapes, so that no generator has to know JSON Schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, assert_never

Scalar = Literal["string", "integer", "number", "boolean"]
TAGS = ("type", "do", "event")
"""The keys of which each message, choice or event has one, with its name as the value."""
EXACT_CARDS = frozenset({"GivenCard", "HandCard", "TurnedOverCard", "StoredCard", "SetAsideCard"})
"""What some SDKs have as one type written by hand, `Card`."""
LEFT_OUT = frozenset({"Record", "Decision", "Player", "Result", "Forfeit"})
"""What only stored games have."""


@dataclass(frozen=True)
class Plain:
    """A string, a number or a boolean."""

    name: Scalar


@dataclass(frozen=True)
class Ref:
    """One of the structs, or of the unions."""

    name: str


@dataclass(frozen=True)
class ListOf:
    """A list, all of whose items have one type."""

    item: Type


@dataclass(frozen=True)
class OrWord:
    """A value, or in its place one fixed word: a seat or "all", cards or "open"."""

    value: Type
    word: str


@dataclass(frozen=True)
class OrStruct:
    """A plain value, or in its place one of these structs, which says more: an id or a `Take`."""

    value: Plain
    structs: tuple[str, ...]


@dataclass(frozen=True)
class AnyJson:
    """Whatever JSON may come; an expansion's own tables, say."""


Type = Plain | Ref | ListOf | OrWord | OrStruct | AnyJson


@dataclass(frozen=True)
class Spelling:
    """How a language spells types; `{}` stands for the type inside."""

    plain: Mapping[Scalar, str]
    list_of: str
    side: str
    """Cards or "open", as in an offer."""
    or_word: str
    """Any other value or a word, as the seat that an offer is for."""
    any_json: str
    or_struct: str = "{}"
    one_card: bool = True
    """All exact cards are one type, `Card`."""

    def of(self, kind: Type) -> str:
        """Spell a type."""
        match kind:
            case Plain(name):
                return self.plain[name]
            case Ref(name):
                return "Card" if self.one_card and name in EXACT_CARDS else name
            case ListOf(item):
                return self.list_of.format(self.of(item))
            case OrWord(ListOf(item), _):
                return self.side.format(self.of(item))
            case OrWord(value, _):
                return self.or_word.format(self.of(value))
            case OrStruct(_, structs):
                return self.or_struct.format(structs[0])
            case AnyJson():
                return self.any_json
        assert_never(kind)


@dataclass(frozen=True)
class Key:
    """A key of an object, which may be missing where `optional`, and null where `nullable`."""

    name: str
    type: Type
    optional: bool
    nullable: bool
    doc: str


@dataclass(frozen=True)
class Struct:
    """An object with fixed keys. `tag` is the key and the word that tell it from others, if any."""

    name: str
    doc: str
    tag: tuple[str, str] | None
    keys: tuple[Key, ...]


@dataclass(frozen=True)
class Union:
    """An object that is one of these structs, which are told apart by the value of one key."""

    name: str
    tag: str
    members: tuple[str, ...]


@dataclass(frozen=True)
class Types:
    """All that a bot reads and writes."""

    structs: tuple[Struct, ...]
    unions: tuple[Union, ...]
    aliases: dict[str, Type]
    """Other names of types: `Card`, which is a kind or one exact card."""


def types_of(schema: dict[str, Any]) -> Types:
    """Return the types of a protocol schema, in alphabetical order.

    Raises ValueError where the schema has a shape that none of these can express.
    """
    structs: list[Struct] = []
    unions: list[Union] = []
    aliases: dict[str, Type] = {}
    for name, definition in sorted(schema["$defs"].items()):
        if name in LEFT_OUT or name.startswith("Other"):
            continue
        if "oneOf" in definition:
            members = (each["$ref"].rpartition("/")[2] for each in definition["oneOf"])
            known = tuple(each for each in members if not each.startswith("Other"))
            unions.append(Union(name, "do" if name == "Choice" else "event", known))
        elif "anyOf" in definition:
            aliases[name] = _type(definition["anyOf"])
        else:
            structs.append(_struct(name, definition))
    return Types(tuple(structs), tuple(unions), aliases)


def flattened(union: Union, types: Types) -> Struct:
    """Return a struct with the keys of all members of a union, for languages without unions.

    A key has the same type in all that have it; which have it, the tag tells.
    """
    members = [struct for struct in types.structs if struct.name in union.members]
    keys = {key.name: replace(key, optional=True, doc="") for each in members for key in each.keys}
    doc = f"Any {union.name.lower()}; `{union.tag}` says which, and so which keys it has."
    return Struct(union.name, doc, (union.tag, ""), tuple(keys.values()))


def _struct(name: str, definition: dict[str, Any]) -> Struct:
    tag, keys = None, []
    for key, shape in definition["properties"].items():
        if key in TAGS and "const" in shape:
            tag = key, shape["const"]
            continue
        kind, nullable = _nullable(shape)
        optional = key not in definition.get("required", ())
        keys.append(Key(key, kind, optional, nullable, shape.get("description", "")))
    return Struct(name, definition.get("description", ""), tag, tuple(keys))


def _nullable(shape: dict[str, Any]) -> tuple[Type, bool]:
    branches = shape.get("anyOf", [shape])
    left = [each for each in branches if each.get("type") != "null"]
    return _type(left), len(left) < len(branches)


def _type(branches: list[dict[str, Any]]) -> Type:
    """Return the type of a value that may have any of these shapes."""
    refs = tuple(each["$ref"].rpartition("/")[2] for each in branches if "$ref" in each)
    rest = [each for each in branches if "$ref" not in each]
    match rest:
        case []:
            return Ref(refs[0])
        case [{"anyOf": inner}]:
            return _type(inner)
        case [{"const": str()}] | [{"enum": _}]:
            return Plain("string")
        case [value, {"const": str(word)}]:
            return OrWord(_type([value]), word)
        case [{"type": "array", "items": items}]:
            return ListOf(_type([items]))
        case [{"type": "string" | "integer" | "number" | "boolean" as plain}]:
            return OrStruct(Plain(plain), refs) if refs else Plain(plain)
    return AnyJson()
