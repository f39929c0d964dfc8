"""A bot on its way to another machine: its files before any build, and how it is built and started.

It goes by the hash of its content, which is reckoned again where it arrives.
"""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from arena.home import Home
from arena.referee.bot import BotSpec
from arena.registry.files import Allowance, ShelfError, content_hash, opened, runs, walk
from arena.registry.manifest import Manifest
from arena.registry.storage import discard, draft, unbuilt
from arena.sandbox.level import Level

_TOO_MUCH = "Submit it again with less."


@dataclass(frozen=True, slots=True)
class Parcel:
    """One version of a bot, to be kept and built elsewhere."""

    name: str
    version: int
    hash: str
    manifest: dict[str, Any]
    """The manifest, as plain JSON data."""
    own_python: bool
    """True for a bundled bot, for which `python3` means the arena's interpreter."""
    files: tuple[tuple[str, bool, bytes], ...]
    """Name in the bot's folder, whether it is executable, content."""

    @property
    def label(self) -> str:
        """Its label, as in first:1."""
        return f"{self.name}:{self.version}"


def pack(
    home: Home, name: str, version: int, digest: str, manifest: Manifest, own_python: bool = False
) -> Parcel:
    """A kept bot as a parcel. Raises ShelfError where its files are missing or were changed."""
    folder = unbuilt(home, digest, manifest)
    allowed = Allowance(f"The copy of {name}:{version}", _TOO_MUCH)
    names = [str(path.relative_to(folder)) for path in walk(folder, folder, allowed)]
    if content_hash(folder, names, manifest.how) != digest:
        raise ShelfError(
            f"The kept files of {name}:{version} were changed since it was submitted. "
            "Submit the same files again."
        )
    files = []
    for each in names:
        with opened(folder, *PurePath(each).parts) as file:
            files.append((each, runs(os.fstat(file.fileno()).st_mode), file.read()))
    data = manifest.model_dump(mode="json", exclude_defaults=True)
    return Parcel(name, version, digest, data, own_python, tuple(files))


def unpack(parcel: Parcel, home: Home, level: Level) -> BotSpec:
    """Keep a bot that has arrived, build it if that was not done here before, return how it starts.

    Raises MissingRuntime, or ShelfError: also if the content is not what the hash says.
    """
    manifest = Manifest.model_validate(parcel.manifest)
    home.path.mkdir(mode=0o700, parents=True, exist_ok=True)
    home.bots.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=".parcel-", dir=home.bots))
    try:
        for name, executable, content in parcel.files:
            file = folder / name
            if PurePath(name).is_absolute() or ".." in file.parts:
                raise ShelfError(f"{parcel.label} has a file outside its folder: {name}")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            file.chmod(0o755 if executable else 0o644)
        names = [name for name, _, _ in parcel.files]
        if (found := content_hash(folder, names, manifest.how)) != parcel.hash:
            raise ShelfError(f"{parcel.label} arrived changed: its hash is {found}.")
        with draft(home, folder, manifest, parcel.own_python, level=level) as copy:
            copy.settle()
            return copy.spec(parcel.name, parcel.version, manifest, parcel.own_python)
    finally:
        discard(folder)
