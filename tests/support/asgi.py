"""Asking a server of this process, without a socket between."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urljoin


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    content: bytes
    address: str

    @property
    def text(self) -> str:
        return self.content.decode()

    def leads_to(self, link: str) -> str:
        """The address of a link on the page."""
        return urljoin(self.address, link)


class Client:
    """Asks; as a context manager it lets the server end."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        asyncio.run(self._end())

    def get(self, address: str, method: str = "GET", **headers: str) -> Answer:
        """The answer. headers: by name, `_` for `-`; `host` unless given is this machine."""
        return asyncio.run(self._ask(address, method, {"host": "127.0.0.1:8000"} | headers))

    async def _ask(self, address: str, method: str, headers: Mapping[str, str]) -> Answer:
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": method,
            "path": unquote(address),
            "raw_path": address.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()],
        }
        await self._app(scope, receive, send)
        first, *rest = sent
        found = {name.decode().lower(): value.decode() for name, value in first["headers"]}
        return Answer(first["status"], found, b"".join(each["body"] for each in rest), address)

    async def _end(self) -> None:
        messages = iter(("lifespan.startup", "lifespan.shutdown"))

        async def receive() -> dict[str, Any]:
            return {"type": next(messages)}

        async def send(message: dict[str, Any]) -> None:
            assert not message["type"].endswith("failed"), message

        await self._app({"type": "lifespan", "state": {}}, receive, send)
