"""Bundles, which carry a bot to another machine: its files before any build, and its manifest.

The receiver hashes the content again and rejects a bundle whose hash differs.
"""

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from arena.home import Home, make_folder
from arena.referee.bot import BotSpec
from arena.registry.files import Allowance, RegistryError, content_hash, is_executable, opened, walk
from arena.registry.storage import KeptBot, build_copy, unbuilt_files
from arena.sandbox.level import Level

_TOO_MUCH = "Submit it again with less."


@dataclass(frozen=True, slots=True)
class Bundle:
    """One version of a bot, to be kept and built on another machine."""

    bot: KeptBot
    files: tuple[tuple[str, bool, bytes], ...]
    """Each file's name in the bot's folder, whether it is executable, and its content."""


def pack(home: Home, bot: KeptBot) -> Bundle:
    """Bundle a kept bot. Raises RegistryError if its files are missing or were changed."""
    folder = unbuilt_files(home, bot)
    allowed = Allowance(f"The copy of {bot.label}", _TOO_MUCH)
    names = []
    for path in walk(folder, folder, allowed):
        allowed.file(path.lstat().st_size)  # it may be another ladder's, with sums to fit
        names.append(str(path.relative_to(folder)))
    if content_hash(folder, names, bot.manifest.how) != bot.hash:
        raise RegistryError(
            f"The kept files of {bot.label} were changed since it was submitted. "
            "Submit the same files again."
        )
    files = []
    for each in names:
        with opened(folder, *PurePath(each).parts) as file:
            files.append((each, is_executable(file), file.read()))
    return Bundle(bot, tuple(files))


def unpack(bundle: Bundle, home: Home, level: Level) -> BotSpec:
    """Keep a bot that has arrived, build it unless that was done before, return how it starts.

    Raises:
        MissingRuntime: The program that builds or starts it is not installed.
        RegistryError: It cannot be kept, or its content does not match its hash.
    """
    bot = bundle.bot
    make_folder(home.bots)
    with tempfile.TemporaryDirectory(prefix=".transfer-", dir=home.bots) as temporary:
        folder = Path(temporary)
        for name, executable, content in bundle.files:
            file = folder / name
            if PurePath(name).is_absolute() or ".." in file.parts:
                raise RegistryError(f"{bot.label} has a file outside its folder: {name}")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            file.chmod(0o755 if executable else 0o644)
        names = [name for name, _, _ in bundle.files]
        # Taken again, as the bundle may come from another ladder.
        if (actual := content_hash(folder, names, bot.manifest.how)) != bot.hash:
            raise RegistryError(f"{bot.label} arrived changed: its hash is {actual}.")
        # All of it: older arenas kept some of what is now left out as clutter.
        whole = bot.manifest.model_copy(update={"files": tuple(names)})
        with build_copy(home, folder, whole, bot.bundled, level=level) as copy:
            copy.settle()
            return replace(copy.spec(), name=bot.name, version=bot.version)
