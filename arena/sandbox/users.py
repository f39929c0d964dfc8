"""Users for bots, where the arena runs as root: each bot gets a user id of its own."""

import os
from contextlib import suppress
from pathlib import Path

from arena.sandbox.level import Level

_FIRST, _COUNT = 0x70000000, 0x1000000
"""User ids for bots, far above those of people, services and containers."""
_SLOTS = 128
"""More than the bots that a supervisor ever has at a time."""
_CHOWN, _SETGID, _SETUID, _SYS_ADMIN = 0, 6, 7, 21
"""Capabilities, by their numbers in capabilities(7)."""


def bots_user(level: Level, slot: int) -> int | None:
    """Return a user id for a bot that probably nobody else on this machine has.

    Bots need different users, or they could harm each other. Under root they need one at all, since
    limits and file modes mean nothing to root (decision 3).

    Args:
        level: the bot's level of confinement.
        slot: a small number that no other bot of this supervisor has at the time.

    Returns:
        None to keep the arena's user: it may not change users, or the bot isn't confined.
    """
    required = [_CHOWN, _SETGID, _SETUID, *([_SYS_ADMIN] if level is Level.A else [])]
    if level is Level.C or os.geteuid() != 0 or not all(map(_may, required)):
        return None
    # Rows of first id here, first id outside and count: only these ids exist in a container.
    rows = [map(int, row.split()) for row in Path("/proc/self/uid_map").read_text().splitlines()]
    ids, first = max((ids, first) for first, _, ids in rows)
    if first + ids >= _FIRST + _COUNT:
        first, ids = _FIRST, _COUNT
    elif ids > 1000:  # a container with fewer ids; the upper half is hardly used
        first, ids = first + ids // 2, ids // 2
    else:
        return None
    # Supervisors have different pids, so their bots have different ids, too.
    return first + (os.getpid() * _SLOTS + slot) % ids


def hand_over(folder: str, user: int) -> None:
    """Make a user the owner of a folder and everything in it; do nothing for ""."""
    if not folder:
        return
    waiting = [folder]
    while waiting:
        with suppress(OSError):  # nested too deeply for a path, which `size` reports
            path = waiting.pop()
            os.chown(path, user, user, follow_symlinks=False)
            with os.scandir(path) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        os.chown(entry.path, user, user, follow_symlinks=False)


def _may(capability: int) -> bool:
    """Return True if this process has a capability (capabilities(7))."""
    lines = Path("/proc/self/status").read_text().splitlines()
    (sets,) = (line.split()[1] for line in lines if line.startswith("CapEff:"))
    return bool(int(sets, 16) >> capability & 1)
