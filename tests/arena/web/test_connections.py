"""Connections: who takes too long to ask is dropped, and the oldest where there is no room."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import Mock

import h11
import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from arena.web import connections
from arena.web.connections import REQUEST_S, Connection, WebSocketLimit

ASKED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


class Clock:
    """A loop whose time is set by hand; tasks are begun, and never go on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.due: list[tuple[float, Callable[[], None], Mock]] = []
        self.create_task = Mock(side_effect=lambda work, **_: work.close() or Mock())

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, then: Callable[[], None]) -> Mock:
        handle = Mock(cancelled=False)
        handle.cancel.side_effect = lambda: setattr(handle, "cancelled", True)
        self.due.append((self.now + seconds, then, handle))
        return handle

    def to(self, now: float) -> None:
        """Let what is due until then happen."""
        self.now = now
        for at, then, handle in [*self.due]:
            if at <= now and not handle.cancelled:
                handle.cancel()
                then()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def connect(clock: Clock) -> Iterator[Callable[[], Connection]]:
    """Connect once more."""
    config, state = Config(Mock(), http=Connection, log_level="critical"), ServerState()

    def made() -> Connection:
        one = Connection(config, state, {}, clock)  # type: ignore[arg-type]
        transport = Mock()
        transport.get_protocol.return_value = one
        transport.get_extra_info.return_value = None
        one.connection_made(transport)
        return one

    yield made


def dropped(one: Connection) -> bool:
    return bool(one.transport.abort.called)  # type: ignore[attr-defined]


def test_who_does_not_ask_in_time_is_dropped_however_slowly_they_go_on(
    clock: Clock, connect: Callable[[], Connection]
) -> None:
    silent, slow, quick = connect(), connect(), connect()
    quick.data_received(ASKED)
    for second in range(1, int(REQUEST_S)):
        clock.to(second)
        slow.data_received(ASKED[second : second + 1])
        assert not dropped(silent) and not dropped(slow)
    clock.to(REQUEST_S)
    assert dropped(silent) and dropped(slow) and not dropped(quick)


def test_a_second_request_that_is_half_sent_is_no_better(
    clock: Clock, connect: Callable[[], Connection]
) -> None:
    one = connect()
    one.data_received(ASKED)
    clock.to(100)
    assert not dropped(one)  # it waits for us
    one.cycle.response_complete = True
    one.conn = Mock(**{"next_event.return_value": h11.NEED_DATA})
    one.data_received(ASKED[:9])
    clock.to(105)
    one.data_received(ASKED[9:12])
    clock.to(110)
    assert dropped(one)


def test_the_oldest_gives_way_where_there_is_no_room(
    clock: Clock, connect: Callable[[], Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "room", lambda: 3)
    made = []
    for second in range(5):
        clock.to(second)
        made.append(connect())
    assert [dropped(each) for each in made] == [True, True, False, False, False]


def test_lines_leave_room_for_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "room", lambda: 4)
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()

    async def tried() -> None:
        lines, gone = WebSocketLimit(app), asyncio.Event()

        async def keep(message: Any) -> None:
            sent.append(message["type"])

        async def come() -> None:
            await lines({"type": "websocket"}, gone.wait, keep)  # type: ignore[arg-type]

        held = [asyncio.create_task(come()) for _ in range(3)]
        await asyncio.sleep(0)
        assert not sent
        late = asyncio.create_task(come())
        await asyncio.sleep(0)
        gone.set()
        await asyncio.gather(*held, late)
        assert sent == ["websocket.close"]
        await come()
        assert len(sent) == 1

    asyncio.run(tried())
