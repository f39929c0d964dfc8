"""The bots in a folder of checkouts, as a class hands them in: which there are, and their hash."""

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.registry.files import IGNORED, content_hash, copy_files
from arena.registry.languages import WAYS
from arena.registry.manifest import MANIFEST, Manifest, ManifestError, NoCommand, manifest_at
from arena.registry.names import guessed

RESULT = ".arena-result"
"""The names of the files that tell an author the result: NAME.arena-result.txt."""

AND = "+"
"""In the name of an entry, between its author and what tells the author's bots apart."""


PAPERS = (".md", ".txt", ".rst", ".pdf")
"""Suffixes of files that are for reading."""


@dataclass(frozen=True)
class Checkout:
    """One bot in the folder."""

    entry: str
    """Its name there, which names its result."""
    path: Path
    name: str = ""
    """On the ladder, where the checkout itself does not say."""

    @property
    def key(self) -> str:
        """The name of its key, by the name of the entry alone, never by what is in it.

        That is the name of its author: `ada` of `ada`, `ada.py`, `ada+second` and `ada+second.py`.
        """
        at = Path(self.entry)
        name = at.stem if at.suffix.lower() in WAYS else self.entry
        return name.partition(AND)[0] or name

    def manifest(self) -> Manifest:
        """Its manifest. Raises ManifestError."""
        try:
            return manifest_at(self.path, self.name)[1]
        except NoCommand:  # no option of a command is the author's to give
            raise ManifestError(
                f"Nothing says how {self.entry} is started. Add a {MANIFEST} with its command."
            ) from None

    def content(self, manifest: Manifest) -> str:
        """The hash that it would be kept under. Raises ShelfError, NotAFile."""
        with tempfile.TemporaryDirectory() as folder:
            names = copy_files(self.path, manifest.files, Path(folder))
            return content_hash(Path(folder), names, manifest.how)


def checkouts(folder: Path) -> Iterator[Checkout]:
    """The bots of a folder, by name: a script each, or a folder with a bot.toml or a lone script.

    What nobody can have meant as a bot is passed over: a file that neither its suffix nor its mode
    starts, such as README.md, and a folder with nothing but PAPERS.
    Nothing is looked into through a link; one that is a bot itself is refused when it is read.
    """
    for path in sorted(folder.iterdir()):
        name = path.name
        if name.startswith(".") or name in IGNORED or f"{RESULT}." in name:
            continue
        if _no_bot(path):
            continue
        script = _lone_script(path)
        if script is None:
            yield Checkout(name, path)
        else:
            yield Checkout(name, script, guessed(name))


def _no_bot(path: Path) -> bool:
    try:
        if path.is_symlink():
            return False
        if path.is_dir():
            shown = [each for each in path.iterdir() if not each.name.startswith(".")]
            return all(each.suffix.lower() in PAPERS and each.is_file() for each in shown)
        starts = path.suffix.lower() in (*WAYS, ".toml") or os.access(path, os.X_OK)
        return path.is_file() and not starts
    except OSError:
        return False


def _lone_script(path: Path) -> Path | None:
    """The one file of a folder that has no bot.toml. None as well where we may not look."""
    try:
        if path.is_symlink() or not path.is_dir() or (path / MANIFEST).exists():
            return None
        inside = [each for each in path.iterdir() if not each.name.startswith(".")]
        alone = len(inside) == 1 and inside[0].is_file() and not inside[0].is_symlink()
    except OSError:
        return None
    return inside[0] if alone else None
