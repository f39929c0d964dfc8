"""Folders for the temporary files of bots that have no file system of their own (levels B and C).

Removed with the bot; those of a nursery that was killed, by the next arena on this machine.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp

_PREFIX = "arena-bot-"
_OF_A_NAME = 1024


def new_scratch(number: int) -> str:
    """An empty folder; its name says whose it is."""
    return mkdtemp(prefix=f"{_PREFIX}{_owner(os.getpid())}.{number}-")


def sweep() -> None:
    """Remove the folders of nurseries that are gone."""
    for folder in Path(gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).rpartition("-")[0].rpartition(".")[0]
        pid = owner.partition(".")[0]
        if not pid.isdecimal() or _owner(int(pid)) != owner:
            rmtree(folder, ignore_errors=True)


def size(folder: str, most: int) -> int:
    """Bytes in a folder, files and what they take on the disk; stops counting beyond `most`."""
    total, waiting = 0, [folder]
    while waiting and total <= most:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                with suppress(OSError):
                    total += max(entry.stat(follow_symlinks=False).st_blocks * 512, _OF_A_NAME)
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
    return total


def size_of_names(folders: Iterable[str]) -> int:
    """Bytes that the files in these file systems take in memory by being there, empty or not."""
    total = 0
    for folder in folders:
        with suppress(OSError):
            about = os.statvfs(folder)
            total += (about.f_files - about.f_ffree) * _OF_A_NAME
    return total


def _owner(pid: int) -> str:
    """A process id with its start in ticks since boot, so that a reused id is not mistaken."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return f"{pid}."
    return f"{pid}.{fields[19].decode()}"
