"""`arena bench`: one player by a suite, as a table, JSON and files that anybody can check."""

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path
from signal import SIGINT
from typing import Any
from urllib.parse import unquote

import pytest

from arena.cli.tournaments import run as tournament_run
from arena.registry.bundled import bundled_bots
from arena.rules import RULES_VERSION
from arena.tournament import suites
from arena.tournament.run_events import RunOutcome
from arena.tournament.suites import Suite, suite_named, suite_names
from tests.arena.conftest import Arena
from tests.support.fake_provider import FakeProvider

pytest.importorskip("httpx")

RELEASED = {"quick-1": "40f1891f13396726a292", "standard-1": "a33d6f4685b7ae439d5a"}
TINY = ["--suite", "tiny-1"]


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Suite:
    """A suite of a match at two tables: one where nobody trades, and one of traders."""
    whole = json.loads(suites.FOLDER.joinpath("quick-1.json").read_text())
    whole["tables"] = [[table, 1] for table, _ in whole["tables"][::2]]
    folder = tmp_path / "suites"
    folder.mkdir()
    for name in ("tiny-1", "tiny-2"):
        (folder / f"{name}.json").write_text(json.dumps(whole | {"name": name}))
    monkeypatch.setattr(suites, "FOLDER", folder)
    return suite_named("tiny-1")


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> list[Suite]:
    monkeypatch.undo()
    suite_named.cache_clear()
    return [suite_named(name) for name in suite_names()]


def test_a_suite_never_changes_once_it_is_released(released: list[Suite]) -> None:
    assert {each.name: each.hash for each in released} == RELEASED, "make another one instead"


def test_the_suites_can_be_played_here(released: list[Suite]) -> None:
    hashes = {name: digest for name, (_, digest) in bundled_bots().items()}
    for each in released:
        assert {name: hashes[name] for name in each.bots} == each.bots, "add suites, see above"
        assert each.rules_version == RULES_VERSION
        for variant, players in each.games:
            known = each.strengths[f"{variant}-{players}"]
            assert {*known} == {*each.bots} and known["greedy"] == [[0, 0], [0, 0]]
            assert all(len(table) == players - 1 for table, _ in each.tables)


def test_a_suite_has_the_player_in_every_seat_of_every_table(tiny: Suite) -> None:
    circles = [*tiny.circles(b"secret", "me", {name: name for name in tiny.bots})]
    assert sorted(sorted(circle[1:]) for _, circle in circles) == sorted(
        sorted(table) for table, _ in tiny.tables
    )
    assert {circle[0] for _, circle in circles} == {"me"}
    again = [*tiny.circles(b"another", "me", {name: name for name in tiny.bots})]
    assert [place for place, _ in again] == [place for place, _ in circles]


@pytest.mark.slow
def test_a_program_is_measured_and_anybody_can_check_it(arena: Arena, tmp_path: Path) -> None:
    out, html = tmp_path / "out", tmp_path / "page.html"
    (found,) = arena.json("bench", "greedy", *TINY, "--out", str(out))
    assert found["player"] == "greedy:1" and found["numbers"]["games"] == found["scheduled"] == 8
    assert found["numbers"]["forfeits"] == 0
    assert found["model"] is None and found["usage"] is None and "greedy.py" in found["files"]
    mean = sum(found["numbers"][name]["elo"] for name in ("where_nobody_trades", "beside_traders"))
    assert found["numbers"]["mean"]["elo"] == pytest.approx(mean / 2)
    assert found["numbers"]["trades"] > 0 and found["settings"]["options"] == {"suite": "tiny-1"}

    file = str(out / "bench.json")
    assert arena.json("bench", "verify", file) == {"right": 8, "wrong": []}
    assert "8 of 8 games are right, and follow from the secret; so do the numbers." in arena(
        "bench", "verify", file
    )
    table = arena("bench", "table", file, "--html", str(html))
    assert "greedy:1" in table and "Elo by tiny-1" in table
    page = html.read_text()
    assert found["hash"] in page and found["secret"] in page and "data-part>" in page
    assert "--csv" in arena.refused("bench", "table", file, "--csv", "--json")
    csv = arena("bench", "table", file, "--csv").splitlines()
    assert csv[0].startswith("player,no trade,traders,mean") and csv[1].startswith("greedy:1,")

    shown = arena("bench", "greedy", "--tournament", "1")
    assert "arena bench greedy --suite tiny-1" in shown and "offers made" in shown
    assert "already exists. Name another folder." in arena.refused(
        "bench", "greedy", *TINY, "--out", str(out)
    )
    for change, why in CHANGES.items():
        _changed(out, change)
        told = arena("bench", "verify", file, code=1)
        assert why in " ".join(told.split()), change
        _changed(out, change, back=True)
    assert arena("bench", "verify", file)

    for name, change, why in UNREADABLE:
        copy = tmp_path / name
        copy.mkdir()
        data = json.loads((out / "bench.json").read_text()) | change
        (copy / "bench.json").write_text(json.dumps(data))
        assert why in " ".join(
            arena.refused("bench", "verify", str(copy / "bench.json"), code=1).split()
        )
    other = json.loads((out / "bench.json").read_text()) | {"suite": "tiny-2"}
    (tmp_path / "other.json").write_text(json.dumps(other))
    told = arena.refused("bench", "table", file, str(tmp_path / "other.json"))
    assert "do not compare (tiny-1, tiny-2)" in " ".join(told.split())


CHANGES = {
    "numbers": "mean is",
    "secret": "not the one whose SHA-256 was shown",
    "hash": "bots or their seeds do not follow from the secret",
    "record": "Record 1: scores are",
    "swapped": "Record 2: its deal does not follow from the secret, or is there twice.",
}
UNREADABLE = [
    ("no records", {}, "The records of the benchmark cannot be read"),
    ("other suite", {"suite_hash": "0"}, "cannot be checked here"),
    ("none", {"numbers": {}}, "is not a benchmark"),
]


def _changed(out: Path, what: str, back: bool = False) -> None:
    file, records = out / "bench.json", out / "games.jsonl.gz"
    if back:
        for each in (file, records):
            each.write_bytes(each.with_suffix(".kept").read_bytes())
        return
    for each in (file, records):
        each.with_suffix(".kept").write_bytes(each.read_bytes())
    data = json.loads(file.read_text())
    lines = gzip.decompress(records.read_bytes()).splitlines()
    if what == "numbers":
        data["numbers"]["mean"]["elo"] += 1
    elif what == "secret":
        data["secret"] = "00" * 32
    elif what == "hash":
        data["hash"] = "0"
    elif what == "swapped":
        lines[1] = lines[0]
    else:
        record = json.loads(lines[0])
        record["result"]["scores"][0] += 1
        lines[0] = json.dumps(record).encode()
    file.write_text(json.dumps(data))
    records.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))


def test_a_suite_of_other_bots_is_refused(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "suites" / "tiny-2.json"
    file.write_text(file.read_text().replace(suite_named("tiny-1").bots["trader"], "0" * 20))
    told = arena.refused("bench", "greedy", "--suite", "tiny-2", code=1)
    assert "tiny-2 was made for other rules or other versions of" in " ".join(told.split())
    told = arena.refused("bench", "greedy", "--suite", "huge-1")
    assert "There is no suite called 'huge-1'. Choose tiny-1 or tiny-2." in " ".join(told.split())


@pytest.mark.slow
def test_ctrl_c_shows_what_has_been_played(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    played, games = tournament_run.play, [5, 0]

    def stopped(*given: Any, **more: Any) -> RunOutcome:
        options = replace(given[3], games=games.pop())
        return replace(played(*given[:3], options, *given[4:], **more), signal=SIGINT)

    monkeypatch.setattr(tournament_run, "play", stopped)
    assert "In the negotiations" not in arena("bench", "greedy", *TINY, code=130)
    text = arena("bench", "greedy", *TINY, code=130)
    assert "greedy:1" in text and "of 8" in text
    told = "arena resume 2; then see it: arena bench greedy:1 --suite tiny-1 --tournament 2"
    assert told in " ".join(arena.errors.split())


@pytest.mark.slow
def test_players_are_measured_with_what_they_cost_also_when_interrupted(
    arena: Arena, provider: FakeProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if another bench ran out of money before, which says how to go on."""
    models, html = str(provider.models(tmp_path, price_cached=0.1)), tmp_path / "board.html"
    arena("bench", "llm@small", *TINY, "--models", models, "--budget", "5ktokens", code=1)
    told = " ".join(arena.errors.split())
    assert "The budget is used up (5,000 tokens)" in told and "arena resume 1" in told
    see = f"arena bench llm@small:1 --suite tiny-1 --tournament 1 --models {models} --budget"
    assert see in told
    before = len(provider.requests)
    provider.failing, provider.faults = 0.2, ("prose",)
    players, terms = ("greedy", "llm@small"), (*TINY, "--seed", "2", "--models", models)
    words = ("bench", *players, *terms, "--html", str(html))
    played = tournament_run.play

    def stopped(*given: Any, **more: Any) -> RunOutcome:
        options = replace(given[3], games=5) if given[1] == 3 else given[3]
        outcome = played(*given[:3], options, *given[4:], **more)
        return replace(outcome, signal=SIGINT) if given[1] == 3 else outcome

    monkeypatch.setattr(tournament_run, "play", stopped)
    text = arena(*words, code=130)
    assert "greedy:1" in text and "5 of 8" in text and "Paid for in this run: llm@small" in text
    told = " ".join(arena.errors.split())
    see = f"arena bench greedy:1 llm@small:1 --suite tiny-1 --tournament 2,3 --html {html} --seed 2"
    assert f"arena resume 3 --models {models}; then see it: {see}" in told
    page = html.read_text()
    assert "5 of 8" in page and len(re.findall(r'href="board/[^"]*/game.html"', page)) == 2
    assert (
        "llm@small:1 was stopped after 5 of 8 games" in page and "The mean, drawn</dt>" not in page
    )
    monkeypatch.undo()
    monkeypatch.setattr(suites, "FOLDER", tmp_path / "suites")
    arena("resume", "3")
    assert "already exists" in arena.refused("bench", *players, *terms, "--html", str(html))
    asked = len(provider.requests)
    shown = arena("bench", "llm@small", "--tournament", "3", "--models", models)
    line = f"arena bench llm@small --suite tiny-1 --seed 3 --models {models}"  # the second player
    assert line in " ".join(shown.split())
    _, found = arena.json("bench", *players, *terms, "--tournament", "2,3", "--html", str(html))
    assert len(provider.requests) == asked
    assert found["player"] == "llm@small:1" and found["model"]["is"]["model"] == "fake-small"
    assert found["prices"] == {"in": 1.0, "cached": 0.1, "out": 2.0}
    assert found["usage"]["cost"] > 0 and found["numbers"]["negotiation"]["sayings"] > 0
    (name, answers) = found["models_returned"].popitem()
    assert 0 < answers <= asked - before, "those of the bench before do not count"
    assert name == "fake-small-2026" and "llm_prompt.txt" in found["files"]
    fallbacks = found["usage"]["fallbacks"] * 8
    assert found["numbers"]["fallbacks"]["not understood"] > 0
    assert sum(found["numbers"]["fallbacks"].values()) == pytest.approx(fallbacks)
    page = html.read_text()
    assert provider.url not in page
    for to in re.findall(r'href="(board/[^"]*)"', page):
        assert (tmp_path / unquote(to)).exists()
    assert len(re.findall(r'href="board/[^"]*/game.html"', page)) == 2
    for each in ("greedy-1", "llm@small-1"):
        file = str(tmp_path / "board" / each / "bench.json")
        assert arena.json("bench", "verify", file) == {"right": 8, "wrong": []}
    assert "not understood" in arena("bench", "table", file)
    for word in (
        "anniversary with 4 players", "s for a game and", "where nobody trades", "in 1.0",
        '<text class="elo"', '<text class="cost"',
    ):  # fmt: skip
        assert word in page, word
