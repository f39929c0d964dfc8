"""Ownership of bots: a bot's name and its author's belong to the key they first came with.

A key is a secret line in a file of the person who submits bots, created when first needed. The
ladder keeps only its SHA-256, so reading the ladder lets nobody pose as an owner.
"""

import fcntl
import hashlib
import os
import secrets
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_config_path

from arena.errors import ArenaError
from arena.registry.manifest import Manifest
from arena.text.sanitize import alike

if TYPE_CHECKING:
    from ladder.database.store import Bot, Store

SHORTEST, LONGEST = 32, 10_000
"""The length of a key in bytes: shorter ones can be guessed, longer ones are some other file."""


class KeyRefused(ArenaError):
    """A key cannot be used; the message says what to do."""


@dataclass(frozen=True)
class Key:
    """A submitter's key; `new` if it was created just now."""

    file: Path
    owner: str
    new: bool


def default_key_file() -> Path:
    """Return the file where a user's key is kept by default."""
    return user_config_path("bohnanza-arena") / "key"


def read_or_create_key(file: Path) -> Key:
    """Read the key in a file, and create it if there is none. Raises KeyRefused, OSError."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # A key that exists may be read-only; an empty file may be one that is just being made.
    exists = file.exists() and file.stat().st_size > 0
    how = os.O_RDONLY if exists else os.O_RDWR | os.O_CREAT
    descriptor = os.open(file, how | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise KeyRefused(f"{file} is not a file. Give another --key-file.")
    with os.fdopen(descriptor, "rb" if exists else "r+b", buffering=0) as stream:
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
            "--key-file; a missing one is created."
        )
    return Key(file, hashlib.sha256(key).hexdigest(), new)


def owner_by(file: Path) -> str:
    """Return the owner by the key in a file; "", who owns nothing yet, if there is none."""
    return read_or_create_key(file).owner if file.exists() and file.stat().st_size else ""


class NotYours(ArenaError):
    """A name or an author belongs to another key; the message names the ways out."""

    def __init__(self, why: str, choose: str, bot: "Bot") -> None:
        """why: whose it is, as the start of a sentence. choose: what to choose instead."""
        self.why, self.choose = why, choose
        super().__init__(
            f"{why}. Choose {choose}, or give the key that it came with: --key-file FILE. "
            "If that key is lost, the organiser of this ladder can release the bot: "
            f"arena disown {bot.name}"
        )


def require_yours(bots: Sequence["Bot"], manifest: Manifest, owner: str) -> None:
    """Raise NotYours if the bot's name or author first came with a key other than `owner`'s.

    Bots without an owner, from an older ladder or released, restrict nobody.
    """
    newest = {bot.name: bot for bot in sorted(bots, key=lambda bot: bot.version)}.values()
    others = [bot for bot in newest if bot.owner not in ("", owner)]
    for bot in others:
        if alike(bot.name) == alike(manifest.name):
            also = "" if bot.name == manifest.name else f" (and looks like {manifest.name})"
            raise NotYours(
                f"{bot.label} was submitted with another key{also}", "another --name", bot
            )
    for bot in others:
        if manifest.author and alike(bot.author) == alike(manifest.author):
            raise NotYours(
                f"{bot.label} by {bot.author} came with another key", "another --author", bot
            )


def disown(store: "Store", bot: "Bot") -> list["Bot"]:
    """Release all versions of a bot, and its author's bots that came with the same key.

    Returns:
        The bots that were released.
    """
    freed = [
        each
        for each in store.bots()
        if each.owner
        and (
            each.name == bot.name
            or (bot.author and alike(each.author) == alike(bot.author) and each.owner == bot.owner)
        )
    ]
    store.set_owner([each.id for each in freed], "")
    return freed
