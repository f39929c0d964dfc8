"""What is understood without a model is what the models understand, too."""

from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from arena.codec import parse_answer
from arena.codec.quick_parser import surely_well_shaped, usual_answer
from protocol.choices import shape_problem
from protocol.messages import parse_choose
from protocol.model import ProtocolError

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
