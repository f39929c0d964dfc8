"""The bundled bots, `bots/<language>/<bot>.toml`, which are kept and built on first use."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event

import bots
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.registry.build import BuildProgress, ignore_progress
from arena.registry.executables import MissingRuntime
from arena.registry.files import RegistryError, hash_as_kept
from arena.registry.manifest import Manifest, read_manifest
from arena.registry.storage import build_copy
from arena.text.phrases import first_line

FOLDER = Path(bots.__file__).parent
FILLERS = ("greedy", "random", "trader")
"""The bots that fill empty seats: they need nothing but Python."""


@dataclass(frozen=True)
class Bundled:
    """A bundled bot, ready to start."""

    manifest: Manifest
    spec: BotSpec  # its version is 0 until the ladder gives it one


def bundled_manifests() -> dict[str, tuple[Path, Manifest]]:
    """Return the folder and manifest of every bundled bot by name, those in Python first."""
    # Resolved, because some installers link packages to a common store.
    paths = (file.resolve() for file in FOLDER.glob("*/*.toml"))
    files = sorted(paths, key=lambda file: (file.parent.name != "python", file))
    read = ((file.parent, read_manifest(file)) for file in files)
    return {manifest.name: (folder, manifest) for folder, manifest in read}


@cache
def bundled_bots() -> dict[str, tuple[Manifest, str]]:
    """Return each bundled bot's manifest and content hash by name."""
    return {
        name: (manifest, hash_as_kept(folder, manifest.files, manifest.how))
        for name, (folder, manifest) in bundled_manifests().items()
    }


def prepare(home: Home, name: str, building: BuildProgress = ignore_progress) -> Bundled:
    """Keep and build one bundled bot. Raises KeyError, MissingRuntime or RegistryError."""
    folder, manifest = bundled_manifests()[name]
    with build_copy(home, folder, manifest, own_python=True, building=building) as copy:
        copy.settle()
        return Bundled(manifest, copy.spec())


def keep_if_unchanged(home: Home, name: str, digest: str) -> bool:
    """Keep and build a bundled bot if its content still has this hash; return whether it has.

    Raises MissingRuntime or RegistryError.
    """
    bundled = bundled_manifests()
    if name not in bundled:
        return False
    with build_copy(home, *bundled[name], own_python=True) as copy:
        if copy.hash != digest:
            return False
        copy.settle()
        return True


def prepare_all(
    home: Home,
    skipped: Callable[[str, str], None],
    only: Sequence[str] = (),
    building: Callable[[str], BuildProgress] = lambda name: ignore_progress,
) -> list[Bundled]:
    """Prepare the bundled bots that can run here.

    Args:
        home: Where they are kept.
        skipped: Called with the name of each that cannot, and why.
        only: Which ones, in this order; by default all but the examples.
        building: Makes, for a bot's name, the function called while it is built.
    """
    from concurrent.futures import ThreadPoolExecutor  # most commands prepare no more than one

    usual = (name for name, (_, manifest) in bundled_manifests().items() if not manifest.example)
    interrupted = Event()

    def prepared(name: str) -> Bundled | str:
        progress = building(name)

        def while_wanted(line: str, seconds: float, last: str) -> None:
            if interrupted.is_set():
                raise RegistryError("The build was interrupted.")
            progress(line, seconds, last)

        try:
            return prepare(home, name, while_wanted)
        except MissingRuntime as missing:
            return f"{missing.program} is not installed here."
        except RegistryError as error:
            return first_line(str(error))

    ready = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # builds keep one core each busy for seconds
        try:
            names = [*(only or usual)]
            for name, bot in zip(names, pool.map(prepared, names), strict=True):
                if isinstance(bot, str):
                    skipped(name, bot)
                else:
                    ready.append(bot)
        except BaseException:
            interrupted.set()
            raise
    return ready
