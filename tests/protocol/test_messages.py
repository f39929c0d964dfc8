"""What a bot may send, and that nothing else it sends can do more than give one clear sentence."""

from __future__ import annotations

import json
from time import process_time
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.choices import shape_problem
from protocol.messages import (
    NESTING_LIMIT,
    NOTE_LIMIT,
    SAY_LIMIT,
    WINDOWS,
    is_comment,
    parse_ask_model,
    parse_choose,
    parse_ready,
    wishes,
)
from protocol.model import ProtocolError

OFFER = {"to": 2, "give": ["soy", {"hand": 3, "kind": "red"}], "want": "open"}
TRADE = {"do": "trade", "take": [5, {"id": 7, "give": ["soy"]}], "offers": [OFFER], "end": False}


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        (b"3", (None, 3, None, None)),
        (b" 0 \n", (None, 0, None, None)),
        (b'{"choice":2}', (None, 2, None, None)),
        (b'{"type":"choose","id":17,"choice":2}', (17, 2, None, None)),
        (b'{"id":null,"choice":2,"say":null,"wants":null}', (None, 2, None, None)),
        (b'{"id":1,"choice":0,"say":"hi","wants":[]}', (1, 0, "hi", frozenset())),
        (b'{"choice":0,"wants":["windows"]}', (None, 0, None, frozenset(WINDOWS))),
        (b'{"choice":{"do":"steal","n":[1]}}', (None, {"do": "steal", "n": [1]}, None, None)),
        (b'{"choice":1,"choice":2}', (None, 2, None, None)),
    ],
)  # fmt: skip
def test_an_answer(line: bytes, chosen: tuple[object, ...]) -> None:
    assert parse_choose(line) == (*chosen, None)


def test_a_long_text_is_cut() -> None:
    line = orjson.dumps({"choice": 0, "say": "ä" * 500})
    assert parse_choose(line).say == "ä" * SAY_LIMIT


@pytest.mark.parametrize(
    ("more", "cut"),
    [
        ({"thoughts": ["new"]}, 'an answer has no key "thoughts", which is left out'),
        ({"say": "x" * (SAY_LIMIT + 1)}, "say: 281 characters, cut to 280"),
        ({"note": "x" * 3_000}, "note: 3000 characters, cut to 2000"),
        ({"say": "x" * SAY_LIMIT, "note": "x" * NOTE_LIMIT, "wants": [], "usage": {}}, ""),
    ],
)
def test_what_is_not_taken_of_an_answer_is_said(more: dict[str, Any], cut: str) -> None:
    chosen = parse_choose(orjson.dumps({"choice": 0, **more}))
    assert chosen.choice == 0 and chosen.aside and chosen.aside.cut == cut


DEEP = b"[" * 30_000 + b"]" * 30_000


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (b"", "line"),
        (b"[]", "line"),
        (b'"0"', "line"),
        (b"-1", "choice"),
        (b"9" * 60_000, "line"),
        (b"\xff\xfe", "line"),
        (b"\xef\xbb\xbf0", "line"),
        (b"hello", "line"),
        (b'{"choice":0', "line"),
        (b'{"choice":{"do":"plant","field":1e999}}', "line"),
        (b'{"choice":"\\ud800"}', "choice"),
        (b'{"choice":"\\ud800}', "line"),
        (b'{"choice":' + DEEP + b"}", "line"),
        (b'{"choice":{"do":"x","a":' + DEEP[29_900:30_100] + b"}}", "line"),
        (b"{}", "choice"),
        (b'{"choice":null}', "choice"),
        (b'{"choice":true}', "choice"),
        (b'{"choice":1.0}', "choice"),
        (b'{"choice":[0]}', "choice"),
        (b'{"choice":{}}', "choice"),
        (b'{"choice":{"do":["plant"]}}', "choice"),
        (b'{"choice":' + b"9" * 300 + b"}", "choice"),
        (b'{"id":"1","choice":0}', "id"),
        (b'{"id":true,"choice":0}', "id"),
        (b'{"choice":0,"say":["x"]}', "say"),
        (b'{"choice":0,"wants":"bids"}', "wants"),
        (b'{"choice":0,"wants":["before_daw"]}', "wants[0]"),
        (b'{"choice":0,"wants":[1]}', "wants[0]"),
        (b'{"type":"ready"}', "type"),
    ],
)
def test_a_bad_answer_gives_one_sentence_that_names_the_field(line: bytes, field: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_choose(line)
    sentence = str(caught.value)
    assert sentence.startswith(f"{field}: ")
    assert sentence.isascii() and sentence.isprintable() and len(sentence) < 250


def test_nesting_up_to_the_limit_is_read() -> None:
    inner = NESTING_LIMIT - 2  # the line and the choice are two levels
    fits = b'{"choice":{"do":"x","a":' + b"[" * inner + b"]" * inner + b"}}"
    assert isinstance(parse_choose(fits).choice, dict)
    with pytest.raises(ProtocolError, match="nested deeper"):
        parse_choose(fits.replace(b"[]", b"[[]]"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(width=16) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["do", "take", "offers", "give", "want", "to", "id", "hand", "trade", "Take", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)  # fmt: skip


@given(st.binary(max_size=60))
def test_any_bytes_are_an_answer_or_a_protocol_error(line: bytes) -> None:
    for parse in (parse_choose, parse_ready):
        try:
            parse(line)
        except ProtocolError as error:
            assert "\n" not in str(error)


@given(
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(("id", "choice", "say", "wants", "type"), JSON)
    )
)
def test_any_object_is_an_answer_or_a_protocol_error(data: dict[str, Any]) -> None:
    try:
        chosen = parse_choose(json.dumps(data).encode())
    except ProtocolError:
        return
    assert isinstance(chosen.choice, int) or isinstance(chosen.choice["do"], str)


@given(st.sampled_from(["trade", "answer", "plant", "harvest", "x"]), JSON, st.data())
def test_any_shape_of_a_choice_is_judged(do: str, junk: Any, data: st.DataObject) -> None:
    choice = {"do": do}
    for key in ("take", "offers", "accept", "card", "field", "trade"):
        if data.draw(st.booleans()):
            choice[key] = junk
    problem = shape_problem(choice)
    assert problem is None or (problem.isascii() and "\n" not in problem)


@pytest.mark.parametrize(
    "choice",
    [
        TRADE,
        {"do": "trade"},
        {"do": "trade", "take": [{"id": 1, "give": [{"turned_over": 0, "kind": None}]}]},
        {"do": "answer"},
        {"do": "answer", "accept": [3, {"offer": 4, "give": ["soy"]}], "withdraw": [2]},
        {"do": "plant", "card": "soy", "field": 1, "note": "mine"},
        {"do": "steal", "seat": 1, "field": 0, "into": 2},
        {"do": "order_drawn", "order": [2, 0, 1], "note": "mine"},
        {"do": "trade", "offers": [{"give": [{"store": 0}, {"set_aside": 1}], "want": []}]},
        {"do": "build_tower", "later": {"a": []}},
    ],
)
def test_a_well_formed_choice_has_no_problem(choice: dict[str, Any]) -> None:
    assert shape_problem(choice) is None


@pytest.mark.parametrize(
    ("choice", "start"),
    [
        ({"do": "plant", "card": "soy"}, "field: missing"),
        ({"do": "plant", "card": "soy", "field": True}, "field: expected"),
        ({"do": "plant", "card": {"hand": 0}, "field": 0}, "card: expected"),
        ({"do": "trade", "take": [{"id": 3, "give": [{"hand": -1}]}]}, "take[0].give[0].hand: exp"),
        ({"do": "trade", "take": [True]}, "take[0]: expected"),
        ({"do": "trade", "take": [{"id": 3, "give": [5]}]}, "take[0].give[0]: expected"),
        ({"do": "trade", "take": [{"id": 3}]}, "take[0].give: missing"),
        ({"do": "trade", "offers": [{"give": ["soy"]}]}, "offers[0].want: missing"),
        ({"do": "trade", "offers": [OFFER | {"to": "me"}]}, "offers[0].to: expected"),
        ({"do": "trade", "offers": [OFFER | {"give": "opne"}]}, "offers[0].give: expected"),
        ({"do": "answer", "accept": 3}, "accept: expected"),
        ({"do": "answer", "silent": 1}, "silent: expected"),
        ({"do": "steal", "seat": 1, "field": 0}, "into: missing, expected the number of one"),
        ({"do": "steal", "seat": "all", "field": 0, "into": 0}, "seat: expected another seat"),
        ({"do": "order_drawn", "order": [0, -1]}, "order[1]: expected a list of places"),
        ({"do": "move_card", "hand": 0, "to": "all"}, "to: expected a place in the hand"),
        ({"do": "buy_building", "building": 4}, "building: expected the name of a building"),
        ({"do": "trade", "take": [{"id": 3, "give": [{"store": "a"}]}]},
         "take[0].give[0].store: expected an index into your own entry of the view's store"),
    ],
)  # fmt: skip
def test_a_malformed_choice_is_explained(choice: dict[str, Any], start: str) -> None:
    assert (shape_problem(choice) or "").startswith(start)


@pytest.mark.parametrize(
    "choice",
    [
        {"do": "trade", "offers": [{"give": [3] * 30_000, "want": []}]},
        {"do": "trade", "offers": [{"give": [[]] * 20_000, "want": []}]},
        {"do": "trade", "offers": [{"give": [], "want": [{}] * 20_000}]},
        {"do": "trade", "offers": [0] * 30_000},
        {"do": "trade", "take": [{}] * 20_000},
        {"do": "answer", "accept": [{}] * 20_000},
        {"do": "answer", "withdraw": [""] * 20_000},
        {"do": "order_drawn", "order": [""] * 20_000},
    ],
)
def test_a_line_full_of_nonsense_is_judged_at_once(choice: dict[str, Any]) -> None:
    """The referee's time is everybody's: explaining each of the faults took it seconds."""
    begun = process_time()
    assert shape_problem(choice) is not None
    assert process_time() - begun < 0.3


def test_ready_may_be_empty() -> None:
    ready = parse_ready(b"{}")
    assert (ready.name, wishes(ready.wants), ready.text) == (None, frozenset(), None)


def test_ready_in_full() -> None:
    ready = parse_ready(
        b'{"type":"ready","name":"x","version":1.2,"author":"y","protocol":1,'
        b'"wants":["bids","before_draw"],"text":true,"later":{}}'
    )
    assert (ready.name, ready.version, ready.author, ready.text) == ("x", 1.2, "y", True)
    assert wishes(ready.wants) == {"bids", "before_draw"}


@pytest.mark.parametrize(
    ("line", "start"),
    [
        (b"ready", "line: not JSON"),
        (b"[]", "line: expected an object"),
        (b'{"type":"choose"}', 'type: expected "ready"'),
        (b'{"name":5}', "name: expected"),
        (b'{"wants":["all"]}', "wants[0]: expected"),
        (b'{"protocol":2}', "protocol: the bot speaks version 2, this arena speaks 1"),
        (b'{"protocol":"1"}', "protocol: expected a whole number"),
        (b'{"text":"yes"}', "text: expected true or false"),
    ],
)
def test_a_bad_ready_is_explained(line: bytes, start: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_ready(line)
    assert str(caught.value).startswith(start)


@pytest.mark.parametrize(
    ("lines", "comments"),
    [((b"", b"\n", b"  \r\n", b"# thinking", b"  # more"), True), ((b"0", b"{}", b'"#"'), False)],
)
def test_comments_and_empty_lines(lines: tuple[bytes, ...], comments: bool) -> None:
    assert [is_comment(line) for line in lines] == [comments] * len(lines)


def test_a_note_and_a_usage_are_for_the_record_alone() -> None:
    note, usage = "x" * (NOTE_LIMIT + 1), {"tokens_in": 3, "cost": 0.5, "seen": "no"}
    line = orjson.dumps({"choice": 0, "note": note, "usage": usage})
    aside = parse_choose(line).aside
    assert aside and aside[:2] == ("x" * NOTE_LIMIT, {"tokens_in": 3, "cost": 0.5})


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"note": 3}, "note: expected text, got 3"),
        ({"usage": {"cost": -1}}, "usage.cost: expected an object of numbers from 0, got -1"),
        ({"usage": {"cost": "1"}}, 'usage.cost: expected an object of numbers from 0, got "1"'),
        ({"usage": []}, "usage: expected an object of numbers from 0, got []"),
    ],
)
def test_a_note_or_a_usage_of_the_wrong_kind_is_refused(more: object, says: str) -> None:
    assert isinstance(more, dict)
    with pytest.raises(ProtocolError) as error:
        parse_choose(orjson.dumps({"choice": 0, **more}))
    assert str(error.value) == says


def test_a_request_to_a_model_is_told_from_answers() -> None:
    messages = [{"role": "user", "content": "hi"}]
    asked = parse_ask_model(orjson.dumps({"type": "ask_model", "id": 3, "messages": messages}))
    assert asked is not None and asked.id == 3 and asked.messages[0].content == "hi"
    assert parse_ask_model(b'{"choice":0,"say":"\\"ask_model\\""}') is None
    assert parse_ask_model(b"ask_model") is None


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"messages": []},
        {"messages": [{"role": "tool", "content": ""}]},
        {"messages": [{"role": "user", "content": ["x"]}]},
        {"messages": [{"role": "user", "content": "x", "name": "y"}]},
        {"messages": [{"role": "user", "content": "x"}], "max_tokens": 0},
        {"messages": [{"role": "user", "content": "x"}], "temperature": 3},
    ],
)
def test_a_request_of_the_wrong_kind_is_refused(more: dict[str, object]) -> None:
    with pytest.raises(ProtocolError):
        parse_ask_model(orjson.dumps({"type": "ask_model", **more}))
