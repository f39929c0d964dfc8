"""Taking in a bot: keep a copy, build it, check it, enter it on the ladder or say why not."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.shelf.bundled import bundled_manifests
from arena.shelf.check import Step, check
from arena.shelf.keep import keep, spec
from arena.shelf.roster import manifest_at, stored

if TYPE_CHECKING:
    from ladder.store import Bot, Store

TAKEN_ALONE = (
    "The file was taken alone: if it needs others beside it, such as an SDK, give the folder, with"
    " a bot.toml."
)
"""The hint for a single file that does not become ready."""


class NotAccepted(ArenaError):
    """The bot is not taken in; the message says what to mend."""


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
    time: TimeControl,
    name: str = "",
    author: str = "",
    command: str = "",
) -> Submitted:
    """Take in the script, executable or folder at `path`; `report` hears of each step of the check.

    Raises NotAccepted, ManifestError, or ShelfError; then nothing of the bot is kept.
    """
    manifest = manifest_at(path, name, author, command)
    if manifest.name in bundled_manifests():
        raise NotAccepted(f"{manifest.name} is a bundled bot; choose another --name.")
    versions = [bot for bot in store.bots() if bot.name == manifest.name]
    if versions and versions[-1].author not in ("", manifest.author):
        raise NotAccepted(
            f"{manifest.name} belongs to {versions[-1].author}; choose another --name, "
            f'or say that you are --author "{versions[-1].author}".'
        )
    kept = keep(home, path, manifest)
    newest = versions[-1] if versions else None
    if newest and newest.hash == kept.hash and newest.status == "active":
        return Submitted(newest, new=False)
    try:
        _pass(spec(home, manifest.name, 0, kept.hash, manifest), time, report, path.is_file())
    except BaseException:
        if kept.fresh:
            rmtree(kept.folder, ignore_errors=True)
        raise
    twin = next((bot for bot in store.bots() if bot.hash == kept.hash), None)
    bot = store.add_bot(
        manifest.name,
        author=manifest.author,
        language=manifest.language,
        hash=kept.hash,
        manifest=stored(manifest),
    )
    return Submitted(bot, new=True, twin=None if bot == twin else twin)


def _pass(spec: BotSpec, time: TimeControl, report: Callable[[Step], None], alone: bool) -> None:
    """Raise NotAccepted unless every step passes. alone: a single file was submitted."""
    failed = []
    for step in check(spec, time):
        report(step)
        if not step.passed:
            failed.append(step)
    if failed:
        which = ", ".join(str(step.number) for step in failed)
        hint = f" {TAKEN_ALONE}" if alone and failed[0].number == 1 else ""
        raise NotAccepted(f"{spec.name} is not accepted: step {which} of the check failed.{hint}")
