"""Shell completion: bots by name, variants with their parts.

The shell waits for this at every press of Tab, so nothing heavy is loaded, and it shows nothing
else, so errors are silent: names that cannot be read are not completed. Where there are no names,
the shell completes paths.
"""

import sqlite3
import tomllib
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from arena.home import locate_home


def bots(ctx: Any, incomplete: str) -> list[str]:
    """The bots of the home folder and the bundled ones; versions after a colon."""
    try:
        kept = _kept(locate_home(ctx.params.get("home")).database)
        name, colon, _ = incomplete.partition(":")
        names = kept[name] if colon else [*dict.fromkeys([*kept, *_bundled()])]
    except (OSError, KeyError, ValueError, sqlite3.Error):
        return []
    return _beginning(incomplete, names)


def variants(incomplete: str) -> list[str]:
    """The games, and after a plus the parts that go with one; the last of several."""
    from arena.rules import PRESETS

    *before, last = incomplete.split(",")
    game, *parts = last.split("+")
    known = {preset.name: preset.parts for preset in PRESETS}
    if parts:
        whole = "+".join([game, *parts[:-1]])
        names = [f"{whole}+{part}" for part in known.get(game, ()) if part not in parts[:-1]]
    else:
        names = [*known]
    return [",".join([*before, name]) for name in _beginning(last, names)]


def _kept(database: Path) -> dict[str, list[str]]:
    """Name -> `name:version` of all bots on the ladder; does not create a ladder."""
    if not database.is_file():
        return {}
    names: dict[str, list[str]] = {}
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=0.5)) as ladder:
        for name, version in ladder.execute("SELECT name, version FROM bots ORDER BY 1, 2"):
            names.setdefault(name, []).append(f"{name}:{version}")
    return names


def _bundled() -> list[str]:
    import bots

    files = Path(bots.__file__).parent.glob("*/*.toml")
    return [str(tomllib.loads(file.read_text("utf-8"))["name"]) for file in files]


def _beginning(start: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(start)]
