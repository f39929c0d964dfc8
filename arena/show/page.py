"""Making a page one file: its style, program and data in it, and nothing else allowed.

The data are compressed and base64, so they hold nothing that HTML could read; the program puts
them on the page as text alone. A Content-Security-Policy, with the hashes of style and program,
forbids whatever else might run or be loaded.
"""

import re
import zlib
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

import orjson

_STATIC = files("arena.show") / "static"
_REMARK = re.compile(r"//|/\*.*\*/$")
_BASICS = ("dom.js", "data.js", "beans.js", "cards.js", "pieces.js")
# Where in a template a part belongs.
_PLACE = re.compile(r"\[\[(\w+)\]\]")


def page(
    template: str,
    title: str,
    style: Iterable[str],
    program: Iterable[str],
    data: Any,
    connects: bool = False,
) -> bytes:
    """The file. `template` (its body) and the parts of `style` and `program`: files in `static/`.

    `title` may come from anybody; `data` is plain data. `connects`: it may talk to the server that
    it came from.
    """
    css, script = "".join(map(read, style)), "".join(["'use strict';{", *map(read, program), "}"])
    packed = b64encode(zlib.compress(orjson.dumps(data), 9)).decode()
    body = read(template) + _filled(read("foot.html"), data=packed, program=script)
    return (head(title, css, script, connects) + body).encode()


def head(title: str, style: str, program: str, connects: bool = False) -> str:
    """The beginning of a file, up to its body: nothing but this style and this program may run."""
    policy = (
        f"default-src 'none'; script-src {_source(program)}; style-src {_source(style)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    ) + ("; connect-src 'self'" if connects else "")
    return _filled(read("head.html"), policy=policy, title=escape(title), style=style)


def _filled(text: str, **parts: str) -> str:
    """In one pass, so that nothing inside a part is taken for the place of another."""
    return _PLACE.sub(lambda place: parts[place[1]], text)


@cache
def read(name: str) -> str:
    """The text of a file in `static/`."""
    return slim(name, (_STATIC / name).read_text("utf-8"))


def slim(name: str, text: str) -> str:
    """A style or a program without what only its authors read; any other file as it is."""
    if name.endswith((".js", ".css")):  # without indentation and remarks of whole lines
        lines = (line.strip() for line in text.splitlines())
        text = "\n".join(line for line in lines if line and not _REMARK.match(line)) + "\n"
    return text


def table() -> list[str]:
    """The parts of a program that draw a table, in the order in which they need each other."""
    return [*_BASICS, *expansions(), "seats.js", "market.js", "offers.js", "moves.js", "table.js"]


def expansions() -> list[str]:
    """The parts of a program that draw the pieces of expansions: every file in its folder."""
    found = (_STATIC / "expansions").iterdir()
    return sorted(f"expansions/{each.name}" for each in found if each.name.endswith(".js"))


def _source(text: str) -> str:
    """The source by which a Content-Security-Policy allows this style or program, and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
