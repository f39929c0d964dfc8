"""What `--address` says where there is no cluster, or one that bots could command."""

from typing import Any

import pytest

from arena.cluster.link import Link
from arena.commands import cluster
from arena.commands.conditions import Conditions
from arena.sandbox.level import Level

NOWHERE = "127.0.0.1:1"
TWO = ("random", "greedy")


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", *TWO),
        ("sprt", *TWO),
        ("league", "run"),
        ("doctor",),
    ],
)
def test_where_no_cluster_is_it_is_said_and_nothing_begins(
    arena: Any, words: tuple[str, ...]
) -> None:
    arena(*words, "--address", NOWHERE, code=1)
    assert f"No Ray cluster can be reached at {NOWHERE}: Connection refused." in arena.errors
    assert "ray start --head" in arena.errors
    if words[0] in ("tournament", "sprt"):
        assert arena.json("tournaments") == []


def test_bots_with_the_network_need_a_cluster_that_asks_for_a_token(
    arena: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(link: Link) -> None:
        link.cores, link.guarded = 8, False

    monkeypatch.setattr(Link, "connect", connect)
    monkeypatch.setattr(Link, "close", lambda link, drop: None)
    arena("tournament", *TWO, "--address", "lab:6379", "--allow-network", code=1)
    assert "With the network, bots could command the cluster." in arena.errors
    options = cluster.on_cluster(3, Level.B, Conditions(address="lab:6379"))
    assert (options.concurrency, options.level) == (3, Level.B)


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
