"""Kept bots: a copy of each bot under the hash of its content, built there, started from there.

A kept bot is never changed again, so what played a game last year can be started today.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from arena.home import Home
from arena.referee.bot import BotSpec
from arena.referee.leftovers import kill_marked, new_mark
from arena.referee.spawn import clean_environment
from arena.shelf.files import ShelfError, content_hash, files_of, runs
from arena.shelf.manifest import Manifest

BUILD_SECONDS = 300


class MissingRuntime(ShelfError):
    """The program that starts or builds a bot is not on this machine."""

    def __init__(self, program: str) -> None:
        super().__init__(
            f"{program} is not installed here. Install it, or name another program: with --cmd, or "
            "as the command in bot.toml."
        )
        self.program = program


class Draft:
    """A bot's copy, built and ready to start, that goes on the shelf only once it is settled.

    A context manager: a copy that was not settled is deleted on exit. So nothing is ever taken off
    the shelf, where another process may just have found it.
    """

    def __init__(self, digest: str, shelf: Path, folder: Path) -> None:
        self.hash = digest
        self.folder = folder
        """Where it lies: on the shelf, if the same bot was there already."""
        self._shelf = shelf

    def __enter__(self) -> "Draft":
        return self

    def __exit__(self, *_: object) -> None:
        if self.folder != self._shelf:
            shutil.rmtree(self.folder, ignore_errors=True)

    def settle(self) -> None:
        """Put it on the shelf."""
        if self.folder == self._shelf:
            return
        try:
            self.folder.rename(self._shelf)
        except OSError:
            if not self._shelf.is_dir():  # else another process put the same bot there
                raise
            shutil.rmtree(self.folder, ignore_errors=True)
        self.folder = self._shelf

    def spec(
        self, name: str, version: int, manifest: Manifest, own_python: bool = False
    ) -> BotSpec:
        """How to start it here. Raises MissingRuntime, ShelfError."""
        return _spec(name, version, self.hash, self.folder, manifest, own_python)


def draft(home: Home, source: Path, manifest: Manifest, own_python: bool = False) -> Draft:
    """Copy the bot's files and build the copy, unless the same bot is on the shelf.

    `source` is a lone file or a folder. `own_python` builds with the arena's own interpreter.
    Raises MissingRuntime, or ShelfError showing the end of the builder's output.
    """
    files = sorted(files_of(source, manifest.files))
    if not files:
        raise ShelfError(f"{source} holds no files. Put the bot's files there.")
    digest = content_hash(files, manifest)
    shelf = home.bots / digest
    if shelf.is_dir():
        return Draft(digest, shelf, shelf)
    home.bots.mkdir(parents=True, exist_ok=True)
    # Made next to the others, to be renamed: a half-made copy is never found.
    folder = Path(tempfile.mkdtemp(prefix=".draft-", dir=home.bots))
    try:
        for name, file in files:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            target.chmod(0o755 if runs(file) else 0o644)  # never setuid, nor for all to write
        for command in manifest.build:
            _build(command, folder, own_python)
        folder.chmod(0o755)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Draft(digest, shelf, folder)


def spec(
    home: Home, name: str, version: int, digest: str, manifest: Manifest, own_python: bool = False
) -> BotSpec:
    """How to start a kept bot here. Raises MissingRuntime, or ShelfError if its copy is gone."""
    folder = home.bots / digest
    if not folder.is_dir():
        raise ShelfError(
            f"The kept copy of {name}:{version} is missing ({folder}). Submit the bot again."
        )
    return _spec(name, version, digest, folder, manifest, own_python)


def _spec(
    name: str, version: int, digest: str, folder: Path, manifest: Manifest, own_python: bool
) -> BotSpec:
    command = resolve(manifest.command, folder, own_python)
    return BotSpec(name=name, version=version, hash=digest, command=command, cwd=str(folder))


def resolve(command: tuple[str, ...], folder: Path, own_python: bool = False) -> tuple[str, ...]:
    """The command with its program as a full path: in the bot's folder, else on the PATH."""
    program, rest = command[0], command[1:]
    inside = folder / program
    if "/" in program or inside.is_file():
        if not inside.is_file():
            raise ShelfError(
                f"{program} is not among the bot's files. Add it, or correct the command."
            )
        if not os.access(inside, os.X_OK):
            raise ShelfError(f"{program} is not executable. Make it so: chmod +x {program}")
        return (str(inside), *rest)
    if own_python and program in ("python", "python3"):
        return (sys.executable, *rest)
    found = shutil.which(program)
    if found is None:
        raise MissingRuntime(program)
    return (_without_shim(found) if program.startswith("python") else found, *rest)


@cache
def _without_shim(python: str) -> str:
    """The real interpreter behind a version manager's wrapper script, which costs 60 ms a start."""
    with Path(python).open("rb") as stream:
        if stream.read(2) != b"#!":
            return python
    try:
        asked = [python, "-c", "import sys; print(sys.executable)"]
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return python
    return answer.stdout.strip() or python


def _build(command: tuple[str, ...], folder: Path, own_python: bool) -> None:
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
