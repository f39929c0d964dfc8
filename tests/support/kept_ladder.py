"""Keep a ladder as today's arena writes it, before its schema changes: for test_migrations.py.

It is the ladder of the version before, brought up to date and played on, in one more tournament.
"""

import gzip
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from ladder.database.migrations import SCHEMA_VERSION
from ladder.database.store import Store
from tests.ladder.conftest import play_all, written

FOLDER = Path(__file__).parents[1] / "ladder" / "database"


def packed(version: int) -> Path:
    """Where the ladder of a version is kept."""
    return FOLDER / f"version_{version}.sqlite.gz"


def unpacked(version: int, folder: Path) -> Path:
    """A copy of the ladder of a version."""
    path = folder / f"version_{version}.sqlite"
    path.write_bytes(gzip.decompress(packed(version).read_bytes()))
    return path


def make(folder: Path) -> Path:
    """The ladder of this version."""
    made = folder / f"version_{SCHEMA_VERSION}.sqlite"
    shutil.move(unpacked(SCHEMA_VERSION - 1, folder), made)
    with Store(made) as store:
        circles = [store.bots("active")[first : first + 3] for first in (0, 1, 2)]
        play_all(written(store, circles, b"in version %d" % SCHEMA_VERSION))
    return made


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        content = make(Path(name)).read_bytes()
    packed(SCHEMA_VERSION).write_bytes(gzip.compress(content, mtime=0))
    print(f"Written: {packed(SCHEMA_VERSION)}. Now raise SCHEMA_VERSION.")
