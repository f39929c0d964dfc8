"""Compiled modules: the rules, the codec and the hot part of the referee as machine code.

`python -m arena.compiled.build` has mypyc compile the current source into `modules/`. Those modules
are imported instead of the source, all of them or none, and only if they were built from exactly
this source for this Python. Otherwise the source runs, and `state` says why. ARENA_PURE=1 forces
the source. See decision 2 (docs/decisions/).
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
"""The library that contains all the code; the modules only point into it."""
SUFFIX = EXTENSION_SUFFIXES[0]
PURE = "ARENA_PURE"
"""The environment variable that makes the source run, whatever its value."""
SOURCES = (
    "rules/**/*.py",
    "codec/*.py",
    "env/actions.py",
    "env/table.py",
    "env/rows.py",
    "referee/talk_allowance.py",
    "referee/time_bank.py",
    "referee/player.py",
    "referee/pondering.py",
    "referee/process.py",
    "referee/referee.py",
)
AGAIN = "Rebuild: python -m arena.compiled.build"


class BuildState(NamedTuple):
    """The code in use, in words; `remedy` says what to do if a build exists but is not used."""

    compiled: bool
    words: str
    remedy: str = ""


def sources() -> Iterator[tuple[str, Path]]:
    """Yield the modules to compile, by name. Packages hold no code and stay as they are."""
    for pattern in SOURCES:
        for file in sorted(ARENA.glob(pattern)):
            if file.stem != "__init__":
                yield ".".join(file.relative_to(ARENA.parent).with_suffix("").parts), file


def digest() -> str:
    """Return the fingerprint of all that is compiled, as the files are now."""
    from arena.source import fingerprint  # here, since only a process with a build needs it

    return fingerprint((name, file.read_bytes()) for name, file in sources())


@cache
def state() -> BuildState:
    """Decide once which code this process runs."""
    try:
        built = json.loads(BUILT.read_bytes())
        suffix, source = built["suffix"], built["source"]
    except FileNotFoundError:
        return BuildState(False, "pure Python")
    except (OSError, ValueError, TypeError, KeyError):
        return BuildState(False, "pure Python: the build cannot be read", AGAIN)
    if os.environ.get(PURE):
        return BuildState(False, f"pure Python, as {PURE} asks")
    if suffix != SUFFIX:
        return BuildState(False, f"pure Python: built for another Python ({suffix})", AGAIN)
    if source != digest():
        return BuildState(False, "pure Python: the source has changed since the build", AGAIN)
    return BuildState(True, "compiled")


class Finder:
    """A finder of compiled modules that comes before Python's search for their source."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a compiled module; return None for all others."""
        if not name.startswith("arena"):
            return None
        file = MODULES / f"{name}{SUFFIX}"
        if not file.exists() or not state().compiled:
            return None
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))


def use() -> None:
    """Import compiled modules from now on, if there are any."""
    if BUILT.exists():
        sys.meta_path.insert(0, Finder())
