"""`arena bench`: one player beside the reference field, as a table, JSON and a page."""

from dataclasses import replace
from pathlib import Path
from signal import SIGINT
from typing import Any

import pytest

from arena.cli.tournaments import run as tournament_run
from arena.tournament.run_events import RunOutcome
from tests.arena.conftest import Arena
from tests.support.fake_provider import FakeProvider

pytest.importorskip("httpx")


@pytest.mark.slow
def test_a_player_is_measured_beside_the_reference_field(
    arena: Arena, provider: FakeProvider, tmp_path: Path
) -> None:
    models, html = str(provider.models(tmp_path)), tmp_path / "bench.html"
    words = ("bench", "llm@small", "--games", "4", "--models", models, "--seed", "2")
    found = arena.json(*words, "--html", str(html))
    assert found["player"] == "llm@small:1" and found["games"] == 4
    assert found["model"]["is"]["model"] == "fake-small"
    names = {each["player"] for each in found["field"]}
    assert names == {"random:1", "greedy:1", "trader:1"}
    elo = {each["player"]: each["elo"] for each in found["field"]}
    assert elo["greedy:1"] == pytest.approx(1500) and found["on_scale"]
    assert found["usage"]["cost"] > 0 and found["negotiation"]["offers"] > 0
    assert found["negotiation"]["sayings"] > 0
    repeat = f"arena bench llm@small --games 4 --seed 2 --models {models}"
    assert found["repeat"] == repeat and found["played"] == 4
    page = html.read_text()
    assert "llm@small:1" in page and found["hash"] in page and "cost a game" in page
    assert provider.url not in page
    assert "data-part>" in page.partition("<h1>")[2], "its tables are in a part, as pages.js asks"
    assert '<text class="elo"' in page and '<text class="cost"' in page

    asked = len(provider.requests)
    table = arena("bench", "llm@small", "--tournament", "1", "--models", models)
    assert repeat in " ".join(table.split())
    assert "offers made" in table and "fallbacks" in table
    assert "on the scale of the reference bots" in " ".join(table.split())
    assert len(provider.requests) == asked


def test_a_bench_that_ran_out_of_money_says_how_to_go_on(
    arena: Arena, provider: FakeProvider, tmp_path: Path
) -> None:
    models = str(provider.models(tmp_path))
    words = ("bench", "llm@small", "--games", "4", "--models", models)
    arena(*words, "--budget", "5ktokens", code=1)
    told = " ".join(arena.errors.split())
    assert "The budget is used up (5,000 tokens)" in told and "arena resume 1" in told
    assert "arena bench llm@small:1 --tournament 1" in told


def test_ctrl_c_shows_what_has_been_played(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    played, games = tournament_run.play, [4, 0]

    def stopped(*given: Any, **more: Any) -> RunOutcome:
        options = replace(given[3], games=games.pop())
        return replace(played(*given[:3], options, *given[4:], **more), signal=SIGINT)

    monkeypatch.setattr(tournament_run, "play", stopped)
    assert "In the negotiations" not in arena("bench", "greedy", "--games", "40", code=130)
    text = arena("bench", "greedy", "--games", "40", code=130)
    assert "greedy:1" in text and "In the negotiations" in text
    told = "Continue with: arena resume 2; then see it: arena bench greedy:1 --tournament 2"
    assert told in " ".join(arena.errors.split())


def test_a_reference_bot_is_measured_beside_the_others(arena: Arena) -> None:
    found = arena.json("bench", "greedy", "--games", "4", "--seed", "2")
    assert found["player"] == "greedy:1" and found["elo"] == pytest.approx(1500)
    assert found["on_scale"] and found["model"] is None
    assert {each["player"] for each in found["field"]} == {"random:1", "trader:1"}
