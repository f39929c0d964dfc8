"""What is kept of stderr, however it is cut into pieces and whatever it holds."""

import pytest

from arena.referee.stderr import MOST_KEYS, MOST_LINES, Excerpt, Metrics


def test_excerpt_keeps_the_beginning_and_the_end() -> None:
    excerpt = Excerpt(4, 4)
    for piece in (b"ab", b"cdef", b"", b"ghi", b"\xff"):
        excerpt.add(piece)
    assert excerpt.text() == "abcd\n[... 2 bytes left out ...]\nghi�"
    short = Excerpt(4, 4)
    short.add(b"abcdefg")
    assert short.text() == "abcdefg"
    uneven = Excerpt(2, 5)
    uneven.add(b"0123456789")
    assert uneven.text() == "01\n[... 3 bytes left out ...]\n56789"


def read(data: bytes, size: int = 10**9) -> dict[str, float]:
    """The metrics of a stream that comes in pieces of this size."""
    metrics = Metrics()
    for at in range(0, len(data), size):
        metrics.add(data[at : at + size])
    return metrics.take()


STREAM = (
    b"metric first=1\nloading\nmetric nodes=10\nmetric depth=3.5\r\nmetric nodes=1e3\n"
    b"a metric nodes=7\nmetric nodes=8 \nmetric  nodes=9\nMetric nodes=11\n"
    + b"x" * 300
    + b"metric nodes=12\nmetric -a.b_c=-0.25\nmetric late=5"
)


@pytest.mark.parametrize("size", [1, 2, 7, 16, 79, 80, 81, 10_000])
def test_metrics_are_found_however_they_are_cut(size: int) -> None:
    assert read(STREAM, size) == {
        "first": 1,
        "nodes": 1000,
        "depth": 3.5,
        "-a.b_c": -0.25,
    }


def test_a_line_without_end_takes_no_room() -> None:
    metrics = Metrics()
    for piece in (b"x" * 100_000, b"y" * 100_000, b"metric a=1"):
        metrics.add(piece)
    assert len(metrics._rest) < 100
    metrics.add(b"\nmetric b=2\n")
    assert metrics.take() == {"b": 2}


@pytest.mark.parametrize(
    "line",
    [
        "metric a=nan",
        "metric a=1e999",
        "metric a=1.1e100",
        "metric a=",
        "metric a=--1",
        "metric a=1_000",
        "metric a=0x10",
        "metric a=\u0661",
        "metric =1",
        "metric A=1",
        "metric a b=1",
        "metric a\x1b[31m=1",
        f"metric {'k' * 33}=1",
        f"metric a={'1' * 33}",
        "metric a=1\x00",
    ],
)
def test_what_is_no_metric_is_ignored(line: str) -> None:
    assert read(f"{line}\nmetric good=1\n".encode()) == {"good": 1}


def test_a_game_has_so_many_keys_at_most() -> None:
    lines = [f"metric key{number}={number}\n" for number in range(MOST_KEYS + 5)]
    found = read("".join([*lines, "metric key3=99\n"]).encode())
    assert list(found) == [f"key{number}" for number in range(MOST_KEYS)]
    assert found["key3"] == 99


def test_a_flood_is_read_up_to_a_limit() -> None:
    metrics = Metrics()
    metrics.add(b"".join(b"metric n=%d\n" % number for number in range(MOST_LINES + 50)))
    assert metrics.take() == {"n": MOST_LINES - 1}
    metrics.add(b"metric n=7\n")
    assert metrics.take() == {"n": 7}, "the next game begins anew"
    assert metrics.take() == {}
