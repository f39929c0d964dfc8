"""The ladder's tests and a tournament pass on the oldest SQLite that a ladder may have.

Builds it from the source in an old npm package; needs npm, a C compiler, and a Python that loads
SQLite from a shared library, as the system's own does.

Promise: README.md, which Python and SQLite the arena needs.
"""

import argparse
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from ladder.database.store import LEAST_SQLITE

TAKES = "3 min"

PACKAGE = "better-sqlite3@7.1.2"
"""It has SQLite 3.34.0, which Debian 11 and Enterprise Linux 9 have, too."""
OPTIONS = ("COLUMN_METADATA", "FTS5", "JSON1", "LOAD_EXTENSION", "DESERIALIZE")
RUNS = (
    "pytest -q tests/ladder tests/arena/cli/machine",
    "arena tournament random greedy trader --variants classic --rounds 1",
    "arena db check",
)


def main() -> int:
    """0 if all of it passes."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # the bots may be somebody else
        _build(folder)
        home = str(folder / "home")
        environment = os.environ | {"LD_LIBRARY_PATH": name, "ARENA_HOME": home}
        code = "import sqlite3; print(sqlite3.sqlite_version)"
        line = (sys.executable, "-c", code)
        loaded = subprocess.check_output(line, env=environment, text=True).strip()
        print(f"SQLite {loaded}", flush=True)
        if tuple(map(int, loaded.split(".")))[:2] != LEAST_SQLITE:
            print(f"That is not LEAST_SQLITE, {LEAST_SQLITE}: does this Python bring its own?")
            return 1
        for words in RUNS:
            print(f"$ {words}", flush=True)
            subprocess.run((sys.executable, "-m", *words.split()), env=environment, check=True)
    return 0


def _build(folder: Path) -> None:
    subprocess.run(("npm", "pack", "--silent", PACKAGE), cwd=folder, check=True)
    for archive in ("better-sqlite3-*.tgz", "package/deps/sqlite3.tar.gz"):
        (found,) = folder.glob(archive)
        with tarfile.open(found) as packed:
            packed.extractall(folder, filter="data")
    (source,) = folder.glob("**/sqlite3.c")
    options = [f"-DSQLITE_ENABLE_{each}" for each in OPTIONS]
    line = ["cc", "-O1", "-fPIC", "-shared", *options, "-o", "libsqlite3.so.0", str(source)]
    subprocess.run([*line, "-lpthread", "-ldl", "-lm"], cwd=folder, check=True)


if __name__ == "__main__":
    raise SystemExit(main())
