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
from arena.referee.clock import TimeControl
from arena.shelf.bundled import bundled_manifests
from arena.shelf.check import Doing, Step, check
from arena.shelf.keep import draft
from arena.shelf.manifest import Manifest, manifest_at
from arena.shelf.roster import stored

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
    """What came of a submission. `twin` has the same files under another name."""

    bot: "Bot"
    new: bool
    twin: "Bot | None" = None


def submit(
    home: Home,
    store: "Store",
    path: Path,
    report: Callable[[Step], None],
    doing: Doing,
    time: TimeControl,
    name: str = "",
    author: str = "",
    command: str = "",
) -> Submitted:
    """Submit the script, executable or folder at `path`; `report` is told of each step of the
    check, and `doing` of what is going on meanwhile.

    Raises NotAccepted, ManifestError, or ShelfError; then nothing of the bot is kept.
    """
    source, manifest = manifest_at(path, name, author, command)
    if manifest.name in bundled_manifests():
        raise NotAccepted(f"{manifest.name} is a bundled bot. Choose another --name.")
    _newest(store, manifest)  # before anything is built
    with draft(home, source, manifest) as copy:
        newest = _newest(store, manifest)
        if newest is None or newest.hash != copy.hash:
            steps = check(copy.spec(manifest.name, 0, manifest), time, doing)
            _pass(manifest.name, steps, report, alone=source.is_file())
        with _one_at_a_time(home):
            newest = _newest(store, manifest)  # others may have been entered meanwhile
            copy.settle()
            if newest and newest.hash == copy.hash:
                return Submitted(newest, new=False)
            twin = next((bot for bot in store.bots() if bot.hash == copy.hash), None)
            bot = store.add_bot(
                manifest.name,
                author=manifest.author,
                language=manifest.language,
                hash=copy.hash,
                manifest=stored(manifest),
            )
    return Submitted(bot, new=True, twin=twin)


def _newest(store: "Store", manifest: Manifest) -> "Bot | None":
    """The newest version of that name. Raises NotAccepted if it belongs to another author."""
    versions = [bot for bot in store.bots() if bot.name == manifest.name]
    if not versions:
        return None
    newest = versions[-1]
    if newest.author not in ("", manifest.author):
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
    """Whether a failed step looks as if files of the bot were missing."""
    return not step.passed and _MISSES.search(step.output) is not None
