"""A fingerprint of what makes replays: one written before is known to be the same by it."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

PACKAGES = (
    *("arena.show", "arena.retelling", "arena.rollouts", "arena.text", "arena.translation"),
    *("arena.rules", "ladder", "protocol"),
)
MODULES = (
    *("arena/__init__.py", "arena/errors.py", "arena/compiled/__init__.py"),
    *("arena/pages/addresses.py", "arena/pages/report.py"),
)
"""Files beside these packages that a replay goes through."""
SUFFIXES = (".py", ".js", ".css", ".html")


@cache
def fingerprint() -> str:
    """Changes whenever a program or a style that goes into replays does."""
    digest = sha256()
    for name, content in sorted(_sources()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _sources() -> Iterator[tuple[str, bytes]]:
    for package in PACKAGES:
        yield from _inside(package.replace(".", "/"), files(package))
    for name in MODULES:
        yield name, (files("arena") / name.removeprefix("arena/")).read_bytes()


def _inside(path: str, folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        name = f"{path}/{each.name}"
        if each.is_dir():
            yield from _inside(name, each)
        elif each.name.endswith(SUFFIXES):
            yield name, each.read_bytes()
