"""`arena serve`: the ladder in a browser, as it is now, and games for its visitors."""

from __future__ import annotations

import errno
import socket
from contextlib import closing, suppress
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from arena.cli.exit_codes import explain
from arena.cli.home import existing, opened
from arena.cli.options.arguments import ONLY_SHOWN, HomeOption, JsonOption, option
from arena.cli.output.console import note, print_json, say
from arena.errors import ArenaError, UsageError
from arena.home import Home
from arena.text import harmless
from ladder.database.store import Store

if not ONLY_SHOWN:
    from uvicorn import Config, Server

    from arena.cli.ladder.visitors import Visitors
    from arena.tournament.worker_process import raise_limits
    from arena.web.broadcast import Broadcast
    from arena.web.connections import BURST, Connection
    from arena.web.play_routes import LONGEST
    from arena.web.server import application
    from arena.web.urls import PLAY

GRACE_S = 10
"""Seconds after Ctrl-C in which what browsers have asked for may still be answered."""


def serve(
    host: str = option(
        "The address to listen on; warns if other machines can reach it.",
        default="127.0.0.1",
        metavar="ADDRESS",
    ),
    port: int = option(
        "The port to listen on; 0 for any that is free.", default=8000, min=0, max=65535
    ),
    public_url: str | None = option(
        "The address of a server in front of this one, by which browsers reach it.",
        metavar="URL",
        show_default="none",
    ),
    play: bool = option("Let people play in the browser, alone or together.", default=False),
    concurrency: int = option("Games of people at once, with --play.", default=4, min=1, max=100),
    delay: float = option(
        "Show games that are being played so much later, on the page to watch.",
        default=0.0,
        min=0,
        max=3600,
        metavar="SECONDS",
    ),
    open_hands: bool = option("Let spectators see all cards.", default=False),
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Show the ladder in a browser, as it is now, until Ctrl-C.

    The same pages as `arena report` writes, with every replay. A bot's page is also at its name:
    /bots/anna. Nothing can be changed there.

    While a tournament is played, its progress and its standings update by themselves, and there is
    a page to watch its games, with a large one for a projector: quick games are played back one
    after the other, slow ones shown as they are played. Spectators see what all seats see.

    --play adds a page for playing: unrated games against bots of the ladder, or the bundled ones.
    Several people can share a table, each with a link of their own, which works on other machines
    with --host 0.0.0.0; a bot plays on for anyone who is away. A game that nobody looks at any more
    ends after five minutes, or sooner if there is no room for another.

    Behind a reverse proxy that has a name of its own, say it: --public-url.

    Examples:
        arena serve
        arena serve --play
        arena serve --play --host 0.0.0.0
        arena serve --play --public-url https://beans.example.org
        arena serve --delay 60
        arena serve --port 8080
        arena serve --json
    """
    if play:
        with opened(home):  # makes what is missing, so that people can play at once
            pass
    folder = existing(home)

    def ladder() -> Store:
        return Store(folder.database, read_only=True)

    def explained(error: Exception) -> str:
        return explain(error, folder.log)[0]

    ladder().close()  # what is wrong with it is said now
    raise_limits()
    public = None if public_url is None else _public(public_url)
    listening = _listening(host, port)
    site = Whereabouts.of(host, listening, public)
    app = application(
        ladder,
        site.names,
        explained,
        Visitors(home, explained, concurrency) if play else None,
        site.elsewhere,
        folder.judged,
        Broadcast(ladder, explained, folder.live, delay, open_hands),
    )
    with closing(listening):
        if json:
            print_json({"address": site.address, "home": str(folder.path)})
        else:
            _tell(folder, site, play)
        if site.elsewhere:
            _warn(public or f"this machine at {site.shown}", public is not None, play)
        with suppress(KeyboardInterrupt):  # it has ended all, and passes on what ended it
            _server(app).run([listening])
    if not json:
        say("Ended.")


class Whereabouts(NamedTuple):
    """Where browsers find the ladder."""

    shown: str
    """The host that is listened on."""
    address: str
    elsewhere: str
    """The address by which other machines reach it; empty if they do not."""
    names: frozenset[str]
    """What it may be called in requests, beside IP addresses and localhost."""

    @classmethod
    def of(cls, host: str, listening: socket.socket, public: str | None) -> Whereabouts:
        """Return the site of a server that was asked to listen on that host."""
        shown, port = listening.getsockname()[:2]
        own = _is_own(host)
        elsewhere = public or ("" if own else _address(_reached(shown), port))
        names = set() if own else {host, socket.gethostname(), socket.getfqdn()}
        if public is not None:
            names.add(urlsplit(public).hostname or "")
        lower = frozenset(name.lower() for name in names)
        return cls(shown, _address(shown, port), elsewhere, lower)


def _tell(home: Home, site: Whereabouts, play: bool) -> None:
    say(f"The ladder of {harmless(home.path)} is at {site.address}")
    if site.elsewhere not in ("", site.address):
        say(f"Other machines reach it at {site.elsewhere}")
    if play:
        say(f"Play a game at {site.elsewhere or site.address}{PLAY}")
    say("Ctrl-C ends it.")


def _warn(where: str, proxied: bool, play: bool) -> None:
    note(
        f"Warning: anyone who can reach {where} can read the ladder: bots, games, and what "
        f"bots wrote. There is no password{'' if proxied else ' and no encryption'}."
        + (" With --play they also start games on this machine." if play else "")
    )


def _server(app: Any) -> Server:
    config = Config(
        app,
        http=Connection,
        backlog=BURST,
        log_level="warning",
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
        ws_max_size=LONGEST,
        # What somebody at the table says stands beside a hand: a length would tell of both.
        ws_per_message_deflate=False,
    )
    return Server(config)


def _is_own(host: str) -> bool:
    """Return True if only this machine reaches that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _public(url: str) -> str:
    """Return the public address as browsers write it. Raise UsageError."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port
    except ValueError:  # a port that is none, or a name that is none
        host = ""
    if not host or parts.scheme not in ("http", "https") or parts.username is not None:
        raise UsageError(
            f"--public-url {harmless(url, 80)!r} is not the address of a site. For example: "
            "--public-url https://beans.example.org"
        )
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise UsageError(
            "--public-url must be a name of its own, without a path: links would lead out of the "
            f"path. For example: --public-url {parts.scheme}://{host}"
        )
    usual = {"http": 80, "https": 443}[parts.scheme]
    named = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{named}{'' if port in (None, usual) else f':{port}'}/"


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _reached(shown: str) -> str:
    """Return the address by which other machines reach one that listens there."""
    if not ip_address(shown.partition("%")[0]).is_unspecified:
        return shown
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # sends nothing, but the way there begins at an address
        return str(asked.getsockname()[0])
    return shown


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there. Raise ArenaError."""
    try:
        family, kind, proto, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):  # which of them, depends on what is wrong with the name
        raise UsageError(
            f"--host {harmless(host, 80)!r} is not an address of this machine. Leave it out for "
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
        return f"Port {port} is for root alone. Choose one above 1023: --port 8000"
    return f"{harmless(host, 80)} cannot be listened on: {error.strerror}. Leave out --host."
