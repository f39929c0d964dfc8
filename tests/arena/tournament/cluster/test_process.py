"""What the process that uses the cluster makes of Ray's answers, with a Ray that is made up."""

import pickle
import re
import tempfile
from functools import partial
from multiprocessing import Pipe
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from ray._private.utils import check_version_info

from arena.registry.manifest import Manifest
from arena.registry.storage import KeptBot
from arena.registry.transfer import Bundle
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.tournament.cluster import process
from arena.tournament.cluster.client import HEAD_LOST, ClusterClient, ClusterLost, NoCluster
from arena.tournament.cluster.head import KnownNode, NodeWorker
from arena.tournament.cluster.nodes import BotOnNode, CanRun, Demand, Node, NodeReport
from arena.tournament.cluster.process import Cluster, serve
from arena.tournament.run_events import NoticeKind
from tests.support.clusters import RayNodes


class Died(Exception):
    """As ray.exceptions.RayError."""


class Refused(Exception):
    """As ray.exceptions.AuthenticationError."""


class Unanswered(Died):
    """As ray.exceptions.RpcError."""


class Unavailable(Died):
    """As ray.exceptions.ActorUnavailableError."""


class MadeUpRay:
    """Calls by their names, of which those in `dead` have failed."""

    exceptions = SimpleNamespace(
        RayError=Died,
        AuthenticationError=Refused,
        RpcError=Unanswered,
        ActorUnavailableError=Unavailable,
    )
    _private = SimpleNamespace(
        services=SimpleNamespace(canonicalize_bootstrap_address=lambda address: address)
    )

    def __init__(self) -> None:
        self.dead: set[str] = set()
        self.error = Died
        self.listed = ["id"]
        self._raylet = SimpleNamespace(GcsClient=lambda address: None)

    def wait(self, calls: list[str], num_returns: int = 1, timeout: float = 0) -> Any:
        return [call for call in calls if call in self.dead], []

    def get(self, call: str, timeout: float = 0) -> bool:
        if call in self.dead:
            raise self.error(f"{call} died")
        return True

    def nodes(self) -> list[dict[str, Any]]:
        return [{"NodeID": each, "Alive": True, "Resources": {"CPU": 2}} for each in self.listed]

    def kill(self, actor: str) -> None:
        self.dead.add(actor)


@pytest.fixture
def cluster() -> Cluster:
    """A node with two workers, each with a chunk in hand."""
    made = Cluster()
    made._ray, made._most, made._demand = MadeUpRay(), None, Demand("1")
    known = made._nodes["id"] = KnownNode("id", Node("one", 2, asked=True), "agent")
    for worker in range(2):
        node_worker = made._workers[worker] = NodeWorker(
            *(worker, f"chunk {worker}", known, worker), ready=True
        )
        known.workers.add(worker)
        node_worker.given[worker] = f"chunk {worker}"
        made._pending[f"chunk {worker}"] = (
            partial(made._chunk_played, node_worker, worker),
            partial(made._lose_worker, node_worker),
        )
    return made


def test_what_the_other_workers_of_a_node_had_comes_back_when_it_is_left_out(
    cluster: Cluster,
) -> None:
    cluster._nodes["id"].lost_in_a_row = 6
    cluster._ray.dead.add("chunk 0")
    cluster.collect(0)
    cluster.collect(0)
    assert [(ended.number, ended.running) for ended in cluster._ended] == [(0, True), (1, False)]
    assert [ended.reported for ended in cluster._ended] == [False, True], "of the node it is told"
    assert "is left out: Workers die there" in cluster._ended[1].lost
    assert not cluster._pending and not cluster._workers


@pytest.mark.parametrize("how", ["unavailable", "not listed"])
def test_a_node_that_does_not_answer_is_lost_and_no_game_is_to_blame(
    cluster: Cluster, how: str
) -> None:
    cluster._ray.dead.add("chunk 0")
    if how == "unavailable":
        cluster._ray.error = Unavailable
    else:
        cluster._ray.listed = []
    cluster.collect(0)
    assert [(ended.number, ended.running) for ended in cluster._ended] == [(0, False), (1, False)]
    assert cluster._nodes["id"].node.gone and not cluster._workers
    (told,) = cluster._news
    assert (told.kind, told.facts["cause"]) == (NoticeKind.NODE_GONE, "it does not answer")


def test_a_worker_that_has_died_for_sure_is_lost_alone(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_start_worker", lambda known: known.workers.add(9))
    cluster._ray.dead.add("chunk 0")
    cluster.collect(0)
    assert [(ended.number, ended.running) for ended in cluster._ended] == [(0, True)]
    assert not cluster._news and 1 in cluster._workers


def test_that_a_node_is_left_out_is_told_once(cluster: Cluster) -> None:
    """One that nothing can be started on is tried again every half minute."""
    for _ in range(2):
        cluster._nodes["id"] = known = KnownNode("id", Node("one", 2))
        cluster._unreachable(known, Died("no python3.12"))
        assert not known.node.usable
    (told,) = cluster._news
    assert told.kind is NoticeKind.NODE_UNFIT
    assert re.search(
        r"no python3\.12\. Make sure .* as this machine: Ray 2\S+ and Python 3", told.text
    )
    cluster._unreachable(KnownNode("id", Node("one", 2)), Died("another reason"))
    assert len(cluster._news) == 2


def test_a_dead_node_is_not_taken_for_a_wrong_installation(cluster: Cluster) -> None:
    cluster._ray.listed = []
    known = KnownNode("new", Node("lab3", 2))
    cluster._unreachable(known, Died("The actor died unexpectedly"))
    assert known.node.gone and not known.node.unfit and not cluster._news


@pytest.mark.parametrize("source", ["0.1.0+bb", "", 3])
def test_a_node_of_other_source_is_left_out_whatever_else_it_says(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, source: Any
) -> None:
    """An older arena there may fill in a report as it knows it: in another order."""
    monkeypatch.setattr(cluster, "_start_worker", pytest.fail)
    cluster._demand = Demand("0.1.0+aa")
    known = cluster._nodes["new"] = KnownNode("new", Node("lab3", 2))
    cluster._reported(known, NodeReport(source, Level.A))
    assert known.node.asked and not known.node.usable
    (told,) = cluster._news
    assert told.kind is NoticeKind.NODE_UNFIT and told.facts["node"] == "lab3"
    same = " The version is the same, the source is not." if source == "0.1.0+bb" else ""
    assert told.facts["reason"] == (
        f"It has arena {source}, and the driver arena 0.1.0+aa.{same} Install the driver's there: "
        "the same release, or the same commit without changes."
    )


def test_a_worker_that_finds_other_files_than_its_agent_did_plays_no_game(
    cluster: Cluster,
) -> None:
    known = cluster._nodes["id"]
    late = cluster._workers[2] = NodeWorker(2, "late", known, 2)
    known.workers.add(2)
    cluster._worker_ready(late, "1+changed")
    assert not late.ready and not known.node.usable and not cluster._workers
    (told,) = cluster._news
    assert told.kind is NoticeKind.NODE_UNFIT and "It has arena 1+changed" in told.text


def test_one_that_could_be_used_meanwhile_is_told_of_again(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_start_workers", lambda: None)
    for _ in range(2):
        cluster._unreachable(KnownNode("id", Node("one", 2)), Died("no room"))
        cluster._reported(KnownNode("id", Node("one", 2)), NodeReport("1", Level.A))
    assert [each.kind for each in cluster._news] == [NoticeKind.NODE_UNFIT] * 2


def test_a_node_plays_with_the_workers_that_have_a_core(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may use some of what it offers."""
    clock = SimpleNamespace(monotonic=lambda: now, sleep=lambda seconds: None)
    monkeypatch.setattr("arena.tournament.cluster.head.time", clock)
    now = 0.0
    for late, told in ((False, "2 workers, level B"), (True, "1 worker, level B")):
        known = cluster._nodes["id"] = KnownNode(
            "id", Node("one", 2, Level.B, asked=True), seen_at=now
        )
        node_worker = [NodeWorker(number, "", known, number) for number in range(2)]
        cluster._workers = dict(enumerate(node_worker))
        known.workers |= {0, 1}
        cluster._worker_ready(node_worker[0], "1")
        assert cluster._news == []
        if late:
            now += 11
            cluster._announce(known)
        cluster._worker_ready(node_worker[1], "1")
        (notice,) = cluster._news
        assert told in notice.text
        cluster._news.clear()


def test_bots_that_are_not_built_go_first(cluster: Cluster) -> None:
    """Games between them begin while the others build."""
    sent: list[Any] = []
    known = cluster._nodes["id"]
    install = SimpleNamespace(remote=lambda bundle, needs: sent.append(bundle) or str(bundle))
    known.agent = SimpleNamespace(install=install)
    cluster._ray.put = lambda bundle: bundle.bot.hash
    for name, build in (("a", True), ("b", True), ("c", False), ("d", True), ("e", False)):
        manifest = Manifest(name=name, command="x", build="make" if build else ())
        cluster.bring(Bundle(KeptBot(name, 1, name, manifest), ()), Needs())
    for digest in "acebd":
        assert sent[-1] == digest
        cluster._bot_tried(known, digest, BotOnNode(CanRun.YES))
    assert sorted(known.node.bots) == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize(
    ("mode", "token", "told"),
    [
        ("token", "ab" * 32, r"this machine's is a different one\. Copy ~/\.ray/auth_token"),
        ("", "", r"this machine shows none\. Copy ~/\.ray/auth_token"),
        ("", "ab" * 32, r"this machine shows none\. .* set RAY_AUTH_MODE=token, so that"),
    ],
)
def test_a_cluster_that_refuses_our_token_says_so_at_once(
    *, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, mode: str, token: str, told: str
) -> None:
    def refuse(address: str) -> None:
        raise Refused

    monkeypatch.setenv("RAY_AUTH_MODE", mode)
    monkeypatch.setenv("RAY_AUTH_TOKEN", token)
    monkeypatch.setenv("RAY_AUTH_TOKEN_PATH", "/nowhere")
    cluster._ray._raylet.GcsClient = refuse
    cluster._ray.init = pytest.fail
    with pytest.raises(NoCluster, match=f"asks for a token, and {told}"):
        cluster.connect("lab:6379")


def test_whoever_does_not_answer_as_ray_does_is_not_tried_again(cluster: Cluster) -> None:
    def answer(address: str) -> None:
        raise Unanswered("Received http2 header with status: 404")

    cluster._ray._raylet.GcsClient = answer
    cluster._ray.init = pytest.fail
    with pytest.raises(NoCluster, match="what listens there does not answer as Ray does"):
        cluster.connect("lab:6379")


def test_where_a_token_is_asked_for_and_missing_ray_is_not_even_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.delenv("RAY_AUTH_TOKEN", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("arena.tournament.cluster.client.launch", pytest.fail)
    with pytest.raises(NoCluster, match=r"this machine has none\. Copy ~/\.ray/auth_token"):
        ClusterClient("127.0.0.1:1")


def test_a_head_that_is_gone_is_noticed_and_one_that_misses_a_knock_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Gone(Exception):
        """As the end of the process."""

    answers = iter([True, False, True, False, False, False, False, True])

    def knock(address: tuple[str, int], seconds: float) -> SimpleNamespace:
        assert address == ("10.0.0.1", 6379)
        if not next(answers):
            raise ConnectionRefusedError
        return SimpleNamespace(close=lambda: None)

    def end(code: int) -> None:
        raise Gone(code)

    monkeypatch.setattr(process, "SECONDS_BETWEEN_KNOCKS", 0)
    monkeypatch.setattr("socket.create_connection", knock)
    monkeypatch.setattr("os._exit", end)
    with pytest.raises(Gone, match=str(HEAD_LOST)):
        process._watch_head("10.0.0.1:6379")
    assert list(answers) == [True]


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
def test_a_cluster_without_a_token_is_not_guarded_though_there_is_one_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RAY_AUTH_TOKEN", "ab" * 32)
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    with tempfile.TemporaryDirectory(prefix="arena-") as folder, RayNodes(Path(folder)) as nodes:
        nodes.start_head()
        monkeypatch.setenv("RAY_AUTH_MODE", "token")  # here there is one
        link = ClusterClient(nodes.address)
        assert not link.guarded()
        link.close()


def test_workers_are_hired_where_fewest_are(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster._nodes["id"].node = Node("one", 4, asked=True)
    cluster._nodes["more"] = KnownNode("more", Node("two", 2, asked=True))
    cluster._most = 5

    def hire(known: KnownNode) -> None:
        number = len(cluster._workers)
        cluster._workers[number] = NodeWorker(number, "", known, 0)
        known.workers.add(number)

    monkeypatch.setattr(cluster, "_start_worker", hire)
    cluster._start_workers()
    assert {known.node.name: len(known.workers) for known in cluster._nodes.values()} == {
        "one": 3,
        "two": 2,
    }


class Late:
    """A pipe whose answers come after nobody waits for them any more."""

    def send(self, what: Any) -> None:
        pass

    def poll(self, timeout: float) -> bool:
        return False


def test_nobody_waits_for_what_is_handed_out_and_a_failure_is_told_with_the_next_answer() -> None:
    ours, theirs = Pipe()
    done: list[int] = []

    def give(number: int) -> None:
        done.append(number)
        if number == 2:
            raise Died("the cluster")

    head = SimpleNamespace(give=give, wait=lambda timeout: "news", collect=lambda timeout: None)
    for number in (1, 2, 3):
        ours.send(("give", (number,), False))
    ours.send(("wait", (0.2,), True))
    ours.send(("close", (True,), True))
    serve(theirs, head)  # type: ignore[arg-type]
    assert isinstance(answer := ours.recv(), ClusterLost) and "Died: the cluster" in str(answer)
    assert done == [1, 2], "it is lost, and so is what was handed out"


def test_results_are_collected_while_the_driver_is_busy() -> None:
    ours, theirs = Pipe()
    head = SimpleNamespace(collect=lambda timeout: ours.send(("close", (True,), True)))
    head.close = lambda drop: None
    serve(theirs, head)  # type: ignore[arg-type]
    assert ours.recv() is None


def test_of_a_worker_only_the_first_chunk_is_waited_for(cluster: Cluster) -> None:
    """Ray takes its time for each call that is waited for."""
    there = cluster._workers[0]
    there.actor = SimpleNamespace(play=SimpleNamespace(remote=lambda chunk: "next"))
    cluster.give(0, 7, [])
    assert [*cluster._pending] == ["chunk 0", "chunk 1"]
    cluster._pending.pop("chunk 0")[0](())
    assert [*cluster._pending] == ["chunk 1", "next"]


class Slow:
    """A pipe through which nothing goes for a while."""

    def __init__(self) -> None:
        self.opened, self.asked, self.sent = Event(), Event(), list[str]()

    def send(self, call: tuple[str, tuple[int, ...], bool]) -> None:
        self.opened.wait()
        self.sent.append(call[0])
        if call[2]:
            self.asked.set()

    def poll(self, timeout: float) -> bool:
        self.opened.set()
        return self.asked.wait(10)

    def recv(self) -> str:
        return "news"


def test_a_question_goes_before_chunks_that_were_not_sent_yet() -> None:
    """The driver could store results, and would wait for a thousand chunks to be handed out."""
    client, pipe = ClusterClient.__new__(ClusterClient), Slow()
    client._pipe = pipe  # type: ignore[assignment]
    client._send_to(client._pipe)
    for number in range(3):
        client.tell("give", number)
    assert client.sending
    assert client.ask("wait", 0.0) == "news"
    assert pipe.sent.index("wait") <= 1, "one chunk was on its way already"


def test_after_a_question_without_an_answer_no_other_is_asked() -> None:
    link, ends = ClusterClient.__new__(ClusterClient), []
    link._pipe, link._end = Late(), lambda: ends.append("end")  # type: ignore[assignment]
    link._send_to(link._pipe)
    with pytest.raises(ClusterLost, match="does not answer"):
        link.ask("wait", 1.0)
    assert ends == ["end"]


@pytest.mark.parametrize("address", ["foo..bar:6379", "127.0.0.1:1", "ray://127.0.0.1:99999"])
def test_an_address_where_nobody_listens_is_told_in_a_sentence(address: str) -> None:
    with pytest.raises(NoCluster, match="No Ray cluster can be reached at"):
        ClusterClient(address)
