"""The key of whoever submits bots: a secret line in a file of their own, made when first needed.

The ladder keeps only its SHA-256, so that reading the ladder makes nobody an owner.
"""

import fcntl
import hashlib
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_config_path

from arena.errors import ArenaError

SHORTEST, LONGEST = 32, 10_000
"""Of a key, in bytes: what can be guessed is refused, and so is what was not meant."""


class KeyRefused(ArenaError):
    """A key cannot be used; the message says what to do."""


@dataclass(frozen=True)
class Key:
    """A submitter's key. `new`: it was made just now."""

    file: Path
    owner: str
    new: bool


def usual_file() -> Path:
    """Where a user's key is kept."""
    return user_config_path("bohnanza-arena") / "key"


def key_in(file: Path) -> Key:
    """The key in a file, made if there is none. Raises KeyRefused, OSError."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # A key that is there may be read-only; an empty file may be one that is just being made.
    there = file.exists() and file.stat().st_size > 0
    how = os.O_RDONLY if there else os.O_RDWR | os.O_CREAT
    descriptor = os.open(file, how | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise KeyRefused(f"{file} is not a file. Give another --key-file.")
    with os.fdopen(descriptor, "rb" if there else "r+b", buffering=0) as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)  # two first submissions make one key
        key = stream.read(LONGEST + 1).strip()
        new = not key
        if new:
            key = secrets.token_hex(32).encode()
            stream.write(key + b"\n")
    if mode & 0o077:
        raise KeyRefused(f"{file} can be used by others. Make it yours alone: chmod 600 {file}")
    if not SHORTEST <= len(key) <= LONGEST:
        raise KeyRefused(
            f"{file} holds no key, which has {SHORTEST} to {LONGEST:,} bytes. Give another "
            "--key-file; where there is none, it is made."
        )
    return Key(file, hashlib.sha256(key).hexdigest(), new)
