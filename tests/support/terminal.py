"""`arena` as a person sees it: on a terminal of some width."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

from tests.support.processes import limited


def on_terminal(width: int, home: Path, *words: str) -> str:
    """What `arena WORDS` writes on a terminal, without colours."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written_on_terminal(width, home, *words))


def written_on_terminal(width: int, home: Path, *words: str) -> str:
    """All that `arena WORDS` writes on a terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    # Where these are set they come before what the terminal says.
    inherited = {key: os.environ[key] for key in os.environ.keys() - {"COLUMNS", "LINES"}}
    program = subprocess.Popen(
        [sys.executable, "-m", "arena", *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env=inherited | {"ARENA_HOME": str(home), "TERM": "xterm"},
        cwd=Path(__file__).parents[2],
    )
    os.close(theirs)
    written = b""
    with limited(program):
        while piece := _read(ours):
            written += piece
        os.close(ours)
        program.wait()
    return written.decode()


def _read(end: int) -> bytes:
    try:
        return os.read(end, 65536)
    except OSError:  # how Linux says that nobody writes any more
        return b""
