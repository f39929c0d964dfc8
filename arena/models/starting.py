"""Starting a gateway, and ending it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

from arena.models.budget import Limit
from arena.models.gateway import Order
from arena.models.settings import Model, ModelsError
from arena.source import ROOT

_PROGRAM = "from arena.models.gateway import main; main()"
SECONDS_TO_END = 0.2
"""For a gateway with nothing under way; one that still waits for an answer goes on alone."""


@contextmanager
def gateway(
    models: Mapping[str, Model], tape: Path, limits: tuple[Limit, ...] = (), tape_only: bool = False
) -> Iterator[Path]:
    """A running gateway; gives the socket at which it serves. Raises ModelsError.

    When the block ends, or this process does, it finishes what is under way, and ends.
    """
    if not tape_only and find_spec("httpx") is None:
        raise ModelsError(
            "Asking models needs httpx. Install it: pip install 'bohnanza-arena[models]'"
        )
    folder = Path(mkdtemp(prefix="arena-models-"))  # open to us alone
    order = Order(dict(models), tape, folder / "socket", limits, tape_only)
    environment = dict(os.environ)
    path = [str(ROOT), *filter(None, [os.getenv("PYTHONPATH")])]
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment | {"PYTHONPATH": os.pathsep.join(path)},
        start_new_session=True,  # Ctrl-C is for the arena; it says when to end
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(order.line() + b"\n")
            process.stdin.flush()
        if process.stdout.readline() != b"ready\n":
            raise ModelsError("The gateway to the models cannot be started; see above for why.")
        yield order.socket
    finally:
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.stdout.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_END)
        if process.poll() is None and tape_only:  # it has nothing to wait for
            process.kill()
            process.wait()
        if process.poll() is not None:
            shutil.rmtree(folder, ignore_errors=True)
