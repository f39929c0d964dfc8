"""Java: records in one file, those of choices and of events below sealed interfaces.

What can be missing or null is null, or an empty list. A record has what its use calls for: `from`
if a bot reads it, `json` if a bot writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from bots.bindings.schema_types import (
    EXACT_CARDS,
    AnyJson,
    Key,
    ListOf,
    OrWord,
    Plain,
    Spelling,
    Struct,
    Type,
    Types,
    Union,
)

FILE = "java/src/bohnanza/Messages.java"
PLAIN = {"string": "String", "integer": "int", "number": "double", "boolean": "boolean"}
READ = {"string": "text", "integer": "integer", "number": "number", "boolean": "flag"}
BOXED = {"int": "Integer", "double": "Double", "boolean": "Boolean"}
SPELLING = Spelling(
    {kind: BOXED.get(name, name) for kind, name in PLAIN.items()},
    *("List<{}>", "Side<{}>", "{}", "Json"),
)
LONG = "seed"
"""The one number that does not fit into an int."""
UNUSED = frozenset({"AskModel", "Bye", "Choose", "Hello", "ModelSaid", "Prompt", "Ready", "Usage"})
"""What the SDK reads and writes by itself, or not at all."""
WRITTEN = frozenset({"Accept", "Offer", "Take"})
BARE = frozenset({"Accept", "Take"})
"""What is written as its first key alone if it has no more to say."""
SHORT = {**dict.fromkeys(BARE, 1), "Answer": 2, "Trade": 2}
"""What can be made of so many of its keys, without those that are seldom needed."""
WIDTH = 100
HEAD = """\
package bohnanza;

import java.util.List;

/**
 * The protocol's messages. What is missing is null, or an empty list; an offer is for everybody
 * where its {@code to} is null.
 */
public final class Messages {
    private Messages() {}
"""


def generate(types: Types) -> Iterator[str]:
    """Yield the lines of `Messages.java`."""
    yield from HEAD.splitlines()
    union_of = {member: union for union in types.unions for member in union.members}
    for struct in types.structs:
        if struct.name not in EXACT_CARDS | UNUSED:
            yield ""
            yield from _indented(_record(struct, union_of.get(struct.name)))
    for union in types.unions:
        yield ""
        yield from _indented(_interface(union, types))
    yield "}"


def _record(struct: Struct, union: Union | None) -> Iterator[str]:
    asked, written = struct.name == "Decide", struct.name in WRITTEN
    name = "Decision" if asked else struct.name
    role = union.name if union else "Json.Writable" if written else "Question" if asked else ""
    rows = [(_name(key.name), key) for key in struct.keys]
    yield from _doc(struct.doc, {name: key.doc for name, key in rows if key.doc})
    components = [f"{_declared(key)} {name}" for name, key in rows]
    yield from _call(
        f"public record {name}(", components, f"){f' implements {role}' * bool(role)} {{"
    )
    if given := SHORT.get(struct.name):
        rest = ["List.of()" if isinstance(key.type, ListOf) else "false" for _, key in rows[given:]]
        left_out = " and ".join(f"{{@code {name}}}" for name, _ in rows[given:])
        yield f"    /** Leaves out {left_out}. */"
        yield f"    public {name}({', '.join(components[:given])}) {{"
        values = [*(name for name, _ in rows[:given]), *rest]
        yield from (f"        this({', '.join(values)});", "    }", "")
    yield f"    static {name} from(Json json) {{"
    read = [_read_key(key, struct.name in BARE and key is struct.keys[0]) for _, key in rows]
    yield from _call(f"return new {name}(", read, ");", 8)
    yield "    }"
    if written or (union and union.tag == "do"):
        yield from ("", "    @Override", "    public Object json() {")
        pairs = [f'"{key.name}", {name}' for name, key in rows]
        words = [", ".join(f'"{word}"' for word in struct.tag)] if struct.tag else []
        bare = f"{rows[1][0]}.isEmpty() ? {rows[0][0]} : " if struct.name in BARE else ""
        yield from _call(f"return {bare}Json.object(", words + pairs, ");", 8)
        yield "    }"
    yield "}"


def _interface(union: Union, types: Types) -> Iterator[str]:
    name, other = union.name, f"Other{union.name}"
    writable = " extends Json.Writable" if union.tag == "do" else ""
    yield f"/** Any {name.lower()}. */"
    yield f"public sealed interface {name}{writable} {{"
    yield f"    static {name} from(Json json) {{"
    yield f'        return switch (String.valueOf(json.get("{union.tag}").text())) {{'
    for struct in types.structs:
        if struct.tag and struct.name in union.members:
            yield f'            case "{struct.tag[1]}" -> {struct.name}.from(json);'
    yield f"            default -> new {other}(json);"
    yield from ("        };", "    }", "}", "")
    yield "/** One of a later version, as it came. */"
    yield f"public record {other}(Json json) implements {name} {{}}"


def _indented(lines: Iterable[str], by: int = 4) -> Iterator[str]:
    return (f"{' ' * by}{line}".rstrip() for line in lines)


def _declared(key: Key) -> str:
    if key.name == LONG:
        return "long"
    flag = key.type == Plain("boolean")
    return _type(key.type, boxed=(key.optional or key.nullable) and not flag)


def _type(kind: Type, boxed: bool = True) -> str:
    return SPELLING.of(kind) if boxed or not isinstance(kind, Plain) else PLAIN[kind.name]


def _read_key(key: Key, bare: bool) -> str:
    value = f'json.get{"OrSelf" * bare}("{key.name}")'
    absent = key.optional or key.nullable
    match key.type:
        case OrWord(Plain("integer"), _):
            return f"{value}.integerOrNull()"
        case Plain("integer") if absent:
            return f"{value}.integerOrNull()"
        case Plain(name):
            return f"{value}.{'longInteger' if key.name == LONG else READ[name]}()"
        case ListOf(item):
            return f"{value}.list({_function(item)})"
        case OrWord(ListOf(item), _):
            return f"Side.from({value}, {_function(item)})"
        case AnyJson():
            return value
        case kind:
            return (
                f"{value}.orNull({_function(kind)})" if absent else f"{_type(kind)}.from({value})"
            )


def _function(kind: Type) -> str:
    match kind:
        case Plain(name):
            return f"Json::{READ[name]}"
        case ListOf(item):
            return f"Json.listOf({_function(item)})"
        case AnyJson():
            return "each -> each"
    return f"{_type(kind)}::from"


def _name(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _call(head: str, arguments: Sequence[str], tail: str, by: int = 0) -> Iterator[str]:
    """Yield a list of arguments in one line, or as many as it takes."""
    line = f"{head}{', '.join(arguments)}{tail}"
    lines = [line] if len(line) + by + 4 <= WIDTH else [head, *_continued(arguments, tail)]
    return _indented(lines, by)


def _continued(arguments: Sequence[str], tail: str) -> Iterator[str]:
    *most, last = arguments
    return _indented([*(f"{each}," for each in most), f"{last}{tail}"], 8)


def _doc(text: str, components: dict[str, str]) -> Iterator[str]:
    about = [f"@param {name} {doc}" for name, doc in components.items()]
    paragraphs = [" ".join(text.split()), *[""] * bool(about), *about]
    lines = [line for each in paragraphs for line in wrap(_code(each), WIDTH - 11) or [""]]
    if len(lines) == 1:
        yield f"/** {lines[0]} */"
    else:
        yield from ("/**", *(f" * {line}".rstrip() for line in lines), " */")


def _code(text: str) -> str:
    return re.sub("`([^`]*)`", r"{@code \1}", text)
