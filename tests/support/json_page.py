"""What commands print with `--json`, as the code says: a page of the site, and a check of output.

Dataclasses and named tuples are printed with their fields. What else is printed has its shape in
the docstring of the command, or of the function that makes it, in a last section `JSON:`. Shapes
are Python expressions: `{"seed": int | null, "bots": [str], "note?": str}` is an object with a note
or without, `{str: int}` one with any keys, `[str, int]` a list of just these two, and `{**Bot,
"new": bool}` a Bot with one more key. `Name = …` names a shape that several others have.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

import typer

from arena.cli import app
from arena.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
_KINDS: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "int": (int,),
    "float": (float, int),
    "str": (str,),
    "null": (type(None),),
    "any": (object,),
}
_WORDS = {"None": "null", "Any": "any", "Json": "any", "bytes": "any", "Status": "str"}
_WORDS |= {"Kind": "str", "Level": "str"}
"""What is printed of types that are neither in `_KINDS` nor printed with their fields."""
_MAPPINGS = ("dict", "Mapping", "Counter")


@cache
def _sources() -> dict[Path, str]:
    files = [each for room in ("arena", "ladder") for each in (ROOT / room).rglob("*.py")]
    return {each: each.read_text("utf-8") for each in sorted(files)}


@cache
def _sections() -> tuple[dict[str, str], dict[str, str]]:
    """Read the sections `JSON:`: those that name a shape, and those of commands, by function."""
    named: dict[str, str] = {}
    functions: dict[str, str] = {}
    for file, source in _sources().items():
        if "    JSON:\n" not in source:
            continue
        for function in ast.walk(ast.parse(source)):
            if not isinstance(function, ast.FunctionDef):
                continue
            _, _, section = (ast.get_docstring(function) or "").partition("\n\nJSON:\n")
            text = cleandoc(f"\n{section}")
            lines = [each for each in ast.parse(text).body if isinstance(each, ast.Assign)]
            names = [ast.unparse(each.targets[0]) for each in lines]
            named |= dict.fromkeys(names, text)
            if text and not names and "cli" in file.parts:
                functions[function.name] = text
    return named, functions


@cache
def _class(name: str) -> ast.ClassDef:
    for source in _sources().values():
        if re.search(rf"^class {name}\b", source, re.MULTILINE):
            classes = (each for each in ast.parse(source).body if isinstance(each, ast.ClassDef))
            return next(each for each in classes if each.name == name)
    raise KeyError(f"{name} is neither a class nor named in a section JSON:")


def _fields(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the fields of a class: name, shape, and what its docstring says."""
    body = _class(name).body
    for base in _class(name).bases:
        if ast.unparse(base) != "NamedTuple":
            yield from _fields(ast.unparse(base))
    for at, each in enumerate(body):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            after = body[at + 1] if at + 1 < len(body) else None
            said = after.value if isinstance(after, ast.Expr) else None
            doc = cleandoc(str(said.value)) if isinstance(said, ast.Constant) else ""
            yield each.target.id, _shape(each.annotation), doc


def _shape(type_: ast.expr) -> str:
    """Return the shape of what is printed of values of a type."""
    if isinstance(type_, ast.BinOp):
        return f"{_shape(type_.left)} | {_shape(type_.right)}"
    if not isinstance(type_, ast.Subscript):
        return _WORDS.get(ast.unparse(type_), ast.unparse(type_))
    of = type_.slice.elts if isinstance(type_.slice, ast.Tuple) else [type_.slice]
    if ast.unparse(type_.value) == "Annotated":
        return _shape(of[0])
    shapes = [_shape(each) for each in of if ast.unparse(each) != "..."]
    if ast.unparse(type_.value) in _MAPPINGS:
        return f"{{str: {shapes[-1] if len(shapes) > 1 else 'int'}}}"
    return f"[{', '.join(shapes)}]"


def _text(name: str) -> str:
    """Return a named shape as the page has it, with what the code says of its keys."""
    if name in _sections()[0]:
        return _sections()[0][name]
    lines = [f"# {line}".rstrip() for line in (ast.get_docstring(_class(name)) or "").splitlines()]
    lines.append(f"{name} = {{")
    for key, (shape, doc) in {key: more for key, *more in _fields(name)}.items():
        lines += [f"    # {line}" for line in doc.splitlines()]
        lines.append(f'    "{key}": {shape},')
    return "\n".join([*lines, "}"])


@cache
def _named(name: str) -> ast.expr:
    for line in ast.parse(_text(name)).body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == name:
            return line.value
    raise KeyError(name)


@cache
def commands() -> dict[str, str]:
    """Return the shapes of what commands print, by command; those without one are missing."""
    functions = _sections()[1]
    names = {
        each: functions.get(each.replace(" ", "_"), functions.get(each.split()[-1]))
        for each in every_command()
    }
    return {name: text for name, text in names.items() if text is not None}


def every_command() -> Iterator[str]:
    """The names of all commands, those of groups among them where they do something alone."""
    yield from _commands(typer.main.get_command(app))


def _commands(group: Any, before: str = "") -> Iterator[str]:
    for name, listed in group.commands.items():
        command = getattr(listed, "loaded", listed)
        if not hasattr(command, "commands") or command.invoke_without_command:
            yield before + name
        if hasattr(command, "commands"):
            yield from _commands(command, f"{before}{name} ")


def json_page() -> str:
    """Return the page of the site: what each command prints, then the shapes with a name."""
    parts = [
        "# Keys of `--json`",
        "For programs that read what commands print: every key of every command. "
        "[What `--json` prints](../json.md) says how to read this.",
    ]
    used: dict[str, None] = {}
    for subject, names in COMMANDS.items():
        parts.append(f"## {subject}")
        for name, text in commands().items():
            if name.split()[0] in names:
                parts += [f"### arena {name}", f"```text\n{text}\n```"]
                _collect(ast.parse(text), used)
    parts.append("## Shapes with a name")
    for name in sorted(used):
        parts += [f"### {name}", f"```text\n{_text(name)}\n```"]
    return "\n\n".join(parts) + "\n"


def _collect(shape: ast.AST, used: dict[str, None]) -> None:
    """Add the names that a shape has, and those that these have."""
    for each in ast.walk(shape):
        if isinstance(each, ast.Name) and each.id not in _KINDS and each.id not in used:
            used[each.id] = None
            _collect(_named(each.id), used)


def problems(words: Sequence[str], printed: str) -> list[str]:
    """Tell where that output of `arena WORDS --json` is not as the code says."""
    known = [each for each in commands() if f"{' '.join(words)} ".startswith(f"{each} ")]
    if not known:
        return [f"arena {words[0]} has no section JSON:"]
    command = max(known, key=len)
    shape = ast.parse(commands()[command]).body[0]
    assert isinstance(shape, ast.Expr)
    return [f"arena {command}: {each}" for each in _differ(shape.value, json.loads(printed))]


def _differ(shape: ast.expr, data: Any, at: str = "$") -> Iterator[str]:
    """Where the data are not of that shape."""
    if isinstance(shape, ast.BinOp):
        found = [list(_differ(each, data, at)) for each in (shape.left, shape.right)]
        yield from min(found, key=len)
    elif isinstance(shape, ast.Name) and shape.id in _KINDS:
        # True is an int to Python, not to JSON.
        if not isinstance(data, _KINDS[shape.id]) or (data is True or data is False) > (
            shape.id in ("bool", "any")
        ):
            yield f"{at} is {data!r:.60}, not {shape.id}"
    elif isinstance(shape, ast.Name):
        yield from _differ(_named(shape.id), data, at)
    elif isinstance(shape, ast.List) and isinstance(data, list):
        yield from _differ_in_list(shape.elts, data, at)
    elif isinstance(shape, ast.Dict) and isinstance(data, dict):
        yield from _differ_in_object(shape, data, at)
    elif not isinstance(shape, ast.Constant) or shape.value != data:
        yield f"{at} is {data!r:.60}, not {ast.unparse(shape):.60}"


def _differ_in_list(elements: list[ast.expr], data: list[Any], at: str) -> Iterator[str]:
    if len(elements) == 1:
        elements = elements * len(data)
    if len(elements) != len(data):
        yield f"{at} has {len(data)} elements, not {len(elements)}"
        return
    for number, (element, value) in enumerate(zip(elements, data, strict=True)):
        yield from _differ(element, value, f"{at}[{number}]")


def _differ_in_object(shape: ast.Dict, data: dict[str, Any], at: str) -> Iterator[str]:
    keys = dict(_keys(shape))
    if "str" in keys and len(keys) == 1:
        for key, value in data.items():
            yield from _differ(keys["str"], value, f"{at}.{key}")
        return
    for key, value in data.items():
        if key in keys or f"{key}?" in keys:
            yield from _differ(keys.get(key, keys.get(f"{key}?", shape)), value, f"{at}.{key}")
        else:
            yield f"{at} has a key {key!r} that nothing tells of"
    for key in keys:
        if not key.endswith("?") and key not in data:
            yield f"{at} has no key {key!r}"


def _keys(shape: ast.Dict) -> Iterator[tuple[str, ast.expr]]:
    """The keys of an object with their shapes; `str` for any key."""
    for key, value in zip(shape.keys, shape.values, strict=True):
        if isinstance(key, ast.Constant):
            yield str(key.value), value
        elif isinstance(key, ast.Name):
            yield key.id, value
        elif isinstance(value, ast.Name):  # `**Name`
            spread = _named(value.id)
            assert isinstance(spread, ast.Dict), f"{value.id} cannot be spread"
            yield from _keys(spread)
