"""Where a person's seat and its relay meet: a socket in a folder that only its owner can enter."""

import shutil
import tempfile
from hashlib import sha256
from pathlib import Path

from arena.play import relay
from arena.referee.bot import BotSpec

SOCKET = "seat"


class Doorstep:
    """The folder with the socket. `bot`: the person, as the referee starts her."""

    def __init__(self, name: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="arena-play-"))  # for its owner alone: 0700
        self.socket = self._folder / SOCKET
        program = Path(relay.__file__)
        self.bot = BotSpec(
            name=name,
            version=0,
            hash=sha256(program.read_bytes()).hexdigest(),
            command=("python3", "-I", str(program), SOCKET),
            cwd=str(self._folder),
            person=True,
        )

    def close(self) -> None:
        """Remove it."""
        shutil.rmtree(self._folder, ignore_errors=True)
