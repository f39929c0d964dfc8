"""A page is one file that loads nothing, runs nothing but its own program, and stays small."""

import re
import zlib
from base64 import b64decode
from pathlib import Path

import orjson
import pytest

import arena.web
from arena.replay.replay import Replay
from arena.web.replay.page import PROGRAM, STYLE, expansions, page, read, replay_page
from arena.web.replay.replay_data import replay_data
from tests.support.golden import golden_game
from tests.support.html import Parts, hash_of
from tests.support.random_record import random_record

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>[[data]]\"'&"
# The longest game of all golden ones, which players at random draw out: more than bundled bots do.
LONGEST = ("high_bohn+cognac", 5)
MOST_BYTES = 150_000
MOST_SOURCE = 171_040
"""Bytes of all scripts and styles."""
WEB = Path(arena.web.__file__).parent
SPACES = re.compile(r"\b(?:padding|margin|gap)(?:-\w+)?: ([^;}]+)")


@pytest.fixture(scope="module")
def hostile() -> tuple[Replay, Parts]:
    """A game of bots that are called and say what should run as a program."""
    record = random_record()
    for bot in record["bots"]:
        bot["name"] = HOSTILE
    for entry in record["decisions"]:
        entry |= {"say": HOSTILE, "refused": HOSTILE}
    replay = Replay(orjson.dumps(record))
    return replay, Parts(replay_page(replay, 1).decode())


def test_what_bots_write_and_a_title_are_no_markup(hostile: tuple[Replay, Parts]) -> None:
    replay, parts = hostile
    plain = Parts(page("replay.html", "x", STYLE, PROGRAM, {}).decode())
    assert parts.elements == plain.elements
    data, program = parts.scripts
    assert program == plain.scripts[1]
    assert re.fullmatch(r"[A-Za-z0-9+/=]*", data)
    assert zlib.decompress(b64decode(data)) == orjson.dumps({"game": 1, **replay_data(replay)})
    assert HOSTILE[:38] in zlib.decompress(b64decode(data)).decode()
    titled = Parts(page("replay.html", HOSTILE, STYLE, PROGRAM, {}).decode())
    assert HOSTILE in titled.text and titled.elements == plain.elements


def test_the_policy_allows_the_program_and_the_style_alone(hostile: tuple[Replay, Parts]) -> None:
    _, parts = hostile
    rules = dict(rule.strip().split(" ", 1) for rule in parts.policy.split(";"))
    for kind, text in (("script", parts.scripts[1]), ("style", parts.styles[0])):
        assert rules[f"{kind}-src"] == hash_of(text)
    assert rules["default-src"] == "'none'"
    assert rules["img-src"] == "data:"


def test_a_page_loads_nothing(hostile: tuple[Replay, Parts]) -> None:
    _, parts = hostile
    for _, attributes in parts.tags:
        for name in ("src", "href", "action", "style", "onclick", "onload"):
            assert (attributes.get(name) or "data:").startswith("data:")
    assert "http" not in parts.styles[0]
    assert re.findall(r"https?://[^'\s]+", parts.scripts[1]) == [
        "http://www.w3.org/2000/svg"  # a name, not an address
    ]


def test_data_never_become_markup() -> None:
    ways = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|srcdoc"
    assert [name for name in PROGRAM if re.search(ways, read(name))] == []


def test_the_longest_game_is_small_enough() -> None:
    longest = replay_page(golden_game(*LONGEST), 1)
    assert len(longest) <= MOST_BYTES


def test_every_expansion_that_has_a_drawing_is_on_the_page() -> None:
    assert "expansions/high_bohn.js" in expansions()
    assert set(expansions()) <= set(PROGRAM)


def test_spaces_come_from_the_scale_of_the_tokens() -> None:
    """Besides nothing at all, and the margin of a sheet of paper, where there are no tokens."""
    odd = [
        f"{file.name}: {value}"
        for file in WEB.rglob("*.css")
        for value in SPACES.findall(file.read_text().replace("@page { margin: 12mm; }", ""))
        if "var(--" not in value and not set(value.split()) <= {"0", "auto"}
    ]
    assert odd == []


def test_scripts_and_styles_do_not_grow() -> None:
    files = [*WEB.rglob("*.css"), *WEB.rglob("*.js")]
    assert sum(file.stat().st_size for file in files) <= MOST_SOURCE
