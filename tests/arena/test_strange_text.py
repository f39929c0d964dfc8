"""Strange text on its way from a model or a bot to a page, a terminal and a table."""

import csv
import io
import itertools
import json
import unicodedata
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.cli.output.data_files import print_csv
from arena.codec import lines
from arena.llm.provider import understood
from arena.llm.settings import LanguageModel
from arena.referee.clock import CLASSES
from arena.text import harmless
from arena.text.sanitize import spoken
from arena.web.replay.page import replay_page
from protocol.messages import NOTE_LIMIT, SAY_LIMIT, parse_ask_model, parse_choose, parse_ready
from tests.arena.conftest import Arena
from tests.support.fake_provider import FakeProvider
from tests.support.html import Parts
from tests.support.one_game import Script, play_scripts, replayed
from tests.support.strange_text import STRANGE, whole

ACTING = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_a_line_counts_whatever_its_text_is() -> None:
    for text in STRANGE:
        raw = text.encode("utf-8", "surrogatepass")
        quoted = json.dumps(text, ensure_ascii=False).encode("utf-8", "surrogatepass")
        # Most languages escape halves; as bytes they are not UTF-8.
        spellings = {json.dumps(text).encode(): whole(text), quoted: raw.decode("utf-8", "replace")}
        for spelt, read in spellings.items():
            chosen = parse_choose(b'{"choice":{"do":%b},"say":%b,"note":%b}' % ((spelt,) * 3))
            assert chosen.choice == {"do": read} and chosen.say == read[:SAY_LIMIT]
            assert chosen.aside and chosen.aside.note == read[:NOTE_LIMIT]
            asked = b'{"type":"ask_model","messages":[{"role":"user","content":%b}]}' % spelt
            found = parse_ask_model(asked)
            assert found and found.messages[0].content == read
            if len(read) <= 80:
                assert parse_ready(b'{"name":%b}' % spelt).name == read


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_a_text_that_was_cut_between_bytes_counts(missing: int) -> None:
    cut = ("x" * 279 + "\U0001fad8").encode()[:-missing]
    assert parse_choose(b'{"choice":0,"say":"%b"}' % cut).say == "x" * 279 + "\ufffd"


class Speaker(Script):
    """Says each of the strange texts in turn, and thinks it too."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = itertools.cycle(STRANGE)

    def collect(self) -> bytes | None:
        text = next(self.texts)
        return json.dumps({"choice": 0, "say": text, "note": text}).encode()


def test_what_is_said_goes_to_other_seats_the_record_and_the_page() -> None:
    bots = [Speaker(), Script(), Script()]
    _, record, _ = play_scripts(bots, [frozenset()] * 3, CLASSES["slow"])
    assert not any("fault" in entry for entry in record["decisions"])
    assert all("cut to" in entry.get("refused", "cut to") for entry in record["decisions"])
    said = {entry["say"] for entry in record["decisions"] if "say" in entry}
    assert said == {spoken(whole(text)[:SAY_LIMIT]) for text in STRANGE}
    assert {entry["note"] for entry in record["decisions"] if "note" in entry} == {
        whole(text)[:NOTE_LIMIT] for text in STRANGE
    }
    heard = [event for line in bots[1].told for event in line.get("events", ())]
    assert said == {event["text"] for event in heard if event["event"] == "said"}
    page = Parts(replay_page(replayed(record), 1).decode())
    data = orjson.loads(zlib.decompress(b64decode(page.scripts[0])))
    assert all(orjson.dumps(harmless(text))[1:-1] in orjson.dumps(data) for text in said)


@pytest.mark.slow
def test_a_language_model_says_it(arena: Arena, tmp_path: Path) -> None:
    """The escape of half a character comes to light when the answer's own JSON is read."""
    pytest.importorskip("httpx")
    texts = itertools.cycle(STRANGE)

    def answer(_: dict[str, Any]) -> str:
        return json.dumps({"choice": 0, "say": next(texts)}) + "\n" * 9

    with FakeProvider(say=answer) as provider:
        models, html = str(provider.models(tmp_path)), tmp_path / "game.html"
        match = ("llm@small", "greedy", "random", "--variants", "anniversary", "--rounds", "1")
        arena("match", *match, "--models", models, "--tc", "slow")
    arena("replay", "c1", "--html", str(html))
    told = arena("replay", "c1")
    assert not {unicodedata.category(each) for each in told.replace("\n", "")} & ACTING
    entries = arena.json("replay", "c1")["record"]["decisions"]
    assert not any("fault" in entry for entry in entries)
    assert all("cut to" in entry.get("refused", "cut to") for entry in entries)
    assert not any(entry.get("usage", {}).get("fallbacks") for entry in entries)
    said = {entry["say"] for entry in entries if "say" in entry}
    assert {spoken(whole(text)[:SAY_LIMIT]) for text in STRANGE} <= said
    assert Parts(html.read_text()).scripts


def test_whatever_a_provider_writes_can_be_sent_to_a_bot() -> None:
    model = LanguageModel(base_url="http://127.0.0.1:1/v1", model="small")
    for text in STRANGE:
        choice = {"message": {"content": f"1 {text} 1"}, "finish_reason": text}
        answer = understood(200, json.dumps({"choices": [choice]}).encode(), model, {})
        sent = orjson.loads(orjson.dumps(lines.model(answer, 1)))
        assert sent["text"] == f"1 {whole(text)} 1" and sent["stop"] == whole(text)[:40]
        error = json.dumps({"error": {"message": text}}).encode()
        failed = understood(400, error, model, {})["failed"]
        assert not {unicodedata.category(each) for each in failed} & ACTING
        assert failed.encode()


def test_a_table_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    print_csv(("said",), [(text,) for text in STRANGE])
    _, *rows = csv.reader(io.StringIO(capsys.readouterr().out, newline=""))
    assert [cell.removeprefix("'") for (cell,) in rows] == [harmless(text) for text in STRANGE]
    assert not {unicodedata.category(each) for (cell,) in rows for each in cell} & ACTING
