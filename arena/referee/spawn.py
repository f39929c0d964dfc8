"""Starting a bot's program: its environment, its own process group, and that it ends with us."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shutil import rmtree, which

from arena.referee.leftovers import MARKER, guardian, new_mark, new_scratch


class CannotStart(Exception):
    """The machine cannot start the process; not the bot's fault."""


def spawn(command: Sequence[str], cwd: str) -> tuple[subprocess.Popen[bytes], str, str]:
    """The process with non-blocking pipes, its mark, and a scratch folder to be removed with it.

    Raises CannotStart.
    """
    mark, scratch = new_mark(), ""
    try:
        guards = guardian()
        program = _program(command[0], cwd)
        scratch = new_scratch(mark)
        # No preexec_fn: with it the whole parent would be copied first.
        popen = subprocess.Popen(
            [program, *command[1:]],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=clean_environment(scratch, mark),
            start_new_session=True,
        )
    except OSError as error:
        rmtree(scratch, ignore_errors=True)
        raise CannotStart(f"{command[0]} cannot be started: {error.strerror}") from error
    guards.watch(popen.pid)
    if sys.platform == "linux":
        with suppress(OSError):  # ended already
            resource.prlimit(popen.pid, resource.RLIMIT_CORE, (0, 0))
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        if pipe is not None:
            os.set_blocking(pipe.fileno(), False)
    return popen, mark, scratch


def _program(name: str, cwd: str) -> str:
    """The file to run. Raises FileNotFoundError."""
    if "/" in name:
        found = Path(cwd, name)
        if not found.is_file():
            raise FileNotFoundError(2, "no such file")
        return str(found)
    # A version manager's shim in front of the interpreter would cost more than the start itself.
    program = sys.executable if name in ("python", "python3") else which(name)
    if program is None:
        raise FileNotFoundError(2, "no such program")
    return program


def clean_environment(scratch: str, mark: str) -> dict[str, str]:
    """Little, and the same on every machine: a bot should depend on nothing but its input."""
    return {
        MARKER: mark,
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
    }
