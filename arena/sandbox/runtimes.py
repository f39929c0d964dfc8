"""Runtimes: the folders that the program that runs a bot needs, besides the system's."""

import sys
from glob import glob
from os.path import basename, dirname, exists, isfile, join, realpath

from arena.sandbox.policy import READABLE, READABLE_FOR_NETWORK, SYSTEM_PATH

_PARTS = ("bin", "lib", "lib32", "lib64", "libexec", "conf", "include", "jmods", "pyvenv.cfg")
"""Of the folder that a runtime is installed in. Not `share` or `etc`: in a user's home, such
folders hold everything else."""


def own_python() -> str:
    """The interpreter below any virtual environment: bots need nothing that is installed there."""
    return realpath(getattr(sys, "_base_executable", "") or sys.executable)


def readable(program: str, network: bool) -> list[str]:
    """The paths that a bot which is run by `program` may read, its own folder apart."""
    patterns = (*READABLE, *(READABLE_FOR_NETWORK if network else ()))
    system = [path for pattern in patterns for path in sorted(glob(pattern))]
    found = [*runtime(program), *runtime(own_python())]
    return system + [path for path in dict.fromkeys(found) if not within(path, system)]


def runtime(program: str) -> list[str]:
    """The parts of the installation that a program's full path belongs to.

    A program that does not lie in a `bin` is alone; a link is followed as well.
    """
    places = dict.fromkeys(place for path in (program, realpath(program)) for place in _at(path))
    return [place for place in places if exists(place)]


def search_path(program: str, own_folder: str) -> str:
    """PATH for a bot that is run by `program`: the system's; where that program lies, unless it is
    the bot's own, since a compiler calls others beside it; and our own interpreter so that
    `#!/usr/bin/env python3` works on machines that have no other."""
    system = SYSTEM_PATH.split(":")
    beside = [] if within(program, [own_folder]) else [dirname(program)]
    more = [folder for folder in beside if folder not in system]
    return ":".join(dict.fromkeys([*more, *system, dirname(own_python())]))


def within(path: str, folders: list[str]) -> bool:
    """True if a path is one of the folders or lies in one."""
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def _at(path: str) -> list[str]:
    folder = dirname(path)
    if basename(folder) not in ("bin", "sbin"):
        return [path] if isfile(path) else []
    return [join(dirname(folder), part) for part in _PARTS]
