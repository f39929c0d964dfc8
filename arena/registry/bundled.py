"""The bots that come with the arena: `bots/<language>/<bot>.toml`, kept and built on first use."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import bots
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.registry.build import Building, unheard
from arena.registry.files import ShelfError, content_hash, copy_files
from arena.registry.manifest import Manifest, read_manifest
from arena.registry.programs import MissingRuntime
from arena.registry.storage import draft
from arena.text.phrases import first_line

FOLDER = Path(bots.__file__).parent
FILLERS = ("greedy", "random", "trader")
"""Who fills the seats when bots are fewer than seats: those that run wherever we do."""


@dataclass(frozen=True)
class Bundled:
    """A bundled bot, ready to start."""

    manifest: Manifest
    spec: BotSpec  # its version is 0 until the ladder gives it one


def bundled_manifests() -> dict[str, Path]:
    """Name -> toml file of every bundled bot, Python first, since that runs wherever we do."""
    # Resolved, as some installers lay links to where they keep all packages.
    found = (file.resolve() for file in FOLDER.glob("*/*.toml"))
    files = sorted(found, key=lambda file: (file.parent.name != "python", file))
    return {read_manifest(file).name: file for file in files}


@cache
def bundled_bots() -> dict[str, tuple[Manifest, str]]:
    """By name, each bundled bot's manifest and the hash of its content, as they are here."""
    found = {}
    for name, file in bundled_manifests().items():
        manifest = read_manifest(file)
        with tempfile.TemporaryDirectory() as folder:
            names = copy_files(file.parent, manifest.files, Path(folder))
            found[name] = manifest, content_hash(Path(folder), names, manifest.how)
    return found


def prepare(home: Home, name: str, building: Building = unheard) -> Bundled:
    """One bundled bot, kept and built. Raises KeyError, MissingRuntime or ShelfError."""
    file = bundled_manifests()[name]
    manifest = read_manifest(file)
    with draft(home, file.parent, manifest, own_python=True, building=building) as copy:
        copy.settle()
        return Bundled(manifest, copy.spec(name, 0, manifest, own_python=True))


def keep_anew(home: Home, name: str, digest: str) -> bool:
    """Keep a bundled bot with what it is built from; True if it still has that content.

    Raises MissingRuntime or ShelfError.
    """
    file = bundled_manifests().get(name)
    if file is None:
        return False
    with draft(home, file.parent, read_manifest(file), own_python=True) as copy:
        if copy.hash != digest:
            return False
        copy.settle()
        return True


def prepare_all(
    home: Home,
    skipped: Callable[[str, str], None],
    only: Sequence[str] = (),
    building: Callable[[str], Building] = lambda name: unheard,
) -> list[Bundled]:
    """Prepare every bundled bot that can run here but the examples, or those named, in that order.

    `skipped(name, why)` is told of each that cannot, `building(name)` how the build of one goes on.
    """
    usual = (name for name, file in bundled_manifests().items() if not read_manifest(file).example)
    ready = []
    for name in only or usual:
        try:
            ready.append(prepare(home, name, building(name)))
        except MissingRuntime as missing:
            skipped(name, f"{missing.program} is not installed here.")
        except ShelfError as error:
            skipped(name, first_line(str(error)))
    return ready
