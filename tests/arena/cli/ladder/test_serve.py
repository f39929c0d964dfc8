"""`arena serve`: it says where it listens, ends with Ctrl-C, and refuses what it cannot do."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from arena.cli.ladder.listening import parse_public
from arena.sandbox.processes import tree
from ladder.database.store import Store
from tests.support.processes import about, limited, survival


@pytest.fixture
def served(arena: Any) -> Any:
    """`arena` with an empty ladder."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite"):
        return arena


@contextmanager
def serving(
    home: Path, *words: str, files: int = 0
) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """`arena serve --json` as a program starts it that has set nothing, and its address.

    files: the most that it may have open.
    """
    command = [sys.executable, "-m", "arena", "serve", "--port", "0", "--json", *words]
    if files:
        command = ["/bin/sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
    bare = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
    with (
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=bare | {"ARENA_HOME": str(home)},
        ) as server,
        limited(server),
    ):  # fmt: skip
        assert server.stdout is not None
        told = json.loads("".join(server.stdout.readline() for _ in range(4)))
        try:
            yield server, told["address"]
        finally:
            server.kill()


DUEL = {"variant": "anniversary_duel", "bots": ["random"], "seat": 0}


def open_game(line: ClientConnection, **wishes: Any) -> None:
    line.send(json.dumps({"do": "open", "wishes": DUEL | wishes}))


def play_until_asked(line: ClientConnection) -> None:
    open_game(line)
    # Changes, see `difference`: of the whole at first, then of what has changed.
    while not any(
        value.get("question") if path == [] else path[0] == "question" and value
        for path, value in (change[:2] for change in json.loads(line.recv(60)).get("seat", ()))
    ):
        pass


@pytest.mark.slow
def test_it_answers_until_it_is_interrupted(served: Any) -> None:
    with serving(served.home) as (server, address):
        with urlopen(address, timeout=60) as answer:
            assert b"No match has been rated yet" in answer.read()
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0
        assert server.stderr is not None
        assert server.stderr.read() == ""


# What it wrote is not asked: on a busy machine asyncio may complain that no files are left.
@pytest.mark.slow
def test_half_sent_requests_keep_nobody_from_a_page(served: Any) -> None:
    with serving(served.home, files=256) as (_, address), ExitStack() as held:
        port = urlsplit(address).port
        for _ in range(400):
            with suppress(OSError):  # it takes no more, or has let us go
                one = held.enter_context(socket.create_connection(("127.0.0.1", port), 0.2))
                one.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        with urlopen(address, timeout=60) as answer:
            assert answer.status == 200


@pytest.mark.slow
def test_with_play_there_is_a_game_and_ctrl_c_ends_it(served: Any) -> None:
    with serving(served.home, "--play") as (server, address):
        with connect(f"ws{address.removeprefix('http')}play", origin=address.rstrip("/")) as line:
            open_game(line, bots=["/etc/passwd"])
            assert "is not a bot of this ladder" in json.loads(line.recv(60))["refused"]
            play_until_asked(line)
            below = {pid: about(pid, "stat") for pid in tree(server.pid)}
            assert below
            server.send_signal(signal.SIGINT)
            assert server.wait(60) == 0
        assert survival(below, 60) < 60


def test_a_port_in_use_is_named(served: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        served("serve", "--port", str(port), code=1)
    assert f"Port {port} of 127.0.0.1 is in use" in served.errors
    assert "Choose another: --port" in served.errors


def test_tables_are_for_people_who_play(served: Any) -> None:
    assert "Add --play" in served.refused("serve", "--tables", "2")


def test_a_host_that_is_none_is_refused(served: Any) -> None:
    served("serve", "--host", "192.0.2.1", code=1)
    assert "192.0.2.1 cannot be listened on" in served.errors
    assert "is not an address of this machine" in served.refused("serve", "--host", "no such host")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("beans.example.org", "is not the address of a site"),
        ("ftp://beans.example.org", "is not the address of a site"),
        ("https://ada@beans.example.org", "is not the address of a site"),
        ("https://beans.example.org:x", "is not the address of a site"),
        ("https://beans.example.org/arena", "without a path"),
    ],
)
def test_a_public_address_is_that_of_a_site(served: Any, url: str, why: str) -> None:
    assert why in served.refused("serve", "--public-url", url)
    assert parse_public("HTTPS://Bücher.example:443") == "https://xn--bcher-kva.example/"


@pytest.mark.slow
def test_people_play_in_a_home_that_is_new_behind_a_server_with_a_name(arena: Any) -> None:
    words = ("--play", "--public-url", "https://beans.example.org", "--concurrency", "1")
    with serving(arena.home, *words) as (server, address):
        asked = Request(f"{address}play.html", headers={"Host": "beans.example.org"})
        with urlopen(asked, timeout=60) as answer:
            assert answer.status == 200
        line = f"ws{address.removeprefix('http')}play"
        with connect(line, origin=Origin("https://beans.example.org")) as opened:
            play_until_asked(opened)
            with connect(line, origin=Origin(address.rstrip("/"))) as other:
                open_game(other)
                assert "Only 1 game can be played" in json.loads(other.recv(60))["refused"]
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0


def test_without_a_ladder_there_is_nothing_to_serve(arena: Any, tmp_path: Path) -> None:
    assert "There is no arena home at" in arena.refused("serve", code=1)
