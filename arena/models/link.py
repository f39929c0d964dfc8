"""A seat's line to a gateway. Light: whatever plays games imports it."""

import json
import socket
from collections.abc import Mapping
from typing import Any

_READ = 1 << 16


class Link:
    """A seat's line to a gateway. One request at a time: `send`, then `receive` when it is there.

    Raises OSError where the gateway is gone.
    """

    def __init__(self, place: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(place)
        self._received = bytearray()

    def fileno(self) -> int:
        """The descriptor, to be waited on for input."""
        return self._socket.fileno()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a line."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self) -> dict[str, Any] | None:
        """What has come, if it is whole."""
        data = self._socket.recv(_READ)
        if not data:
            raise ConnectionResetError("the gateway to the models has ended")
        self._received += data
        if not self._received.endswith(b"\n"):
            return None
        said: dict[str, Any] = json.loads(self._received)
        self._received.clear()
        return said

    def close(self) -> None:
        """Hang up."""
        self._socket.close()
