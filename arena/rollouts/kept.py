"""Judgements that were made, kept in a folder of the home: a game is judged once.

A file is named by the hash of its record. Removing them costs the time to judge anew, nothing else.
"""

import zlib
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile

import orjson

from arena.rollouts.judge import VERSION
from protocol import Json


def kept(folder: Path, record: bytes) -> Json | None:
    """The judgement of a game, as `plain_judgement` tells it, if there is one."""
    try:
        found: Json = orjson.loads(zlib.decompress(_file(folder, record).read_bytes()))
    except (OSError, zlib.error, orjson.JSONDecodeError):
        return None  # none, or damaged: it can be made anew
    return found if found.get("version") == VERSION else None


def keep(folder: Path, record: bytes, judgement: Json) -> None:
    """Keep the judgement of a game. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=folder, delete=False) as written:
        written.write(zlib.compress(orjson.dumps(judgement)))
    Path(written.name).replace(_file(folder, record))  # whole, or not at all


def _file(folder: Path, record: bytes) -> Path:
    return folder / blake2b(record, digest_size=16).hexdigest()
