"""Protection of the server from other sites, which a visitor may have open in the same browser.

They must not read the ladder through that browser. So nothing is shared across origins, and
requests with an unexpected Host are rejected: a foreign name may have been made to lead here ("DNS
rebinding"). Any site may try to open a WebSocket to a server on this machine, and browsers allow
it. So only pages of this server may: their origin must be the host name in the request, or the
public address.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Style and program are in the policy that each page brings; a header may only add to it.
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cache-Control": "no-cache",
}


class Guard:
    """Middleware that rejects requests with an unexpected Host, and WebSockets of other sites."""

    def __init__(self, app: ASGIApp, names: frozenset[str], address: str) -> None:
        """Guard an application.

        Args:
            app: The application.
            names: Accepted host names, beside IP addresses and localhost.
            address: The address at which others reach this server.
        """
        self._app = app
        self._names = names
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, or a refusal."""
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> ASGIApp:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            if not self._own(headers.get("host", "")):
                told = "This server does not answer to that name. Use its address."
                return PlainTextResponse(told, 421, HEADERS)
            if scope["type"] == "websocket" and not same_origin(headers, self._address):
                return WebSocketClose(WS_1008_POLICY_VIOLATION)
        return self._app

    def _own(self, named: str) -> bool:
        try:
            host = urlsplit(f"//{named}").hostname or ""
        except ValueError:
            return False
        return host == "localhost" or host in self._names or is_address(host)


def is_address(host: str) -> bool:
    """Return True for an IP address, which nobody can redirect as they could a name."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def same_origin(headers: Headers, address: str) -> bool:
    """Return True if the request comes from a page of this server.

    Args:
        headers: Headers of the request.
        address: The address at which others reach this server. A proxy in front of it may send
            another host name than the one they use.
    """
    try:
        origin = urlsplit(headers.get("origin", ""))
    except ValueError:
        return False
    if origin.scheme not in ("http", "https") or not origin.netloc:
        return False
    return origin.netloc == headers.get("host") or origin[:2] == urlsplit(address)[:2]
