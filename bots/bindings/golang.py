"""Go: structs for `encoding/json`, in one of which any choice and in another any event fits.

Go has no unions; a struct with every key is what its users write by hand, too. What one of them
writes is what its word calls for, so that a field 0 is not left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from bots.bindings.schema_types import (
    EXACT_CARDS,
    Key,
    Plain,
    Ref,
    Spelling,
    Struct,
    Types,
    flattened,
)

FILE = "go/messages.go"
PLAIN = {"string": "string", "integer": "int", "number": "float64", "boolean": "bool"}
SPELLING = Spelling(PLAIN, "[]{}", "Side[{}]", "Address", "any")
UPPER = {"id": "ID", "ms": "MS"}
Row = tuple[str, str, str]


def generate(types: Types) -> Iterator[str]:
    """Yield the lines of `messages.go`."""
    yield from ("package main", "", "import (", '\t"encoding/json"', '\t"fmt"', ")", "")
    members = {name for union in types.unions for name in union.members}
    for struct in types.structs:
        if struct.name not in members | EXACT_CARDS:
            yield from _struct(struct, flat=False)
    for union in types.unions:
        yield from _struct(flattened(union, types), flat=True, more=union.name == "Choice")
    yield from _written([each for each in types.structs if each.tag and each.tag[0] == "do"])


def _struct(struct: Struct, flat: bool, more: bool = False) -> Iterator[str]:
    """Yield a struct. One with `more` also keeps the JSON that it was read from."""
    yield from _comment(f"{struct.name}: {struct.doc}" if struct.doc else "", "")
    yield f"type {struct.name} struct {{"
    rows = [(key.doc, _row(key, flat)) for key in struct.keys]
    if struct.tag:
        rows.insert(0, ("", (_name(struct.tag[0]), "string", f'`json:"{struct.tag[0]}"`')))
    yield from _aligned(rows)
    if more:
        yield from ("", "\traw json.RawMessage")
    yield from ("}", "")


def _row(key: Key, flat: bool) -> Row:
    number = isinstance(key.type, Plain) and key.type.name in ("integer", "number")
    absent = (key.optional or key.nullable) and not flat and (number or isinstance(key.type, Ref))
    empty = ",omitempty" if key.optional else ""
    return _name(key.name), f"{'*' * absent}{SPELLING.of(key.type)}", f'`json:"{key.name}{empty}"`'


def _aligned(rows: Sequence[tuple[str, Row]]) -> Iterator[str]:
    """Yield the fields of a struct as gofmt has them: in columns down to the next comment."""
    block: list[Row] = []
    for doc, row in rows:
        if doc:
            yield from _columns(block)
            yield from _comment(doc, "\t")
            block = []
        block.append(row)
    yield from _columns(block)


def _columns(block: Sequence[Row]) -> Iterator[str]:
    names, kinds = (max((len(row[at]) for row in block), default=0) for at in (0, 1))
    yield from (f"\t{name:{names}} {kind:{kinds}} {tag}" for name, kind, tag in block)


def _written(choices: Sequence[Struct]) -> Iterator[str]:
    yield "// MarshalJSON writes a choice as it came, or the keys that belong to one that was made."
    yield "func (c Choice) MarshalJSON() ([]byte, error) {"
    yield from ("\tif c.asItCame() {", "\t\treturn c.raw, nil", "\t}")
    yield "\tswitch c.Do {"
    for choice in choices:
        assert choice.tag
        yield f'\tcase "{choice.tag[1]}":'
        yield "\t\treturn json.Marshal(struct {"
        rows = [("", ("Do", "string", '`json:"do"`')), *(("", _row(k, True)) for k in choice.keys)]
        yield from (f"\t\t{line}" for line in _aligned(rows))
        given = ", ".join(f"c.{_name(key.name)}" for key in choice.keys)
        yield f"\t\t}}{{c.Do{', ' * bool(given)}{given}}})"
    yield from ("\t}", '\treturn nil, fmt.Errorf("there is no choice called %q", c.Do)', "}")


def _name(key: str) -> str:
    return "".join(UPPER.get(part, part.capitalize()) for part in key.split("_"))


def _comment(text: str, indent: str) -> Iterator[str]:
    for line in wrap(" ".join(text.split()), 96):
        yield f"{indent}// {line}"
