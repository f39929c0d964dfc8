"""The rules, the translation and what of the referee is hot, as machine code where that was built.

`python -m arena.compiled.build` has mypyc translate the source as it stands, and keeps the result
in `modules/`. That is imported instead of the source, all of it or nothing, and only if it was made
of this very source for this Python: else the source runs, as it does where nothing was built, and
`state` says why. ARENA_PURE=1 asks for the source. See `docs/decisions/02-compiled-build.md`.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ARENA = Path(__file__).parents[1]
MODULES = Path(__file__).with_name("modules")
BUILT = MODULES / "built.json"
GROUP = "arena_compiled"
"""The library that holds all the code; the modules only point into it."""
SUFFIX = EXTENSION_SUFFIXES[0]
PURE = "ARENA_PURE"
"""Set in the environment to anything: run the source."""
SOURCES = (
    "rules/**/*.py",
    "codec/*.py",
    "env/actions.py",
    "env/table.py",
    "env/rows.py",
    "referee/allowance.py",
    "referee/bank.py",
    "referee/player.py",
    "referee/pondering.py",
    "referee/process.py",
    "referee/referee.py",
)
AGAIN = "Build again: python -m arena.compiled.build"


class BuildState(NamedTuple):
    """Which code runs, in words; `remedy` is what to do where something built is not used."""

    compiled: bool
    words: str
    remedy: str = ""


def sources() -> Iterator[tuple[str, Path]]:
    """The modules to compile, by name. Packages hold no code and stay as they are."""
    for pattern in SOURCES:
        for file in sorted(ARENA.glob(pattern)):
            if file.stem != "__init__":
                yield ".".join(file.relative_to(ARENA.parent).with_suffix("").parts), file


def digest() -> str:
    """The fingerprint of all that is compiled, as it stands in the files now."""
    from arena.source import fingerprint  # here: nobody else needs it

    return fingerprint((name, file.read_bytes()) for name, file in sources())


@cache
def state() -> BuildState:
    """Which code this process runs, decided once."""
    try:
        built = json.loads(BUILT.read_bytes())
        suffix, source = built["suffix"], built["source"]
    except FileNotFoundError:
        return BuildState(False, "pure Python")
    except (OSError, ValueError, TypeError, KeyError):
        return BuildState(False, "pure Python: what was compiled cannot be read", AGAIN)
    if os.environ.get(PURE):
        return BuildState(False, f"pure Python, as {PURE} asks")
    if suffix != SUFFIX:
        return BuildState(False, f"pure Python: compiled for another one ({suffix})", AGAIN)
    if source != digest():
        return BuildState(False, "pure Python: the source has changed since it was compiled", AGAIN)
    return BuildState(True, "compiled")


class Finder:
    """Finds compiled modules before Python looks for their source."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a compiled module; None for all others."""
        if not name.startswith("arena"):
            return None
        file = MODULES / f"{name}{SUFFIX}"
        if not file.exists() or not state().compiled:
            return None
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))


def use() -> None:
    """Let what was compiled, if anything was, be imported from now on."""
    if BUILT.exists():
        sys.meta_path.insert(0, Finder())
