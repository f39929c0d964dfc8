"""Pages that are one file, as a replay is: style, program and data in it, and nothing else allowed.

The data are compressed and base64, so they hold nothing that HTML could read; the program puts
them on the page as text alone. A Content-Security-Policy, with the hashes of style and program,
forbids whatever else might run or be loaded.
"""

import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import combinations
from string import Template
from typing import Any

import orjson

from arena.replay.replay import Replay
from arena.rules import PRESETS, VariantError, compile_rulebook, table_sizes
from arena.web.replay.replay_data import rules_of, telling
from protocol import Json

_REMARK = re.compile(r"//|/\*.*\*/$")
_BASICS = ("dom.js", "data.js", "beans.js", "cards.js", "pieces.js")


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
    packed = b64encode(zlib.compress(orjson.dumps(data), 9)).decode()
    body = f'{read(template)}<script type="text/plain" id="data">{packed}</script>'
    css, script = "".join(map(read, style)), "".join(map(read, program))
    return one_file(title, css, script, body, connects)


def one_file(title: str, style: str, program: str, body: str, connects: bool) -> bytes:
    """A page with this body, where nothing but this style and this program may run."""
    program = f"'use strict';{{{program}}}"
    policy = (
        f"default-src 'none'; script-src {_source(program)}; style-src {_source(style)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    ) + ("; connect-src 'self'" if connects else "")
    parts = {"policy": policy, "style": style, "body": body, "program": program}
    return Template(read("frame.html")).substitute(parts, title=escape(title)).encode()


@cache
def read(name: str, package: str = "arena.web.replay") -> str:
    """The text of a file in `static/`: a style or a program without what only its authors read."""
    text = (files(package) / "static" / name).read_text("utf-8")
    if name.endswith((".js", ".css")):  # without indentation and remarks of whole lines
        lines = (line.strip() for line in text.splitlines())
        text = "\n".join(line for line in lines if line and not _REMARK.match(line)) + "\n"
    return text


def table() -> list[str]:
    """The parts of a program that draw a table, in the order in which they need each other."""
    return [*_BASICS, *expansions(), "seats.js", "market.js", "offers.js", "moves.js", "table.js"]


def expansions() -> list[str]:
    """The parts of a program that draw the pieces of expansions: every file in its folder."""
    found = (files("arena.web.replay") / "static/expansions").iterdir()
    return sorted(f"expansions/{each.name}" for each in found if each.name.endswith(".js"))


def _source(text: str) -> str:
    """The source by which a Content-Security-Policy allows this style or program, and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# --- the pages ----------------------------------------------------------------------------------

STYLE = ("tokens.css", "replay.css", "table.css")
PROGRAM = (*table(), "log.js", "glance.js", "player.js")
"""Of a replay."""


def replay_page(
    replay: Replay,
    number: int | str,
    reader: int | None = None,
    logs: Mapping[int, str] | None = None,
    home: str | None = None,
    judgement: Json | None = None,
    asks: str | None = None,
) -> bytes:
    """The page of game `number`, for a seat or for readers who may see all hands.

    logs: what bots wrote on stderr, by seat. home: the address of a page that leads back, if there
    is one. judgement: of the game, if there is one. asks: the address at which a server judges it.
    Raises ReplayError.
    """
    told = {"game": number, **telling(replay, reader, logs, judgement)}
    told |= {"home": home} if home else {}
    told |= {"asks": asks} if asks else {}
    title = f"Game {number} · {told['variant']} · {told['players']} players"
    return page("replay.html", title, STYLE, PROGRAM, told, connects=asks is not None)


@cache
def rules_page() -> bytes:
    """The page; `#high_bohn+cognac-3` leads to the rules of that game for so many."""
    told = {
        "games": [
            {"name": each.name, "title": each.title, "book": each.book, "parts": each.parts}
            for each in PRESETS
        ],
        "books": books(),
    }
    return page("rules.html", "Rules", (*STYLE, "rules.css"), (*table(), "rules.js"), told)


def books() -> dict[str, Json]:
    """The rules by variant and number of players; much is the same, so compressed they are few."""
    found = {}
    for each in PRESETS:
        for size in range(len(each.parts) + 1):
            for chosen in combinations(each.parts, size):
                name = "+".join([each.name, *chosen])
                try:
                    sizes = table_sizes(name)
                except VariantError:  # these parts do not go together
                    continue
                for players in sizes:
                    found[f"{name}-{players}"] = rules_of(compile_rulebook(name, players))
    return found
