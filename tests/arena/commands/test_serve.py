"""`arena serve`: it says where it listens, ends with Ctrl-C, and refuses what it cannot do."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from websockets.sync.client import connect

from ladder.store import Store


@pytest.fixture
def served(arena: Any) -> Any:
    """`arena` with an empty ladder."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite"):
        return arena


def test_it_answers_until_it_is_interrupted(served: Any) -> None:
    words = [sys.executable, "-m", "arena.cli", "serve", "--port", "0", "--json"]
    environment = os.environ | {"ARENA_HOME": str(served.home)}
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        told = json.loads("".join(server.stdout.readline() for _ in range(4)))
        with urlopen(told["address"], timeout=60) as answer:
            assert b"No game has been rated yet" in answer.read()
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0
        assert server.stderr.read() == ""


def test_with_play_there_is_a_game_and_ctrl_c_ends_it(served: Any) -> None:
    words = [sys.executable, "-m", "arena.cli", "serve", "--play", "--port", "0", "--json"]
    environment = os.environ | {"ARENA_HOME": str(served.home)}
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as server:
        assert server.stdout is not None
        told = json.loads("".join(server.stdout.readline() for _ in range(4)))
        address = told["address"]
        with connect(f"ws{address.removeprefix('http')}play", origin=address.rstrip("/")) as line:
            for bot, why in (("/etc/passwd", "is no bot of this ladder"), ("nobody", "nobody")):
                wishes = {"variant": "anniversary_duel", "bots": [bot]}
                line.send(json.dumps({"do": "begin", "wishes": wishes}))
                assert why in json.loads(line.recv(60))["refused"]
            wishes = {"variant": "anniversary_duel", "bots": ["random"], "seat": 0}
            line.send(json.dumps({"do": "begin", "wishes": wishes}))
            while not json.loads(line.recv(60)).get("seat", {}).get("question"):
                pass
            below = processes_below(server.pid)
            assert below
            server.send_signal(signal.SIGINT)
            assert server.wait(60) == 0
        end = time.monotonic() + 60
        while left := [pid for pid in below if Path(f"/proc/{pid}").exists()]:
            assert time.monotonic() < end, left
            time.sleep(0.05)


def processes_below(pid: int) -> list[int]:
    """All that it started, and what those started."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *processes_below(int(child))]
    return found


def test_a_port_in_use_is_named(served: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        served("serve", "--port", str(port), code=1)
    assert f"Port {port} of 127.0.0.1 is in use" in served.errors
    assert "Choose another: --port" in served.errors


def test_a_host_that_is_none_is_refused(served: Any) -> None:
    served("serve", "--host", "192.0.2.1", code=1)
    assert "192.0.2.1 cannot be listened on" in served.errors
    served("serve", "--host", "no such host", code=1)
    assert "is no address of this machine" in served.errors


def test_without_a_ladder_there_is_nothing_to_serve(arena: Any, tmp_path: Path) -> None:
    arena("serve", code=1)
    assert "There is no arena home at" in arena.errors
