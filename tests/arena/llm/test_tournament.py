"""Tournaments with language models: interrupted, resumed, out of money, from the tape."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from arena.cli.output import events
from arena.replay.replay import Replay
from arena.tournament.process_pool import ProcessPool
from arena.web.replay.replay_data import replay_data
from ladder.database.store import Store
from ladder.queries.games import record
from tests.arena.conftest import Arena
from tests.support.fake_provider import FakeProvider

pytest.importorskip("httpx")

PLAYERS = ("llm@small", "llm@large", "greedy")
EVENT, MATCH = ("tournament", "--games", "3"), ("match", "greedy", "random")
TABLE = ("--variants", "anniversary", "--players", "3", "--seed", "5", "--concurrency", "2")


def records(home: Path, games: int) -> list[dict[str, Any]]:
    """The records of the first games, without the times of this run."""
    with Store(home / "ladder.sqlite", read_only=True) as store:
        found = [json.loads(record(store, number)) for number in range(1, games + 1)]
    for each in found:
        for decision in each["decisions"]:
            decision.pop("ms")
    return found


def usages(found: dict[str, Any]) -> dict[int, dict[str, float]]:
    """What each seat has used."""
    sums: dict[int, dict[str, float]] = {}
    for decision in found["decisions"]:
        for key, amount in decision.get("usage", {}).items():
            mine = sums.setdefault(decision["seat"], {})
            mine[key] = mine.get(key, 0) + amount
    return sums


@pytest.mark.slow
def test_a_tournament_with_two_models_and_again_from_the_tape(
    arena: Arena, provider: FakeProvider, tmp_path: Path
) -> None:
    models = str(provider.models(tmp_path, "small", "large"))
    provider.message = {"reasoning_content": "First <b>I</b> doubt it.\nThen I don't."}
    words = ("tournament", *PLAYERS, *TABLE, "--games", "3", "--models", models)
    told = arena.json(*words)
    assert [row["name"] for row in told["standings"]] != []
    assert {row["name"] for row in told["standings"]} == {*PLAYERS}
    assert provider.asked and max(provider.asked.values()) == 1
    first = records(arena.home, 3)
    spent = usages(first[0])
    assert len(spent) == 2 and all(each["cost"] > 0 for each in spent.values())
    thoughts = [each["note"] for each in first[0]["decisions"] if "note" in each]
    assert thoughts and "I look at" in thoughts[0] and "doubt" not in thoughts[0]
    thoughts = [each["thought"] for each in first[0]["decisions"] if "thought" in each]
    assert thoughts and thoughts[0].startswith("First <b>I</b> doubt it.")

    row = arena.json("ladder")["models"]["llm@small:1"]
    mine = [usages(found)[seat_of(found, "llm@small")] for found in first]
    assert row["cost"] == pytest.approx(sum(each["cost"] for each in mine) / 3)
    assert row["tokens"] == pytest.approx(
        sum(each["tokens_in"] + each["tokens_out"] for each in mine) / 3
    )
    assert_thoughts_are_shown_to_those_who_see_the_seat(arena.home)
    table = arena("ladder")
    assert "fallbacks" in table and "tokens" in table and "cost" in table

    asked = len(provider.requests)
    other = Arena(tmp_path / "other")
    other.home.mkdir()
    (other.home / "tape.sqlite").write_bytes((arena.home / "tape.sqlite").read_bytes())
    other.json(*words, "--tape-only")
    assert records(other.home, 3) == first
    assert len(provider.requests) == asked


def seat_of(found: dict[str, Any], name: str) -> int:
    return [bot["name"] for bot in found["bots"]].index(name)


def assert_thoughts_are_shown_to_those_who_see_the_seat(home: Path) -> None:
    with Store(home / "ladder.sqlite", read_only=True) as store:
        replay = Replay(record(store, 1))
    thinking = {seat_of(replay.data, name) for name in PLAYERS[:2]}
    for reader in (None, 0, 1, 2):
        decided = [each for each in replay_data(replay, reader)["frames"]["decided"] if each]
        shown = {each["seat"] for each in decided if "note" in each}
        assert shown == {each["seat"] for each in decided if "thought" in each}
        assert shown == (thinking if reader is None else thinking & {reader})
        assert any("token" in each.get("usage", "") for each in decided) == bool(shown)


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["refused", "thought", "tool_call"])
def test_a_fault_in_the_settings_is_no_rating(
    arena: Arena, provider: FakeProvider, tmp_path: Path, fault: str
) -> None:
    provider.failing, provider.faults = 1.0, (fault,)
    words = ("tournament", "llm@small", "greedy", "random", *TABLE[:4], "--games", "3")
    told = arena.json(*words, "--models", str(provider.models(tmp_path)), code=1)
    assert told["played"] == 0 and provider.url in told["halted"]
    assert re.search(r"question \(“[a-z_]+”\): ", told["halted"]) and "[small]" in told["halted"]


@pytest.mark.slow
def test_a_budget_ends_the_run_in_order_and_another_goes_on(
    arena: Arena, provider: FakeProvider, tmp_path: Path
) -> None:
    models = str(provider.models(tmp_path, "small", "large", max_tokens=100))
    words = ("tournament", *PLAYERS, *TABLE, "--games", "3", "--models", models)
    output = arena(*words, "--budget", "60ktokens", code=1)
    assert "The budget is used up (60,000 tokens)" in output
    told = " ".join(output.split())
    assert f"Continue with: arena resume 1 --models {models} --budget 60ktokens" in told
    paid = re.search(r"Paid for in this run: llm@large ([\d.]+) .* for ([\d.]+) and llm@", told)
    assert paid and 0 < float(paid[1]) < 0.1 and float(paid[2]) > 0
    assert "nothing is rated" in told
    assert "about 1.34 million tokens for 1.40 (a guess, before" in told
    spent = sum(provider.tokens)
    assert spent - max(provider.tokens) < 60_000 <= spent
    asked = len(provider.requests)
    told = arena.json("resume", "1")
    assert told["left"] == 0 and told["halted"] == ""
    assert max(provider.asked.values()) == 1
    assert len(provider.requests) > asked
    assert "All games of the tournament took llm@large " in " ".join(arena("resume", "1").split())
    again = arena(*words, "--tape-only", "--seed", "6", code=1)
    assert "(from games measured here)" in again and "(from games played here)" in again


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_the_workers_have_no_key(
    arena: Arena, provider: FakeProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEY_OF_SMALL", "sk-secret")
    environments, give = [], ProcessPool.give

    def looked_at(pool: ProcessPool, worker: int, games: Any) -> None:
        process = pool._processes[worker]._process
        environments.append(Path(f"/proc/{process.pid}/environ").read_bytes())
        give(pool, worker, games)

    monkeypatch.setattr(ProcessPool, "give", looked_at)
    models = str(provider.models(tmp_path, key_env="KEY_OF_SMALL"))
    arena("tournament", "llm@small", "greedy", "random", *TABLE, "--games", "1", "--models", models)
    assert provider.headers[0]["Authorization"] == "Bearer sk-secret"
    assert environments and not any(b"KEY_OF_SMALL" in each for each in environments)
    assert os.environ["KEY_OF_SMALL"] == "sk-secret", "as before"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((*EVENT, "llm", "greedy"), "as in llm@small"),
        ((*EVENT, "llm@tiny", "greedy"), "no model called 'tiny'. Yours are small, large."),
        ((*EVENT, "greedy@small", "random"), "does not use a language model"),
        ((*EVENT, "llm@small", "greedy", "--budget", "lots"), "--budget 'lots' is not understood"),
        ((*EVENT, "llm@small", "greedy", "--budget", "gpt=5"), "names 'gpt'"),
        ((*EVENT, "greedy", "random", "--budget", "5"), "No language model plays"),
        ((*EVENT, "llm@small", "greedy", "--address", "127.0.0.1:1"), "on this machine alone"),
        ((*MATCH, "trader", "--budget", "5"), "No language model plays"),
        ((*MATCH, "trader", "--tape-only"), "No language model plays"),
        ((*MATCH, "llm@small", "--budget", "typo@small=1"), "names 'typo@small'"),
        ((*MATCH, "llm@small", "--budget", "llm@large=1"), "names 'llm@large'"),
    ],
)
def test_mistakes_on_the_command_line(
    arena: Arena, provider: FakeProvider, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    models = str(provider.models(tmp_path, "small", "large"))
    arena(*words, "--models", models, code=2)
    assert says in " ".join(arena.errors.split())
    assert not provider.requests


MINE = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print("{}", flush=True)
    elif message["type"] == "decide":
        if message["id"] == 1:
            prompts = [{"role": "user", "content": "Well?"}]
            print(json.dumps({"type": "ask_model", "id": 1, "messages": prompts}), flush=True)
            sys.stdin.readline()
        print(0, flush=True)
"""


@pytest.mark.slow
def test_a_program_of_ones_own_is_checked_submitted_and_named_with_a_model(
    arena: Arena, provider: FakeProvider, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "bot.py").write_text(MINE)
    about = 'name = "mine"\ncommand = "python3 -S bot.py"\nmodel = true\n'
    (folder / "bot.toml").write_text(about)
    assert "mine passes" in arena("check", str(folder))
    told = arena("submit", str(folder))
    assert "It asks for a language model: name one of yours, as in mine@small." in told
    assert not provider.requests
    models = str(provider.models(tmp_path))
    arena("match", "mine@small", "random", "random", "--seed", "3", "--models", models)
    assert len(provider.requests) == 1  # the same in each of three games
    told = arena("match", f"{folder}@small", "random", "random", "--seed", "3", "--models", models)
    assert "mine@small" in told and len(provider.requests) == 1, "it is on the tape"
    arena("league", "run", "--games", "1")
    assert "arena tournament mine@small --models models.toml" in " ".join(arena.errors.split())


@pytest.mark.slow
def test_a_match_is_played_side_by_side_and_within_its_budget(
    arena: Arena, provider: FakeProvider, tmp_path: Path
) -> None:
    provider.slow_s = 0.02
    models = str(provider.models(tmp_path))
    words = ("match", "llm@small", "greedy", "random", "--seed", "4", "--models", models)
    games = arena.json(*words)
    assert provider.most_under_way > 1 and max(provider.asked.values()) == 1
    assert [(game["game"], game["rotation"]) for game in games] == [("c1", 0), ("c2", 1), ("c3", 2)]
    asked, spent, provider.slow_s = len(provider.requests), sum(provider.tokens), 0.0
    assert [each["scores"] for each in arena.json(*words)] == [each["scores"] for each in games]
    assert len(provider.requests) == asked
    (arena.home / "tape.sqlite").unlink()
    text = arena(*words, "--budget", f"{0.55 * spent:.0f}tokens", code=1)
    assert "1 of 3 games:" in text and "does not cover more games" in arena.errors
    assert "Paid for in this run: llm@small 0." in text
    assert sum(provider.tokens) - spent < 0.55 * spent


TALKER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print("{}", flush=True)
    elif message["type"] == "decide":
        prompts = [{"role": "user", "content": "rule " * 900 + line[-3000:]}]
        asked = {"type": "ask_model", "id": message["id"], "messages": prompts}
        print(json.dumps(asked), flush=True)
        sys.stdin.readline()
        print(0, flush=True)
"""


@pytest.mark.slow
def test_what_a_run_takes_is_foreseen_by_its_first_games(
    arena: Arena, provider: FakeProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "SECONDS_BETWEEN_LINES", 0.0)
    folder = tmp_path / "talker"
    folder.mkdir()
    (folder / "talker.py").write_text(TALKER)
    about = 'name = "talker"\ncommand = "python3 -S talker.py"\nmodel = true\n'
    (folder / "bot.toml").write_text(about)
    arena("submit", str(folder))
    models = str(provider.models(tmp_path, "small", "large", price_cached=0.1))
    others = ("greedy", "random", "trader", *TABLE[:4], "--games", "9", "--concurrency", "3")

    def foretold(player: str, seed: str) -> tuple[str, list[list[float]], list[float]]:
        """In usual deals: two games with much talk at first are no forecast of nine."""
        words = (player, *others, "--models", models, "--seed", seed)
        text = " ".join(arena("tournament", *words).split())
        paid = re.search(rf"{player} ([\d.]+) million tokens for (\d+\.\d+)", text)
        assert paid and sum(provider.tokens) > 300_000
        run = re.findall(r"%\)(, [^,]* to go)?, about ([\d.]+) m[a-z ]* for (\d+\.\d+)", text)
        assert not any(each[0] for each in run[:2]) and all(each[0] for each in run[2:])
        first = re.search(r"The models: about ([\d.]+) million tokens for (\d+\.\d+) ", text)
        assert first
        told = [[*map(float, each[-2:])] for each in [first.groups(), *run]]
        return text, told, [*map(float, paid.groups())]

    text, told, paid = foretold("talker@small", "1")
    assert "about 9 games; the first will show how long" in text and "a guess, before" in text
    for each in told[2:]:
        assert each == pytest.approx(paid, rel=0.3)
    _, told, paid = foretold("talker@large", "8")
    assert told[0] == pytest.approx(paid, rel=0.3), "by the games of another model"


def test_without_a_file_of_models_it_says_how_to_name_one(arena: Arena) -> None:
    assert "--models models.toml" in arena.refused("tournament", "llm@small", "greedy")


@pytest.mark.slow
def test_another_model_of_the_same_name_is_another_version(
    arena: Arena, provider: FakeProvider, tmp_path: Path
) -> None:
    models = provider.models(tmp_path)
    words = ("tournament", "llm@small", "greedy", "random", *TABLE[:4], "--games", "3")
    told = arena.json(*words, "--models", str(models), "--tape-only", code=1)
    assert "--tape-only" in told["halted"] and told["played"] == 0
    assert not provider.requests
    moved = models.read_text().replace('model = "fake-small"', 'model = "fake-other"')
    models.write_text(moved)
    arena(*words, "--models", str(models), "--tape-only", code=1)
    with Store(arena.home / "ladder.sqlite", read_only=True) as store:
        assert [bot.version for bot in store.versions("llm@small")] == [1, 2]
