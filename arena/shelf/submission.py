"""Submitting a bot: copy it, build it, check it, and enter it on the ladder or say why not."""

import fcntl
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.sandbox.level import Level
from arena.shelf.build import Building, unheard
from arena.shelf.bundled import bundled_manifests
from arena.shelf.check import Step
from arena.shelf.keep import draft
from arena.shelf.manifest import Manifest, manifest_at
from arena.shelf.owners import require_yours
from arena.shelf.roster import stored
from arena.text.harmless import alike

if TYPE_CHECKING:
    from ladder.store import Bot, Store

TAKEN_ALONE = (
    "Only this file was copied. If it needs others, such as an SDK, give the folder, with a"
    " bot.toml."
)
_MISSES = re.compile("no module|cannot find|can't (find|locate)|no such file|not found", re.I)


class NotAccepted(ArenaError):
    """The bot is not accepted; the message says what to mend."""


@dataclass(frozen=True)
class Submitted:
    """What came of a submission. `twin` has the same files under another name; `mended`: the kept
    copy was missing or changed, and is whole again."""

    bot: "Bot"
    new: bool
    twin: "Bot | None" = None
    mended: bool = False


def submit(
    home: Home,
    store: "Store",
    path: Path,
    report: Callable[[Step], None],
    examine: Callable[[BotSpec], Iterable[Step]],
    name: str = "",
    author: str = "",
    command: str = "",
    owner: str = "",
    building: Building = unheard,
    level: Level | None = None,
) -> Submitted:
    """Submit the script, executable or folder at `path`.

    `examine` checks it, under what conditions it decides, and `report` is told of each step;
    `building` is told before how the build goes on, which is confined at a level. `owner`: the
    SHA-256 of the submitter's key; without one, only names that are free are taken.
    Raises NotAccepted, NotYours, ManifestError, or ShelfError; then nothing of the bot is kept.
    """
    source, manifest = manifest_at(path, name, author, command)
    for bundled in bundled_manifests():
        if alike(bundled) == alike(manifest.name):
            raise NotAccepted(f"{bundled} is a bundled bot. Choose another --name.")
    _newest(store, manifest, owner)  # before anything is built
    with draft(home, source, manifest, building=building, level=level) as copy:
        newest = _newest(store, manifest, owner)
        if newest is None or newest.hash != copy.hash:
            steps = examine(copy.spec(manifest.name, 0, manifest))
            _pass(manifest.name, steps, report, alone=source.is_file())
        with _one_at_a_time(home):
            newest = _newest(store, manifest, owner)  # others may have been entered meanwhile
            settled = copy.settle()
            if newest and newest.hash == copy.hash:
                if not newest.owner:
                    store.set_owner([newest.id], owner)
                return Submitted(newest, new=False, mended=settled)
            twin = next((bot for bot in store.bots() if bot.hash == copy.hash), None)
            bot = store.add_bot(
                manifest.name,
                author=manifest.author,
                language=manifest.language,
                hash=copy.hash,
                manifest=stored(manifest),
                owner=owner,
            )
    return Submitted(bot, new=True, twin=twin)


def _newest(store: "Store", manifest: Manifest, owner: str) -> "Bot | None":
    """The newest version of that name. Raises NotYours, or NotAccepted if the author is another."""
    bots = store.bots()
    require_yours(bots, manifest, owner)
    versions = [bot for bot in bots if bot.name == manifest.name]
    if not versions:
        return None
    newest = versions[-1]
    if newest.author and alike(newest.author) != alike(manifest.author):
        raise NotAccepted(
            f"{manifest.name} belongs to {newest.author}. Choose another --name, "
            f'or say that you are --author "{newest.author}".'
        )
    return newest


@contextmanager
def _one_at_a_time(home: Home) -> Iterator[None]:
    """Bots may be checked at the same time, but are entered one after the other."""
    with home.entry.open("a") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        yield


def _pass(name: str, steps: Iterable[Step], report: Callable[[Step], None], alone: bool) -> None:
    """Raise NotAccepted unless every step passes. alone: a single file was submitted."""
    for step in steps:
        report(step)
        if not step.passed:
            why = f"{name} is not accepted: step {step.number} of the check failed."
            raise NotAccepted(f"{why} {TAKEN_ALONE}" if alone and misses_files(step) else why)


def misses_files(step: Step) -> bool:
    """True if a failed step looks as if files of the bot were missing."""
    return not step.passed and _MISSES.search(step.output) is not None
