"""Runtimes: which paths outside the system's a bot's interpreter or program needs."""

import sys
from glob import glob
from os.path import basename, dirname, exists, isfile, join, realpath

from arena.sandbox.policy import READABLE, READABLE_FOR_NETWORK, SYSTEM_PATH

_PARTS = ("bin", "lib", "lib32", "lib64", "libexec", "conf", "include", "jmods", "pyvenv.cfg")
"""The parts of a runtime's installation that bots may read. Not `share` or `etc`: if it is
installed in a user's home, those have much else."""


def own_python() -> str:
    """Return the interpreter below any virtual environment, of which bots need nothing."""
    return realpath(getattr(sys, "_base_executable", "") or sys.executable)


def readable(program: str, network: bool) -> list[str]:
    """Return the paths that a bot run by `program` may read, apart from its own folder."""
    patterns = (*READABLE, *(READABLE_FOR_NETWORK if network else ()))
    system = [path for pattern in patterns for path in sorted(glob(pattern))]
    runtimes = [*runtime(program), *runtime(own_python())]
    return system + [path for path in dict.fromkeys(runtimes) if not within(path, system)]


def bots_may_read(folder: str) -> bool:
    """Return True if a folder lies where bots may read at every level."""
    return within(realpath(folder), [*READABLE, *runtime(own_python())])


def runtime(program: str) -> list[str]:
    """Return the parts of the installation that a program's full path belongs to.

    A program outside any `bin` folder stands alone. If it is a link, its target counts, too.
    """
    parts = dict.fromkeys(part for path in (program, realpath(program)) for part in _parts(path))
    return [part for part in parts if exists(part)]


def search_path(program: str, own_folder: str) -> str:
    """Return the PATH for a bot run by `program`.

    It has the program's folder, unless that is the bot's own, since a compiler calls others beside
    it; the system's folders; and the arena's own interpreter, so that `#!/usr/bin/env python3`
    works on machines that have no other.
    """
    system = SYSTEM_PATH.split(":")
    beside = [] if within(program, [own_folder]) else [dirname(program)]
    more = [folder for folder in beside if folder not in system]
    return ":".join(dict.fromkeys([*more, *system, dirname(own_python())]))


def within(path: str, folders: list[str]) -> bool:
    """Return True if a path is one of the folders or lies in one."""
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def _parts(path: str) -> list[str]:
    folder = dirname(path)
    if basename(folder) not in ("bin", "sbin"):
        return [path] if isfile(path) else []
    return [join(dirname(folder), part) for part in _PARTS]
