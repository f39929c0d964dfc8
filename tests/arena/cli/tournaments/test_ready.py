"""What `--address` says where there is no cluster, or one that bots could command."""

from collections import defaultdict
from typing import Any

import pytest

from arena.cli.machine import doctor
from arena.cli.options.confinement import Conditions
from arena.cli.tournaments import ready
from arena.sandbox.level import Level
from arena.tournament.cluster.client import ClusterClient
from arena.tournament.cluster.nodes import Node

NOWHERE = "127.0.0.1:1"
TWO = ("random", "greedy")


@pytest.mark.parametrize(
    "words", [("tournament", *TWO), ("sprt", *TWO), ("league", "run"), ("doctor",)]
)
def test_where_no_cluster_is_it_is_said_and_nothing_begins(
    arena: Any, words: tuple[str, ...]
) -> None:
    arena(*words, "--address", NOWHERE, code=1)
    assert f"No Ray cluster can be reached at {NOWHERE}: Connection refused." in arena.errors
    assert "ray start --head" in arena.errors
    if words[0] in ("tournament", "sprt"):
        assert "No tournament has been played yet." in arena("tournaments")


@pytest.mark.slow
@pytest.mark.parametrize("words", [("tournament", *TWO), ("doctor",), ("resume",)])
def test_where_to_play_is_taken_from_the_environment_as_everywhere_with_ray(
    arena: Any, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    if words == ("resume",):
        arena("tournament", *TWO, "--games", "2", "--variants", "classic", "--players", "3")
    monkeypatch.setenv("RAY_ADDRESS", NOWHERE)
    if words == ("resume",):
        arena("resume", "1", "--address", "")
    else:
        arena(*words, code=1)
        assert f"No Ray cluster can be reached at {NOWHERE}: Connection refused." in arena.errors
        assert "To play on this machine alone: unset RAY_ADDRESS" in arena.errors


def test_bots_with_the_network_need_a_cluster_that_asks_for_a_token(
    arena: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(link: ClusterClient) -> None:
        link.cores = 8

    monkeypatch.setattr(ClusterClient, "connect", connect)
    monkeypatch.setattr(ClusterClient, "guarded", lambda link: False)
    monkeypatch.setattr(ClusterClient, "close", lambda link, drop: None)
    arena("tournament", *TWO, "--address", "lab:6379", "--allow-network", code=1)
    assert "With the network, bots could command the cluster." in arena.errors
    options = ready.on_cluster(Level.B, Conditions(concurrency=3, address="lab:6379"))
    assert (options.concurrency, options.level) == (3, Level.B)


def test_doctor_says_of_each_node_what_it_can_do_and_what_it_lacks(
    arena: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = Node("one", 8, Level.A, asked=True, programs=defaultdict(str, {"g++": "/bin/g++"}))
    found = [good, Node("two", 4, asked=True, unfit="It has arena 9."), Node("three", 2)]
    monkeypatch.setattr(ClusterClient, "connect", lambda link: None)
    monkeypatch.setattr(ClusterClient, "close", lambda link, drop: None)
    monkeypatch.setattr(doctor, "_asked", lambda link, demand: found)
    told = arena("doctor", "--address", "lab:6379")
    assert "Connecting to the cluster: --address lab:6379" in arena.errors
    assert "3 nodes, 8 cores for games" in told
    assert "ok  one: 8 cores, level A\n" in told
    assert "node is not installed; " in told and "g++ is not" not in told
    assert "--  two is left out. It has arena 9." in told
    assert "--  three: it has not answered" in told
    found.remove(good)
    arena("doctor", "--address", "lab:6379", code=1)


@pytest.mark.parametrize(
    ("said", "strangers", "least"),
    [
        (Conditions(), ["ada:1"], Level.B),
        (Conditions(trusted=True), ["ada:1"], Level.C),
        (Conditions(), [], Level.C),
        (Conditions(level="a"), ["ada:1"], Level.A),
    ],
)
def test_the_worst_level_that_will_do_follows_from_who_plays(
    said: Conditions, strangers: list[str], least: Level
) -> None:
    """Whether this machine has it does not matter: it need not play."""
    there = Conditions(level=said.level, trusted=said.trusted, address="lab:6379")
    assert there.confinement(strangers) is least
