"""Folders of pages, which can be written again without touching anybody else's files.

A file in the folder lists all others. It is written before the first of them, so the files of an
interrupted run are known, too.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import UsageError
from arena.text import harmless

MARK = "arena-report.json"


class Folder:
    """A folder of pages at `path`: a new one, or one that this program has written before.

    Raises:
        UsageError: The folder holds other files.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: set[str] = set()
        self._made_by = ""
        with _writing(path):
            holds_files = path.exists() and any(path.iterdir())
        if holds_files:
            self._kept, self._made_by = self._read()

    def begin(self, names: Iterable[str], made_by: str) -> None:
        """Announce the files that will be written. Raises UsageError if one would be overwritten.

        Args:
            names: All files of the report.
            made_by: The fingerprint of the program; files made by the same one can stay.
        """
        self._names = {*names}
        for name in sorted(self._names - self._kept):
            if (self._path / name).exists():
                raise UsageError(
                    f"{harmless(self._path / name)} exists and is not a page of this report. "
                    "Remove it, or name another folder."
                )
        self._stays = made_by == self._made_by
        # Until the end, files may be there that another program has made: none of them may stay.
        self._mark(self._kept | self._names, made_by if self._stays else "")
        self._new = made_by

    def stays(self, name: str) -> bool:
        """Return True if a file that never changes was written before by the same program."""
        return self._stays and name in self._kept and (self._path / name).is_file()

    def write(self, name: str, content: bytes) -> bool:
        """Write a file that was announced; return False if it had that content already."""
        assert name in self._names
        target = self._path / name
        with _writing(target):
            if target.is_file() and target.read_bytes() == content:
                return False
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f"{target.name}.part")
            part.write_bytes(content)
            part.replace(target)  # whoever reads meanwhile sees the old page or the new one
        return True

    def finish(self, left_out: Iterable[str] = ()) -> int:
        """Remove files that this report does not have any more; return how many."""
        names = self._names - {*left_out}
        gone = sorted(self._kept - names)
        for name in gone:  # of ours alone: somebody may keep other files here
            (self._path / name).unlink(missing_ok=True)
        self._mark(names, self._new)
        return len(gone)

    def _read(self) -> tuple[set[str], str]:
        try:
            manifest = json.loads((self._path / MARK).read_text("utf-8"))
            names, made_by = set(manifest["files"]), str(manifest["made_by"])
            fits = all(_inside(name) for name in names)
        except (OSError, ValueError, KeyError, TypeError):
            fits = False
        if not fits:
            raise UsageError(
                f"{harmless(self._path)} is not empty and holds no report, so nothing is written "
                "there. Name a new folder."
            )
        return names, made_by

    def _mark(self, names: Iterable[str], made_by: str) -> None:
        text = json.dumps({"made_by": made_by, "files": sorted(names)}, indent=1)
        with _writing(self._path):
            self._path.mkdir(parents=True, exist_ok=True)
            (self._path / MARK).write_text(text, "utf-8")


def _inside(name: object) -> bool:
    """Return True for a name inside the folder: its list may have been tampered with."""
    parts = name.split("/") if isinstance(name, str) else []
    return 0 < len(parts) <= 2 and parts[-1].endswith(".html") and ".." not in parts


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn errors of the system into a UsageError about this file or folder."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"{harmless(path)} cannot be written: {error.strerror}. "
            "Name another folder for the report."
        ) from None
