"""A bot process at the other end of two pipes, fed line by line, with a limit on every wait."""

import json
import os
import select
import subprocess
import time
from pathlib import Path
from typing import Any, Self

PATIENCE_S = 60.0  # a limit against hanging, never reached by a bot that works


class Conversation:
    """Start `command` in `cwd` as a process group of its own and talk to it in JSON lines."""

    def __init__(self, command: list[str], cwd: Path) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._unread = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def tell(self, message: dict[str, Any] | bytes) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
        assert self.process.stdin
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def hear(self) -> Any:
        """The bot's next line, parsed; AssertionError when it ends or stays silent."""
        return json.loads(self.hear_line())

    def hear_line(self) -> bytes:
        assert self.process.stdout
        deadline = time.monotonic() + PATIENCE_S
        while b"\n" not in self._unread:
            left = max(0.0, deadline - time.monotonic())
            readable, _, _ = select.select([self.process.stdout], [], [], left)
            assert readable, "the bot does not answer"
            chunk = os.read(self.process.stdout.fileno(), 65536)
            assert chunk, f"the bot ended: {self.process.communicate()[1].decode()}"
            self._unread += chunk
        line, self._unread = self._unread.split(b"\n", 1)
        return line

    def ask(self, message: dict[str, Any] | bytes) -> Any:
        self.tell(message)
        return self.hear()

    def hang_up(self) -> tuple[int, bytes, str]:
        """Close the bot's input: its exit code, what it wrote unheard, and its stderr."""
        out, err = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, self._unread + out, err.decode()

    def left_behind(self) -> bool:
        """Whether anything of the ended bot's process group still lives."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True
