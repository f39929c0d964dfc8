"""The bot that stands for a person: it passes lines between the referee's pipes and a socket.

Run as `python3 person_bot.py SOCKET`. It ends when either side does. It is sent to the referee as
a bot of one file, so it may import the standard library only.
"""

import os
import select
import socket
import sys
from collections.abc import Callable

_READ = 1 << 16


def main(path: str) -> None:
    """Relay between stdin and stdout and the socket at `path`."""
    seat = socket.socket(socket.AF_UNIX)
    seat.connect(path)
    ways: dict[int, Callable[[bytes], None]] = {0: seat.sendall, seat.fileno(): _print}
    while True:
        for source in select.select(list(ways), [], [])[0]:
            try:
                data = os.read(source, _READ)
                ways[source](data)
            except OSError:
                return
            if not data:
                return


def _print(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


if __name__ == "__main__":
    main(sys.argv[1])
