"""Copying the files of a bot out of its author's folder, from what was opened and checked."""

import os
from pathlib import Path
from typing import BinaryIO

from arena.shelf.files import LIST_THEM, Allowance, files_of, lone_file, runs
from arena.shelf.opening import opened

_PIECE = 1 << 20


def copy_files(source: Path, wanted: tuple[str, ...], folder: Path) -> list[str]:
    """Copy the files of the bot at `source`, a lone file or a folder, into the empty `folder`.

    The names that they have there. Of a mode only the run bit is kept. Raises ShelfError, NotAFile.
    """
    if source.is_dir():
        root, files = source, files_of(source, wanted)
    else:
        root, files = source.parent, lone_file(source)
    allowed = Allowance(source, LIST_THEM)
    for name, parts in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with opened(root, *parts) as read, target.open("xb") as written:
            _copy(read, written, allowed)
            run = runs(os.fstat(read.fileno()).st_mode)
            os.fchmod(written.fileno(), 0o755 if run else 0o644)  # never setuid, nor for others
    return list(files)


def _copy(read: BinaryIO, written: BinaryIO, allowed: Allowance) -> None:
    """A file may grow meanwhile: its size is no limit."""
    while piece := read.read(_PIECE):
        allowed.bytes(len(piece))
        written.write(piece)
