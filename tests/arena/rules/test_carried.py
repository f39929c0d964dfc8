"""A bot that carries the rules along, as the page says: kept by the arena, confined, no fault."""

from pathlib import Path

import orjson
import pytest

from tests.arena.conftest import Arena
from tests.proofs.searcher import KEPT, digest, sentence
from tests.support.carried import PAGE, make_bot


@pytest.mark.slow
def test_the_bot_of_the_page_is_accepted(tmp_path: Path, arena: Arena) -> None:
    assert "searcher" in arena("check", str(make_bot(tmp_path)), "--tc", "2+0.05")


def test_what_the_page_says_of_its_bot_is_what_was_played() -> None:
    kept = orjson.loads(KEPT.read_bytes())
    assert kept["program"] == digest(), "the page's bot has changed: poe prove searcher --keep"
    assert " ".join(sentence(kept).split()) in " ".join(PAGE.split())
    assert kept["lead"] > kept["error"] and kept["faults"] == 0
