"""Lookup of the bot that a word names, by the one rule that all commands share.

A known name comes first: `name` or `name:version` of a bot on the ladder, or the name of a bundled
one. Any other word is a path: a folder with a bot.toml, a .toml, a script or an executable. A word
with a slash is always a path.
"""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import UsageError
from arena.registry.bundled import bundled_manifests
from arena.registry.names import normalized
from arena.text import harmless

if TYPE_CHECKING:
    from ladder.database.store import Store

MOST_NEAR = 2


class NoSuchBot(UsageError):
    """The word names no bot; the message suggests similar ones."""


@dataclass(frozen=True)
class Named:
    """A known bot."""

    name: str
    version: str
    """The version as typed; "" means the newest."""
    bundled: bool

    @property
    def label(self) -> str:
        """The bot as it was typed: `name` or `name:version`."""
        return f"{self.name}:{self.version}" if self.version else self.name


def look_up(store: "Store", word: str) -> Named | Path:
    """Return the known bot or the path that `word` means. Raises NoSuchBot if neither exists."""
    if "/" in word:
        return existing_path(word)
    kept = {bot.name: bot.bundled for bot in store.bots()}
    bundled = bundled_manifests()
    name, _, version = normalized(word).partition(":")
    if name in kept or name in bundled:
        # On an older ladder, a submitted bot may have the name that a bundled one has now.
        return Named(name, version, name in bundled and kept.get(name, True))
    if word and Path(word).exists():
        return Path(word)
    # An empty word gets here, too: Path would take it for the current folder.
    near = [*_near_names(word, [*kept, *bundled]), *_near_paths(word)]
    raise _missing(word, "bot, file or folder called", near, "`arena bots` lists the known bots.")


def existing_path(word: str, way_out: str = "Give the path of your bot.") -> Path:
    """Return `word` as a path. Raises NoSuchBot, with `way_out`, if nothing is there."""
    if word and Path(word).exists():
        return Path(word)
    raise _missing(word, "file or folder", _near_paths(word), way_out)


def as_path(path: Path) -> str:
    """Write a path so that it is never mistaken for a name."""
    text = str(path)
    return text if "/" in text else f"./{text}"


def _missing(word: str, what: str, near: list[str], else_: str) -> NoSuchBot:
    hint = f"Did you mean {' or '.join(near)}?" if near else else_
    return NoSuchBot(f"There is no {what} {harmless(word, 80)!r}. {hint}")


def _near_names(word: str, known: Iterable[str]) -> list[str]:
    names = {name.lower(): name for name in known}
    typed = normalized(Path(word).name).lower().partition(":")[0]
    # `mine.py` may be meant for the bot `mine`.
    near = [close for part in (typed, Path(typed).stem) for close in get_close_matches(part, names)]
    return [harmless(names[each]) for each in dict.fromkeys(near)][:MOST_NEAR]


def _near_paths(word: str) -> list[str]:
    path = Path(word)
    try:
        beside = sorted(path.parent.iterdir())
    except OSError:
        return []
    by_name = {each.stem.lower(): each for each in beside} | {
        each.name.lower(): each for each in beside
    }
    near = get_close_matches(path.name.lower(), by_name, MOST_NEAR, cutoff=0.7)
    typed = (shlex.quote(as_path(by_name[name])) for name in near)
    return [harmless(each) for each in dict.fromkeys(typed)]
