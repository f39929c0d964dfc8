"""The running source: fingerprints of it, and a check that it all belongs to one installation.

Machines with the same fingerprint play by the same code.
"""

import os
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
File = tuple[str, bytes]
"""A name, as from ROOT, and a content."""
GAMES = (
    *("arena/llm", "arena/referee", "arena/rules", "arena/sandbox", "arena/text"),
    "arena/codec",
    "protocol",
)
"""The rooms that decide a game: everything that the referee imports, and what asks models."""


def fingerprint(files: Iterable[File]) -> str:
    """Hash the names and contents of files into 16 hexadecimal digits."""
    digest = blake2b(digest_size=8)
    for name, content in sorted(files):
        digest.update(b"%s %d " % (name.encode(), len(content)) + content)
    return digest.hexdigest()


def in_the_way() -> str | None:
    """Say what would be imported instead of one of the arena's packages; None if nothing.

    Python looks beside a script, and in the current folder with `-m`, before it looks here.
    """
    for name in ("bots", "ladder", "protocol"):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            file = Path(spec.origin)
            if not file.parent.parent.samefile(ROOT):
                what = file.parent if file.stem == "__init__" else file
                return (
                    f"{what} is in the way of the arena's own package {name!r}. Rename it, or run "
                    "this in another folder."
                )
    return None


@cache
def source_of_games() -> str:
    """Return the version and fingerprint of the source this process plays by: '0.2.0+1f0c…'.

    The files are read at the first call, so call it when the code is imported.
    """
    import arena

    return f"{arena.__version__}+{fingerprint(files_in(GAMES))}"


def import_path() -> str:
    """Return the PYTHONPATH of a process that is to import this source, installed or not."""
    return os.pathsep.join([str(ROOT), *filter(None, [os.getenv("PYTHONPATH")])])


def files_in(rooms: Iterable[str], suffixes: tuple[str, ...] = (".py",)) -> Iterable[File]:
    """Yield the name and content of each file in these rooms that ends so."""
    for room in rooms:
        for folder, _, files in os.walk(ROOT / room):  # twice as fast as with pathlib
            for file in files:
                if file.endswith(suffixes):
                    path = f"{folder}/{file}"
                    yield path.removeprefix(f"{ROOT}/"), Path(path).read_bytes()
