"""User ids of their own for the bots of an arena that runs as root."""

import os
from contextlib import suppress
from pathlib import Path

from arena.sandbox.level import Level

_FIRST, _COUNT = 0x70000000, 0x1000000
"""Far above those of people, services and containers."""
_PLACES = 128
"""More than a nursery ever has bots."""
_CHOWN, _SETGID, _SETUID, _SYS_ADMIN = 0, 6, 7, 21


def bots_user(level: Level, place: int) -> int | None:
    """The user that a nursery's bot runs as: an id that nobody else here is likely to have.

    `place`: which of the bots that it has at the time; two with one user could harm each other.

    None: as ourselves, since we may not run anything as somebody else, or it is not confined.
    """
    wanted = [_CHOWN, _SETGID, _SETUID, *([_SYS_ADMIN] if level is Level.A else [])]
    if level is Level.C or os.geteuid() != 0 or not all(map(_may, wanted)):
        return None
    rows = [map(int, row.split()) for row in Path("/proc/self/uid_map").read_text().splitlines()]
    count, first = max((count, first) for first, _, count in rows)
    if first + count >= _FIRST + _COUNT:
        first, count = _FIRST, _COUNT
    elif count > 1000:  # a container with fewer ids; the upper half is hardly used
        first, count = first + count // 2, count // 2
    else:
        return None
    return first + (os.getpid() * _PLACES + place) % count


def hand_over(folder: str, user: int) -> None:
    """Give a folder, if one is named, and all that is in it to a user."""
    if not folder:
        return
    waiting = [folder]
    while waiting:
        with suppress(OSError):  # nested too deeply for a path: it is refused when it is looked at
            place = waiting.pop()
            os.chown(place, user, user, follow_symlinks=False)
            with os.scandir(place) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        os.chown(entry.path, user, user, follow_symlinks=False)


def _may(capability: int) -> bool:
    lines = Path("/proc/self/status").read_text().splitlines()
    (sets,) = (line.split()[1] for line in lines if line.startswith("CapEff:"))
    return bool(int(sets, 16) >> capability & 1)
