"""Checkouts: the bots in a folder where, for example, a class hands them in."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.registry.files import hash_as_kept, is_clutter
from arena.registry.languages import RECIPES
from arena.registry.manifest import MANIFEST, Manifest, ManifestError, NoCommand, manifest_at
from arena.registry.names import name_from_file

RESULT = ".arena-result"
"""Part of the names of the files that tell authors the result: NAME.arena-result.txt."""

AND = "+"
"""Separates, in the name of an entry, the author from what tells the author's bots apart."""


PAPERS = (".md", ".txt", ".rst", ".pdf")
"""Suffixes of documents."""


@dataclass(frozen=True)
class Checkout:
    """One bot in the folder."""

    entry: str
    """The name of its file or folder there, which also names its result."""
    path: Path
    name: str = ""
    """The bot's name on the ladder, if the checkout itself does not give one."""

    @property
    def key(self) -> str:
        """The name of the key to submit it with, taken from the entry and never from its content.

        That is its author's name: `ada` for `ada`, `ada.py`, `ada+second` and `ada+second.py`.
        """
        at = Path(self.entry)
        name = at.stem if at.suffix.lower() in RECIPES else self.entry
        # An entry that begins with AND has nothing before it, and stands for itself.
        return name.partition(AND)[0] or name

    def manifest(self) -> Manifest:
        """Read the bot's manifest. Raises ManifestError."""
        try:
            return manifest_at(self.path, self.name)[1]
        except NoCommand:  # whose message proposes --cmd, an option that the author cannot give
            raise ManifestError(
                f"Nothing says how {self.entry} is started. Add a {MANIFEST} with its command."
            ) from None

    def content(self, manifest: Manifest) -> str:
        """Return the hash under which the bot would be kept. Raises RegistryError, NotAFile."""
        return hash_as_kept(self.path, manifest.files, manifest.how)


def checkouts(folder: Path) -> Iterator[Checkout]:
    """Yield the bots of a folder by name: scripts, and folders with a bot.toml or a lone script.

    Whatever cannot be meant as a bot is skipped: a file that neither its suffix nor its mode can
    start, such as README.md, and a folder of nothing but documents. Links are not followed; one
    that stands for a bot is refused when it is read.
    """
    for path in sorted(folder.iterdir()):
        name = path.name
        if not _shown(path) or f"{RESULT}." in name or _no_bot(path):
            continue
        script = _lone_script(path)
        yield Checkout(name, script, name_from_file(name)) if script else Checkout(name, path)


def _shown(path: Path) -> bool:
    return not path.name.startswith(".") and not is_clutter(path.name)


def _no_bot(path: Path) -> bool:
    try:
        if path.is_symlink():
            return False
        if path.is_dir():
            inside = filter(_shown, path.iterdir())
            return all(each.suffix.lower() in PAPERS and each.is_file() for each in inside)
        starts = path.suffix.lower() in (*RECIPES, ".toml") or os.access(path, os.X_OK)
        return path.is_file() and not starts
    except OSError:
        return False


def _lone_script(path: Path) -> Path | None:
    """Return the only file of a folder without a bot.toml; None if there is no such file."""
    try:
        if path.is_symlink() or not path.is_dir() or (path / MANIFEST).exists():
            return None
        inside = [*filter(_shown, path.iterdir())]
        alone = len(inside) == 1 and inside[0].is_file() and not inside[0].is_symlink()
    except OSError:  # not readable by us: reading the manifest will say so
        return None
    return inside[0] if alone else None
