"""Pages of one file, such as a replay, with style, program and data.

The data are compressed and in base64, so nothing in them can be taken for HTML; the program puts
them on the page as text only. A Content-Security-Policy with the hashes of style and program stops
anything else from running or loading. See decision 11.
"""

import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from contextlib import suppress
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
from arena.web.replay.replay_data import replay_data, rules_data
from protocol import Json

_REMARK = re.compile(r"//|/\*.*\*/$")
_BASICS = ("theme.js", "dom.js", "data.js", "beans.js", "cards.js", "pieces.js")


def page(
    template: str,
    title: str,
    style: Iterable[str],
    program: Iterable[str],
    data: Any,
    connects: bool = False,
    picture: str = "",
) -> bytes:
    """Return a page made from files in `static/`.

    Args:
        template: The file of the body.
        title: The title, which may come from anybody.
        style: The files of the style.
        program: The files of the program.
        data: Plain data.
        connects: True if the page may talk to the server it came from.
        picture: The address of a picture that shows the page where its link is shared.
    """
    packed = b64encode(zlib.compress(orjson.dumps(data), 9)).decode()
    body = f'{read(template)}<script type="text/plain" id="data">{packed}</script>'
    css, script = "".join(map(read, style)), "".join(map(read, program))
    return one_file(title, css, script, body, connects, picture)


def one_file(
    title: str, style: str, program: str, body: str, connects: bool, picture: str = ""
) -> bytes:
    """Return a page where nothing but this style and this program may run."""
    # In a block, so that nothing the program declares is a name of the page's window.
    program = f"'use strict';{{{program}}}"
    policy = (
        f"default-src 'none'; script-src {_source(program)}; style-src {_source(style)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    ) + ("; connect-src 'self'" if connects else "")
    shown = f'<meta property="og:image" content="{escape(picture)}">\n' if picture else ""
    parts = {"policy": policy, "picture": shown, "style": style, "body": body}
    frame = Template(read("frame.html"))
    return frame.substitute(parts, program=program, title=escape(title)).encode()


@cache
def read(name: str, package: str = "arena.web.replay") -> str:
    """Return the text of a file in `static/`, without the comments of styles and programs."""
    text = (files(package) / "static" / name).read_text("utf-8")
    if name.endswith((".js", ".css")):  # every replay has a copy, so indentation goes as well
        lines = (line.strip() for line in text.splitlines())
        text = "\n".join(line for line in lines if line and not _REMARK.match(line)) + "\n"
    return text


def table() -> list[str]:
    """List the scripts that draw a table, in the order in which they need each other."""
    return [*_BASICS, *expansions(), "seats.js", "market.js", "offers.js", "moves.js", "table.js"]


def expansions() -> list[str]:
    """List the scripts that draw the pieces of expansions: every file in their folder."""
    folder = (files("arena.web.replay") / "static/expansions").iterdir()
    return sorted(f"expansions/{each.name}" for each in folder if each.name.endswith(".js"))


def _source(text: str) -> str:
    """Return the Content-Security-Policy source that allows this style or program only."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# --- the pages ----------------------------------------------------------------------------------

STYLE = ("tokens.css", "replay.css", "table.css")
PROGRAM = (*table(), "log.js", "coach.js", "glance.js", "player.js")
"""The scripts of a replay."""


def replay_page(
    replay: Replay,
    number: int | str,
    reader: int | None = None,
    logs: Mapping[int, str] | None = None,
    home: str | None = None,
    judgement: Json | None = None,
    asks: str | None = None,
) -> bytes:
    """Return the page of a replay. Raises ReplayError.

    Args:
        replay: The game.
        number: Its number.
        reader: The seat whose view it shows; None shows all hands.
        logs: The bots' stderr, by seat.
        home: The address of a page to link back to, if there is one.
        judgement: The judgement of the game, if there is one.
        asks: The address at which a server judges the game, if it does.
    """
    data = {"game": number, **replay_data(replay, reader, logs, judgement)}
    data |= {"home": home} if home else {}
    data |= {"asks": asks} if asks else {}
    title = f"Game {number} · {data['variant']} · {data['players']} players"
    return page("replay.html", title, STYLE, PROGRAM, data, connects=asks is not None)


@cache
def rules_page() -> bytes:
    """Return the page of all rules; `#high_bohn+cognac-3` shows that game for three players."""
    data = {
        "games": [
            {"name": each.name, "title": each.title, "book": each.book, "parts": each.parts}
            for each in PRESETS
        ],
        "books": books(),
    }
    return page("rules.html", "Rules", (*STYLE, "rules.css"), (*table(), "rules.js"), data)


def books() -> dict[str, Json]:
    """Return the rules by variant and number of players; they repeat, so they compress well."""
    rules = {}
    for each in PRESETS:
        for size in range(len(each.parts) + 1):
            for chosen in combinations(each.parts, size):
                name = "+".join([each.name, *chosen])
                with suppress(VariantError):  # some parts do not go together
                    for players in table_sizes(name):
                        rules[f"{name}-{players}"] = rules_data(compile_rulebook(name, players))
    return rules
