"""Asking a server of this process, without a socket between."""

import asyncio
from collections.abc import Mapping

import httpx
from starlette.applications import Starlette


class Client:
    """Asks; as a context manager it lets the server end."""

    def __init__(self, app: Starlette) -> None:
        self._app = app

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        asyncio.run(self._end())

    def get(self, address: str, method: str = "GET", **headers: str) -> httpx.Response:
        """The answer. headers: by name, `_` for `-`; `host` unless given is this machine."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return asyncio.run(self._ask(address, method, {"accept-encoding": "identity"} | sent))

    async def _ask(self, address: str, method: str, headers: Mapping[str, str]) -> httpx.Response:
        to = httpx.ASGITransport(self._app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=to, base_url="http://127.0.0.1:8000") as client:
            return await client.request(method, address, headers=headers)

    async def _end(self) -> None:
        async with self._app.router.lifespan_context(self._app):
            pass  # it begins and ends at once
