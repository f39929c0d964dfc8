"""The bundled bots, `bots/<language>/<bot>.toml`, which are kept and built on first use."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import bots
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.registry.build import BuildProgress, ignore_progress
from arena.registry.files import RegistryError, content_hash, copy_files
from arena.registry.manifest import Manifest, read_manifest
from arena.registry.programs import MissingRuntime
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


def bundled_manifests() -> dict[str, Path]:
    """Return the toml file of every bundled bot by name, those in Python first."""
    # Resolved, because some installers link packages to a common store.
    paths = (file.resolve() for file in FOLDER.glob("*/*.toml"))
    files = sorted(paths, key=lambda file: (file.parent.name != "python", file))
    return {read_manifest(file).name: file for file in files}


@cache
def bundled_bots() -> dict[str, tuple[Manifest, str]]:
    """Return each bundled bot's manifest and content hash by name."""
    bots_by_name = {}
    for name, file in bundled_manifests().items():
        manifest = read_manifest(file)
        with tempfile.TemporaryDirectory() as folder:
            names = copy_files(file.parent, manifest.files, Path(folder))
            bots_by_name[name] = manifest, content_hash(Path(folder), names, manifest.how)
    return bots_by_name


def prepare(home: Home, name: str, building: BuildProgress = ignore_progress) -> Bundled:
    """Keep and build one bundled bot. Raises KeyError, MissingRuntime or RegistryError."""
    file = bundled_manifests()[name]
    manifest = read_manifest(file)
    with build_copy(home, file.parent, manifest, own_python=True, building=building) as copy:
        copy.settle()
        return Bundled(manifest, copy.spec(name, 0, manifest, own_python=True))


def keep_if_unchanged(home: Home, name: str, digest: str) -> bool:
    """Keep and build a bundled bot if its content still has this hash; return whether it has.

    Raises MissingRuntime or RegistryError.
    """
    file = bundled_manifests().get(name)
    if file is None:
        return False
    with build_copy(home, file.parent, read_manifest(file), own_python=True) as copy:
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
    usual = (name for name, file in bundled_manifests().items() if not read_manifest(file).example)
    ready = []
    for name in only or usual:
        try:
            ready.append(prepare(home, name, building(name)))
        except MissingRuntime as missing:
            skipped(name, f"{missing.program} is not installed here.")
        except RegistryError as error:
            skipped(name, first_line(str(error)))
    return ready
