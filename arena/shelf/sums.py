"""Sums of a kept copy's files: made read-only, written down, and compared before it plays."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePath

from arena.errors import ArenaError
from arena.sandbox.scratch import remove
from arena.shelf.files import Allowance, opened, refuse_leading_out, runs, walk

Sums = dict[str, str]
"""By name: whether it runs ("x" or "-") and the SHA-256 of its bytes; or where a link leads."""

MOST_NAMED = 3
_PROGRAMS = (b"#!", b"\x7fELF")
_TOO_MUCH = "If it is built, let the build remove what it does not need."


def seal(folder: Path, built: bool) -> None:
    """Make a copy read-only.

    built: it holds what a build made; programs get their run bit, which a build may not be able to
    give them. Raises ShelfError for links that lead out, for what is no file, and for too much.
    """
    for name, path in _contents(folder):
        if not path.is_symlink():
            with opened(folder, *PurePath(name).parts) as file:
                run = runs(os.fstat(file.fileno()).st_mode)
                if built and file.read(4).startswith(_PROGRAMS):
                    run = True
                os.fchmod(file.fileno(), 0o555 if run else 0o444)
    _set_folders(folder, 0o555)


def discard(folder: Path) -> None:
    """Delete a copy, read-only or not."""
    with suppress(FileNotFoundError):
        folder.chmod(0o755)
        remove(str(folder))


def _set_folders(folder: Path, mode: int) -> None:
    """Set the folders' rights from the top, so that each can be entered."""
    folder.chmod(0o755)
    below = [Path(each.path) for each in os.scandir(folder) if each.is_dir(follow_symlinks=False)]
    for each in below:
        _set_folders(each, mode)
    folder.chmod(mode)


def sums_of(folder: Path) -> Sums:
    """Take the sums of a copy now. Raises ArenaError for what cannot be in one, and OSError."""
    sums = {}
    for name, path in _contents(folder):
        if path.is_symlink():
            sums[name] = f"-> {path.readlink()}"
            continue
        with opened(folder, *PurePath(name).parts) as file:
            run = "x" if runs(os.fstat(file.fileno()).st_mode) else "-"
            sums[name] = f"{run} {hashlib.file_digest(file, 'sha256').hexdigest()}"
    return sums


def _contents(folder: Path) -> Iterator[tuple[str, Path]]:
    allowed = Allowance("The copy of the bot", _TOO_MUCH)
    for path in walk(folder, folder, allowed):
        if path.is_symlink():
            refuse_leading_out(folder, path)
        allowed.file(path.lstat().st_size)
        yield str(path.relative_to(folder)), path


def change(folder: Path, was: Sums) -> str:
    """Say how a copy differs from what it was, as in "bot.py differs"; nothing if it does not."""
    try:
        now = sums_of(folder)
    except (ArenaError, OSError) as error:
        return str(error).rstrip(".")
    told = [f"{name} is missing" for name in was.keys() - now.keys()]
    told += [f"{name} is new" for name in now.keys() - was.keys()]
    told += [f"{name} differs" for name in now.keys() & was.keys() if now[name] != was[name]]
    more = [f"{len(told) - MOST_NAMED} more"] if len(told) > MOST_NAMED else []
    return ", ".join([*sorted(told)[:MOST_NAMED], *more])


def write_sums(file: Path, sums: Sums) -> None:
    """Write the sums in one piece, or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_name(f".{file.name}.{os.getpid()}")
    half.write_text(json.dumps(sums, indent=0, sort_keys=True))
    half.replace(file)


def read_sums(file: Path) -> Sums | None:
    """None where nothing was written down, as by an older arena; no copy fits unreadable ones."""
    try:
        found = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
