"""From the word a user types to a bot that can be started: submitted, bundled, or just a path."""

from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any

from arena.errors import ArenaError
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.shelf.bundled import bundled_manifests, prepare, prepare_all
from arena.shelf.keep import keep, spec
from arena.shelf.manifest import MANIFEST, Manifest, ManifestError, guess_manifest, read_manifest
from ladder.errors import UnknownBot

if TYPE_CHECKING:
    from ladder.store import Bot, Store

# In a stored manifest: the bot came with the arena, and Python ones run under our interpreter.
BUNDLED = "bundled"


def manifest_at(path: Path, name: str = "", author: str = "", command: str = "") -> Manifest:
    """The manifest of the script, executable or folder at `path`. Raises ManifestError."""
    if path.is_dir():
        return read_manifest(path / MANIFEST, name, author, command)
    if path.exists() and not path.is_file():  # a pipe or a device, which would be read for ever
        raise ManifestError(f"{path} is neither a file nor a folder.")
    return guess_manifest(path, name, author, command)


def stored(manifest: Manifest, bundled: bool = False) -> dict[str, Any]:
    """A manifest as the ladder keeps it."""
    data = manifest.model_dump(mode="json", exclude_defaults=True)
    return data | ({BUNDLED: True} if bundled else {})


class Roster:
    """The bots that can play from one home folder."""

    def __init__(self, home: Home, store: "Store", skipped: Callable[[str, str], None]) -> None:
        """`skipped(name, why)` is told of each bundled bot that cannot run on this machine."""
        self.home = home
        self.store = store
        self.skipped = skipped
        self._passing: list[Path] = []

    def spec_of(self, bot: "Bot") -> BotSpec:
        """How a bot of the ladder is started here. Raises ShelfError."""
        data = dict(bot.manifest)
        bundled = bool(data.pop(BUNDLED, False))
        manifest = Manifest.model_validate(data)
        return spec(self.home, bot.name, bot.version, bot.hash, manifest, own_python=bundled)

    def find(self, word: str) -> "Bot":
        """The bot of the ladder named "name" or "name:2"; a bundled one is entered on first use.

        Raises ArenaError (a path, an unknown name), MissingRuntime, or the ladder's UnknownBot.
        """
        if word in bundled_manifests():
            ready = prepare(self.home, word)
            bot = self._enter(ready.manifest, ready.spec.hash)
        elif looks_like_path(word):
            if not Path(word).exists():
                raise ArenaError(f"There is nothing at {word}.")
            raise ArenaError(f"{word} is not on the ladder yet: arena submit {word}")
        else:
            bot = self._known(word)
        if bot.status != "active" and ":" not in word:
            why = f" ({bot.reason})" if bot.reason else ""
            raise ArenaError(f"{bot.label} is {bot.status}{why}; arena reinstate {bot.name}")
        return bot

    def _known(self, word: str) -> "Bot":
        try:
            return self.store.find_bot(word)
        except UnknownBot:
            if Path(word).suffix:  # names may have a dot, but what is unknown was meant as a file
                raise ArenaError(f"There is no file {word}, and no bot of that name.") from None
            raise

    def find_spec(self, word: str) -> BotSpec:
        """How to start what `word` names, for play that is not rated; a path will do."""
        if looks_like_path(word):
            return self.spec_at(Path(word))
        return self.spec_of(self.find(word))

    def spec_at(self, path: Path, command: str = "") -> BotSpec:
        """How to start the unsubmitted bot at `path`, kept and built until `close`."""
        if not path.exists():
            raise ArenaError(f"There is nothing at {path}.")
        manifest = manifest_at(path, command=command)
        kept = keep(self.home, path, manifest)
        if kept.fresh:
            self._passing.append(kept.folder)
        return spec(self.home, manifest.name, 0, kept.hash, manifest)

    def close(self) -> None:
        """Remove the copies of bots that were never submitted."""
        for folder in self._passing:
            rmtree(folder, ignore_errors=True)

    def everyone(self) -> list["Bot"]:
        """All active submitted bots; the bundled ones that run here when nothing is submitted."""
        bots = [bot for bot in self.store.bots("active") if not bot.manifest.get(BUNDLED)]
        return bots or self.bundled()

    def bundled(self, only: Sequence[str] = ()) -> list["Bot"]:
        """The bundled bots that run here and are not retired, entered on the ladder."""
        ready = prepare_all(self.home, self.skipped, only)
        bots = [self._enter(each.manifest, each.spec.hash) for each in ready]
        return [bot for bot in bots if bot.status == "active"]

    def _enter(self, manifest: Manifest, digest: str) -> "Bot":
        for bot in self.store.bots():
            if bot.name == manifest.name and bot.hash == digest:
                return bot  # as it is: a retired one stays retired
        return self.store.add_bot(
            manifest.name,
            author=manifest.author,
            language=manifest.language,
            hash=digest,
            manifest=stored(manifest, bundled=True),
        )


def looks_like_path(word: str) -> bool:
    """Whether a word means a file: it has a slash, or a suffix and exists."""
    return "/" in word or ("." in word and Path(word).exists()) or Path(word).is_file()
