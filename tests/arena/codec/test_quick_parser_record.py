"""A record that is understood without a model is one that the model understands, too."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import ValidationError

from arena.codec.quick_parser import usual_record
from arena.replay.replay import Replay, ReplayError
from ladder.database.records import unpacked
from protocol.record import Record
from tests.arena.codec.test_quick_parser import ODD, changed
from tests.support.random_record import random_record

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


def is_right(line: bytes) -> bool:
    try:
        Record.model_validate_json(line)
    except ValidationError:
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
    line = unpacked(path.read_bytes())
    assert usual_record(line) == orjson.loads(line)


def test_every_key_that_the_referee_writes_is_usual() -> None:
    line = orjson.dumps(FULL)
    assert is_right(line)
    assert usual_record(line) == FULL


def test_what_is_understood_is_right() -> None:
    """Every value of a record exchanged, left out or beside a new one."""
    understood = 0
    for other in changed(FULL):
        try:
            line = orjson.dumps(other)
        except TypeError:  # a number that is too large
            continue
        for end in (b"", b"}"):
            if usual_record(line + end) is not None:
                understood += 1
                assert is_right(line + end), other
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
    monkeypatch.setattr("arena.replay.replay.usual_record", lambda line: None)
    assert quick == [refusal(line) for line in lines]
    assert len(set(quick)) > 50


@pytest.mark.parametrize("depth", [20, 40, 300])
def test_what_is_nested_deeply_is_for_the_model_to_judge(depth: int) -> None:
    choice = b'{"do":"fill_order","field":0,"note":' + b"[" * depth + b"]" * depth + b"}"
    line = orjson.dumps(FULL).replace(b'{"do":"pass"}', choice)
    assert usual_record(line) is None or is_right(line)
    with pytest.raises(ReplayError):
        Replay(line)
