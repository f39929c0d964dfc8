"""A process of ours that runs a few lines of Python, at the other end of a pipe."""

import os
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO

SOURCE = Path(__file__).resolve().parents[2]
"""Where such a process imports the arena from, installed or not."""


def launch(
    program: str,
    theirs: Connection,
    environment: Mapping[str, str],
    stderr: IO[bytes] | int = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    """Starts it with its end of a pipe open, and nothing else of ours.

    environment: what it gets, beside where it imports the arena from.
    """
    path = os.pathsep.join([str(SOURCE), *filter(None, [os.getenv("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program],
        env={**environment, "PYTHONPATH": path},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        start_new_session=True,  # what a terminal sends is for the driver alone
    )
