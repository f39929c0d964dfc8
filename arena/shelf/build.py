"""Building a bot's copy by the commands of its manifest."""

import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from arena.referee.leftovers import kill_marked, new_mark
from arena.referee.spawn import clean_environment
from arena.shelf.files import ShelfError
from arena.shelf.programs import resolve

BUILD_SECONDS = 300

Building = Callable[[str, float, str], None]
"""Is told how a build goes on: its command, for how many seconds, and the last line it wrote."""


def unheard(line: str, seconds: float, last: str) -> None:
    """For a build that nobody watches."""


def build(command: tuple[str, ...], folder: Path, own_python: bool, building: Building) -> None:
    """Run one command in the copy. Raises MissingRuntime, or ShelfError with what it wrote."""
    line = " ".join(command)
    mark = new_mark()
    # The output goes to a file: a pipe would stay open as long as what the build left running.
    with tempfile.TemporaryFile() as written, tempfile.TemporaryDirectory() as scratch:
        try:
            done = subprocess.run(
                resolve(command, folder, own_python),
                cwd=folder,
                env=clean_environment(scratch, mark),
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=subprocess.STDOUT,
                timeout=BUILD_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ShelfError(
                f"The build took more than {BUILD_SECONDS} s: {line}\n"
                "Build the bot beforehand, and submit what was built."
            ) from None
        finally:
            kill_marked(mark)
        written.seek(max(0, written.seek(0, os.SEEK_END) - 4000))
        output = written.read().decode("utf-8", "replace").rstrip()
    if done.returncode != 0:
        raise ShelfError(f"The build failed (exit {done.returncode}): {line}\n{output}")
