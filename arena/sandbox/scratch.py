"""Folders for the temporary files of bots that have no file system of their own (levels B and C).

Removed with the bot; those of a nursery that was killed, by the next arena on this machine.
"""

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

_PREFIX = "arena-bot-"
LEAST = 4096
"""Bytes that a file or folder counts for at least: removing them takes time, too."""


def new_scratch(number: int) -> str:
    """An empty folder; its name says whose it is."""
    return mkdtemp(prefix=f"{_PREFIX}{_owner(os.getpid())}.{number}-")


def sweep() -> None:
    """Remove the folders of nurseries that are gone."""
    for folder in Path(gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).rpartition("-")[0].rpartition(".")[0]
        pid = owner.partition(".")[0]
        if not pid.isdecimal() or _owner(int(pid)) != owner:
            remove(str(folder))


def remove(folder: str) -> None:
    """Remove a folder whose bot has ended, whatever is in it: folders that are closed even to us,
    or nested more deeply than a path may be long. So each is moved to the top, then emptied."""
    top = [folder]
    for place in top:
        with suppress(OSError), os.scandir(place) as entries:
            for entry in list(entries):
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        os.chmod(entry.path, 0o700)  # else it could not be moved
                        top.append(mkdtemp(dir=folder))
                        os.rename(entry.path, top[-1])
                    else:
                        os.unlink(entry.path)
    for place in reversed(top):
        with suppress(OSError):
            os.rmdir(place)


def size(folder: str, most: int) -> int:
    """Bytes in a folder, files and what they take on the disk; stops counting beyond `most`.

    What cannot be counted, since it is closed or nested too deeply, is too much.
    """
    total, waiting = 0, [folder]
    while waiting and total <= most:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    with suppress(FileNotFoundError):
                        total += max(entry.stat(follow_symlinks=False).st_blocks * 512, LEAST)
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
                    if total > most:
                        break
        except OSError as error:
            if error.errno != errno.ENOENT:
                return most + 1
    return total


def size_of_names(folders: Iterable[str]) -> int:
    """Bytes that the files in these file systems take in memory by being there, empty or not."""
    total = 0
    for folder in folders:
        with suppress(OSError):
            about = os.statvfs(folder)
            total += (about.f_files - about.f_ffree) * LEAST
    return total


def _owner(pid: int) -> str:
    """A process id with its start in ticks since boot, so that a reused id is not mistaken."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return f"{pid}."
    return f"{pid}.{fields[19].decode()}"
