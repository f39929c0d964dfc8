"""A record is stored small, and comes back as it was, in every form that a ladder may hold."""

import bz2
import json
import tracemalloc
import zlib
from pathlib import Path

import pytest

from ladder.database import logs
from ladder.database.records import FORM, MOST, PHRASES, NoRecord, packed, unpacked
from ladder.database.store import Store

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.record"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_record_comes_back_as_it_was(file: Path) -> None:
    record = zlib.decompress(file.read_bytes())
    assert unpacked(packed(record)) == record


def test_it_takes_little_more_than_half_of_what_zlib_needs() -> None:
    sizes = [(file.read_bytes(), packed(zlib.decompress(file.read_bytes()))) for file in GOLDEN]
    assert sum(len(small) for _, small in sizes) < 0.55 * sum(len(by_zlib) for by_zlib, _ in sizes)


def test_what_a_bot_says_comes_back_in_any_script() -> None:
    record = {"say": "Böhnchen, ¡sí! 豆 🫘 \u0080\u00ff", "ms": 0.25, "n": [1, None]}
    stored = packed(json.dumps(record, ensure_ascii=False).encode())
    assert json.loads(unpacked(stored)) == record


def test_the_table_of_phrases_is_that_of_all_records_so_far() -> None:
    """If it has to change, that is another form of records, and this one is still read."""
    assert zlib.crc32("\n".join(PHRASES).encode()) == 189508588


def test_a_record_of_an_older_ladder_is_read() -> None:
    assert unpacked(zlib.compress(b'{"game": 1}')) == b'{"game": 1}'


@pytest.mark.parametrize(
    "stored",
    [b"", b"no record", zlib.compress(b"{}")[:-3], packed(b"{}")[:-3], FORM, "text", 7, None],
)
def test_what_is_no_record_is_refused(stored: object) -> None:
    with pytest.raises(NoRecord):
        unpacked(stored)  # type: ignore[arg-type]


def _bombs() -> dict[str, bytes]:
    """A few hundred bytes that stand for gigabytes, or kilobytes for a hundred megabytes."""
    zeros = bytes(1_000_000)
    deflating, squeezing, phrases = zlib.compressobj(9), bz2.BZ2Compressor(9), bz2.BZ2Compressor(9)
    flat = b"".join(deflating.compress(zeros) for _ in range(100)) + deflating.flush()
    return {
        "zlib": flat,
        "bz2": FORM + b"".join(squeezing.compress(zeros) for _ in range(100)) + squeezing.flush(),
        "phrases": FORM + phrases.compress(b"\x80" * 20_000_000) + phrases.flush(),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["zlib", "bz2", "phrases"])
def test_a_record_that_stands_for_too_much_is_refused_before_it_is_unpacked(name: str) -> None:
    bomb = _bombs()[name]
    assert len(bomb) < 200_000
    tracemalloc.start()
    try:
        with pytest.raises(NoRecord, match="more than 40 MB"):
            unpacked(bomb)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 4 * MOST


def test_a_log_that_stands_for_too_much_is_damaged() -> None:
    assert "more than 8 MB" in logs.unpacked(zlib.compress(bytes(20_000_000), 9))


def test_a_new_ladder_has_pages_that_records_fit_into(tmp_path: Path) -> None:
    with Store(tmp_path / "new.sqlite") as store:
        assert store.conn.execute("PRAGMA page_size").fetchone() == (8192,)
