"""What the process that uses the cluster makes of Ray's answers, with a Ray that is made up."""

import pickle
import re
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from ray._private.utils import check_version_info

from arena.cluster.link import ClusterLost, Link, NoCluster
from arena.cluster.nodes import Node, Report
from arena.cluster.overseer import Hired, Met, Playing
from arena.cluster.process import Cluster
from arena.sandbox.level import Level
from arena.tournament.progress import NodeCame, NodeUnfit
from tests.support.clusters import RayNodes


class Died(Exception):
    """As ray.exceptions.RayError."""


class MadeUpRay:
    """Calls by their names, of which those in `dead` have failed."""

    exceptions = SimpleNamespace(RayError=Died)

    def __init__(self) -> None:
        self.dead: set[str] = set()

    def wait(self, calls: list[str], num_returns: int = 1, timeout: float = 0) -> Any:
        return [call for call in calls if call in self.dead], []

    def get(self, call: str, timeout: float = 0) -> bool:
        if call in self.dead:
            raise Died(f"{call} died")
        return True

    def kill(self, actor: str) -> None:
        self.dead.add(actor)


@pytest.fixture
def cluster() -> Cluster:
    """A node with two workers, each with a chunk in hand."""
    made = Cluster()
    made._ray, made._most = MadeUpRay(), None
    pulse = SimpleNamespace(remote=lambda: "pulse")
    met = made._met["id"] = Met("id", Node("one", 2, asked=True), SimpleNamespace(pulse=pulse))
    for worker in range(2):
        hired = made._workers[worker] = Hired(*(worker, f"chunk {worker}", met, worker), ready=True)
        met.workers.add(worker)
        hired.given[worker] = f"chunk {worker}"
        made._asked[f"chunk {worker}"] = Playing(hired, worker)
    return made


def test_what_the_other_workers_of_a_node_had_comes_back_when_it_is_left_out(
    cluster: Cluster,
) -> None:
    cluster._met["id"].lost_in_a_row = 6
    cluster._ray.dead.add("chunk 0")
    cluster._hear(0)
    cluster._hear(0)
    assert [(ended.number, ended.running) for ended in cluster._ended] == [(0, True), (1, False)]
    assert "is left out: Workers die there" in cluster._ended[1].lost
    assert not cluster._asked and not cluster._workers


def test_that_a_node_is_left_out_is_told_once(cluster: Cluster) -> None:
    """One that nothing can be started on is met again every half minute."""
    for _ in range(2):
        cluster._met["id"] = met = Met("id", Node("one", 2))
        cluster._go_without(met, Died("no python3.12"))
        assert not met.node.usable
    (told,) = cluster._news
    assert isinstance(told, NodeUnfit)
    assert re.search(
        r"no python3\.12\. Make sure .* as this machine: Ray 2\S+ and Python 3", told.reason
    )
    cluster._go_without(Met("id", Node("one", 2)), Died("another reason"))
    assert len(cluster._news) == 2


def test_one_that_could_be_used_meanwhile_is_told_of_again(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_hire", lambda: None)
    for _ in range(2):
        cluster._go_without(Met("id", Node("one", 2)), Died("no room"))
        cluster._hear_report(Met("id", Node("one", 2)), Report("1", "1", Level.A))
    assert [type(each) for each in cluster._news] == [NodeUnfit, NodeCame] * 2


def test_another_version_of_ray_is_told_in_a_sentence(cluster: Cluster) -> None:
    def init(**_: object) -> None:  # what Ray says itself
        theirs = {"ray_version": "2.9.0", "python_version": "3.12.1"}
        check_version_info(theirs, "node 10.0.0.1")

    cluster._ray.init = init
    with pytest.raises(NoCluster) as found:
        cluster.connect("lab:6379")
    for told in (found.value, pickle.loads(pickle.dumps(found.value))):
        assert re.fullmatch(
            r"No Ray cluster can be reached at lab:6379: it has Ray 2\.9\.0 and Python 3\.12\.1, "
            r"and this machine Ray \S+ and Python \S+\. Install the same versions on all .*\.",
            str(told),
        )


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["token", "disabled"])
def test_a_cluster_is_guarded_if_it_turns_away_who_has_no_token(
    monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setenv("RAY_AUTH_TOKEN", "ab" * 32)
    monkeypatch.setenv("RAY_AUTH_MODE", mode)
    with tempfile.TemporaryDirectory(prefix="arena-") as folder, RayNodes(Path(folder)) as nodes:
        nodes.start_head()
        monkeypatch.setenv("RAY_AUTH_MODE", "token")  # here there is one
        link = Link(nodes.address)
        assert link.guarded() is (mode == "token")
        link.close()


def test_workers_are_hired_where_fewest_are(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster._met["id"].node = Node("one", 4, asked=True)
    cluster._met["more"] = Met("more", Node("two", 2, asked=True))
    cluster._most = 5

    def hire(met: Met) -> None:
        number = len(cluster._workers)
        cluster._workers[number] = Hired(number, "", met, 0)
        met.workers.add(number)

    monkeypatch.setattr(cluster, "_hire_at", hire)
    cluster._hire()
    assert {met.node.name: len(met.workers) for met in cluster._met.values()} == {
        "one": 3,
        "two": 2,
    }


class Late:
    """A pipe whose answers come after nobody waits for them any more."""

    def send(self, what: Any) -> None:
        pass

    def poll(self, timeout: float) -> bool:
        return False


def test_after_a_question_without_an_answer_no_other_is_asked() -> None:
    link, ends = Link.__new__(Link), []
    link._pipe, link._end = Late(), lambda: ends.append("end")  # type: ignore[assignment]
    with pytest.raises(ClusterLost, match="does not answer"):
        link.ask("wait", 1.0)
    assert ends == ["end"]


@pytest.mark.parametrize("address", ["foo..bar:6379", "127.0.0.1:1", "ray://127.0.0.1:99999"])
def test_an_address_where_nobody_listens_is_told_in_a_sentence(address: str) -> None:
    with pytest.raises(NoCluster, match="No Ray cluster can be reached at"):
        Link(address)
