"""Where a command may write a file: checked before the work, so that none is lost."""

import tempfile
from pathlib import Path

from arena.errors import UsageError
from arena.text import harmless

DOCTYPE = b"<!doctype html>"
"""How every page that we write begins."""


def require_place(path: Path, force: bool) -> None:
    """Raise UsageError where no file can be written; where one is, unless `force` says to."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder. Name a file in it.")
    if path.exists() and not force:
        raise UsageError(f"{path} already exists. Name another file, or replace it: --force")
    if not path.parent.is_dir():
        raise UsageError(f"There is no folder {path.parent}. Make it first, or name another file.")
    require_writable(path.parent, "Name another file.")


def require_writable(folder: Path, way_out: str) -> None:
    """Raise UsageError where a folder takes no files; `way_out`: what to name instead."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UsageError(f"{folder} cannot be written to: {error.strerror}. {way_out}") from None


def require_page(file: Path) -> None:
    """Raise UsageError where --html names a file in no folder, or one that is not a page."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise UsageError(f"--html: there is no folder {harmless(folder)}. Make it first.")
    try:
        with file.open("rb") as there:
            start = there.read(len(DOCTYPE))
    except OSError:
        return  # if it cannot be written either, that is said when it is tried
    if start and start != DOCTYPE:
        raise UsageError(
            f"{harmless(file)} exists and is not a replay page, so it is not overwritten. "
            "Give another name."
        )
