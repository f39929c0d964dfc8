"""A person's seat on the server: who may come, what is said, and that nothing stays behind."""

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from arena.play.seat import Seat
from arena.web import rooms
from arena.web.room import NoRoom, Phase
from arena.web.rooms import Rooms
from tests.support.asgi import Client
from tests.support.html import Parts
from tests.support.page_line import PATIENCE_S, Page
from tests.support.serving import pages_of, serving
from tests.support.small_host import DUEL, SmallHost

WISHES = {"variant": DUEL, "bots": [], "seat": 0, "seed": 1, "name": "Ada"}


@pytest.fixture
def page(served: str) -> Iterator[Page]:
    opened = Page(served)
    yield opened
    opened.close()


def test_without_a_host_there_is_no_such_page_or_line(home: Path) -> None:
    app = pages_of(home)
    with Client(app) as client:
        assert client.get("/play.html").status_code == 404
        assert "play.html" not in client.get("/").text
    with serving(app) as address, pytest.raises(InvalidStatus):
        Page(address)


def test_the_page_may_talk_to_its_server_alone(home: Path, host: SmallHost) -> None:
    with Client(pages_of(home, host=host)) as client:
        assert "play.html" in Parts(client.get("/").text).links
        answer = client.get("/play.html")
        assert answer.status_code == 200
        policy = Parts(answer.text).policy
        assert "connect-src 'self'" in policy and "default-src 'none'" in policy
        assert answer.headers["referrer-policy"] == "no-referrer"  # secrets are in its address
        assert client.get("/play.html", method="POST").status_code == 405


def test_no_other_site_may_open_a_line(served: str) -> None:
    port = served.rstrip("/").rpartition(":")[2]
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": f"http://localhost:{port}"},  # another origin than the one called here
        {"Origin": "null"},
        {"X-Nothing": "no origin"},
    ):
        with pytest.raises(InvalidStatus) as refused:
            Page(served, **headers)
        assert refused.value.response.status_code == 403, headers
    # By a foreign name that leads here, its own origin is no help.
    with (
        socket.create_connection(("127.0.0.1", int(port))) as to,
        pytest.raises(InvalidStatus) as refused,
        connect(f"ws://evil.example:{port}/play", sock=to, origin=f"http://evil.example:{port}"),
    ):
        pass
    assert refused.value.response.status_code == 421


def test_a_game_is_played_and_kept(page: Page, host: SmallHost, served: str) -> None:
    seat = page.begin(WISHES)
    assert page.heard["game"]["players"] == 2 and page.heard["game"]["seats"][0]["name"] == "Ada"
    assert isinstance(seat["frame"]["position"]["hands"][0], list)
    assert isinstance(seat["frame"]["position"]["hands"][1], int)
    asked = 0
    while not seat["over"]:
        if seat["question"] is not None:
            asked += 1
            page.choose(seat)
        seat = page.next_seat(seat["question"])
    if not seat["replay"]:
        seat = page.until(lambda m: "seat" in m and m["seat"]["replay"])["seat"]
    assert asked > 20
    assert seat["replay"].startswith("replays/c") and seat["judged"].startswith("judged/c")
    assert seat["again"]["seed"] == WISHES["seed"], "a link to the same cards"
    assert any("wins" in text for _, _, text in seat["journal"])


def test_seats_and_hands_stand_before_the_bots_do(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Seat, "hear", lambda seat, message: None)  # a referee that takes its time
    page.say("open", wishes=WISHES)
    seat = page.until(lambda m: "seat" in m)["seat"]
    position = seat["frame"]["position"]
    assert seat["again"] is None, "whoever has the seed knows all cards"
    assert len(position["hands"][0]) == position["hands"][1] == 5
    assert page.heard["seat"]["question"] is None


def test_what_cannot_be_is_refused_in_words(page: Page, host: SmallHost) -> None:
    host.at_once = 1  # what is refused takes no place
    page.say("open", wishes=WISHES | {"name": "A" * 25})
    assert "1 to 24 characters" in page.until(lambda m: "refused" in m)["refused"]
    page.say("open", wishes=WISHES | {"people": 2})
    assert "would know all cards" in page.until(lambda m: "refused" in m)["refused"]
    page.say("open", wishes=WISHES | {"variant": "chess"})
    assert page.until(lambda m: "refused" in m)["refused"] == "That is not played here."
    page.say("choose", number=0)
    assert "There is no game" in page.until(lambda m: "refused" in m)["refused"]
    for nonsense in ("{", '{"do": "rule"}', '{"do": "open", "wishes": {"seed": -1}}', "[]"):
        page.line.send(nonsense)
        assert "does not understand" in page.until(lambda m: "refused" in m)["refused"]
    page.line.send(b"\xff")
    page.until(lambda m: "refused" in m)
    seat = page.begin(WISHES)
    page.say("open", wishes=WISHES)
    assert "in a game already" in page.until(lambda m: "refused" in m)["refused"]
    page.line.send('{"do": "say", "text": "half \\ud83d"}')
    page.until(lambda m: "seat" in m and "half \ufffd" in m["seat"]["journal"][-1][2])
    page.say("type", text="3 soya sauces")
    page.until(lambda m: "seat" in m and m["seat"]["note"])
    page.say(
        "compose", question=seat["question"], giving=[77], wanting={"soy": 10**9}, open="", to=9
    )
    assert page.until(lambda m: "seat" in m)["seat"]["question"] == seat["question"]
    page.say("choose", number=0, text="something else", question=seat["question"])
    page.say("choose", number=0, text=seat["options"][0][0], question=seat["question"] + 5)
    page.say("hint")
    hinted = ", as the bot good would"
    page.until(lambda m: "seat" in m and m["seat"]["options"][0][0].endswith(hinted))


def test_a_page_that_comes_back_finds_its_game(served: str, host: SmallHost) -> None:
    first = Page(served)
    seat = first.begin(WISHES)
    token = first.heard["token"]
    first.close()
    second = Page(served)
    second.say("return", token=token)
    assert second.asked()["question"] == seat["question"]
    third = Page(served)
    third.say("return", token=token)
    assert third.asked()["question"] == seat["question"]
    assert second.until(lambda m: "elsewhere" in m)
    second.choose(seat)
    assert "no game on this page" in second.until(lambda m: "refused" in m)["refused"]
    third.say("return", token="no such token")
    third.until(lambda m: "refused" in m)
    assert len(host.sessions) == 1
    third.say("leave")
    third.until(lambda m: "left" in m)
    _until_nothing_is_left(host)
    third.say("return", token=token)
    assert "no such game any more" in third.until(lambda m: "left" in m)["left"]
    for each in (second, third):
        each.close()


def test_cards_that_nobody_chose_can_be_played_again(host: SmallHost) -> None:
    async def opened(**more: int) -> list[int | None]:
        wishes = {"variant": DUEL, "players": 2, "seed": None, **more}
        own = Rooms(host)
        seeds = [(await own.open(wishes)).room.wishes["seed"] for _ in range(2)]
        await own.close()
        return seeds

    one, other = asyncio.run(opened(people=1))
    assert one != other and one is not None, "drawn anew"
    assert asyncio.run(opened(people=2)) == [None, None], "nobody at the table may have it"


def test_a_page_that_stays_away_ends_its_game(
    served: str, host: SmallHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.web.room.EMPTY_S", 0.1)
    page = Page(served)
    page.begin(WISHES)
    assert host.left_over() != []
    page.close()
    _until_nothing_is_left(host)


def test_a_game_that_nobody_looks_at_gives_way_but_not_to_a_reload(
    host: SmallHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.at_once = 1

    async def opening() -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        open_ones = Rooms(host)
        first = await open_ones.open(WISHES | {"people": 1, "players": 2})
        first.room.connect(first, look := lambda: None)
        with pytest.raises(NoRoom, match="Only 1 game can be played here"):
            await open_ones.open(WISHES | {"people": 1, "players": 2})
        first.room.disconnect(first, look)
        monkeypatch.setattr(loop, "time", lambda: now + rooms.RELOAD_S - 1)
        with pytest.raises(NoRoom):
            await open_ones.open(WISHES | {"people": 1, "players": 2})
        monkeypatch.setattr(loop, "time", lambda: now + rooms.RELOAD_S + 1)
        second = await open_ones.open(WISHES | {"people": 1, "players": 2})
        assert first.room.phase is Phase.CLOSED and open_ones.find(second.token) is second
        second.room.leave(second)  # which makes room at once
        await open_ones.open(WISHES | {"people": 1, "players": 2})
        await open_ones.close()

    asyncio.run(opening())


def _until_nothing_is_left(host: SmallHost) -> None:
    end = time.monotonic() + PATIENCE_S
    while host.left_over():
        assert time.monotonic() < end, host.left_over()
        time.sleep(0.05)
