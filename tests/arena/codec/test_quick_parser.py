"""What is understood without a model is what the models understand, too: answers and records."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import ValidationError

from arena.codec import parse_answer
from arena.codec.quick_parser import (
    is_usual_record,
    surely_well_shaped,
    usual_answer,
    validate_record,
)
from arena.replay.replay import Replay, ReplayError
from ladder.database.records import unpacked
from protocol.choices import shape_problem
from protocol.messages import parse_choose
from protocol.model import ProtocolError
from tests.support.random_record import random_record

ODD: list[Any] = [
    *(0, 1, -1, 7, 2**62, 2**63, 2**64, True, None, 1.0, "choose", "all", "open", "0", ""),
    *([], [1], [-1], [True], [None], ["soy"], [[]], {}, {"hand": 0}, {"do": "pass"}),
    *([{"hand": 0, "turned_over": -1}], [{"kind": "soy"}], [{"store": 0}], [{"give": []}]),
]
USUAL: list[dict[str, Any]] = [
    {"do": "plant", "card": "soy", "field": 1},
    {"do": "harvest", "field": 0},
    {"do": "pass"},
    {"do": "answer", "accept": [3], "offers": [], "withdraw": [1], "silent": False},
    {"do": "trade", "take": [7, 8], "offers": [], "end": True},
    {"do": "trade", "offers": [{"to": 2, "give": ["soy", {"hand": 0}], "want": ["red", "red"]}]},
    {"do": "answer", "offers": [{"to": "all", "give": "open", "want": ["red"]}]},
    {"do": "answer", "offers": [{"give": [{"turned_over": 1, "kind": "red"}], "want": "open"}]},
]


def changed(value: Any) -> Iterator[Any]:
    """The value with one part exchanged for something odd, left out, or beside a new one."""
    yield from ODD
    if isinstance(value, dict):
        yield value | {"note": None}
        for key, part in value.items():
            yield {other: value[other] for other in value if other != key}
            yield from (value | {key: new} for new in changed(part))
    if isinstance(value, list):
        for at, part in enumerate(value):
            yield from ([*value[:at], new, *value[at + 1 :]] for new in changed(part))


@pytest.mark.parametrize("choice", USUAL)
def test_a_shape_beyond_doubt_has_no_problem(choice: dict[str, Any]) -> None:
    for other in changed(choice):
        if isinstance(other, dict) and surely_well_shaped(other):
            assert shape_problem(other) is None, other


@pytest.mark.parametrize("choice", USUAL)
def test_what_bots_usually_choose_needs_no_model(choice: dict[str, Any]) -> None:
    assert surely_well_shaped(choice)
    line = orjson.dumps({"type": "choose", "id": 4, "choice": choice})
    assert usual_answer(line) == (4, choice, None, None, None)


def meaning(parse: Callable[[bytes], Any], line: bytes) -> Any:
    try:
        return tuple(parse(line))
    except ProtocolError as error:
        return str(error)


@pytest.mark.parametrize("choice", [3, *USUAL])
def test_a_line_means_what_the_model_of_an_answer_says(choice: Any) -> None:
    usual = {"type": "choose", "id": 4, "choice": choice}
    for data in (usual | {"say": "hello"}, *changed(usual)):
        try:
            line = orjson.dumps(data)
        except TypeError:  # a number that is too large
            continue
        for end in (b"", b" \n", b"}", b"{", b"0"):
            assert meaning(parse_answer, line + end) == meaning(parse_choose, line + end)


@pytest.mark.parametrize("depth", [20, 40, 300])
def test_what_is_nested_deeply_is_for_the_protocol_to_refuse(depth: int) -> None:
    nested = b'{"do":"x","note":' + b"[" * depth + b"]" * depth + b"}"
    line = b'{"type":"choose","id":1,"choice":' + nested + b"}"
    assert meaning(parse_answer, line) == meaning(parse_choose, line)


GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.record"))
PAID = {"do": "answer", "accept": [{"offer": 4, "give": ["soy", {"hand": 2, "kind": "red"}]}, 5]}
TAKEN = {"do": "trade", "take": [{"id": 7, "give": [{"turned_over": 0}]}, 8], "offers": []}
FULL = {
    "format": 1,
    "variant": "anniversary",
    "players": 3,
    "rules": "1",
    "seed": "00ff",
    "talk": True,
    "clock": {"bank_ms": 10, "increment_ms": 1, "limit_ms": 5},
    "bots": [{"name": "a", "version": 1, "hash": "x", "seed": 3, "wants": ["bids"]}],
    "decisions": [
        {
            "seat": 0,
            "choice": PAID,
            "ms": 0.25,
            "say": "hello",
            "note": "I doubt it",
            "thought": "It may be so",
            "wants": ["windows"],
        },
        {"seat": 1, "choice": TAKEN, "ms": 1, "fault": "late", "refused": "no"},
        {"seat": 2, "choice": {"do": "pass"}},
    ],
    "forfeits": [{"seat": 1, "decision": 4, "fault": "crashed", "reason": "it is gone"}],
    "result": {"scores": [3, 2, 0], "places": [1, 2, 3], "winners": [0]},
}


def fields(value: Any) -> Iterator[tuple[Any, ...]]:
    """The way to every value within."""
    yield ()
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ((key, *way) for way in fields(part))


def damaged(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    """The value with another one at the end of the way."""
    if not way:
        return new
    copy = value.copy()
    copy[way[0]] = damaged(value[way[0]], way[1:], new)
    return copy


def is_right(data: Any) -> bool:
    try:
        validate_record(data)
    except (ValidationError, orjson.JSONEncodeError):
        return False
    return True


def refusal(line: bytes) -> str:
    """What a replay says of the record, as it is and whole."""
    try:
        return Replay(line).check() or ""
    except ReplayError as error:
        return str(error)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_what_the_referee_writes_needs_no_model(path: Path) -> None:
    assert is_usual_record(orjson.loads(unpacked(path.read_bytes())))


def test_every_key_that_the_referee_writes_is_usual() -> None:
    assert is_right(FULL)
    assert is_usual_record(FULL)


def test_what_is_understood_is_right() -> None:
    """Every value of a record exchanged, left out or beside a new one."""
    understood = 0
    for other in changed(FULL):
        try:
            line = orjson.dumps(other)
        except TypeError:  # a number that is too large
            continue
        if is_usual_record(data := orjson.loads(line)):
            understood += 1
            assert is_right(data), other
    assert understood > 100


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), [("anniversary", 4), ("high_bohn", 3)])
def test_damage_is_told_as_by_the_model(
    variant: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every single field of a record: whole, replayed, and refused in the same words."""
    record = random_record(variant, players, seed=3)
    record["decisions"] = record["decisions"][:12]
    lines = [
        orjson.dumps(damaged(record, way, new))
        for way in fields(record)
        for new in ODD
        if not (type(new) is int and new >= 2**63)
    ]
    quick = [refusal(line) for line in lines]
    monkeypatch.setattr("arena.replay.replay.is_usual_record", lambda data: False)
    assert quick == [refusal(line) for line in lines]
    assert len(set(quick)) > 50


@pytest.mark.parametrize("depth", [20, 40, 300])
def test_what_is_nested_deeply_is_for_the_model_to_judge(depth: int) -> None:
    choice = b'{"do":"fill_order","field":0,"note":' + b"[" * depth + b"]" * depth + b"}"
    line = orjson.dumps(FULL).replace(b'{"do":"pass"}', choice)
    data = orjson.loads(line)
    assert not is_usual_record(data) or is_right(data)
    with pytest.raises(ReplayError):
        Replay(line)
