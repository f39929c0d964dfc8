"""Submission of bots: copy, build and check a bot, and enter it on the ladder or say why not."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.home import Home, locked
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.registry.build import BuildProgress, ignore_progress
from arena.registry.bundled import bundled_manifests
from arena.registry.check import CheckStep, Doing, check, ignore_questions
from arena.registry.manifest import Manifest, manifest_at
from arena.registry.owners import require_yours
from arena.registry.permissions import on_trial
from arena.registry.resolver import enter
from arena.registry.storage import NewCopy, build_copy, difference, sums_of, unbuilt
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.text.sanitize import alike

if TYPE_CHECKING:
    from ladder.database.store import Bot, Store

TAKEN_ALONE = (
    "Only this file was copied. If it needs others, such as an SDK, give the folder, with a"
    " bot.toml."
)
_MISSES = re.compile(
    # How languages and shells name a file or module that is missing: much else is "not found", too.
    "FileNotFound|NoSuchFile|NoClassDefFound|kind: NotFound|: no such file|no module named|"
    r"cannot find (module|package)|could not find (or load|file)|can't locate \S+ in @INC|"
    r"module '.+' not found|/\S+: not found",
    re.I,
)


class NotAccepted(ArenaError):
    """The bot is not accepted; the message says what to fix."""


@dataclass(frozen=True)
class Submitted:
    """The result of a submission."""

    bot: "Bot"
    new: bool
    twin: "Bot | None" = None
    """A bot with the same files under another name."""
    mended: bool = False
    """True if the kept copy was missing or changed, and has been restored."""
    changes: str = ""
    """How a new version differs from the last, as in "bot.py differs"."""


@dataclass(frozen=True)
class PendingBot:
    """A submitted bot, copied and built, to be checked unless it is `known`."""

    home: Home
    store: "Store"
    alone: bool
    """True if it is a single file."""
    manifest: Manifest
    copy: NewCopy
    known: bool
    """True if it is the same as the newest version of that name."""

    @property
    def spec(self) -> BotSpec:
        """How to start the bot for its check. Raises MissingRuntime, RegistryError."""
        return self.copy.spec()

    def check(
        self,
        cap: Needs,
        time: TimeControl,
        done: Callable[[CheckStep], None],
        doing: Doing = ignore_questions,
        level: Level | None = None,
    ) -> None:
        """Check the bot unless it is known. Raises NotAccepted, ArenaError.

        cap: the most that it may use. done: called with each step that has been decided. doing,
        level: see `arena.registry.check.check`.
        """
        if self.known:
            return
        for step in check(on_trial(self.spec, cap), time, doing, level):
            done(step)
            if not step.passed:
                failed = f"step {step.number} of the check failed."
                why = f"{self.manifest.name} is not accepted: {failed}"
                misses = self.alone and misses_files(step)
                raise NotAccepted(f"{why} {TAKEN_ALONE}" if misses else why)

    def enter(self, owner: str) -> Submitted:
        """Keep the bot and enter it on the ladder. Raises NotAccepted, NotYours."""
        manifest, copy, store = self.manifest, self.copy, self.store
        # Checks may overlap. Of two bots with one name, the second to come here sees the first, and
        # becomes its next version.
        with locked(self.home.entry):
            newest = _newest(store, manifest, owner)
            settled = copy.settle()
            if newest and newest.hash == copy.hash:
                if not newest.owner:
                    store.set_owner([newest.id], owner)
                return Submitted(newest, new=False, mended=settled)
            twin = next((bot for bot in store.bots() if bot.hash == copy.hash), None)
            bot = enter(store, manifest, copy.hash, owner)
        changes = "" if newest is None else self._changes(newest, bot)
        return Submitted(bot, new=True, twin=twin, changes=changes)

    def _changes(self, *versions: "Bot") -> str:
        was, now = (unbuilt(self.home, bot.hash, "build" in bot.manifest) for bot in versions)
        try:
            return difference(now, sums_of(was)) or "only how it is built or started"
        except (ArenaError, OSError):  # the copy of the last version is gone
            return ""


@contextmanager
def pending_bot(
    home: Home,
    store: "Store",
    path: Path,
    name: str = "",
    author: str = "",
    command: str = "",
    owner: str = "",
    building: BuildProgress = ignore_progress,
    level: Level | None = None,
) -> Iterator[PendingBot]:
    """Copy and build a bot, to be checked and entered; until then nothing is kept.

    Args:
        home: Where it will be kept.
        store: The ladder.
        path: A script, an executable, a folder or a .toml file.
        name: Replaces the manifest's name, if given.
        author: Replaces its author.
        command: Replaces its command.
        owner: The SHA-256 of the submitter's key; without one, only unowned names are accepted.
        building: Called while the bot is built.
        level: The level at which the build is confined; None: the best of this machine.

    Raises:
        NotAccepted: The name is taken, or the bot has another author.
        NotYours: The name or the author belongs to another key.
        ManifestError: The manifest cannot be used.
        RegistryError: The bot cannot be copied or built.
    """
    source, manifest = manifest_at(path, name, author, command)
    for bundled in bundled_manifests():
        if alike(bundled) == alike(manifest.name):
            raise NotAccepted(f"{bundled} is a bundled bot. Choose another --name.")
    newest = _newest(store, manifest, owner)  # refuse it before it costs a build
    with build_copy(home, source, manifest, building=building, level=level) as copy:
        known = newest is not None and newest.hash == copy.hash
        yield PendingBot(home, store, source.is_file(), manifest, copy, known)


def _newest(store: "Store", manifest: Manifest, owner: str) -> "Bot | None":
    """Return the newest version of that name. Raises NotYours, NotAccepted."""
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


def misses_files(step: CheckStep) -> bool:
    """Return True if a step seems to have failed because files of the bot were missing."""
    return not step.passed and _MISSES.search(step.output) is not None
