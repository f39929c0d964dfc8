"""The gateway: what is asked, what is on the tape, what fails, and what it may cost."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.errors import UsageError
from arena.llm.budget import Budget, Limit, require_prices
from arena.llm.gateway import Gateway, GatewaySetup, _measured
from arena.llm.gateway import gateway as running
from arena.llm.settings import LanguageModel, ModelsError, read_models
from arena.llm.tape import Chain, Tape
from tests.arena.llm.conftest import Played, prompt, said
from tests.support.fake_provider import (
    FILTERED,
    MODELS_FAULTS,
    NOTHING,
    PROVIDERS_FAULTS,
    FakeProvider,
)
from tests.support.levels import comes_true

Opened = Callable[..., Played]
Asked = Callable[..., list[Any]]


@pytest.fixture
def order(provider: FakeProvider, tmp_path: Path) -> GatewaySetup:
    models = read_models(provider.models(tmp_path))
    return GatewaySetup(models, tmp_path / "tape.sqlite", tmp_path / "s")


def test_an_answer_comes_with_tokens_cost_and_time(opened: Opened, provider: FakeProvider) -> None:
    provider.say = lambda request: "hello"
    (answer,) = opened().ask("Say hello. " * 40)
    assert answer["text"] == "hello" and answer["stop"] == "stop"
    assert (answer["tokens_in"], answer["cached"], answer["tokens_out"]) == (110, 55, 2)
    assert answer["cost"] == pytest.approx((110 * 1 + 2 * 2) / 1e6)
    assert answer["seconds"] >= 0


def test_the_same_is_asked_again_only_with_another_past_program_or_model(
    opened: Opened, provider: FakeProvider
) -> None:
    gateway = opened("small", "large")
    first = gateway.ask("one", "two")
    assert opened("small", "large").ask("one", "two") == first
    assert len(provider.requests) == 2
    gateway.ask("other", "two")
    gateway.ask("one", program="def")
    gateway.ask("one", player="llm@large")
    assert len(provider.requests) == 6


def test_the_same_asked_twice_at_the_same_time_is_asked_once(
    opened: Opened, provider: FakeProvider
) -> None:
    provider.slow_s = 0.3
    gateway = opened()
    links = [gateway.game() for _ in range(4)]
    for link in links:
        link.send(prompt("one"))
    assert len({said(link)["text"] for link in links}) == 1
    assert len(provider.requests) == 1


@pytest.mark.parametrize("fault", MODELS_FAULTS)
def test_what_the_model_does_wrong_is_an_answer(
    here: Asked, provider: FakeProvider, fault: str
) -> None:
    provider.script = ["good", fault]
    _, answer = here("one", "two")
    assert isinstance(answer["text"], str) and "void" not in answer and "halt" not in answer
    assert len(answer["text"]) <= 32_000
    assert len(provider.requests) == 2


@pytest.mark.parametrize(
    ("fault", "says", "remedy"),
    [
        ("refused", "400 (Unsupported parameter: 'max_tokens'.", "max_completion_tokens = 1024"),
        ("403", "403 (no)", "models.toml"),
        ("empty", "empty", "reasoning_effort"),
        ("thought", "1024 tokens", "max_tokens"),
        ("truncated", "1024 tokens", "max_tokens"),
        ("tool_call", "tool", "models.toml"),
    ],
)
def test_a_model_that_never_answers_ends_the_run_and_says_what_to_change(
    here: Asked, provider: FakeProvider, fault: str, says: str, remedy: str
) -> None:
    provider.script = [fault] * 3
    (answer,) = here("one")
    assert says in answer["halt"] and remedy in answer["halt"]
    assert "llm@small" in answer["halt"] and provider.url in answer["halt"]
    assert len(provider.requests) == 3
    (answer,) = here("one")  # mended, and asked again
    assert "text" in answer


def test_one_question_of_each_kind_must_be_answered(here: Asked, provider: FakeProvider) -> None:
    provider.script = ["empty", "good", "empty", "empty", "empty", "empty"]
    kinds = ("plant", "plant", "trade")
    answers = here(*(prompt(f"{at}") | {"ask": kind} for at, kind in enumerate(kinds)))
    assert answers[0]["text"] and answers[1]["text"] == ""
    assert "“trade”" in answers[2]["halt"]
    assert len(provider.requests) == 6 and not any("ask" in each for each in provider.requests)


@pytest.mark.parametrize("fault", NOTHING)
def test_a_seat_whose_last_20_answers_failed_ends_the_run(
    here: Asked, provider: FakeProvider, fault: str
) -> None:
    provider.script = ["good", *[fault] * 19, "good", *[fault] * 20]
    answers = here(*map(str, range(41)))
    assert not any("halt" in each for each in answers[:-1])
    assert "20" in answers[-1]["halt"] and provider.url in answers[-1]["halt"]


@pytest.mark.parametrize("fault", FILTERED)
def test_a_refusal_by_content_neither_ends_a_run_nor_voids_a_game(
    here: Asked, provider: FakeProvider, fault: str
) -> None:
    provider.script = [fault, "good", *[fault] * 30]
    answers = here(*map(str, range(32)))
    stops = [each.get("stop") for each in answers]
    assert stops == ["content_filter", "stop", *["content_filter"] * 30]
    assert len(provider.requests) == 32


def test_a_filter_that_lets_nothing_pass_ends_the_run(here: Asked, provider: FakeProvider) -> None:
    provider.script = ["flagged"] * 20
    answers = here(*map(str, range(20)))
    assert "Your input was flagged" in answers[-1]["halt"]
    assert not any("halt" in each for each in answers[:-1])


def test_what_failed_is_asked_again_and_is_on_the_tape_for_a_replay_of_it(
    here: Asked, provider: FakeProvider
) -> None:
    provider.script = ["good", *FILTERED, *NOTHING]
    prompts = [*map(str, range(1 + len(FILTERED) + len(NOTHING)))]
    first = here(*prompts)
    assert here(*prompts, tape_only=True) == first
    again = here(*prompts)
    assert again[0] == first[0] and all(each["text"] for each in again)
    assert here(*prompts, tape_only=True) == again


def test_what_failed_is_asked_again_only_where_the_game_did_not_go_on(
    here: Asked, provider: FakeProvider
) -> None:
    provider.script = ["good", "truncated", "empty", "good", "flagged", "truncated"]
    prompts = [*map(str, range(6))]
    first = here(*prompts)
    again = here(*prompts)
    assert again[:4] == first[:4] and all(each["text"] for each in again[4:])
    assert len(provider.requests) == 8, "nothing that led to a later answer is paid twice"


def test_a_thought_is_no_answer(here: Asked, provider: FakeProvider) -> None:
    told = ["<think>a 1</think> b", "a 2</think>\nb", "b"]
    provider.say = lambda _: told.pop(0)
    answers = here("one", "two", "three")
    assert [each["text"].strip() for each in answers] == ["b", "b", "b"]


@pytest.mark.parametrize(
    "error",
    [
        {"object": "error", "message": "System role not supported", "code": 400},
        {"error": {"message": "Jinja Exception: Conversation roles must alternate user/…"}},
        {"error": {"message": "'messages[0].role' does not support 'system' with this model"}},
        {"error": {"message": "Only user and assistant roles are supported!"}},
        {"error": {"message": "Developer instruction is not enabled for this model"}},
    ],
)
@pytest.mark.parametrize("status", [400, 500])
def test_a_model_without_a_system_role_is_told_in_its_first_message(
    here: Asked, provider: FakeProvider, error: dict[str, Any], status: int
) -> None:
    provider.strict = (status, error)
    rules, question = ({"role": "system", "content": "Rules."}, prompt("one")["messages"][0])
    asked = {"messages": [rules, question]}
    (answer,) = here(asked)
    assert "set system_role = false" in answer["halt"]
    said = error.get("message") or error["error"]["message"]
    assert f"{status} ({said})" in answer["halt"]
    (answer,) = here(asked, system_role=False)
    assert answer["text"]
    assert provider.requests[-1]["messages"] == [{"role": "user", "content": "Rules.\n\none"}]
    first = {"role": "assistant", "content": "Hm."}
    here({"messages": [first, question, rules]}, "one", system_role=False)
    told, plain = (each["messages"] for each in provider.requests[-2:])
    assert told == [{"role": "user", "content": "Rules."}, first, question] and plain == [question]
    provider.strict = None
    provider.script = [str(status)] * 3
    (answer,) = here("two")
    assert "system_role" not in answer["halt"], "it failed for another reason"


@pytest.mark.slow
def test_a_model_with_a_memory_keeps_a_notebook_that_the_bot_does_not_see(
    opened: Opened, provider: FakeProvider
) -> None:
    def asked() -> str:
        content: str = provider.requests[-1]["messages"][-1]["content"]
        return content

    provider.say = lambda _: f"Well.<notebook>red for {'x' * 2_000}</notebook>1"
    first, second = opened(memory=True).ask("one", "two")
    assert first["text"] == "Well.1" and "Notebook: red for x" in first["thought"]
    written = asked().rpartition("\n")[2]
    assert written == f"red for {'x' * 1_492}", "1,500 characters of it"
    assert opened(memory=True).ask("one", "two") == [first, second], "as it is on the tape"
    assert len(provider.requests) == 2
    provider.say = lambda _: "1"
    opened(memory=True).ask("one", "two", "three")
    assert written in asked(), "it stays until it is written anew"
    opened(memory=True).ask("another game")
    assert "(nothing yet)" in asked()
    provider.say = lambda _: "<notebook>red</notebook>1"
    assert opened().ask("one")[0]["text"] == "<notebook>red</notebook>1", "it has none"
    assert asked() == "one"


def test_the_same_model_at_another_place_is_asked_for_itself(
    here: Asked, provider: FakeProvider
) -> None:
    with FakeProvider(say=lambda _: "another") as elsewhere:
        assert here("one") != here("one", base_url=elsewhere.url)
        assert here("one") != here("one", base_url=elsewhere.url + "/")
        assert len(provider.requests) == len(elsewhere.requests) == 1


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("408", "408 (no)"),
        ("529", "529 (no)"),
        ("stream", "something other than a completion (data: {"),
        ("not_json", "something other than a completion (<html>gateway timeout</html>)"),
        ("zipped", "gzip, gzip"),
        ("broken_off", "502 (the model was lost)"),
    ],
)
def test_what_came_and_from_where_is_said(
    here: Asked, provider: FakeProvider, fault: str, says: str
) -> None:
    provider.script = ["good", *[fault] * 3]
    _, answer = here("one", "two")
    assert says in answer["void"] and provider.url in answer["void"]
    provider.script = [fault] * 3
    (answer,) = here("three")
    assert says in answer["halt"] and provider.url in answer["halt"], "it never answered"
    assert provider.headers[0]["Accept-Encoding"] == "identity"


@pytest.mark.parametrize(
    ("fault", "timeout_s"),
    [
        *((fault, 60) for fault in [*PROVIDERS_FAULTS, "503"]),
        pytest.param("slow", 0.5, marks=pytest.mark.slow),
    ],
)
def test_a_provider_that_fails_is_asked_again_and_after_three_times_the_game_is_void(
    here: Asked, provider: FakeProvider, fault: str, timeout_s: float
) -> None:
    provider.script = [fault, fault, "good", *[fault] * 3]
    first, second = here("one", "two", timeout_s=timeout_s)
    assert "text" in first and len(provider.requests) == 6
    assert "3 times" in second["void"]
    _, answer = here("one", "two", timeout_s=timeout_s)  # of the failure nothing is kept
    assert "text" in answer and len(provider.requests) == 7


def test_after_a_failure_it_waits_longer_each_time(opened: Opened, provider: FakeProvider) -> None:
    gateway = opened(retry_s=0.1)
    provider.script = ["500", "500"]
    begun = time.monotonic()
    gateway.ask("one")
    assert 0.5 <= time.monotonic() - begun < 60


@pytest.mark.parametrize("fault", ["401", "404"])
def test_a_wrong_key_or_an_unknown_model_ends_the_run(
    opened: Opened, provider: FakeProvider, fault: str
) -> None:
    provider.script = [fault]
    (answer,) = opened().ask("one")
    assert fault in answer["halt"] and "models.toml" in answer["halt"]
    assert len(provider.requests) == 1


def test_the_tape_alone_answers_nothing_new(opened: Opened, provider: FakeProvider) -> None:
    opened().ask("one")
    gateway = opened(tape_only=True)
    (answer,) = gateway.ask("one")
    assert "text" in answer
    (answer,) = gateway.ask("two")
    assert "--tape-only" in answer["halt"]
    assert len(provider.requests) == 1


def test_the_key_goes_to_the_provider_and_nowhere_else(
    opened: Opened, provider: FakeProvider, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not even if the provider repeats it."""
    monkeypatch.setenv("FAKE_KEY", "sk-very-secret")
    provider.script = ["good", "good", "401"]
    answers = opened(key_env="FAKE_KEY").ask("one", "two", "three")
    assert provider.headers[0]["Authorization"] == "Bearer sk-very-secret"
    assert "Incorrect API key provided: Bearer …." in answers[2]["halt"]
    assert "secret" not in json.dumps(answers)
    tape = Tape(tmp_path / "tape.sqlite")
    rows = list(tape.rows())
    assert len(rows) == 2 and "secret" not in json.dumps(rows)
    assert "127.0.0.1" not in json.dumps(rows)


def test_a_redirect_is_not_followed(
    opened: Opened, provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_KEY", "sk-very-secret")
    with FakeProvider() as elsewhere:
        provider.leads_to = elsewhere.url
        provider.script = ["307"]
        (answer,) = opened(key_env="FAKE_KEY").ask("one")
        assert not elsewhere.requests and not elsewhere.headers
    assert f"base_url redirects (307) to {elsewhere.url}" in answer["halt"]
    assert len(provider.requests) == 1


def test_what_another_process_answered_while_this_one_waited_is_not_asked_again(
    opened: Opened, provider: FakeProvider, order: GatewaySetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway = Gateway(order)
    (theirs,) = opened().ask("one")
    found = [None, *[theirs] * 9]  # it comes between the first look and `begin`
    monkeypatch.setattr(Tape, "find", lambda tape, key: found.pop(0))
    chain = Chain("llm@small", "abc", order.models["small"])
    assert asyncio.run(gateway._reply(chain, prompt("one"))) == theirs
    assert len(provider.requests) == 1


def test_a_run_that_is_ending_begins_nothing_and_keeps_no_locks(
    provider: FakeProvider, order: GatewaySetup
) -> None:
    async def play() -> list[Any]:
        gateway = Gateway(order)
        chains = [Chain("llm@small", "abc", order.models["small"]) for _ in range(3)]
        answers = [await gateway._reply(chains[0], prompt("one"))]
        assert not gateway._asking
        gateway.ending.set()
        answers += [await gateway._reply(each, prompt("one")) for each in chains]
        return answers

    first, second, *kept = asyncio.run(play())
    assert "text" in first and "ended" in second["halt"]
    assert kept == [first, first], "what is on the tape costs nothing"
    assert len(provider.requests) == 1


def test_what_was_cut_at_the_limit_has_spent_it_all(order: GatewaySetup) -> None:
    answer = {"text": "", "stop": "length", "tokens_in": 0, "cached": 0, "tokens_out": 0}
    for asked, spent in (({}, 1024), ({"max_tokens": 40}, 40)):
        request = prompt("one") | asked
        assert _measured(answer, order.models["small"], request, 0)["tokens_out"] == spent


# --- the budget ---------------------------------------------------------------------------------


@pytest.mark.parametrize("at_once", [1, 8])
def test_a_budget_holds_to_within_one_request(
    opened: Opened, provider: FakeProvider, at_once: int
) -> None:
    provider.slow_s = 0.02
    provider.say = lambda request: "x" * 36  # 10 tokens
    one = 100 + 10
    limit = Limit(one * 7.5, tokens=True)
    gateway = opened(limits=(limit,), max_tokens=20)
    halted: list[str] = []

    def play(number: int) -> None:
        for turn in range(20):
            (answer,) = gateway.ask(f"{number:02} {turn:02} ".ljust(400))
            if "halt" in answer:
                halted.append(answer["halt"])
                return

    threads = [threading.Thread(target=play, args=[number]) for number in range(at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(halted) == at_once and "budget is used up (825 tokens)" in halted[0]
    assert len(provider.requests) == 8  # 7.5, rounded up to a whole one


def test_a_budget_of_one_player_leaves_the_others_alone(
    opened: Opened, provider: FakeProvider
) -> None:
    gateway = opened("small", "large", limits=(Limit(1, True, "llm@small"),))
    assert "text" in gateway.ask("one")[0]
    assert "llm@small" in gateway.ask("two")[0]["halt"]
    assert "text" in gateway.ask("one")[0], "what is on the tape costs nothing"
    assert "text" in gateway.ask("three", player="llm@large")[0]


URL = "http://127.0.0.1:1/v1"
FREE = LanguageModel(base_url=URL, model="own")
HOSTED = LanguageModel(base_url=URL, model="hosted", key_env="KEY")
PRICED = LanguageModel(base_url=URL, model="priced", price_out=1, key_env="KEY")


@pytest.mark.parametrize(
    ("limit", "models", "says"),
    [
        ("5", [FREE], "needs prices"),
        ("5", [HOSTED, PRICED], "llm@0"),
        ("llm@0=5", [FREE, PRICED], "llm@0"),
        ("llm@1=5", [HOSTED, PRICED], ""),
        ("5", [FREE, PRICED], ""),  # a server of one's own costs nothing
        ("5ktokens", [HOSTED], ""),
    ],
)
def test_a_limit_in_money_needs_the_prices_of_those_it_is_for(
    limit: str, models: list[LanguageModel], says: str
) -> None:
    players = {f"llm@{number}": model for number, model in enumerate(models)}
    if not says:
        require_prices([Limit.parse(limit)], players)
        return
    with pytest.raises(UsageError, match=says):
        require_prices([Limit.parse(limit)], players)


def test_what_a_request_may_cost_at_most_is_what_its_model_may_say() -> None:
    thinker = PRICED.model_copy(update={"extra": {"max_completion_tokens": 5_000}})
    for model, asked, most in [(PRICED, 100, 100), (PRICED, 9_999, 1_024), (thinker, 100, 5_000)]:
        assert model.most_out(asked) == most
        budget = Budget([Limit(most + 20, tokens=True)])
        request = prompt("") | {"max_tokens": asked}
        assert budget.reserve("llm@0", model, request) is not None
        assert budget.reserve("llm@0", model, request) is None, "no room for a second"


# --- ends ---------------------------------------------------------------------------------------

RUN = """
import sys
from pathlib import Path
from arena.llm.gateway import gateway
from arena.llm.settings import read_models
from tests.arena.llm.conftest import Played, prompt
with gateway(read_models(Path(sys.argv[1])), Path(sys.argv[2])) as place:
    link = Played(place).game()
    link.send(prompt("one"))
    print("asked", flush=True)
    sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_an_answer_under_way_when_the_arena_ends_is_kept_and_waited_for(
    opened: Opened, provider: FakeProvider, tmp_path: Path, how: int
) -> None:
    provider.slow_s = 1.0
    models = provider.models(tmp_path)
    run = subprocess.Popen(
        [sys.executable, "-c", RUN, str(models), str(tmp_path / "tape.sqlite")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=dict(os.environ, PYTHONPATH=str(Path(__file__).parents[3])),
    )
    assert run.stdout is not None and run.stdout.readline() == b"asked\n"
    while not provider.requests:
        time.sleep(0.01)
    run.send_signal(how)
    run.wait()
    (answer,) = opened().ask("one")
    assert "text" in answer
    assert len(provider.requests) == 1


def test_nothing_is_left_of_a_gateway(tmp_path: Path, provider: FakeProvider) -> None:
    with running(read_models(provider.models(tmp_path)), tmp_path / "tape.sqlite") as place:
        assert place.exists() and place.parent.stat().st_mode & 0o777 == 0o700
        Played(place).ask("one")
    assert comes_true(lambda: not place.parent.exists())


# --- troubles of its own ------------------------------------------------------------------------


def test_certificates_that_are_gone_matter_to_https_alone_and_are_named(
    here: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere/certificates.pem")
    (answer,) = here("one")
    assert "text" in answer
    (answer,) = here("two", base_url="https://127.0.0.1:1/v1")
    assert "SSL_CERT_FILE" in answer["halt"]


def test_a_tape_that_is_locked_ends_the_run_with_a_sentence(
    provider: FakeProvider, order: GatewaySetup
) -> None:
    async def play() -> Any:
        gateway = Gateway(order)
        gateway._tape = Tape(order.tape, timeout_s=0)
        with closing(sqlite3.connect(order.tape, isolation_level=None)) as another:
            another.execute("BEGIN IMMEDIATE")
            chains = [Chain("llm@small", "abc", order.models["small"]) for _ in range(2)]
            return [(await gateway._reply(each, prompt("one")))["halt"] for each in chains]

    told, again = asyncio.run(play())
    assert str(order.tape) in told and "locked" in told
    assert again == told
    assert not provider.requests


def test_a_tape_that_is_none_is_named(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "tape.sqlite").write_text("This is not a database, but a text that is long enough.")
    with pytest.raises(ModelsError, match=r"tape\.sqlite .*not a database"):
        opened()


def test_a_long_name_of_the_folder_for_temporary_files_is_no_trouble(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    (answer,) = opened().ask("one")
    assert "text" in answer
