"""The pages on a server of their own, on a port of this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from arena.web.broadcast import Broadcast
from arena.web.room import Host
from arena.web.server import application
from ladder.database.store import Store


def pages_of(
    home: Path,
    names: frozenset[str] = frozenset(),
    host: Host | None = None,
    judged: Path | None = None,
    address: str = "",
    **watching: Any,
) -> Starlette:
    """The pages of a ladder; `watching` as for `Broadcast`."""

    def store() -> Store:
        return Store(home / "ladder.sqlite", read_only=True)

    broadcast = Broadcast(store, repr, home / "live", **watching)
    return application(store, names, repr, host, address, judged or home / "judged", broadcast)


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """Its address, as `http://127.0.0.1:1234/`."""
    from uvicorn import Config, Server

    server = Server(
        Config(app, port=0, log_level="error", lifespan="on", timeout_graceful_shutdown=10)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not (server.started and server.servers):
        threading.Event().wait(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        thread.join()
