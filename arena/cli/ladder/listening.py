"""Where `arena serve` listens, and the addresses by which browsers find it."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from arena.errors import ArenaError, UsageError
from arena.text import harmless


class BindAddress(NamedTuple):
    """Where browsers find the ladder."""

    shown: str
    """The host to bind."""
    address: str
    elsewhere: str
    """The address for other machines; empty if they can't connect."""
    names: frozenset[str]
    """Host names accepted in requests, besides IP addresses and localhost."""

    @classmethod
    def of(cls, host: str, listening: socket.socket, public: str | None) -> BindAddress:
        """Return the addresses of a server bound to that host."""
        shown, port = listening.getsockname()[:2]
        own = _is_own(host)
        elsewhere = public or ("" if own else _address(_reached(shown), port))
        # Where only this machine connects, a name of a site that leads here is a trick (DNS
        # rebinding).
        names = set() if own else {host, socket.gethostname(), socket.getfqdn()}
        if public is not None:
            names.add(urlsplit(public).hostname or "")
        lower = frozenset(name.lower() for name in names)
        return cls(shown, _address(shown, port), elsewhere, lower)


def _is_own(host: str) -> bool:
    """Return True if only this machine can reach the address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def parse_public(url: str) -> str:
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
    """Return the address by which other machines reach a server bound there."""
    if not ip_address(shown.partition("%")[0]).is_unspecified:
        return shown
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # sends nothing, but the way there begins at an address
        return str(asked.getsockname()[0])
    return shown


def open_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises ArenaError."""
    try:
        family, kind, proto, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):  # which one depends on what is wrong with the name
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
