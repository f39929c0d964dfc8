"""What bots are built from: kept beside what was built, since other machines build them anew."""

import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from arena.home import Home
from arena.shelf.files import ShelfError, content_hash
from arena.shelf.manifest import Manifest
from arena.shelf.sums import change, discard, seal, sums_of


class NotKept(ShelfError):
    """What a bot was built from is not here."""


def unbuilt(home: Home, digest: str, manifest: Manifest) -> Path:
    """The folder with a kept bot's files as they were before its build. Raises NotKept."""
    folder = (home.sources if manifest.build else home.bots) / digest
    if not folder.is_dir():
        raise NotKept(
            f"The files that {manifest.name} was built from were not kept. Submit them again."
        )
    return folder


def copied(
    home: Home, digest: str, folder: Path, names: list[str], manifest: Manifest
) -> Path | None:
    """A copy of the files in a folder, to be kept or discarded; None if they are kept already."""
    with suppress(OSError, ShelfError):
        if content_hash(home.sources / digest, names, manifest.how) == digest:
            return None
    home.sources.mkdir(parents=True, exist_ok=True)
    copy = Path(tempfile.mkdtemp(prefix=".copy-", dir=home.sources))
    try:
        for name in names:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / name, copy / name)
        seal(copy, built=False)
    except BaseException:
        discard(copy)
        raise
    return copy


def keep(home: Home, digest: str, copy: Path) -> None:
    """Puts a copy in its place, unless another process was first."""
    place = home.sources / digest
    if place.is_dir() and not change(place, sums_of(copy)):
        discard(copy)
        return
    discard(place)
    copy.rename(place)
