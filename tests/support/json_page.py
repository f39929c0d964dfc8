"""The page `docs/json.md`, read to hold against it what commands print with `--json`.

Its blocks are Python expressions: `{"seed": int | null, "bots": [str], "note?": str}` is an object
with a note or without, `{str: int}` one with any keys, `[str, int]` a list of just these two,
`{**Bot, "new": bool}` a Bot with one more key. Shapes that several commands share have names.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import typer

from arena.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
_BLOCK = re.compile(r"```text\n(.*?)```", re.DOTALL)
_SECTION = re.compile(r"^### `arena ([a-z ]+)`$(.*?)(?=^##|\Z)", re.DOTALL | re.MULTILINE)
_KINDS: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "int": (int,),
    "float": (float, int),
    "str": (str,),
    "null": (type(None),),
    "any": (object,),
}


class Shapes(NamedTuple):
    """The shapes of the page: those with a name, and what each command prints."""

    named: dict[str, ast.expr]
    commands: dict[str, ast.expr]


@cache
def shapes() -> Shapes:
    """Read the page."""
    text = PAGE.read_text("utf-8")
    named: dict[str, ast.expr] = {}
    commands: dict[str, ast.expr] = {}
    for block in _BLOCK.findall(text):
        for line in ast.parse(block).body:
            if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
                named[line.targets[0].id] = line.value
    for command, section in _SECTION.findall(text):
        for line in ast.parse("".join(_BLOCK.findall(section))).body:
            if isinstance(line, ast.Expr):
                commands[command] = line.value
    return Shapes(named, commands)


def problems(words: Sequence[str], printed: str) -> list[str]:
    """Tell where that output of `arena WORDS --json` is not as the page says."""
    known = shapes().commands
    command = max((each for each in known if _begins(words, each.split())), key=len, default="")
    if not command:
        return [f"arena {words[0]} is not on the page {PAGE.name}"]
    return [f"arena {command}: {each}" for each in _differ(known[command], json.loads(printed))]


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


def _begins(words: Sequence[str], command: list[str]) -> bool:
    return list(words[: len(command)]) == command


def _differ(shape: ast.expr, data: Any, at: str = "$") -> Iterator[str]:
    """Where the data are not of that shape."""
    if isinstance(shape, ast.BinOp):
        found = [list(_differ(each, data, at)) for each in _either(shape)]
        yield from min(found, key=len)
    elif isinstance(shape, ast.Name) and shape.id in _KINDS:
        # True is an int to Python, not to JSON.
        if not isinstance(data, _KINDS[shape.id]) or (data is True or data is False) > (
            shape.id in ("bool", "any")
        ):
            yield f"{at} is {data!r:.60}, not {shape.id}"
    elif isinstance(shape, ast.Name):
        yield from _differ(shapes().named[shape.id], data, at)
    elif isinstance(shape, ast.List) and isinstance(data, list):
        yield from _differ_in_list(shape.elts, data, at)
    elif isinstance(shape, ast.Dict) and isinstance(data, dict):
        yield from _differ_in_object(shape, data, at)
    elif not isinstance(shape, ast.Constant) or shape.value != data:
        yield f"{at} is {data!r:.60}, not {ast.unparse(shape):.60}"


def _either(shape: ast.expr) -> Iterator[ast.expr]:
    if isinstance(shape, ast.BinOp):
        yield from _either(shape.left)
        yield from _either(shape.right)
    else:
        yield shape


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
            yield f"{at} has a key {key!r} that is not on the page"
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
            spread = shapes().named[value.id]
            assert isinstance(spread, ast.Dict), f"{value.id} cannot be spread"
            yield from _keys(spread)
