"""Stored games played again: told in words, and checked against their results."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest

from arena.cli.games.replay import tell
from arena.replay.replay import Replay, ReplayError
from arena.rules import table_sizes
from tests.support.lawful import lawful_sets
from tests.support.random_record import random_record

Record = dict[str, Any]


def _replay(record: Record) -> Replay:
    return Replay(orjson.dumps(record))


@pytest.mark.parametrize("variant", lawful_sets())
def test_expansions_are_told_in_words(variant: str) -> None:
    replay = _replay(random_record(variant, table_sizes(variant)[0]))
    assert replay.check() is None
    header, told = "\n".join(tell(replay)).split("\n", 1)
    assert variant in header
    assert "_" not in told
    assert not re.search(r"^  bot\d: ", told, re.MULTILINE)  # the form of unknown events


@pytest.mark.parametrize("variant", lawful_sets())
def test_every_question_of_a_seat_is_told_with_its_id(variant: str) -> None:
    replay = _replay(random_record(variant, table_sizes(variant)[-1]))
    for seat in range(replay.book.players):
        asked = sum(each["seat"] == seat for each in replay.data["decisions"])
        ids = re.findall(r"^ {0,4}(\d+) ", "\n".join(tell(replay, seat)), re.MULTILINE)
        assert {*map(int, ids)} == {*range(1, asked + 1)}


def test_what_was_tampered_with_is_named() -> None:
    record = random_record()
    record["result"]["scores"][0] += 1
    assert "scores are" in str(_replay(record).check())

    record = random_record()
    del record["decisions"][-1]
    assert "ends before" in str(_replay(record).check())

    record = random_record()
    record["decisions"][0]["choice"] = {"do": "harvest", "field": 0}
    assert "Decision 0 of seat 1 is not legal" in str(_replay(record).check())

    record = random_record()
    record["decisions"][3]["seat"] = 2
    assert "seat 3 is not asked" in str(_replay(record).check())

    record = random_record()
    record["seed"] = "00"
    assert _replay(record).check() is not None


def test_records_of_other_rules_or_shapes_are_refused() -> None:
    with pytest.raises(ReplayError, match="version 0 of the rules"):
        _replay(random_record() | {"rules": "0"})
    with pytest.raises(ReplayError, match="no game called 'chess'"):
        _replay(random_record() | {"variant": "chess"})
    with pytest.raises(ReplayError, match="damaged at decisions"):
        _replay(random_record() | {"decisions": 3})
    with pytest.raises(ReplayError, match="damaged at bots: 2 of them in a game for 3"):
        _replay(random_record() | {"bots": random_record()["bots"][:2]})


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"1" + b"0" * 400])
def test_a_number_that_is_none_is_named(number: bytes) -> None:
    record = orjson.dumps(random_record() | {"note": "here"}).replace(b'"here"', number)
    with pytest.raises(ReplayError, match="damaged at column"):
        Replay(record)


def test_the_account_shows_all_cards_or_only_a_seats() -> None:
    replay = _replay(random_record())
    whole = "\n".join(tell(replay))
    assert "Turn 1: bot0" in whole
    assert "The game is over." in whole
    assert " cards\n" not in whole.split("The game is over.")[0]
    as_seen = "\n".join(tell(replay, 1))
    assert "hand 5 cards" in as_seen
    first = next(line for line in as_seen.splitlines() if line.strip().startswith("bot1 "))
    assert first in whole
    for line in as_seen.splitlines():
        if " draws " in line:
            assert line.strip().startswith("bot1 draws") or line.endswith((" card", " cards"))


def test_say_and_faults_are_told_harmlessly() -> None:
    record = random_record()
    record["decisions"][0] |= {"say": "hi\x1b[2J", "fault": "late", "refused": "no\x07pe"}
    text = "\n".join(tell(_replay(record)))
    assert "bot0 says: “hi�[2J”" in text
    assert "fault of bot0 (late)" in text
    assert "bot0 was refused: no�pe" in text


def test_a_bot_in_two_seats_is_told_apart() -> None:
    record = random_record()
    record["bots"][2]["name"] = "bot0"
    assert _replay(record).names == ["bot0(1)", "bot1", "bot0(3)"]


class Stored(NamedTuple):
    """A home in which one game is stored, and `arena` to run there."""

    arena: Any
    folder: Path


@pytest.fixture
def stored(arena: Any, tmp_path: Path) -> Stored:
    arena("match", "random", "greedy", "random", "--rounds", "1", "--seed", "1")
    return Stored(arena, tmp_path)


def test_a_game_becomes_a_page(stored: Stored) -> None:
    file = stored.folder / "game.html"
    assert "open it in a browser" in stored.arena("replay", "c1", "--html", str(file))
    whole = file.read_bytes()
    assert b"<title>Game c1 \xc2\xb7 " in whole
    told = stored.arena.json("replay", "c1", "--html", str(file), "--seat", "2")
    assert told == {"file": str(file), "bytes": file.stat().st_size}
    assert file.read_bytes() != whole


def test_the_turn_of_one_question_is_shown_alone(stored: Stored) -> None:
    arena = stored.arena
    whole = arena("replay", "c1", "--seat", "2")
    turn = arena("replay", "c1", "--seat", "2", "--at", "5")
    assert turn.startswith("\nTurn ") and turn.count("\nTurn ") == 1 and turn in whole
    assert re.search("^    5 ", turn, re.M) and not re.search("^    1 ", turn, re.M)
    told = arena.refused("replay", "c1", "--seat", "2", "--at", "999")
    assert "The seat was asked no question 999." in told
    assert "--at goes with --seat" in arena.refused("replay", "c1", "--at", "5")


def test_a_page_that_cannot_be_written_is_said_so(stored: Stored) -> None:
    notes = stored.folder / "notes.txt"
    notes.write_text("mine")
    for file, why in (
        (notes, "is not a replay page, so it is not overwritten. Give"),
        (stored.folder, "cannot be written: Is a directory"),
        (stored.folder / "none" / "game.html", "--html: there is no folder"),
    ):
        assert why in stored.arena.refused("replay", "c1", "--html", str(file))
    assert notes.read_text() == "mine"
    page = stored.folder / "x.html"
    assert "There is no seat 9" in stored.arena.refused(
        "replay", "c1", "--html", str(page), "--seat", "9"
    )
    assert not page.exists()
