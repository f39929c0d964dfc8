"""Tables: what columns show."""

from dataclasses import astuple
from typing import Any

import pytest

from arena.text.table import MARGIN, axis


@pytest.mark.parametrize(
    ("around", "places", "ends"),
    [
        (None, [(0, 25, 50), (50, 75, 100)], "100 … 300"),
        (250, [(0, 100 / 6, 100 / 3), (100 / 3, 50, 200 / 3)], "100 250 400"),
    ],
)
def test_intervals_lie_on_one_axis_from_low_to_high(
    around: float | None, places: list[tuple[int, ...]], ends: str
) -> None:
    rows = [(150.0, 50.0), (250.0, 50.0)]
    column = axis("Elo", rows, lambda row: row, around)
    assert column.meaning == ends
    inside = 1 - 2 * MARGIN
    for row, where in zip(rows, places, strict=True):
        whisker: Any = column.cell(row)
        expected = [100 * MARGIN + inside * at for at in where]
        assert [*astuple(whisker)] == pytest.approx(expected, abs=0.06)
