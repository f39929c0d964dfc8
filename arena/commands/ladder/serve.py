"""`arena serve`: the ladder in a browser, as it is now."""

import errno
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.exit_codes import explain
from arena.commands.home import existing
from arena.errors import ArenaError, UsageError
from arena.printing.console import note, print_json, say
from arena.text import harmless
from ladder.store import Store

if TYPE_CHECKING:
    from arena.commands.ladder.visitors import Visitors


def serve(home: Path | None, host: str, port: int, play: bool, json: bool) -> None:
    """Listens until Ctrl-C."""
    from uvicorn import Config, Server

    from arena.pages.addresses import PLAY
    from arena.pages.playing import LONGEST
    from arena.pages.server import application

    folder = existing(home)

    def opened() -> Store:
        return Store(folder.database, read_only=True)

    opened().close()  # what is wrong with it is said now
    names = frozenset({host.lower(), socket.gethostname().lower(), socket.getfqdn().lower()})

    def explained(error: Exception) -> str:
        return explain(error, folder.log)[0]

    app = application(
        opened,
        frozenset() if _is_own(host) else names,
        explained,
        _visitors(home, explained) if play else None,
    )
    with closing(_listening(host, port)) as listening:
        shown, taken = listening.getsockname()[:2]
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{taken}/"
        if json:
            print_json({"address": address, "home": str(folder.path)})
        else:
            say(f"The ladder of {harmless(folder.path)} is at {address}")
            if play:
                say(f"Play a game at {address}{PLAY}")
            say("Ctrl-C ends it.")
        if not _is_own(host):
            note(
                f"Warning: anyone who can reach this machine at {shown} can read the ladder: bots, "
                "games, and what bots wrote. There is no password and no encryption."
                + (" With --play they also start games on this machine." if play else "")
            )
        config = Config(
            app, log_level="warning", lifespan="on", server_header=False, ws_max_size=LONGEST
        )
        server = Server(config)
        with suppress(KeyboardInterrupt):  # it has ended all, and passes on what ended it
            server.run([listening])
    if not json:
        say("Ended.")


def _visitors(home: Path | None, explained: Callable[[Exception], str]) -> "Visitors":
    from arena.commands.ladder.visitors import Visitors

    return Visitors(home, explained)


def _is_own(host: str) -> bool:
    """True if only this machine reaches that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises ArenaError."""
    try:
        family, kind, proto, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):  # which of them, depends on what is wrong with the name
        raise UsageError(
            f"--host {harmless(host, 80)!r} is no address of this machine. Leave it out for "
            "127.0.0.1."
        ) from None
    made = socket.socket(family, kind, proto)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(where)
        made.listen(128)
    except OSError as error:
        made.close()
        raise ArenaError(_refused(error, host, port)) from None
    return made


def _refused(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} of {harmless(host, 80)} is in use by another program, perhaps another "
            f"`arena serve`. Choose another: --port {port + 1 if port < 65535 else 0}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is not for everybody to listen on. Choose one above 1023: --port 8000"
    return f"{harmless(host, 80)} cannot be listened on: {error.strerror}. Leave out --host."
